import Events
public import Game
public import Records

/// The record of a session: a run of the program with one participant.
///
///     let session = try context.insert(Session.self) {
///       $0.participant = participant
///       $0.machine = "station 2"
///     }
///     try context.save()
public final class Session: ValueRecord {
  /// The kind of input of a session, such as a terminal.
  ///
  ///     Session.InputMode(isPerson: true).usualInput  // line
  public enum InputMode: String, RecordValue, Sendable {
    case terminal, pipe
  }

  /// The player of a session.
  ///
  /// Figures about people contain the sessions of persons only.
  ///
  ///     Session.Player(usualWith: .pipe)  // script
  public enum Player: String, CaseIterable, RecordValue, Sendable {
    case person, script, simulated, agent
  }

  /// The columns of a session.
  ///
  ///     let names = Session.Values.columns.map(\.name)
  public struct Values: Equatable, Sendable {
    /// The text that identifies the process, so that others can check whether it is running.
    ///
    /// It is not exported.
    public var process = ""

    public var programVersion = ""
    public var inputMode = InputMode.pipe.rawValue
    /// The player; `nil` in a session of an earlier version, whose `inputMode` tells.
    public var player: String?
    /// The name and version of an agent; `nil` for any other player.
    public var agent: String?
    /// The text of an agent's ``AgentLook``; `nil` for any other player.
    public var look: String?
    /// The kind of clock from which the times of rounds are, `real` or `virtual`.
    public var clockKind = ""
    /// The smallest step of the clock in milliseconds.
    public var clockResolution = 1
    /// The seed of boards that no command gave a seed.
    public var seed = ""
    /// The end of the session, in milliseconds since 1970; `nil` while it runs, or if it was
    /// killed.
    public var dateEnded: Int?
    public var machine: String?
    var terminal: String?
    var timing: String?

    public init() {}
  }

  @Relation public var participant: Participant?
  public var values = Values()
  public let state = RecordState()

  public init() {}

  public static var entity: String { "Session" }

  /// Declares the columns and relations.
  ///
  /// A participant with sessions can't be deleted, so that no trial is lost by accident.
  public static func declareColumns(in columns: inout Columns<Session>) {
    columns.declare("participant", \._participant, onDeletion: .deny)
    columns.declare([ValueColumn("process", \.process)] + Values.storedColumns.stored())
  }

  public static func declareTemplates(in templates: inout Templates) {
    templates.declare("allSessions", sortedBy: [.ascending("row")])
    templates.declare(
      "sessionsOf", where: [.when("participant", .equals, .variable("participant"))],
      sortedBy: [.ascending("row")])
  }

  public var inputMode: InputMode {
    get { InputMode(rawValue: self[dynamicMember: \Values.inputMode]) ?? .pipe }
    set { self[dynamicMember: \Values.inputMode] = newValue.rawValue }
  }

  public var player: Player {
    get { values.player(of: participant?.code ?? "") }
    set { self[dynamicMember: \Values.player] = newValue.rawValue }
  }

  /// Stores who plays.
  func declare(_ declared: DeclaredPlayer) {
    player = declared.player
    guard declared.player == .agent else { return }
    change {
      $0.agent = declared.agent
      $0.look = declared.look.description
    }
  }
}

extension Session.Values {
  /// `true` if the times are not those of a real clock.
  public var isVirtual: Bool { clockKind == SessionClock.Kind.virtual.rawValue }

  /// Returns who played in a session of a participant.
  ///
  /// Earlier versions did not store it: then the participant's code and the input mode tell.
  public func player(of code: String) -> Session.Player {
    if let known = player.flatMap(Session.Player.init) { return known }
    if ParticipantCode.isSimulated(code) { return .simulated }
    return Session.Player(usualWith: Session.InputMode(rawValue: inputMode) ?? .pipe)
  }

  /// The agent with its look; `nil` for any other player.
  public var agentName: AgentName? {
    agent.map { AgentName(name: $0, look: look.flatMap { AgentLook($0) } ?? .context) }
  }
}

extension Session.Values {
  /// `true` for a session of an agent on a virtual clock, whose trials are told by turns.
  public var isInTurns: Bool {
    player == Session.Player.agent.rawValue && clockKind == SessionClock.Kind.virtual.rawValue
  }
}

/// Numbers the sessions of each participant from 1, in the order in which the store has them.
///
///     let numbers = SessionNumbers(context)
///     try numbers.number(of: session)  // 1 for the participant's first one
public final class SessionNumbers {
  private let context: RecordContext
  private var numbers: [String: Int] = [:]
  private var counts: [String: Int] = [:]

  /// Creates a numbering with an empty cache.
  public init(_ context: RecordContext) { self.context = context }

  /// Returns the number of a session among those of its participant.
  ///
  /// An unsaved session comes after all saved ones.
  public func number(of session: Session) throws(RecordError) -> Int {
    if let number = numbers[session.objectId] { return number }
    guard let participant = session.participant else { return 1 }
    if counts[participant.objectId] == nil { try count(of: participant) }
    if let number = numbers[session.objectId] { return number }
    let number = counts[participant.objectId, default: 0] + 1
    numbers[session.objectId] = number
    counts[participant.objectId] = number
    return number
  }

