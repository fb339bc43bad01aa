public import Game

/// The properties of a session that are stored with its rounds.
///
///     let facts = SessionFacts(
///       participant: { "P07" }, seed: { "apple" }, inputMode: .pipe, clockKind: "virtual",
///       clockResolution: 16, programVersion: ProgramVersion.current)
public struct SessionFacts {
  /// Returns the current participant code.
  public var participant: () -> String
  /// Returns the current seed of the session.
  public var seed: () -> String
  public var inputMode: Session.InputMode
  /// Returns the player, as it was declared.
  public var declared: () -> DeclaredPlayer
  /// The kind of player.
  public var player: Session.Player { declared().player }
  public var clockKind: String
  /// The smallest step of the clock in milliseconds.
  public var clockResolution: Int
  public var programVersion: String
  /// The name of the machine; `nil` if it must not be stored.
  public var machine: String?
  /// Returns the name and the size of the terminal; `nil` without one.
  public var terminal: () -> String? = { nil }
  /// Returns the title of the news item about a new best result.
  public var newsTitle: (BestResult) -> String = { _ in "" }
  /// The measured timing of the terminal; `nil` if it was not measured.
  public var timing: String?

  public init(
    participant: @escaping () -> String, seed: @escaping () -> String, inputMode: Session.InputMode,
    clockKind: String, clockResolution: Int, programVersion: String
  ) {
    self.participant = participant
    self.seed = seed
    self.inputMode = inputMode
    declared = { DeclaredPlayer(Session.Player(usualWith: inputMode)) }
    self.clockKind = clockKind
    self.clockResolution = clockResolution
    self.programVersion = programVersion
  }
}
