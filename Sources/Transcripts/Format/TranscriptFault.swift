/// The reason why a file is no transcript, with its line and column.
///
/// The description is meant for a message: `3:5: the hole is not closed`.
public struct TranscriptFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The reason, without a full stop.
  public struct Reason: Error, Equatable, Sendable, CustomStringConvertible {
    /// The words.
    public let description: String

    init(_ description: String) { self.description = description }
  }

  /// The reason.
  public let reason: Reason
  /// The line, from 1.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int

  init(_ reason: Reason, line: Int, column: Int) {
    self.reason = reason
    self.line = line
    self.column = column
  }

  /// Line, column and reason.
  public var description: String { "\(line):\(column): \(reason)" }
}

/// A fault in a line, at an offset of the file.
struct LineFault: Error {
  let reason: TranscriptFault.Reason
  let offset: Int

  init(_ reason: TranscriptFault.Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension TranscriptFault.Reason {
  /// Makes the reason for a given name.
  typealias Words = @Sendable (String) -> Self

  static let notUnicode = Self("the file is not UTF-8")
  static let missingFirstLine = Self("the first line is not \"\(Transcript.firstLine)\"")
  static let mixedLineEnds = Self("the line does not end as the lines before it do")
  static let unknownGutter: Words = { Self("unknown gutter \"\($0)\"") }
  static let missingBlank: Words = { Self("there is no blank after \"\($0)\"") }
  static let noCommand = Self("the file has no command")
  static let emptyCase: Words = { Self("case \"\($0)\" has no command") }
  static let unnamedCase = Self("the case has no name")
  static let caseTwice: Words = { Self("case \"\($0)\" is there already") }
  static func beforeFirstCommand(_ sign: String) -> Self {
    Self("\"\(sign)\" stands before the first command of its session")
  }
  static let unknownDirective: Words = { Self("unknown directive \"\($0)\"") }
  static let missingArgument: Words = { Self("\"@ \($0)\" needs an argument") }
  static let surplusArgument: Words = { Self("\"@ \($0)\" takes no argument") }
  static let misplacedDirective: Words = { Self("\"@ \($0)\" can't stand here") }
  static let directiveTwice: Words = { Self("\"@ \($0)\" is there already") }
  static let notQuoted: Words = { Self("\"@ \($0)\" needs a reason in double quotes") }
  static let badTimeLimit: Words = { Self("not a time limit: \"\($0)\" (as in 500ms, 2s or 1m)") }
  static let unknownStatus: Words = { Self("unknown status \"\($0)\" (known: ok, refused)") }
  static let statusTwice = Self("the status is there already")
  static let badEscape: Words = { Self("unknown escape \"\($0)\"") }
  static let lineEndOmittedTooEarly = Self("\"\\c\" can stand in the last output line only")
  static let badGap: Words = { Self("unknown gap \"\($0)\" (as in ..., 3, 2..4, 1+ or ? TEXT)") }
  static let unclosedHole = Self("the hole is not closed")
  static func unknownHole(_ name: String) -> Self {
    Self("unknown hole \"{\(name)}\" (known: int, ms, hex, word, cell, or a name that is bound)")
  }
  static let unknownBinding: Words = { Self("nothing is bound to \"\($0)\" before this line") }
  static let bindingTwice: Words = { Self("\"\($0)\" is bound already") }
  static func bindingInNegative(_ name: String) -> Self {
    Self("\"\(name)\" can't be bound by a line that must not match")
  }
  static let unusedBinding: Words = { Self("\"\($0)\" is bound but never compared") }
  static func cannotInclude(_ path: String, _ words: String) -> Self {
    Self("can't include \"\(path)\": \(words)")
  }
  static let includeCycle: Words = { Self("\"\($0)\" includes itself") }
  static func includesTooDeep(_ path: String, limit: Int) -> Self {
    Self("can't include \"\(path)\": more than \(limit) files include one another")
  }
  static func includesTooMany(_ path: String, limit: Int) -> Self {
    Self("can't include \"\(path)\": a session includes more than \(limit) files")
  }
  static let includesCase: Words = { Self("\"\($0)\" can't be included: it has cases") }
  static let nothingChecked = Self("nothing is checked: whatever the commands answer, they pass")
}
