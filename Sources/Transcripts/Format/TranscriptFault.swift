/// Why a file is no transcript, and where; lines and columns count from 1, columns in characters.
public struct TranscriptFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, without a full stop.
  public struct Reason: Error, Equatable, Sendable, CustomStringConvertible {
    /// The words.
    public let description: String

    init(_ description: String) { self.description = description }
  }

  /// What is wrong there.
  public let reason: Reason
  /// The line, from 1.
  public let line: Int
  /// The character of the line, from 1.
  public let column: Int

  init(_ reason: Reason, line: Int, column: Int) {
    self.reason = reason
    self.line = line
    self.column = column
  }

  /// The place and what is wrong there.
  public var description: String { "\(line):\(column): \(reason)" }
}

/// Everything that can be wrong.
extension TranscriptFault.Reason {
  static let tooLarge = Self("the file is too large")
  static let notUnicode = Self("the file is not UTF-8")
  static let missingFirstLine = Self("the first line is not \"\(Transcript.firstLine)\"")
  static let mixedLineEnds = Self("the line does not end as the lines before it do")
  static func unknownGutter(_ sign: String) -> Self { Self("unknown gutter \"\(sign)\"") }
  static func missingBlank(_ sign: String) -> Self { Self("there is no blank after \"\(sign)\"") }
  static let noCommand = Self("the file has no command")
  static func emptyCase(_ name: String) -> Self { Self("case \"\(name)\" has no command") }
  static let unnamedCase = Self("the case has no name")
  static func caseTwice(_ name: String) -> Self { Self("case \"\(name)\" is there already") }
  static func beforeFirstCommand(_ sign: String) -> Self {
    Self("\"\(sign)\" stands before the first command of its session")
  }
  static func unknownDirective(_ name: String) -> Self { Self("unknown directive \"\(name)\"") }
  static func missingArgument(_ name: String) -> Self { Self("\"@ \(name)\" needs an argument") }
  static func surplusArgument(_ name: String) -> Self { Self("\"@ \(name)\" takes no argument") }
  static func misplacedDirective(_ name: String) -> Self { Self("\"@ \(name)\" can't stand here") }
  static func directiveTwice(_ name: String) -> Self { Self("\"@ \(name)\" is there already") }
  static func notQuoted(_ name: String) -> Self {
    Self("\"@ \(name)\" needs a reason in double quotes")
  }
  static func badTimeLimit(_ text: String) -> Self {
    Self("not a time limit: \"\(text)\" (as in 500ms, 2s or 1m)")
  }
  static func unknownStatus(_ word: String) -> Self {
    Self("unknown status \"\(word)\" (known: ok, refused)")
  }
  static let statusTwice = Self("the status is there already")
  static func badEscape(_ text: String) -> Self { Self("unknown escape \"\(text)\"") }
  static let lineEndOmittedTooEarly = Self("\"\\c\" can stand in the last output line only")
  static func badGap(_ text: String) -> Self {
    Self("unknown gap \"\(text)\" (as in ..., 3, 2..4, 1+ or ? TEXT)")
  }
  static let unclosedHole = Self("the hole is not closed")
  static func unknownHole(_ name: String) -> Self {
    Self("unknown hole \"{\(name)}\" (known: int, ms, hex, word, cell, or a name that is bound)")
  }
  static func unknownBinding(_ name: String) -> Self {
    Self("nothing is bound to \"\(name)\" before this line")
  }
  static func bindingTwice(_ name: String) -> Self { Self("\"\(name)\" is bound already") }
  static func bindingInNegative(_ name: String) -> Self {
    Self("\"\(name)\" can't be bound by a line that must not match")
  }
  static func unusedBinding(_ name: String) -> Self {
    Self("\"\(name)\" is bound but never compared")
  }
  static func cannotInclude(_ path: String, _ words: String) -> Self {
    Self("can't include \"\(path)\": \(words)")
  }
  static func includeCycle(_ path: String) -> Self { Self("\"\(path)\" includes itself") }
  static func includesTooDeep(_ path: String, limit: Int) -> Self {
    Self("can't include \"\(path)\": more than \(limit) files include one another")
  }
  static func includesTooMany(_ path: String, limit: Int) -> Self {
    Self("can't include \"\(path)\": a session includes more than \(limit) files")
  }
  static func includesCase(_ path: String) -> Self {
    Self("\"\(path)\" can't be included: it has cases")
  }
  static let nothingChecked = Self("nothing is checked: whatever the commands answer, they pass")
}
