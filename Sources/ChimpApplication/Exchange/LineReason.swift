package import Examiner

/// Why a line of a file can't be taken.
package enum LineReason: Error, Equatable, Sendable {
  case notUnicode
  case tooLong(limit: Int)
  /// It can't be read at all; what was expected.
  case syntax(expected: String)
  /// The name of a column, counted from 1, is another one, or there is none.
  case wrongHeader(place: Int, expected: String)
  case columnCount(Int, expected: Int)
  case unknownTable
  case otherTable(expected: String)
  /// The record itself says why it can't be.
  case refusedRecord(String)
  case unknownColumn(String)
  case columnTwice(String)
  case missingColumn(String)
  case noNumber(column: String)
  case noText(column: String)
  case tooLarge(column: String)
  case unknownFormat(Int)
  /// The value is none of those that the column may hold.
  case badValue(column: String)
  case length(column: String, limit: Int)
  case noDate(column: String)
  /// The code of a participant is none.
  case noCode(column: String)
  /// There is a character that has to be written as an escape.
  case hiddenCharacter(column: String)
  case badEscape(column: String)
  /// One date is before another one, behind which it has to be.
  case descends(column: String, from: String)
  /// A move, counted from 1, is earlier than the one before.
  case earlyMove(Int)
  /// The examiner does not take a move.
  case refusedMove(Int, MoveFault)
  /// The value is not what follows from other columns.
  case contradiction(column: String, of: String)
  /// The press of a trial, counted from 1, does not stand here.
  case missingPress(Int, trialId: String)
  /// No trial takes the press that stands here.
  case surplusPress(Int, trialId: String)
  /// Something of that name was there before.
  case twice(ExchangeObject, String)
  /// The store has something of that name, but with another value in the column.
  case differs(ExchangeObject, String, column: String)
}

extension LineReason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notUnicode: "it is not UTF-8"
    case .tooLong(let limit): "it is longer than \(limit) bytes"
    case .syntax(let expected): "expected \(expected)"
    case .wrongHeader(let place, let expected): "column \(place) is not \"\(expected)\""
    case .columnCount(let count, let expected): "\(count) columns instead of \(expected)"
    case .unknownTable: "\"table\" is neither \"trial\" nor \"press\""
    case .unknownColumn(let name): "no column is called \"\(name)\""
    case .columnTwice(let name): "\"\(name)\" is given twice"
    case .missingColumn(let name): "\"\(name)\" is missing"
    case .noNumber(let column): "\"\(column)\" is no number"
    case .noText(let column): "\"\(column)\" is no text"
    case .tooLarge(let column): "\"\(column)\" is too large"
    case .unknownFormat(let format):
      "format \(format) is unknown, this is format \(TableVersion.current)"
    case .badValue(let column): "\"\(column)\" is not what it can be"
    case .length(let column, let limit): "\"\(column)\" has 1 to \(limit) bytes"
    case .noDate(let column): "\"\(column)\" is no date"
    case .noCode(let column): "\"\(column)\" is no code: \(Participant.codeRule)"
    case .hiddenCharacter(let column):
      "\"\(column)\" has a character that can't be seen and is not written as an escape"
    case .badEscape(let column): "\"\(column)\" has an unknown escape"
    case .descends(let column, let first): "\"\(column)\" is before \"\(first)\""
    default: wordsOfContent
    }
  }

  private var wordsOfContent: String {
    switch self {
    case .otherTable(let expected): "\"table\" is not \"\(expected)\""
    case .refusedRecord(let reason): reason
    case .earlyMove(let number): "move \(number) is earlier than the one before"
    case .refusedMove(let number, let fault): "move \(number) can't be: \(fault)"
    case .contradiction(let column, let other): "\"\(column)\" contradicts \(other)"
    case .missingPress(let index, let trialId):
      "press \(index) of trial \"\(trialId)\" is missing"
    case .surplusPress(let index, let trialId):
      "press \(index) of trial \"\(trialId)\" belongs to no trial before it"
    case .twice(let object, let name): "\(object.rawValue) \"\(name)\" is there twice"
    case .differs(let object, let name, let column):
      "\(object.rawValue) \"\(name)\" is in the store with another \"\(column)\""
    default: ""
    }
  }
}

/// What has a name of its own in an exchange.
package enum ExchangeObject: String, Sendable {
  case news
  case participant
  case session
  case trial
  case press
}
