import Glibc

/// Somebody who waits until another process has ended its transaction.
package struct StoreWait: Hashable, Sendable {
  /// The file that is waited for.
  package let path: String
  /// The process that has the file, if it can be found.
  package let holder: LockHolder?
  /// Whether to tell the user now: at once if another process has the file, after a moment if a job
  /// of this one has it, which nearly always ends before the message is read.
  package let isToBeTold: Bool
}

/// Waits with short random sleeps: with equal ones, one of several writers can starve.
final class BusyWait {
  private let path: String
  private let environment: StoreEnvironment
  private let limit: Int
  private let isWorthwhile: (StoreWait) -> Bool
  private var slept = 0
  private var isTold = false

  /// How long nobody has to know of a wait for this process itself, in milliseconds.
  private static var silence: Int { 500 }
  /// How many times the limit a wait may last for a job of this process, which ends by itself.
  private static var ownLimitFactor: Int { 12 }

  private(set) var wasStopped = false
  private(set) var holder: LockHolder?

  init(
    path: String, environment: StoreEnvironment, limit: Int,
    isWorthwhile: @escaping (StoreWait) -> Bool
  ) {
    (self.path, self.environment) = (path, environment)
    (self.limit, self.isWorthwhile) = (limit, isWorthwhile)
  }

  func goesOn(after attempts: Int) -> Bool {
    if attempts == 0 { (slept, isTold, wasStopped) = (0, false, false) }
    // To ask who holds the file takes longer than a short transaction of theirs.
    if attempts == 0 || attempts % 16 == 1 { holder = LockHolder.holder(of: path) }
    let factor = holder?.isThisProcess == true ? Self.ownLimitFactor : 1
    guard slept < limit * factor else { return false }
    let isToBeTold = !isTold && (slept >= Self.silence || holder?.isThisProcess != true)
    isTold = isTold || isToBeTold
    let wait = StoreWait(path: path, holder: holder, isToBeTold: isToBeTold)
    guard isWorthwhile(wait) else {
      wasStopped = true
      return false
    }
    let milliseconds = 1 + Int(environment.random() % 10)
    environment.sleep(milliseconds)
    slept += milliseconds
    return true
  }
}

extension LockHolder {
  /// Whether another connection of this very process has the lock.
  package var isThisProcess: Bool { process == Int(getpid()) }

  /// Who has locked a store for writing, from what the system says of locks.
  static func holder(of path: String) -> LockHolder? {
    let holders = holders(of: path, onlyWriting: true)
    return holders.first { !$0.isThisProcess } ?? holders.last
  }

  /// The other processes that have a store open, as far as the system tells; each one once.
  package static func others(at path: String) -> [LockHolder] {
    var others: [LockHolder] = []
    for holder in holders(of: path, onlyWriting: false)
    where !holder.isThisProcess && !others.contains(holder) {
      others.append(holder)
    }
    return others.sorted { $0.process < $1.process }
  }

  static func holders(of path: String, onlyWriting: Bool) -> [LockHolder] {
    let file = StorePath(path).file
    let names = [file, file + "-shm"].compactMap { FileFacts($0)?.lockName }
    return SystemFile.text(of: "/proc/locks").split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count >= 8, words[3] == "WRITE" || !onlyWriting, words[1] == "POSIX",
        names.contains(String(words[5])), let process = Int(words[4]), process > 0
      else { return nil }
      let program = SystemFile.text(of: "/proc/\(process)/comm").split(separator: "\n").first
      return LockHolder(process: process, program: program.map { String($0) } ?? "a process")
    }
  }
}
