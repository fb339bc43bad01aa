import Glibc
import Synchronization
import TestSupport

/// A proxy between the stations and the server, which cuts most connections after a random number
/// of bytes.
final class CuttingProxy {
  let folder = TemporaryFolder()
  /// The number of all connections so far, and the number of those that were cut.
  private let counts = Mutex((connectionCount: 0, cutCount: 0))
  private let random: Mutex<RandomNumbers>
  private let server: String
  private let listener: Int32

  /// Creates a proxy to a server, with a socket that the stations connect to; returns `nil` if it
  /// can't listen.
  init?(to server: PostgreSQL, seed: UInt64) {
    self.server = server.folder.path + "/.s.PGSQL.5432"
    random = Mutex(RandomNumbers(seed: seed))
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let isBound = Self.withAddress(folder.path + "/.s.PGSQL.5432") { bind(listener, $0, $1) == 0 }
    guard isBound, listen(listener, 128) == 0 else { return nil }
  }

  /// The number of all connections so far.
  var connectionCount: Int { counts.withLock { $0.connectionCount } }
  var cutCount: Int { counts.withLock { $0.cutCount } }

  /// Accepts connections forever, each of which is served on its own thread.
  func run() {
    while true {
      let station = accept(listener, nil, nil)
      guard station >= 0 else { continue }
      counts.withLock { $0.connectionCount += 1 }
      let limit = nextLimit()
      Worker.detach { [self] in serve(station, limit) }
    }
  }

  /// Returns the number of bytes after which the next connection is cut; three of ten are never
  /// cut.
  ///
  /// Half of the others are cut during the login and the first queries, the rest anywhere in the
  /// traffic of a station.
  private func nextLimit() -> Int {
    random.withLock { random in
      switch random.below(10) {
      case 0..<3: .max
      case 3..<6: random.below(4_000)
      default: random.below(260_000)
      }
    }
  }

  /// Forwards bytes in both directions until the limit is reached or a side closes.
  private func serve(_ station: Int32, _ limit: Int) {
    let other = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer {
      close(station)
      close(other)
    }
    guard Self.withAddress(server, { connect(other, $0, $1) == 0 }) else { return }
    var rest = limit
    while rest > 0 {
      var waiting = [
        pollfd(fd: station, events: Int16(POLLIN), revents: 0),
        pollfd(fd: other, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waiting, 2, -1) > 0 else { continue }
      for (index, target) in [other, station].enumerated() where waiting[index].revents != 0 {
        guard forward(waiting[index].fd, target, &rest) else { return }
      }
    }
    counts.withLock { $0.cutCount += 1 }
  }

  /// Forwards the bytes that are available, up to the rest of the limit; returns `false` if the
  /// connection is closed.
  private func forward(_ source: Int32, _ target: Int32, _ rest: inout Int) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = read(source, &bytes, bytes.count)
    guard count > 0 else { return false }
    var piece = bytes[..<min(count, rest)]
    rest -= piece.count
    while !piece.isEmpty {
      let written = piece.withUnsafeBytes { send(target, $0.baseAddress, $0.count, 0x4000) }
      guard written > 0 else { return false }
      piece = piece.dropFirst(written)
    }
    return true
  }

  /// Calls a closure with the address of a Unix socket.
  private static func withAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      for (offset, byte) in path.utf8.prefix(bytes.count - 1).enumerated() { bytes[offset] = byte }
    }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
