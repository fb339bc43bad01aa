import Glibc

/// An error number of the system; its description is the system's own sentence, in lower case.
///
///     SystemError(number: ENOENT).description  // no such file or directory
public struct SystemError: Error, Equatable, Sendable {
  /// The reader of the output has closed it.
  public static let brokenPipe = SystemError(number: EPIPE)
  /// The file exists but must not.
  public static let fileExists = SystemError(number: EEXIST)
  /// The file is a pipe or a device where only a regular file is allowed.
  public static let notPlain = SystemError(number: -1)

  public let number: Int32

  /// The error of the last system call.
  public static var last: SystemError { SystemError(number: errno) }

  public init(number: Int32) { self.number = number }
}

extension SystemError: CustomStringConvertible {
  public var description: String {
    guard self != .notPlain else { return "not a regular file" }
    var buffer = [CChar](repeating: 0, count: 128)
    guard strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
    let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    let sentence = String(decoding: bytes, as: UTF8.self)
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
  }
}
