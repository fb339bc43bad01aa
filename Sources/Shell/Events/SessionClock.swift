/// The time of a session, in whole milliseconds since it began.
package final class SessionClock {
  /// Where the time comes from.
  package enum Kind: String, CaseIterable, Sendable {
    /// The machine's own time, which passes by itself.
    case real
    /// Time that passes only when a command says so, and so is the same on every machine.
    case virtual
  }

  package let kind: Kind
  private let reading: () -> Int
  private var virtualTime = 0

  private init(_ kind: Kind, _ reading: @escaping () -> Int) {
    self.kind = kind
    self.reading = reading
  }

  /// A clock that stands still until it is moved.
  package static func virtual() -> SessionClock {
    SessionClock(.virtual) { 0 }
  }

  /// A clock that reads the machine's time, in milliseconds since any moment, and never descends.
  package static func real(_ milliseconds: @escaping () -> Int) -> SessionClock {
    let beginning = milliseconds()
    return SessionClock(.real) { milliseconds() - beginning }
  }

  /// In what steps the time goes, in milliseconds.
  package var resolution: Int { kind == .virtual ? Metronome.tick : 1 }

  /// How many milliseconds have passed.
  package var now: Int { kind == .virtual ? virtualTime : reading() }

  /// Lets virtual time pass; the time of the machine can't be moved.
  func advance(by milliseconds: Int) {
    if kind == .virtual { virtualTime += milliseconds }
  }
}
