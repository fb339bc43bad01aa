import Glibc

/// How a program ended that did not end properly.
package enum ProgramBreakdown: Equatable, Sendable {
  case signal(Int32)
  case status(Int32)

  /// Takes what `waitpid` tells; nil where the program ended properly.
  init?(waitStatus: Int32) {
    let signal = waitStatus & 0x7f
    let status = waitStatus >> 8 & 0xff
    guard signal != 0 || status != 0 else { return nil }
    self = signal != 0 ? .signal(signal) : .status(status)
  }

  /// Takes a number apart that `number` has made; nil for 0.
  init?(number: Int) {
    guard number != 0 else { return nil }
    self =
      number < 0
      ? .signal(Int32(truncatingIfNeeded: -number)) : .status(Int32(truncatingIfNeeded: number))
  }

  /// A number for each: signals are below 0.
  var number: Int {
    switch self {
    case .signal(let number): -Int(number)
    case .status(let number): Int(number)
    }
  }
}

extension ProgramBreakdown: CustomStringConvertible {
  package var description: String {
    switch self {
    case .signal(let number): "the program was ended by signal \(number)"
    case .status(let number): "the program ended with status \(number)"
    }
  }
}
