import Glibc

/// What a store takes from the outside: time and chance.
public struct StoreEnvironment {
  /// The time in milliseconds since 1970; it may go backwards.
  public var now: () -> Int
  /// Random numbers, for identifiers and for the length of sleeps.
  public var random: () -> UInt64
  /// Sleeps for so many milliseconds.
  public var sleep: (Int) -> Void

  /// Makes an environment.
  public init(
    now: @escaping () -> Int, random: @escaping () -> UInt64, sleep: @escaping (Int) -> Void
  ) {
    (self.now, self.random, self.sleep) = (now, random, sleep)
  }

  /// The time, the chance and the sleep of the system.
  public static func system() -> Self {
    Self(
      now: {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
      },
      random: { .random(in: 0 ... .max) },
      sleep: { usleep(UInt32($0) * 1000) })
  }
}

extension StoreEnvironment {
  /// A name for a record: 75 random bits in 15 letters, which a text holds without an allocation.
  public func newIdentifier() -> String {
    let letters = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    var bits = (random(), random())
    var text: [UInt8] = []
    for place in 0..<15 {
      text.append(letters[Int(bits.0 & 31)])
      bits.0 = place == 11 ? bits.1 : bits.0 >> 5
    }
    return String(decoding: text, as: UTF8.self)
  }
}
