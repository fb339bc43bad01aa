package import ChimpSystem
import Glibc

/// A counter of the system calls on new files, which makes one of them fail.
///
///     let injector = FaultInjector(failingCall: 3, number: ENOSPC)
///     let file = try NewFile(for: path, injector.operations(isNameless: true))
package final class FaultInjector {
  package private(set) var count = 0
  private let failingCall: Int
  private let number: Int32

  /// Creates an injector that makes the n-th call fail with an error number.
  package init(failingCall: Int, number: Int32) {
    self.failingCall = failingCall
    self.number = number
  }

  /// `true` if the call has been made, or rather has failed.
  package var hasFailed: Bool { count >= failingCall }

  /// Returns file operations that write at most seven bytes at once, and one of which fails.
  package func operations(isNameless: Bool) -> FileOperations {
    var operations = FileOperations()
    operations.allowsNameless = isNameless
    operations.largestWrite = 7
    operations.isFailing = { [self] in
      count += 1
      guard count == failingCall else { return false }
      errno = number
      return true
    }
    return operations
  }
}
