import Glibc

/// How a store is opened.
public struct StoreSettings {
  /// Where the records are.
  public enum Place: Hashable, Sendable {
    case memory
    /// In a file, which is made where there is none unless it must be there.
    case file(String, mustExist: Bool = false)
  }

  /// Where the records are.
  public var place: Place
  /// The number by which the program knows its own files.
  public var application: Int
  /// The history of the tables.
  public var migrations: [Migration]
  /// Time and chance.
  public var environment: StoreEnvironment
  /// How long to wait for other processes, in milliseconds.
  package var waitLimit = 5_000

  /// Told before each sleep of a wait; the wait ends where it answers false.
  package var isWaitWorthwhile: (StoreWait) -> Bool = { _ in true }

  /// How much room on the disk is kept back for a good end; 0 for none.
  package var reserve = DiskReserve.usualSize
  /// Up to how many rows the file is checked while it is opened: that takes two milliseconds.
  package var checkedRowLimit = 5_000
  /// The name of another file system of SQLite, for tests.
  package var fileSystem: String?

  /// Makes settings.
  public init(
    place: Place, application: Int, migrations: [Migration], environment: StoreEnvironment
  ) {
    (self.place, self.application) = (place, application)
    (self.migrations, self.environment) = (migrations, environment)
  }
}

/// Where the file of a store is.
///
/// A link is followed once: what belongs to the file is beside the file, and so it is found by
/// everyone else who has it open.
struct StorePath {
  /// As many links as the system follows.
  private static let longestChain = 40

  let name: String
  let file: String

  init(_ name: String) {
    self.name = name
    var file = name
    for _ in 0..<Self.longestChain {
      guard let next = Self.target(of: file) else { break }
      file = next
    }
    self.file = file
  }

  /// The write-ahead log that is beside the file.
  var log: String { file + "-wal" }

  var index: String { file + "-shm" }

  var reserve: String { file + "-reserve" }

  /// Refuses a log beside a link: a file that was there before the link has left it, and SQLite
  /// looks for a log only beside the file to which the link leads.
  func refuseOtherLog() throws(StoreError) {
    let other = name + "-wal"
    if other != log, FileFacts(other)?.size ?? 0 > 0 { throw .foreignLog(path: other) }
  }

  private static func target(of path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let target = String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return target.utf8.first == UInt8(ascii: "/")
      ? target : SystemFile.folder(of: path) + "/" + target
  }
}

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
    // The system takes as long for one number as for many.
    var numbers: [UInt64] = []
    return Self(
      now: {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
      },
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
  /// A name for a record: 75 random bits in 15 letters, which a text holds without an allocation.
  public func newIdentifier() -> String {
    let alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
    let letters = alphabet.utf8Span.span
    var bits = (random(), random())
    var text: [UInt8] = []
    text.reserveCapacity(15)
    for place in 0..<15 {
      text.append(letters[Int(bits.0 & 31)])
      bits.0 = place == 11 ? bits.1 : bits.0 >> 5
    }
    return String(decoding: text, as: UTF8.self)
  }
}
