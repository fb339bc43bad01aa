package import Examiner
package import Records

/// A row of a store that is not used, and why.
package struct RefusedRow: Equatable, Sendable {
  package let table: String
  /// The number of the row in its table.
  package let number: Int
  package let reason: LineReason

  package init(table: String, number: Int, reason: LineReason) {
    (self.table, self.number, self.reason) = (table, number, reason)
  }

  /// Names a row that could be read in part at best, by what is wrong with it.
  package init(_ record: some Record, _ fault: RecordError) {
    let reason: LineReason =
      if case .unreadable(_, _, let column) = fault {
        .value(.impossible, column: column)
      } else { .content(.notAsWritten) }
    self.init(table: type(of: record).entity, number: record.row, reason: reason)
  }
}

extension LineReason {
  /// The column that the reason is about; empty where it is about the whole row.
  package var column: String {
    switch self {
    case .value(_, let column), .content(.contradiction(let column, _)),
      .content(.descends(let column, _)), .content(.differs(_, _, let column)):
      column
    default: ""
    }
  }
}

/// Why a line of a file can't be taken.
package enum LineReason: Error, Equatable, Sendable {
  case notUnicode
  case tooLong(limit: Int)
  /// It can't be read at all; what was expected.
  case syntax(ExpectedSyntax)
  case columns(ColumnsReason)
  case value(ValueReason, column: String)
  /// The record itself says why it can't be.
  case refusedRecord(NewsFlaw)
  case content(ContentReason)
}

/// What has to stand in a line where something else stands; bytes are counted from 1.
package enum ExpectedSyntax: Equatable, Sendable {
  case commaOrEnd, noQuote, endOfQuote, nothing, noControl
  case sign(Unicode.Scalar, byte: Int)
  case value(byte: Int)
  case escape(byte: Int)
  case character(byte: Int)
  case digits(byte: Int)
}

/// What is wrong with the columns of a table.
package enum ColumnsReason: Equatable, Sendable {
  /// The name of a column, counted from 1, is another one, or there is none.
  case wrongHeader(place: Int, expected: String)
  case columnCount(Int, expected: Int)
  case unknownTable
  case otherTable(expected: String)
  case unknownColumn(String)
  case columnTwice(String)
  case missingColumn(String)
}

/// What is wrong with the value of a column.
package enum ValueReason: Equatable, Sendable {
  case noNumber, noText, tooLarge
  case unknownFormat(Int)
  /// It is none of those that the column may hold.
  case impossible
  case length(limit: Int)
  case noDate
  /// The code of a participant is none.
  case noCode
  /// There is a character that has to be written as an escape.
  case hiddenCharacter
  case badEscape
}

/// What of a row does not go together with the rest.
package enum ContentReason: Equatable, Sendable {
  /// One date is before another one, behind which it has to be.
  case descends(column: String, from: String)
  /// A move, counted from 1, is earlier than the one before.
  case earlyMove(Int)
  /// The examiner does not take a move.
  case refusedMove(Int, MoveError)
  /// The value is not what follows from other columns.
  case contradiction(column: String, of: ColumnSource)
  /// The press of a trial, counted from 1, does not stand here.
  case missingPress(Int, trialId: String)
  /// No trial takes the press that stands here.
  case surplusPress(Int, trialId: String)
  /// Nobody of that code is enrolled in the study.
  case notEnrolled(String)
  /// The checksum is that of another row.
  case notAsWritten
  /// No line says what a session was.
  case missingSession(String)
  /// No trial was played in a session.
  case surplusSession(String)
  /// A server has it otherwise than it was sent.
  case notAsSent
  /// Something of that name was there before.
  case twice(ExchangeObject, String)
  /// The store has something of that name, but with another value in the column.
  case differs(ExchangeObject, String, column: String)
}

/// What has a name of its own in an exchange.
package enum ExchangeObject: Sendable {
  case news, participant, session, trial, press, study
}
