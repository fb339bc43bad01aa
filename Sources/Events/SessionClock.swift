/// The clock of a session, in whole milliseconds since its start.
///
///     let clock = SessionClock.virtual()
///     clock.advance(by: 650)
///     clock.now  // 650
public final class SessionClock {
  /// The source of the time; the raw values are used in the option `--clock` and in the store.
  ///
  ///     SessionClock.virtual().kind  // virtual
  public enum Kind: String, CaseIterable, Sendable {
    /// The clock of the machine.
    case real
    /// A clock that only commands advance, so that it is the same on every machine.
    case virtual
  }

  /// Reads the machine's clock; `nil` for a virtual clock.
  private let reading: (() -> Int)?
  private var virtualTime = 0

  public var kind: Kind { reading == nil ? .virtual : .real }

  private init(_ reading: (() -> Int)?) { self.reading = reading }

  /// Returns a virtual clock at 0, which stands still until it is advanced.
  public static func virtual() -> SessionClock { SessionClock(nil) }

  /// Returns a clock that reads the machine's monotonic time in milliseconds.
  public static func real(_ milliseconds: @escaping () -> Int) -> SessionClock {
    let beginning = milliseconds()
    return SessionClock { milliseconds() - beginning }
  }

  /// The smallest step of the clock in milliseconds.
  public var resolution: Int { kind == .virtual ? Metronome.tick : 1 }

  public var now: Int { reading?() ?? virtualTime }

  /// Advances a virtual clock.
  ///
  /// Does nothing on a real clock.
  public func advance(by milliseconds: Int) { if kind == .virtual { virtualTime += milliseconds } }
}
