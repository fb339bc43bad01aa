import ChimpSystem
import Glibc

/// A wait for a database lock that another process or connection holds.
///
/// The store passes it to a closure before each sleep, and waits as long as the closure returns
/// `true`:
///
///     let waits: (StoreWait) -> Bool = { wait in
///       if wait.shouldNotify { print(wait) }
///       return wait.holder?.isThisProcess == true
///     }
public struct StoreWait: Hashable, Sendable {
  /// The path of the locked file.
  public let path: String
  /// The process that holds the lock; `nil` if it is unknown.
  public let holder: LockHolder?
  /// `true` if the user should be told about the wait now.
  ///
  /// If another process holds the lock, that is immediately. If a job of this process holds it, it
  /// is after a moment, because such jobs usually end quickly.
  public let shouldNotify: Bool
}

extension StoreWait: CustomStringConvertible {
  /// The wait as a sentence; control characters are escaped.
  public var description: String {
    "waiting for \(holder.map { "\($0)" } ?? "another process") to end its work on '\(shown(path))'"
  }
}

/// SQLite's busy handler, which retries after short random sleeps.
///
/// With sleeps of equal length, one of several writers could starve.
final class BusyWait {
  private let path: String
  private let environment: StoreEnvironment
  /// Returns whether to go on waiting; `nil` if nobody is asked.
  private let isWorthwhile: ((StoreWait) -> Bool)?

  private var slept = 0
  private var hasNotified = false

  /// The milliseconds before the user is told that this process itself holds the lock, or before
  /// the standard error says who is waited for.
  private static var notificationDelay: Int { 500 }
  /// The factor by which the timeout is longer while a job of this process holds the lock.
  private static var ownLimitFactor: Int { 12 }

  /// The timeout in milliseconds, which may be shorter than usual for a while.
  var limit: Int
  let usualLimit: Int
  /// `true` for a short wait, about which nobody is asked or told.
  var isQuiet = false
  private(set) var wasStopped = false
  private(set) var holder: LockHolder?

  init(
    path: String, environment: StoreEnvironment, limit: Int,
    isWorthwhile: ((StoreWait) -> Bool)?
  ) {
    self.path = path
    self.environment = environment
    self.limit = limit
    usualLimit = limit
    self.isWorthwhile = isWorthwhile
  }

  /// Sleeps and returns `true` to try again; returns `false` at the timeout, or if the wait was
  /// stopped.
  func shouldRetry(after attempts: Int) -> Bool {
    if attempts == 0 {
      slept = 0
      hasNotified = false
      wasStopped = false
    }
    // Finding the holder takes longer than a short transaction of another process.
    if attempts == 0 || attempts % 16 == 1 { holder = LockHolder.holder(of: path) }
    let isOwnLock = holder?.isThisProcess == true
    let factor = isOwnLock && !isQuiet ? Self.ownLimitFactor : 1
    guard slept < limit * factor else { return false }
    let isLong = slept >= Self.notificationDelay
    let shouldNotify = !hasNotified && (isLong || !isOwnLock && isWorthwhile != nil)
    hasNotified = hasNotified || shouldNotify
    let wait = StoreWait(path: path, holder: holder, shouldNotify: shouldNotify)
    guard isQuiet || shouldGoOn(wait) else {
      wasStopped = true
      return false
    }
    let milliseconds = 1 + Int(environment.random() % 10)
    environment.sleep(milliseconds)
    slept += milliseconds
    return true
  }
}

extension BusyWait {
  /// Returns whether to go on waiting.
  ///
  /// If nobody is asked, the standard error says who is waited for.
  private func shouldGoOn(_ wait: StoreWait) -> Bool {
    if let isWorthwhile { return isWorthwhile(wait) }
    if wait.shouldNotify { try? writeAll(Array("\(wait)\n".utf8).span, to: STDERR_FILENO) }
    return true
  }
}

extension LockHolder {
  /// `true` if another connection of this process holds the lock.
  public var isThisProcess: Bool { process == Int(getpid()) }

  /// Returns the process that holds the write lock, preferably another one than this; `nil` if none
  /// does.
  static func holder(of path: String) -> LockHolder? {
    let holders = holders(of: path, onlyWriting: true)
    return holders.first { !$0.isThisProcess } ?? holders.last
  }

  /// Returns the other processes that have opened the store, if the system lists their locks.
  public static func otherProcesses(at path: String) -> [LockHolder] {
    var found: [LockHolder] = []
    for holder in holders(of: path, onlyWriting: false)
    where !holder.isThisProcess && !found.contains(holder) {
      found.append(holder)
    }
    return found.sorted { $0.process < $1.process }
  }

  /// Returns the processes with locks on a file, from the system's table of locks.
  static func holders(of path: String, onlyWriting: Bool) -> [LockHolder] {
    let file = StorePath(path).file
    let names = [file, file + "-shm"].compactMap { FileFacts($0)?.lockName }
    return fileText("/proc/locks").split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count >= 8, fields[3] == "WRITE" || !onlyWriting, fields[1] == "POSIX",
        names.contains(String(fields[5])), let process = Int(fields[4]), process > 0
      else { return nil }
      let program = fileText("/proc/\(process)/comm").split(separator: "\n").first
      return LockHolder(process: process, program: program.map { String($0) } ?? "a process")
    }
  }
}
