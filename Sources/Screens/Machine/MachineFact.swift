import ChimpSystem
import Examiner
import Game
import Shell

/// A fact as driving programs get it: a name, and the values that belong to it.
///
///     {"fact":"pressed","h":2,"v":3,"right":true,"pressed":1}
struct MachineFact: Equatable {
  /// The names of facts.
  enum Name: String, CaseIterable {
    case started, resumed, interrupted, pressed, ignored, early, masked, ended, left
    case testEnded = "test_ended"
    /// The driver has promised that the numerals are no longer in the agent's context.
    case lookEnded = "look_ended"
  }

  let name: Name
  var round: Int?
  var cell: Cell?
  var isRight: Bool?
  var pressedCount: Int?
  var numeral: Int?
  var expected: Int?
  var outcome: String?
  var exposure: Exposure?

  init(_ name: Name) { self.name = name }

  /// Creates the fact of a press whose result is not told.
  init(pressing cell: Cell) {
    name = .pressed
    self.cell = cell
  }

  /// Returns a fact with other values.
  private func with(_ change: (inout MachineFact) -> Void) -> MachineFact {
    var fact = self
    change(&fact)
    return fact
  }

  /// The members of a fact; all but its name only where they have a value.
  static var members: [JSONMember<MachineFact>] {
    [
      JSONMember("fact", "what happened", .word(Name.allCases.map(\.rawValue))) {
        .text($0.name.rawValue)
      },
      JSONMember(optional: "round", "the number of the round", .integer(atLeast: 1)) {
        $0.round.map { .integer($0) }
      },
      JSONMember(optional: "h", "the column of the pressed cell", .integer(atLeast: 1)) {
        $0.cell.map { .integer($0.h) }
      },
      JSONMember(optional: "v", "the row of the pressed cell", .integer(atLeast: 1)) {
        $0.cell.map { .integer($0.v) }
      },
      JSONMember(
        optional: "right", "whether the press was right, unless the test is silent about it", .bool
      ) { $0.isRight.map { .bool($0) } },
      JSONMember(optional: "pressed", "how many numerals are pressed", .integer(atLeast: 0)) {
        $0.pressedCount.map { .integer($0) }
      },
      JSONMember(optional: "numeral", "the numeral of a wrong cell", .integer(atLeast: 0)) {
        $0.numeral.map { .integer($0) }
      },
      JSONMember(optional: "expected", "the numeral that came next", .integer(atLeast: 0)) {
        $0.expected.map { .integer($0) }
      },
      JSONMember(
        optional: "outcome", "how the round or the test ended, unless the test is silent about it",
        .word(outcomes)
      ) { $0.outcome.map { .text($0) } },
      JSONMember(
        optional: "turns", "how many requests of an agent came after the look",
        .integer(atLeast: 0)
      ) { $0.exposure?.turns.map { .integer($0) } },
      JSONMember(
        optional: "tokens", "how many tokens were declared for them", .integer(atLeast: 0)
      ) { $0.exposure?.tokens.map { .integer($0) } },
    ]
  }

  /// How rounds and tests end.
  private static var outcomes: [String] {
    [RoundOutcome.passed, .failed, .gaveUp, .timedOut].map(\.rawValue)
      + [TestEnd.complete, .stopped].map(\.rawValue)
  }

  /// Returns the facts that a fact of a session tells, as far as the feedback of its test allows.
  static func facts(of fact: GameFact, in session: GameSession) -> [MachineFact] {
    switch fact {
    case .started: [MachineFact(.started).with { $0.round = session.number }]
    case .resumed: [MachineFact(.resumed).with { $0.round = session.number }]
    case .interrupted: [MachineFact(.interrupted)]
    case .left: [MachineFact(.left)]
    case .stopped: [MachineFact(.testEnded).with { $0.outcome = TestEnd.stopped.rawValue }]
    case .completed: [MachineFact(.testEnded).with { $0.outcome = TestEnd.complete.rawValue }]
    case .covered, .exposed: []
    case .moved(let outcome): facts(of: outcome, in: session)
    }
  }

  private static func facts(of outcome: Outcome, in session: GameSession) -> [MachineFact] {
    switch outcome {
    case .right(let cell, let count, let masksOthers):
      let press = MachineFact(.pressed).with {
        ($0.cell, $0.isRight, $0.pressedCount) = (cell, true, count)
      }
      return [press] + (masksOthers ? [MachineFact(.masked)] : [])
    case .mistaken(let cell, _, let expected):
      // The numeral of the cell must still be found.
      return [
        MachineFact(.pressed).with { ($0.cell, $0.isRight, $0.expected) = (cell, false, expected) }
      ]
    case .ignored(let cell): return [MachineFact(.ignored).with { $0.cell = cell }]
    case .early(let cell): return [MachineFact(.early).with { $0.cell = cell }]
    case .masked: return [MachineFact(.masked)]
    case .passed, .wrong, .gaveUp, .timedOut: return end(outcome, in: session)
    }
  }

  /// Returns the facts of a move that ended the round.
  private static func end(_ outcome: Outcome, in session: GameSession) -> [MachineFact] {
    let feedback = session.feedback
    let end = MachineFact(.ended).with {
      $0.outcome = feedback == .none ? nil : outcome.finish?.rawValue
      $0.exposure = session.round.exposure
    }
    guard case .press(let cell) = outcome.move else { return [end] }
    let press = MachineFact(pressing: cell).with {
      guard feedback != .none else { return }
      $0.isRight = outcome.finish == .passed
      $0.pressedCount = session.examiner.pressedCount
      if feedback == .full, case .wrong(_, let held, let expected) = outcome {
        ($0.numeral, $0.expected) = (held, expected)
      }
    }
    return [press, end]
  }
}
