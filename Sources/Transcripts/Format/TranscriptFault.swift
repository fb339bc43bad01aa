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
