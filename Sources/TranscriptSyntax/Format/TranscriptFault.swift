/// An error in a transcript, with its line and column.
///
/// The description is meant for a message: `3:5: the hole is not closed`.
public struct TranscriptFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The reason.
  public let reason: Reason
  /// The line, from 1.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int

  /// Creates the error at an offset of a file.
  init(_ reason: Reason, at offset: Int, of bytes: [UInt8]) {
    let start = bytes.hasByteOrderMark ? 3 : 0
    let before = bytes[start..<max(offset, start)]
    let lineStart = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? start
    self.reason = reason
    line = before.count { $0 == 0x0a } + 1
    column = Array(UnicodePieces(before[lineStart...])).count + 1
  }

  /// Line, column and reason.
  public var description: String { "\(line):\(column): \(reason)" }
}

extension TranscriptFault {
  /// The reason of the error; its description is a sentence without a full stop.
  ///
  ///     TranscriptFault.Reason.unusedBinding("a")  // "a" is bound but never compared
  public enum Reason: Equatable, Sendable {
    // The file.
    case notUnicode, missingFirstLine, mixedLineEnds, noCommand
    // A line.
    case unknownGutter(String)
    case missingBlank(after: String)
    case beforeFirstCommand(gutter: String)
    // A case.
    case unnamedCase
    /// The case with this name has no command.
    case emptyCase(String)
    case caseTwice(String)
    // A directive.
    case unknownDirective(String)
    case missingArgument(String)
    case surplusArgument(String)
    case misplacedDirective(String)
    case directiveTwice(String)
    /// The reason after the directive is not in double quotes.
    case notQuoted(String)
    case badTimeLimit(String)
    // An expectation.
    case statusTwice, unclosedHole
    /// A line with `\c`, whose newline is missing, is not the last one.
    case lineEndOmittedTooEarly
    case unknownStatus(String)
    case badEscape(String)
    case badGap(String)
    case unknownHole(String)
    // A name.
    /// A name is used before a placeholder defines it.
    case unknownBinding(String)
    case bindingTwice(String)
    case bindingInNegative(String)
    /// A name is defined but not used by any other line of the case.
    case unusedBinding(String)
  }
}

extension TranscriptFault.Reason: CustomStringConvertible {
  /// The sentence.
  public var description: String {
    switch self {
    case .notUnicode: "the file is not UTF-8"
    case .missingFirstLine: "the first line is not \"\(Transcript.firstLine)\""
    case .mixedLineEnds: "the line does not end as the lines before it do"
    case .noCommand: "the file has no command"
    case .unknownGutter(let sign): "unknown gutter \"\(sign)\""
    case .missingBlank(let sign): "there is no blank after \"\(sign)\""
    case .beforeFirstCommand(let sign):
      "\"\(sign)\" stands before the first command of its session"
    case .unnamedCase: "the case has no name"
    case .emptyCase(let name): "case \"\(name)\" has no command"
    case .caseTwice(let name): "case \"\(name)\" is there already"
    case .unknownDirective(let name): "unknown directive \"\(name)\""
    case .missingArgument(let name): "\"@ \(name)\" needs an argument"
    case .surplusArgument(let name): "\"@ \(name)\" takes no argument"
    case .misplacedDirective(let name): "\"@ \(name)\" can't stand here"
    case .directiveTwice(let name): "\"@ \(name)\" is there already"
    case .notQuoted(let name): "\"@ \(name)\" needs a reason in double quotes"
    case .badTimeLimit(let text): "not a time limit: \"\(text)\" (as in 500ms, 2s or 1m)"
    case .statusTwice: "the status is there already"
    case .lineEndOmittedTooEarly: "\"\\c\" can stand in the last output line only"
    case .unclosedHole: "the hole is not closed"
    case .unknownStatus(let word): "unknown status \"\(word)\" (known: ok, refused)"
    case .badEscape(let escape): "unknown escape \"\(escape)\""
    case .badGap(let text): "unknown gap \"\(text)\" (as in ..., 3, 2..4, 1+ or ? TEXT)"
    case .unknownHole(let name):
      "unknown hole \"{\(name)}\" (known: int, ms, hex, word, cell, or a name that is bound)"
    case .unknownBinding(let name): "nothing is bound to \"\(name)\" before this line"
    case .bindingTwice(let name): "\"\(name)\" is bound already"
    case .bindingInNegative(let name): "\"\(name)\" can't be bound by a line that must not match"
    case .unusedBinding(let name): "\"\(name)\" is bound but never compared"
    }
  }
}

extension [UInt8] {
  /// `true` if the bytes begin with a UTF-8 byte order mark.
  var hasByteOrderMark: Bool { starts(with: [0xef, 0xbb, 0xbf]) }
}