  /// Reads the stored sessions of a participant into the cache.
  private func count(of participant: Participant) throws(RecordError) {
    var count = 0
    if participant.row > 0 {
      let variables = ["participant": RecordReference(participant)]
      try context.forEachRow(Session.self, "sessionsOf", variables) { session, _ in
        count += 1
        numbers[session.objectId] = count
        return true
      }
    }
    counts[participant.objectId] = count
  }
}

/// The record of a participant, who is identified by a random code.
///
///     let participant = try context.insert(Participant())
///     ParticipantCode.isValid(participant.code)  // true
public final class Participant: Record {
  @Column public var code = ""
  /// The age in years; `nil` if it is unknown.
  @Column public var age: Int?
  public let state = RecordState()

  public init() {}

  // A literal, because asking the type for its name would take a fifth of the time to open the
  // store.
  public static var entity: String { "Participant" }

  public static func declareColumns(in columns: inout Columns<Participant>) {
    columns.declare("code", \._code)
    columns.declare("age", \._age, since: 2) {
      $0.map(ParticipantAge.limits.contains) ?? true
    }
  }

  public static func declareTemplates(in templates: inout Templates) {
    templates.declare("allParticipants", sortedBy: [.ascending("row")])
    templates.declare("withCode", where: [.when("code", .equals, .variable("code"))])
    templates.declare(
      "withIdentifier", where: [.when("objectId", .beginsWith, .variable("prefix"))])
  }

  /// Creates a code from the record's identifier if there is none.
  public func awakeFromInsert() {
    if code.isEmpty { code = String(objectId.prefix(ParticipantCode.length)) }
  }
}

extension RecordContext {
  /// Returns whether one of some participants has a session with this seed.
  ///
  /// The code of a simulated participant is drawn from the seed, so that another one with the same
  /// code and seed is the same.
  public func hasSession(
    of participants: [Participant], seed: String
  ) throws(RecordError) -> Bool {
    for participant in participants {
      let own = ["participant": RecordReference(participant)]
      for session in try readable(Session.self, "sessionsOf", own) where session.seed == seed {
        return true
      }
    }
    return false
  }
}

extension Session.Values: TableValues {
  /// The columns of all versions, whose order never changes within a version.
  public static let allColumns: [TableColumn<Self>] =
    [
      .init(
        "session_ended", stored: "dateEnded", \.dateEnded,
        "end of the session, in ms since 1970 (UTC); none if it is running or was killed", in: .date
      ),
      .init(
        "program_version", \.programVersion,
        "name and version of the program that recorded the session", in: .name),
      .init(
        "input_mode", \.inputMode, "source of the session's lines",
        in: .word(Session.InputMode.self),
        levels: ["terminal": "a terminal", "pipe": "a pipe, a file or the command line"]),
      .init(
        "player", \.player,
        "who played: declared with --player, otherwise a person at a terminal and a script "
          + "anywhere else",
        in: .word(Session.Player.self), since: 8,
        levels: [
          "person": "a person", "script": "a script or a driving program", "simulated": "a model",
          "agent": "a program that decides by itself, such as a language model",
        ]),
      .init(
        "clock", stored: "clockKind", \.clockKind,
        "clock of the session",
        in: .text { SessionClock.Kind(rawValue: $0) != nil },
        levels: ["real": "the machine's clock", "virtual": "advanced by the command wait"]),
      .init(
        "clock_resolution", \.clockResolution, "resolution of the clock", in: .atLeast(1),
        unit: .milliseconds),
      .init(
        "session_seed", stored: "seed", \.seed,
        "seed of the boards for which no other seed was given",
        in: .text { (try? SessionSeed($0)) != nil }),
    ] + machineColumns + agentColumns

  /// The machine and the terminal of the session.
  private static var machineColumns: [TableColumn<Self>] {
    [
      .init("machine", \.machine, "name of the machine on which the program ran", since: 4),
      .init(
        "terminal", \.terminal,
        "TERM COLUMNSxROWS of a person's terminal at the beginning of the session",
        since: 4),
      .init(
        "timing", \.timing, "latest result of the command \"timing\" on that terminal, in words",
        since: 4),
    ]
  }

  /// The agent that played the session, as it was declared.
  private static var agentColumns: [TableColumn<Self>] {
    [
      .init(
        "agent", \.agent, "name and version of the agent, as declared with --agent or set agent",
        in: .text(DeclaredPlayer.isAgent), since: 10),
      .init(
        "look", \.look,
        "how long the agent's context keeps the numerals: context, withheld (the driver promised to "
          + "drop them before the next request), or delay:N (withheld, and N other requests first)",
        in: .text { AgentLook($0) != nil }, since: 10),
    ]
  }

  /// The columns in the order of the store, where the end date is the last one.
  static var storedColumns: [TableColumn<Self>] { Array(columns.dropFirst() + columns.prefix(1)) }
}

extension Session.InputMode {
  /// Returns the mode of an interactive session or of a script.
  public init(isPerson: Bool) { self = isPerson ? .terminal : .pipe }

  /// The default input device of presses in the session.
  public var usualInput: PressInput { self == .terminal ? .line : .script }
}

extension Session.Player {
  /// Returns who plays if nobody has declared it.
  public init(usualWith mode: Session.InputMode) {
    self = mode == .terminal ? .person : .script
  }
}
