/// Why a file is no transcript, and where; lines and columns count from 1, columns in characters.
public struct TranscriptFault: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Reason: Error, Equatable, Sendable {
    case tooLarge
    case notUnicode
    case missingFirstLine
    case mixedLineEnds
    case unknownGutter(String)
    case missingBlank(String)
    case noCommand
    case emptyCase(String)
    case unnamedCase
    case caseTwice(String)
    case beforeFirstCommand(String)
    case unknownDirective(String)
    case missingArgument(String)
    case surplusArgument(String)
    case misplacedDirective(String)
    case directiveTwice(String)
    case notQuoted(String)
    case badTimeLimit(String)
    case unknownStatus(String)
    case statusTwice
    case badEscape(String)
    case lineEndOmittedTooEarly
    case badGap(String)
    case unclosedHole
    case unknownHole(String)
    case unknownBinding(String)
    case bindingTwice(String)
    case bindingInNegative(String)
    case unusedBinding(String)
    case cannotInclude(String, String)
    case includeCycle(String)
    case includesTooDeep(String, limit: Int)
    case includesTooMany(String, limit: Int)
    case includesCase(String)
    case nothingChecked
    case session(String)
  }

  /// What is wrong there.
  public let reason: Reason
  /// The line, from 1.
  public let line: Int
  /// The character of the line, from 1.
  public let column: Int

  /// Makes a fault.
  public init(_ reason: Reason, line: Int, column: Int) {
    self.reason = reason
    self.line = line
    self.column = column
  }
}

extension TranscriptFault: CustomStringConvertible {
  /// The place and what is wrong there.
  public var description: String { "\(line):\(column): \(reason)" }
}

extension TranscriptFault.Reason: CustomStringConvertible {
  /// What is wrong, without a full stop.
  public var description: String {
    switch self {
    case .tooLarge: "the file is too large"
    case .notUnicode: "the file is not UTF-8"
    case .missingFirstLine: "the first line is not \"\(Transcript.firstLine)\""
    case .mixedLineEnds: "the line does not end as the lines before it do"
    case .unknownGutter(let sign): "unknown gutter \"\(sign)\""
    case .missingBlank(let sign): "there is no blank after \"\(sign)\""
    case .noCommand: "the file has no command"
    case .emptyCase(let name): "case \"\(name)\" has no command"
    case .unnamedCase: "the case has no name"
    case .caseTwice(let name): "case \"\(name)\" is there already"
    case .beforeFirstCommand(let sign): "\"\(sign)\" stands before the first command of its session"
    case .nothingChecked: "nothing is checked: whatever the commands answer, they pass"
    case .session(let words): words
    default: directiveWords ?? patternWords ?? ""
    }
  }

  private var directiveWords: String? {
    switch self {
    case .unknownDirective(let name): "unknown directive \"\(name)\""
    case .missingArgument(let name): "\"@ \(name)\" needs an argument"
    case .surplusArgument(let name): "\"@ \(name)\" takes no argument"
    case .misplacedDirective(let name): "\"@ \(name)\" can't stand here"
    case .directiveTwice(let name): "\"@ \(name)\" is there already"
    case .notQuoted(let name): "\"@ \(name)\" needs a reason in double quotes"
    case .badTimeLimit(let text): "not a time limit: \"\(text)\" (as in 500ms, 2s or 1m)"
    case .cannotInclude(let path, let words): "can't include \"\(path)\": \(words)"
    case .includeCycle(let path): "\"\(path)\" includes itself"
    case .includesTooDeep(let path, let limit):
      "can't include \"\(path)\": more than \(limit) files include one another"
    case .includesTooMany(let path, let limit):
      "can't include \"\(path)\": a session includes more than \(limit) files"
    case .includesCase(let path): "\"\(path)\" can't be included: it has cases"
    default: nil
    }
  }

  private var patternWords: String? {
    switch self {
    case .unknownStatus(let word): "unknown status \"\(word)\" (known: ok, refused)"
    case .statusTwice: "the status is there already"
    case .badEscape(let text): "unknown escape \"\(text)\""
    case .lineEndOmittedTooEarly: "\"\\c\" can stand in the last output line only"
    case .badGap(let text): "unknown gap \"\(text)\" (as in ..., 3, 2..4, 1+ or ? TEXT)"
    case .unclosedHole: "the hole is not closed"
    case .unknownHole(let name):
      "unknown hole \"{\(name)}\" (known: int, ms, hex, word, cell, or a name that is bound)"
    case .unknownBinding(let name): "nothing is bound to \"\(name)\" before this line"
    case .bindingTwice(let name): "\"\(name)\" is bound already"
    case .bindingInNegative(let name): "\"\(name)\" can't be bound by a line that must not match"
    case .unusedBinding(let name): "\"\(name)\" is bound but never compared"
    default: nil
    }
  }
}
