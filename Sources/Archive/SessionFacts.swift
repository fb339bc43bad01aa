package import Game

/// The properties of a session that are stored with its rounds.
///
///     let facts = SessionFacts(
///       participant: { "P07" }, seed: { "apple" }, inputMode: .pipe, clockKind: "virtual",
///       clockResolution: 16, programVersion: ProgramVersion.current)
package struct SessionFacts {
  /// Returns the current participant code.
  package var participant: () -> String
  /// Returns the current seed of the session.
  package var seed: () -> String
  package var inputMode: Session.InputMode
  package var player: Session.Player
  package var clockKind: String
  /// The smallest step of the clock in milliseconds.
  package var clockResolution: Int
  package var programVersion: String
  /// The name of the machine; `nil` if it must not be stored.
  package var machine: String?
  /// Returns the name and the size of the terminal; `nil` without one.
  package var terminal: () -> String? = { nil }
  /// Returns the title of the news item about a new best result.
  package var newsTitle: (BestResult) -> String = { _ in "" }
  /// The measured timing of the terminal; `nil` if it was not measured.
  package var timing: String?

  package init(
    participant: @escaping () -> String, seed: @escaping () -> String, inputMode: Session.InputMode,
    clockKind: String, clockResolution: Int, programVersion: String, machine: String? = nil,
    terminal: @escaping () -> String? = { nil },
    newsTitle: @escaping (BestResult) -> String = { _ in "" }, timing: String? = nil
  ) {
    self.participant = participant
    self.seed = seed
    self.inputMode = inputMode
    player = Session.Player(usualWith: inputMode)
    self.clockKind = clockKind
    self.clockResolution = clockResolution
    self.programVersion = programVersion
    self.machine = machine
    self.terminal = terminal
    self.newsTitle = newsTitle
    self.timing = timing
  }
}
