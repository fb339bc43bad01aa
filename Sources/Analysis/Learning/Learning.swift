import Archive
import Game
import Science

/// The change of passing from session to session, test by test.
package struct Learning: Equatable, Sendable {
  /// The tests that have trials, in the order of the presets.
  package let tests: [Test]

  package init(tests: [Test]) { self.tests = tests }

  package struct Test: Equatable, Sendable {
    package let name: String
    /// The participants in the order of their codes.
    package let participants: [Participant]
    /// The sessions of all participants as one.
    package let all: Progress
  }

  package struct Participant: Equatable, Sendable {
    /// The code; empty where nobody has one.
    package let code: String
    package let progress: Progress
  }
}

/// Accumulates the sessions of each participant.
package struct LearningTally: TrialTally {
  /// The shares of the sessions, by the name of the test and the code of the participant.
  private var sessions: [String: [String: [Int: Proportion]]] = [:]

  package init() {}

  package mutating func add(_ trial: ReadTrial) {
    sessions[trial.test ?? "", default: [:]][trial.participant, default: [:]][
      trial.session, default: Proportion()
    ].add(isPassed: trial.isPassed)
  }

  package var figures: Learning {
    Learning(
      tests: TestPreset.names.compactMap { name in
        sessions[name].map { figures(of: name, $0) }
      })
  }

  private func figures(
    of name: String, _ people: [String: [Int: Proportion]]
  ) -> Learning.Test {
    var all: [Int: Proportion] = [:]
    for (_, sessions) in people {
      for (number, share) in sessions { all[number, default: Proportion()].add(share) }
    }
    let participants = people.sorted { $0.key < $1.key }.map { code, sessions in
      Learning.Participant(code: code, progress: Progress(sessions))
    }
    return Learning.Test(name: name, participants: participants, all: Progress(all))
  }
}
