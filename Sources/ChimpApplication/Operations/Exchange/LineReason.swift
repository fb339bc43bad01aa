/// Why a line of a file can't be taken.
package enum LineReason: Error, Equatable, Sendable {
  case notUnicode
  case tooLong(limit: Int)
  /// It can't be read at all; what was expected.
  case syntax(expected: String)
  case wrongHeader(expected: String)
  case columnCount(Int, expected: Int)
  case unknownTable
  case unknownColumn(String)
  case columnTwice(String)
  case missingColumn(String)
  case noNumber(column: String)
  case noText(column: String)
  case tooLarge(column: String)
  case unknownFormat(Int)
  /// The value is none of those that the column may hold.
  case badValue(column: String)
  case trialTwice(String)
  case noTrial(String)
  /// The store does not take it.
  case refused(String)
}

extension LineReason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notUnicode: "it is not UTF-8"
    case .tooLong(let limit): "it is longer than \(limit) bytes"
    case .syntax(let expected): "expected \(expected)"
    case .wrongHeader(let expected): "expected the columns \(expected)"
    case .columnCount(let count, let expected): "\(count) columns instead of \(expected)"
    case .unknownTable: "\"table\" is neither \"trial\" nor \"press\""
    case .unknownColumn(let name): "no column is called \"\(name)\""
    case .columnTwice(let name): "\"\(name)\" is given twice"
    case .missingColumn(let name): "\"\(name)\" is missing"
    case .noNumber(let column): "\"\(column)\" is no number"
    case .noText(let column): "\"\(column)\" is no text"
    case .tooLarge(let column): "\"\(column)\" is too large"
    case .unknownFormat(let format):
      "format \(format) is unknown, this is format \(ExchangeVersion.current)"
    case .badValue(let column): "\"\(column)\" is not what it can be"
    case .trialTwice(let name): "trial \"\(name)\" is there twice"
    case .noTrial(let name): "no trial \"\(name)\" is there"
    case .refused(let words): words
    }
  }
}
