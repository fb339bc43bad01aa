import ChimpSystem
import Glibc

/// The settings with which a store is opened.
///
///     StoreSettings(
///       location: .file("notes.sqlite"), application: 7, migrations: history,
///       environment: .system())
public struct StoreSettings {
  /// The location of the store: a file, or memory.
  ///
  ///     let settings = StoreSettings(
  ///       location: .file("news.db"), application: 7, migrations: migrations,
  ///       environment: .system())
  public enum Location: Hashable, Sendable {
    case memory
    /// A file; if it does not exist, it is created, or with `mustExist` an error is thrown.
    case file(String, mustExist: Bool = false)
  }

  /// The location of the records.
  public var location: Location
  /// The application identifier, by which the program recognizes its files.
  public var application: Int
  /// The schema migrations, in order.
  public var migrations: [Migration]
  /// The clock, the random numbers and the sleep function.
  public var environment: StoreEnvironment

  /// The timeout for locks of other processes, in milliseconds.
  public var waitLimit = 5_000
  /// Called before each sleep while the store is locked; returning `false` ends the wait.
  ///
  /// If it is `nil`, the wait goes on until the timeout; after half a second, the standard error
  /// says once who is waited for.
  ///
  ///     settings.isWaitWorthwhile = { wait in
  ///       if wait.shouldNotify { show("\(wait)") }
  ///       return !wasCancelled
  ///     }
  public var isWaitWorthwhile: ((StoreWait) -> Bool)?

  /// The size of the reserve file in bytes; 0 for none.
  public var reserve = DiskReserve.usualSize
  /// The number of rows up to which a file is checked when it is opened.
  ///
  /// Checking that many takes about 2 ms. Of a store with more rows, `needsCheck` is `true`.
  public var checkedRowLimit = 5_000
  /// The name of an alternative SQLite file system (VFS), which tests use.
  public var fileSystem: String?

  /// Creates settings.
  public init(
    location: Location, application: Int, migrations: [Migration], environment: StoreEnvironment
  ) {
    self.location = location
    self.application = application
    self.migrations = migrations
    self.environment = environment
  }
}

/// The path of a store's file, and of the files beside it.
///
/// Symbolic links are resolved once, so that the files beside it are those that all other processes
/// find.
struct StorePath {
  /// The path as the caller gave it.
  let name: String
  /// The path with symbolic links resolved.
  let file: String

  init(_ name: String) {
    self.name = name
    file = linkedPath(name)
  }

  /// The path of the write-ahead log.
  var log: String { file + "-wal" }

  /// The path of the index of the write-ahead log.
  var index: String { file + "-shm" }

  var reserve: String { file + "-reserve" }

  /// Throws if there is a write-ahead log beside a symbolic link.
  ///
  /// It was left by a file that was there before the link. SQLite would ignore it, because it looks
  /// only beside the file to which the link leads.
  func refuseOtherLog() throws(RecordError) {
    let other = name + "-wal"
    if other != log, FileFacts(other)?.size ?? 0 > 0 { throw .foreignLog(path: other) }
  }
}

/// The clock, the random numbers and the sleep function of a store.
///
/// Tests pass their own; programs use `system()`.
///
///     StoreEnvironment(now: { 0 }, random: { 7 }, sleep: { _ in })
public struct StoreEnvironment {
  /// Returns the time in milliseconds since 1970; it may go backwards.
  public var now: () -> Int
  /// Returns a random number, for identifiers and the length of sleeps.
  public var random: () -> UInt64
  /// Sleeps for a number of milliseconds.
  public var sleep: (Int) -> Void

  /// Creates an environment.
  public init(
    now: @escaping () -> Int, random: @escaping () -> UInt64, sleep: @escaping (Int) -> Void
  ) {
    self.now = now
    self.random = random
    self.sleep = sleep
  }

  /// Returns the system's clock, random numbers and sleep.
  public static func system() -> Self {
    // One call of the system takes as long for many numbers as for one.
    var numbers: [UInt64] = []
    return Self(
      now: { nanoseconds(of: CLOCK_REALTIME) / 1_000_000 },
      random: {
        if numbers.isEmpty {
          numbers = Array(repeating: 0, count: 32)
          if getentropy(&numbers, 32 * 8) != 0 { numbers = [.random(in: 0 ... .max)] }
        }
        return numbers.removeLast()
      },
      sleep: { usleep(UInt32($0) * 1000) })
  }
}

extension StoreEnvironment {
  /// The characters of identifiers, in ascending order.
  fileprivate static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  /// The length of an identifier, which fits in a small string.
  fileprivate static var identifierLength: Int { 15 }

  /// Returns a new record identifier: 75 random bits in 15 letters.
  public func newIdentifier() -> String {
    var bits = (random(), random())
    var text: [UInt8] = []
    text.reserveCapacity(Self.identifierLength)
    for index in 0..<Self.identifierLength {
      text.append(Self.letters[Int(bits.0 & 31)])
      bits.0 = index == 11 ? bits.1 : bits.0 >> 5
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// Record identifiers in ascending order, for rows that are written one after the other.
///
/// An index of ascending identifiers grows at its end. One of random identifiers is changed in all
/// its pages, which takes several times as long as soon as it is larger than the caches.
///
///     var identifiers = AscendingIdentifiers("k3v90s", number: 7)
///     identifiers.next()  // k3v90s000700000
///     identifiers.next()  // k3v90s000700001
public struct AscendingIdentifiers: Sendable {
  /// The number of letters with the number of the sequence, which allow about a million sequences.
  private static var numberLength: Int { 4 }

  /// The bytes of the next identifier.
  private var bytes: [UInt8]

  /// Creates the sequence of a number among those with a common prefix.
  ///
  /// The first six letters of the prefix are used. There are 33 million identifiers per sequence.
  public init(_ prefix: String, number: Int) {
    let letters = StoreEnvironment.letters
    bytes = Array(prefix.utf8.prefix(6))
    var scale = 1
    for _ in 1..<Self.numberLength { scale *= letters.count }
    while scale > 0 {
      bytes.append(letters[number / scale % letters.count])
      scale /= letters.count
    }
    bytes += repeatElement(letters[0], count: StoreEnvironment.identifierLength - bytes.count)
  }

  /// Returns the next identifier.
  public mutating func next() -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let letters = StoreEnvironment.letters
    var index = bytes.count - 1
    while index > 0, let digit = letters.firstIndex(of: bytes[index]) {
      let isLast = digit == letters.count - 1
      bytes[index] = letters[isLast ? 0 : digit + 1]
      guard isLast else { break }
      index -= 1
    }
    return text
  }
}
