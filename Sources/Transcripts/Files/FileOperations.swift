import Glibc

/// What a replacement asks of the operating system; tests let each of them fail.
package struct FileOperations {
  package var create: (_ path: inout [CChar]) -> Int32 = { path in
    let descriptor = mkstemp(&path)
    return descriptor >= 0 && fcntl(descriptor, F_SETFD, FD_CLOEXEC) >= 0 ? descriptor : -1
  }
  package var write: (Int32, ArraySlice<UInt8>) -> Int = {
    Glibc.write($0, Array($1), $1.count)
  }
  package var changeMode: (Int32, UInt32) -> Int32 = { fchmod($0, $1) }
  package var synchronize: (Int32) -> Int32 = { fsync($0) }
  package var rename: (String, String) -> Int32 = { Glibc.rename($0, $1) }

  /// The operating system's own.
  package init() {}

  /// The same operations, each after a call that may let it fail, and so has set `errno`.
  package func preceded(by isFailing: @escaping () -> Bool) -> FileOperations {
    var operations = FileOperations()
    operations.create = { isFailing() ? -1 : create(&$0) }
    operations.write = { isFailing() ? -1 : write($0, $1) }
    operations.changeMode = { isFailing() ? -1 : changeMode($0, $1) }
    operations.synchronize = { isFailing() ? -1 : synchronize($0) }
    operations.rename = { isFailing() ? -1 : rename($0, $1) }
    return operations
  }
}
