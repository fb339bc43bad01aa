import Records

/// A session as it is exchanged with a trial, with the participant that it belongs to.
struct SessionRow: Equatable {
  var participantId = ""
  var participant = ""
  var participantCreated = 0
  var sessionId = ""
  var created = 0
  var ended: Int?
  var programVersion = ""
  var inputMode = ""
  var clock = ""
  var clockResolution = 0
  var seed = ""

  static var columns: [ExchangeColumn<SessionRow>] {
    [
      .init("participant_id", .text(\.participantId), "names the participant for ever"),
      .init("participant", .text(\.participant), "the participant's code; no name is asked"),
      .init("participant_created", .number(\.participantCreated), "ms since 1970 (UTC)"),
      .init("session_id", .text(\.sessionId), "names the run of the program for ever"),
      .init("session_created", .number(\.created), "ms since 1970 (UTC)"),
      .init(
        "session_ended", .optionalNumber(\.ended),
        "ms since 1970 (UTC); none where the session goes on or was killed"),
      .init("program_version", .text(\.programVersion), "the program that recorded the trial"),
      .init(
        "input_mode", .text(\.inputMode), "terminal: lines of a person; pipe: lines of a program"),
      .init("clock", .text(\.clock), "real: the machine's; virtual: moved by the command wait"),
      .init("clock_resolution", .number(\.clockResolution), "in ms"),
      .init("session_seed", .text(\.seed), "what boards were drawn from where none was named"),
    ]
  }
}

extension SessionRow {
  /// Takes a session.
  init(_ session: Session) {
    let owner = session.participant
    participantId = owner?.objectId ?? ""
    participant = owner?.code ?? ""
    participantCreated = owner?.dateCreated ?? 0
    sessionId = session.objectId
    created = session.dateCreated
    ended = session.dateEnded
    programVersion = session.programVersion
    inputMode = session.inputMode.rawValue
    clock = session.clockKind
    clockResolution = session.clockResolution
    seed = session.seed
  }

  /// Puts the row into the record of a session.
  func fill(_ session: Session, _ owner: Participant) {
    session.participant = owner
    session.programVersion = programVersion
    session.inputMode = Session.InputMode(rawValue: inputMode) ?? .pipe
    session.clockKind = clock
    session.clockResolution = clockResolution
    session.seed = seed
    session.dateEnded = ended
  }
}
