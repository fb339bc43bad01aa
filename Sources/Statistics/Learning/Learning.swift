package import Archive
import Game
import Science

/// The result of `learning`: the change from session to session, by test.
///
///     for test in learning.tests { print(test.name, test.participants.map(\.code)) }
package struct Learning: Equatable, Sendable {
  /// The tests with trials, in the order of `help tests`.
  package let tests: [Test]

  package init(tests: [Test]) { self.tests = tests }

  /// The change in one test.
  ///
  ///     for test in learning.tests { print(test.label, test.all.sessions.count) }
  package struct Test: Equatable, Sendable {
    package let name: String
    /// The participants, sorted by code.
    package let participants: [Participant]
    /// The change over all participants.
    package let all: Progress
    /// The test with the condition or the settings that set it apart.
    package var kind: TestKind? = nil

    /// The reasons why shares of passes of the test can't be compared.
    package var comparability: Comparability { Comparability(ofTests: [name]) }

    /// The name of the test or of its condition.
    package var label: String { kind?.label ?? name }
  }

  /// The change of one participant in a test.
  ///
  ///     for participant in test.participants {
  ///       print(participant.code, participant.progress.sessions.count)
  ///     }
  package struct Participant: Equatable, Sendable {
    /// The code; empty for trials without a participant.
    package let code: String
    package let progress: Progress
  }
}

/// Collects the passes by test, participant and session for ``Learning``.
///
///     var tally = LearningTally()
///     for trial in trials { tally.add(trial) }
///     let learning = tally.figures
package struct LearningTally: TrialTally {
  /// The passes in one test.
  fileprivate struct Block: Sendable {
    var sessions: [String: [Int: Proportion]] = [:]
    var numbers: [String: Int] = [:]
    var trials = PeopleTrials()
  }

  /// The passes in each kind of test.
  private var blocks: [Block] = []
  private var kinds = TestKinds()

  package init() {}

  package static var excludesEndedLooks: Bool { true }

  package mutating func add(_ trial: ReadTrial) {
    let index = kinds.index(of: trial)
    if index == blocks.count { blocks.append(Block()) }
    blocks[index].add(trial)
  }

  package var figures: Learning {
    let blocks = Dictionary(uniqueKeysWithValues: zip(kinds.all, blocks))
    let kinds = kinds.all.filter { !$0.test.isEmpty }
    let named = TestKind.named(kinds)
    return Learning(
      tests: TestKind.sorted(kinds).compactMap { kind in
        blocks[kind].map { $0.figures(of: named[kind] ?? kind) }
      })
  }
}

extension LearningTally.Block {
  fileprivate mutating func add(_ trial: ReadTrial) {
    let code = trial.participant
    sessions[code, default: [:]][trial.session, default: Proportion()]
      .add(isPassed: trial.isPassed)
    let number = numbers[code] ?? numbers.count
    numbers[code] = number
    trials.add(
      participant: number, board: trial.board, at: Double(trial.session),
      isPassed: trial.isPassed)
  }

  fileprivate func figures(of kind: TestKind) -> Learning.Test {
    let people = sessions.sorted { $0.key < $1.key }
    let participants = people.map { code, sessions in
      Learning.Participant(code: code, progress: Progress(sessions))
    }
    let all =
      people.count > 1
      ? Progress(people.map(\.value), trials) : Progress(people.first?.value ?? [:])
    return Learning.Test(name: kind.test, participants: participants, all: all, kind: kind)
  }
}
