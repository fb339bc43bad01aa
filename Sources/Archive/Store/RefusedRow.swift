package import Examiner
package import Records

/// An invalid or damaged row of a store, or line of a file, with the reason.
///
///     let row = RefusedRow(table: "Round", number: 7, reason: .value(.impossible, column: "mask"))
///     row.reason.column  // mask
package struct RefusedRow: Error, Equatable, Sendable {
  /// The name of the file; `nil` for the store of the session.
  package let file: String?
  /// The table of the row; `nil` for a line of a file.
  package let table: String?
  /// The number of the row in its table, or of the line; both count from 1.
  package let number: Int
  package let reason: RowReason

  package init(table: String?, number: Int, reason: RowReason, in file: String? = nil) {
    self.file = file
    self.table = table
    self.number = number
    self.reason = reason
  }

  /// Returns the row with the name of the file that has it.
  package func inFile(_ file: String) -> RefusedRow {
    RefusedRow(table: table, number: number, reason: reason, in: file)
  }

  /// Creates the value for a record that could not be read completely.
  package init(_ record: some Record, _ error: RecordError) {
    self.init(table: type(of: record).entity, number: record.row, reason: RowReason(error))
  }
}

/// The reason why a line of a file or a row of a store is invalid.
///
///     let reason = RowReason.value(.impossible, column: "mask")
///     throw RefusedRow(table: nil, number: 12, reason: reason, in: "data.csv")
package enum RowReason: Equatable, Sendable {
  /// The line is not valid UTF-8.
  case notUnicode
  case tooLong(limit: Int)
  /// The line can't be parsed; the value is the expected syntax.
  case syntax(ExpectedSyntax)
  /// The header is wrong, or the line has the wrong columns.
  case columns(LayoutReason)
  /// A value is invalid by itself.
  case value(ValueReason, column: String)
  /// The record of the store rejects its values.
  case refusedRecord(NewsFlaw)
  /// Values contradict each other or other rows.
  case content(ContentReason)

  /// Creates the reason for an error of a record: an unreadable column, or a wrong checksum.
  package init(_ error: RecordError) {
    self =
      if case .unreadable(_, _, let column) = error {
        .value(.impossible, column: column)
      } else { .content(.notAsWritten) }
  }

  /// The name of the column that is invalid; empty if the whole row is.
  package var column: String {
    switch self {
    case .value(_, let column), .content(.contradiction(let column, _)),
      .content(.descends(let column, _)), .content(.differs(_, _, let column)):
      column
    default: ""
    }
  }
}

/// The syntax that a parser expected at an offset; bytes count from 1.
///
///     let reason = RowReason.syntax(.sign(":", byte: 8))
package enum ExpectedSyntax: Equatable, Sendable {
  /// A comma or the line end, after a quoted cell.
  case commaOrEnd
  /// A line feed, after a return.
  case lineFeed
  /// No quote, in the middle of a cell.
  case noQuote
  /// A closing quote.
  case endOfQuote
  /// The end of the line.
  case nothing
  /// No control or invisible character, unless it is escaped.
  case noControl

  case sign(Unicode.Scalar, byte: Int)
  case value(byte: Int)
  case escape(byte: Int)
  case character(byte: Int)
  case digits(byte: Int)
}

/// The reason why the columns of a table are wrong.
///
///     let reason = RowReason.columns(.columnCount(61, expected: 62))
package enum LayoutReason: Equatable, Sendable {
  /// The column at this position, counted from 1, has another name or is missing.
  case wrongHeader(position: Int, expected: String)
  case columnCount(Int, expected: Int)
  /// There are more columns than are read.
  case tooMany(limit: Int)
  case unknownTable
  case otherTable(expected: String)
  case unknownColumn(String)
  case columnTwice(String)
  case missingColumn(String)
}

/// The reason why the value of a column is invalid.
///
///     let reason = RowReason.value(.length(limit: 64), column: "participant")
package enum ValueReason: Equatable, Sendable {
  case noNumber, noText, tooLarge
  case unknownFormat(Int)
  /// The value is outside the range of the column.
  case impossible
  case length(limit: Int)
  case noDate
  /// The participant code is invalid.
  case noCode
  /// A character is invisible and must be written as an escape.
  case hiddenCharacter
  case badEscape
}

/// The reason why a row contradicts itself or other rows.
///
///     let reason = RowReason.content(.contradiction(column: "correct", of: .moves))
package enum ContentReason: Equatable, Sendable {
  /// A date is before another one that it must follow.
  case descends(column: String, from: String)
  /// The move at this index, counted from 1, is earlier than the previous one.
  case earlyMove(Int)
  /// The rules don't allow a move.
  case refusedMove(Int, ExaminerError)
  /// A value differs from the one that other columns determine.
  case contradiction(column: String, of: ColumnSource)
  /// The trial lacks the press with this number.
  case missingPress(Int, trialId: String)
  /// A press belongs to no trial.
  case surplusPress(Int, trialId: String)
  /// The participant with this code is not enrolled in the study.
  case notEnrolled(String)
  /// The checksum of the row is wrong, or that of another row.
  case notAsWritten
  /// The session of a trial is missing in the file.
  case missingSession(String)
  /// A session of the file has no trials.
  case surplusSession(String)
  /// The row belongs to another export than the named file.
  case otherExport(file: String)
  /// The row on the server differs from the one that was sent.
  case notAsSent
  /// The identifier has occurred before in the file.
  case twice(ExchangeObject, String)
  /// The store has the same identifier with another value in this column.
  case differs(ExchangeObject, String, column: String)
}

/// The kind of object that an error message names, such as a trial or a session.
///
///     let reason = RowReason.content(.twice(.trial, "01J-3"))
package enum ExchangeObject: Sendable {
  case news, participant, session, trial, press, study
}
