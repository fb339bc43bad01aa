import Glibc

/// An error of the operating system, by its number.
package struct FileFault: Error, Equatable, Sendable {
  package let number: Int32

  /// A pipe or a device, where a file is wanted.
  static let notRegular = FileFault(number: -1)
  /// A name that no path can hold here.
  static let notUnicode = FileFault(number: -2)

  /// Makes a fault.
  package init(number: Int32) {
    self.number = number
  }
}

extension FileFault: CustomStringConvertible {
  package var description: String {
    if self == .notRegular { return "not a regular file" }
    if self == .notUnicode { return "the name is not UTF-8" }
    var words = [CChar](repeating: 0, count: 128)
    guard strerror_r(number, &words, words.count) == 0 else { return "error \(number)" }
    let bytes = words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    let sentence = String(decoding: bytes, as: UTF8.self)
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
  }
}
