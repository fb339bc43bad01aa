import Examiner
public import Shell

/// An error in a line of a study file, or in an argument of `start TEST`.
///
///     do { _ = try StudyFile.read("name memory") } catch {
///       print("line", error.line)  // line 1: the header is missing
///     }
public struct StudyError: Error, Equatable, Sendable {
  /// The sentence, without its position.
  public let text: Text
  /// The column, counted from 1; `nil` if something is missing at the end of the line.
  public let column: Int?
  /// The number of the line in the study file, counted from 1; 0 for an argument.
  public private(set) var line: Int
  /// The name of the study file; `nil` for a stored study, or an argument.
  public private(set) var file: String?
  /// The column after the end of the line, where something is missing; counted from 1.
  private(set) var endColumn = 1

  /// `true` if the sentence itself names the column.
  private var namesColumn = false

  /// Creates an error at a column of a line, or of an argument by default.
  public init(_ english: String, _ japanese: String, column: Int?, line: Int = 0) {
    text = Text(english, japanese)
    self.column = column
    self.line = line
  }

  /// Creates the error of a line whose words the shell's check refuses.
  init(syntax refusal: Refusal, line: Int = 0) {
    self.init(
      refusal.text.english, refusal.text.japanese, column: refusal.column, line: line)
    namesColumn = refusal.column != nil
  }

  /// Returns the sentence about the error, with the name of its file and the line number.
  ///
  ///     memory.study:4: "name" appears twice, at column 1
  public func words(in language: Language) -> String {
    let words = (file.map { "\($0):" } ?? "") + "\(line): " + text.in(language)
    if namesColumn { return words }
    let column = column ?? endColumn
    return words + language.pick(", at column \(column)", "（\(column)文字目）")
  }

  /// Evaluates an expression about a board or a rule, whose error is about the text at a column.
  static func checking<Result>(
    at column: Int?, _ work: @autoclosure () throws(ExaminerError) -> Result
  ) throws(StudyError) -> Result {
    do { return try work() } catch {
      throw StudyError(
        error.words(in: .english), error.words(in: .japanese), column: column)
    }
  }

  /// Returns the error with the number and the length of its line.
  func located(line: Int, length: Int) -> StudyError {
    var error = self
    error.line = line
    error.endColumn = length + 1
    return error
  }

  /// Returns the error with the name of its file.
  public func located(in file: String) -> StudyError {
    var error = self
    error.file = file
    return error
  }
}

/// Errors that several lines can have.
extension StudyError {
  /// Returns the error for a word or a name that may be there only once.
  static func usedTwice(_ word: String, column: Int) -> StudyError {
    StudyError("\"\(word)\" appears twice", "\(word) が2つあります", column: column)
  }

  /// Returns the error for a scale that lacks the label of an end.
  static func oneLabel(column: Int?) -> StudyError {
    StudyError(
      "a scale has a label for each end, and then the text",
      "scale には両端の言葉を1つずつ書き、そのあとに質問を書きます", column: column)
  }

  /// Returns the error for a rule with `latency`, `beyond` or `sd`, but not all three.
  static func notDeviations(column: Int?, line: Int = 0) -> StudyError {
    StudyError(
      "latency, beyond and sd make one rule: exclude trial latency beyond 3 sd",
      "latency、beyond、sd は一緒に使います: exclude trial latency beyond 3 sd", column: column,
      line: line)
  }

  /// Returns the error for a number of numerals that a test is not played with.
  public static func count(
    _ count: Int, of test: String, allowed counts: [Int], column: Int?
  ) -> StudyError {
    let words = counts.map(String.init)
    return StudyError(
      "\(test) is played with \(alternatives(words)) numerals, not with \(count)",
      "\(test) の個数は\(words.joined(separator: "か"))です: \(count)", column: column)
  }

  /// Returns the choices in English, such as `3, 4 or 5`.
  static func alternatives(_ choices: [String]) -> String {
    guard let last = choices.last, choices.count > 1 else { return choices.first ?? "" }
    return choices.dropLast().joined(separator: ", ") + " or " + last
  }
}
