/// What a session of the program is told about itself, to be kept with its rounds.
package struct SessionFacts {
  /// The code of whoever plays now.
  package var participant: () -> String
  /// What the boards are drawn from now.
  package var seed: () -> String
  package var inputMode: Session.InputMode
  package var clockKind: String
  /// In what steps the clock goes, in milliseconds.
  package var clockResolution: Int
  package var programVersion: String

  /// Makes the facts of a session.
  package init(
    participant: @escaping () -> String, seed: @escaping () -> String,
    inputMode: Session.InputMode, clockKind: String, clockResolution: Int,
    programVersion: String
  ) {
    self.participant = participant
    self.seed = seed
    self.inputMode = inputMode
    self.clockKind = clockKind
    self.clockResolution = clockResolution
    self.programVersion = programVersion
  }
}
