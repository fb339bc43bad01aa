import Glibc

/// What the system refused, by its number.
package struct SystemFault: Error, Equatable, Sendable {
  /// The reader of the output has gone.
  package static let brokenPipe = SystemFault(number: EPIPE)
  /// There is a file where there must be none.
  package static let fileExists = SystemFault(number: EEXIST)
  /// A pipe or a device, where only a file will do.
  package static let notPlain = SystemFault(number: -1)

  package let number: Int32

  package init(number: Int32) { self.number = number }
}

extension SystemFault: CustomStringConvertible {
  package var description: String {
    var words = [CChar](repeating: 0, count: 128)
    guard strerror_r(number, &words, words.count) == 0 else { return "error \(number)" }
    let bytes = words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    let sentence = String(decoding: bytes, as: UTF8.self)
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
  }
}
