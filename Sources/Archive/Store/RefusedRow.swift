package import Examiner
package import Records

/// A row of a store that is not used, with the reason.
///
///     let row = RefusedRow(table: "Round", number: 7, reason: .value(.impossible, column: "mask"))
///     row.reason.column  // mask
package struct RefusedRow: Equatable, Sendable {
  package let table: String
  /// The number of the row in its table.
  package let number: Int
  package let reason: LineReason

  package init(table: String, number: Int, reason: LineReason) {
    self.table = table
    self.number = number
    self.reason = reason
  }

  /// Creates the refusal of a row that could not be read, or only in part.
  package init(_ record: some Record, _ fault: RecordError) {
    let reason: LineReason =
      if case .unreadable(_, _, let column) = fault {
        .value(.impossible, column: column)
      } else { .content(.notAsWritten) }
    self.init(table: type(of: record).entity, number: record.row, reason: reason)
  }
}

extension LineReason {
  /// The column of the reason; empty if the reason is about the whole row.
  package var column: String {
    switch self {
    case .value(_, let column), .content(.contradiction(let column, _)),
      .content(.descends(let column, _)), .content(.differs(_, _, let column)):
      column
    default: ""
    }
  }
}

/// The reason to refuse a line of a file, or a row of a store.
///
///     LineReason.value(.noNumber, column: "count").column  // count
package enum LineReason: Error, Equatable, Sendable {
  /// A line that is not UTF-8.
  case notUnicode
  case tooLong(limit: Int)
  /// A line that can't be parsed, with the expected syntax.
  case syntax(ExpectedSyntax)
  /// A header, or the columns of a line.
  case columns(ColumnsReason)
  /// A value that is impossible by itself.
  case value(ValueReason, column: String)
  /// Values that the record itself refuses.
  case refusedRecord(NewsFlaw)
  /// Values that contradict each other.
  case content(ContentReason)
}

/// The expected syntax at an unexpected character; bytes are counted from 1.
///
///     let reason = LineReason.syntax(.sign(":", byte: 8))
package enum ExpectedSyntax: Equatable, Sendable {
  /// In this order: expected are a comma or the line end after a quoted cell; no quote in the
  /// middle of a cell; a closing quote; a value; no control character.
  case commaOrEnd, noQuote, endOfQuote, nothing, noControl

  case sign(Unicode.Scalar, byte: Int)
  case value(byte: Int)
  case escape(byte: Int)
  case character(byte: Int)
  case digits(byte: Int)
}

/// An error in the columns of a table.
///
///     let reason = LineReason.columns(.columnCount(61, expected: 62))
package enum ColumnsReason: Equatable, Sendable {
  /// The name of a column, counted from 1, differs or is missing.
  case wrongHeader(position: Int, expected: String)
  case columnCount(Int, expected: Int)
  case unknownTable
  case otherTable(expected: String)
  case unknownColumn(String)
  case columnTwice(String)
  case missingColumn(String)
}

/// An error in the value of a column.
///
///     let reason = LineReason.value(.length(limit: 64), column: "participant")
package enum ValueReason: Equatable, Sendable {
  case noNumber, noText, tooLarge
  case unknownFormat(Int)
  /// A value outside the range of the column.
  case impossible
  case length(limit: Int)
  case noDate
  /// The code of a participant is invalid.
  case noCode
  /// A character that must be written as an escape.
  case hiddenCharacter
  case badEscape
}

/// A contradiction between a row and the others.
///
///     let reason = LineReason.content(.contradiction(column: "correct", of: .moves))
package enum ContentReason: Equatable, Sendable {
  /// A date is before another one that it must follow.
  case descends(column: String, from: String)
  /// A move, counted from 1, is earlier than the one before.
  case earlyMove(Int)
  /// The examiner refuses a move.
  case refusedMove(Int, MoveError)
  /// A value that differs from the one derived from other columns.
  case contradiction(column: String, of: ColumnSource)
  /// A missing press of a trial, counted from 1.
  case missingPress(Int, trialId: String)
  /// A press that belongs to no trial.
  case surplusPress(Int, trialId: String)
  /// No participant with that code is enrolled in the study.
  case notEnrolled(String)
  /// The checksum is that of another row.
  case notAsWritten
  /// The line of a session is missing.
  case missingSession(String)
  /// A session without trials.
  case surplusSession(String)
  /// A row whose values on the server differ from the sent ones.
  case notAsSent
  /// An object whose name has occurred before.
  case twice(ExchangeObject, String)
  /// An object that the store has with another value in the column.
  case differs(ExchangeObject, String, column: String)
}

/// An object that has an identifier in an exchange.
///
///     let reason = LineReason.content(.twice(.trial, "01J-3"))
package enum ExchangeObject: Sendable {
  case news, participant, session, trial, press, study
}
