import Archive
import ChimpSystem
import Examiner
import Game
import Shell

/// What a person could see now, for driving programs.
///
/// The cells are read from the drawing of the board, so that no other program can see what its user
/// could not.
struct MachineState {
  /// The phases of a round.
  enum Phase: String, CaseIterable {
    /// There is no round.
    case none
    /// A board is placed, and its numerals are not shown yet.
    case waiting
    /// The numerals are shown, and no limited time runs.
    case open
    /// The numerals are shown for a limited time.
    case look
    case masked, over
  }

  private let application: Application
  private let session: GameSession

  init(_ application: Application) {
    self.application = application
    session = application.game.session
  }

  /// The members of the state.
  static let members: [JSONMember<MachineState>] = [
    JSONMember("phase", "what can be done now", .word(Phase.allCases.map(\.rawValue))) {
      .text($0.phase.rawValue)
    },
    JSONMember("round", "the number of the round; 0 before the first", .integer(atLeast: 0)) {
      .integer($0.session.number)
    },
    JSONMember("player", "who plays, as it was declared", playerMembers.type()) {
      playerMembers.object(of: $0.application.declared)
    },
    JSONMember("test", "the test in progress; null without one", .optional(testType)) {
      $0.session.test.map { testMembers.object(of: $0) } ?? .null
    },
    JSONMember("board", "the board; null without one", .optional(boardType)) {
      $0.board.map { boardMembers.object(of: $0) } ?? .null
    },
    JSONMember(
      "next", "the numeral to press; null where only memory tells it",
      .optional(.integer(atLeast: 0))
    ) { JSONValue($0.next) },
    JSONMember("pressed", "how many numerals are pressed", .integer(atLeast: 0)) {
      .integer($0.pressedCount)
    },
    JSONMember(
      "deadline", "the time in ms until the round changes by itself; null if it does not",
      .optional(.integer(atLeast: 0))
    ) { JSONValue($0.deadline) },
    JSONMember("commands", "the commands that go on from here", .list(.text)) {
      .list($0.commands.map { .text($0) })
    },
  ]

  private static let playerMembers: [JSONMember<DeclaredPlayer>] = [
    JSONMember(
      "kind", "the kind of player", .word(Session.Player.allCases.map(\.rawValue))
    ) { .text($0.player.rawValue) },
    JSONMember("agent", "the name and version of an agent", .optional(.text)) {
      JSONValue($0.agent)
    },
    JSONMember(
      "look", "how long an agent's context keeps the numerals: context, withheld or delay:N",
      .optional(.text)
    ) { $0.player == .agent ? .text($0.look.description) : .null },
  ]

  private static let testMembers: [JSONMember<TestSeries>] = [
    JSONMember("name", "the name of the test", .text) { .text($0.preset.name) },
    JSONMember("trial", "how many trials are over", .integer(atLeast: 0)) {
      .integer($0.trialCount)
    },
  ]
  private static var testType: JSONType { testMembers.type() }

  private static let boardMembers: [JSONMember<BoardImage>] = [
    JSONMember("h", "how many columns", .integer(atLeast: 1)) { .integer($0.h) },
    JSONMember("v", "how many rows", .integer(atLeast: 1)) { .integer($0.v) },
    JSONMember(
      "rows", "each row from the left: a numeral, # for a masked one, . for nothing",
      .list(.list(.text))
    ) { .list($0.rows.map { .list($0.map { .text($0) }) }) },
  ]
  private static var boardType: JSONType { boardMembers.type() }
}

extension MachineState {
  private var phase: Phase {
    if session.hasPlaced { return .waiting }
    guard session.isStarted else { return .none }
    guard session.isOpen else { return .over }
    if session.looksMasked { return .masked }
    return session.isHolding ? .look : .open
  }

  /// `true` if the board of the round may be shown.
  private var isShown: Bool { session.isStarted && !session.hasPlaced }

  /// The drawing of the board; `nil` without one, and empty after the end while the outcome is
  /// secret.
  private var board: BoardImage? {
    if let placed = session.placed { return BoardImage(empty: placed.board.size) }
    guard session.isStarted else { return nil }
    // As for a person, who gets no board after a trial that tells no solution.
    if !session.isOpen, session.laterFeedback != .full {
      return BoardImage(empty: session.board.size)
    }
    return BoardImage(session.examiner, isMasked: session.looksMasked)
  }

  private var deadline: Int? {
    session.deadlines.next.map { max(0, $0 - application.model.now) }
  }

  /// The number of pressed numerals; 0 after the end of a trial that tells nothing.
  private var pressedCount: Int {
    let isSilent = !session.isOpen && session.laterFeedback == .none
    return isShown && !isSilent ? session.examiner.pressedCount : 0
  }

  /// The numeral to press next.
  ///
  /// Of numerals that do not follow one another, a masked one must be remembered.
  private var next: Int? {
    guard isShown, session.isOpen else { return nil }
    let examiner = session.examiner
    let board = examiner.board
    guard board.numeralsCountFromOne || !session.looksMasked else { return nil }
    return board.numerals[examiner.pressedCount]
  }

  /// The commands that go on from the present state, besides those that are always possible.
  private var commands: [String] {
    let study = application.study
    // No other trial begins before the answer.
    if study.asksBetweenTrials { return ["answer", "stop"] }
    if study.acceptsAnswer, session.isOutcomeDeferred { return ["answer"] }
    let commands = (study.acceptsAnswer ? ["answer"] : []) + commandsOfPhase
    // During a test on a real clock, time passes by itself.
    return application.isTimed ? commands.filter { $0 != "wait" } : commands
  }

  private var commandsOfPhase: [String] {
    switch phase {
    case .none: nextBlock + ["start"]
    case .waiting: session.preparation == .waiting ? ["begin", "wait", "stop"] : ["wait", "stop"]
    case .open:
      (session.rule.masksAtFirstPress ? ["press", "hide"] : ["press"]) + ["give-up", "wait"]
    case .look: session.rule.press == .ignored ? ["hide", "wait"] : ["press", "hide", "wait"]
    case .masked: ["press", "give-up", "wait"]
    case .over: session.isInTest ? ["wait", "stop"] : nextBlock + ["start", "again"]
    }
  }

  /// The command that goes on with the study of the participant; empty without one.
  private var nextBlock: [String] { application.enrolledCode == nil ? [] : ["next"] }
}
