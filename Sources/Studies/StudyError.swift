public import Examiner
public import Game
public import Science
public import Shell

/// An error in a line of a study file, or in an argument of `start TEST`.
///
///     do { _ = try StudyFile.read("name memory") } catch {
///       print("line", error.line)  // line 1: the header is missing
///     }
public struct StudyError: Error, Equatable, Sendable {
  /// The reason why the line or the argument is invalid, with the values for its message.
  ///
  ///     let error = StudyError(.file(.noHeader(StudyFile.header)), column: 1, line: 1)
  public enum Reason: Equatable, Sendable {
    /// The words of the line don't have the syntax of its keyword, as the sentence says.
    case syntax(Text)
    case line(LineMistake)
    case file(StudyMistake)
    case name(NameMistake)
    case group(GroupMistake)
    case hold(HoldMistake)
    case page(PageMistake)
    case question(QuestionMistake)
    case answer(AnswerMistake)
    case exclusion(ExclusionMistake)
    case primary(PrimaryMistake)
    case presentation(PresentationMistake)
    case test(TestMistake)
  }

  /// The reason, with the values for its message.
  public let reason: Reason
  /// The column, counted from 1; `nil` if something is missing at the end of the line.
  public let column: Int?
  /// The number of the line in the study file, counted from 1; 0 for an argument.
  public private(set) var line: Int
  /// The name of the study file; `nil` for a stored study, or an argument.
  public private(set) var file: String?
  /// The column after the end of the line, where something is missing; counted from 1.
  public private(set) var endColumn = 1

  /// Creates an error at a column of a line, or of an argument by default.
  public init(_ reason: Reason, column: Int?, line: Int = 0) {
    self.reason = reason
    self.column = column
    self.line = line
  }

  /// Creates the error of a line whose words the shell's check refuses.
  init(syntax refusal: Refusal, line: Int = 0) {
    self.init(.syntax(refusal.text), column: refusal.column, line: line)
  }

  /// Evaluates an expression about a board or a rule, whose error is about the text at a column.
  static func checking<Result>(
    at column: Int?, _ work: @autoclosure () throws(ExaminerError) -> Result
  ) throws(StudyError) -> Result {
    do { return try work() } catch {
      throw StudyError(.test(.invalid(error)), column: column)
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

/// The reason why a study file is invalid.
///
///     let error = StudyError(.file(.usedTwice("name")), column: 1, line: 3)
public enum StudyMistake: Equatable, Sendable {
  /// The first line of the file is not this one.
  case noHeader(String)
  /// The first line names another version of the format.
  case unknownVersion(String)
  /// The bytes from here on are not UTF-8.
  case notUnicode
  case usedTwice(String)
  case practiceWithoutCount
  /// A consequence of failed practice that has no criterion.
  case failWithoutUntil
  case tooManyConditions(limit: Int)
  /// Boards that don't come again, and so can't be shuffled.
  case notShuffled(String)
  case key(String)
  case notGap(String)
  /// The word can't be used to end a closed session.
  case notLeave(String)
  case missing(String)
}

/// The reason why something in a study file can't have its name.
///
///     let error = StudyError(.name(.reserved("none")), column: 6, line: 2)
public enum NameMistake: Equatable, Sendable {
  case notName(String)
  /// The name of the study is a word of `study=` with another meaning.
  case reserved(String)
  /// The name of a condition is that of a moment at which pages are shown.
  case ofPlace(String)
}

/// The reason why the groups of a study file are invalid.
///
///     let error = StudyError(.group(.single("young")), column: 7, line: 4)
public enum GroupMistake: Equatable, Sendable {
  /// There are more groups than participants.
  case empty(participantCount: Int, groupCount: Int)
  /// A single group, to which all participants would belong.
  case single(String)
  case tooMany(limit: Int)
  /// The value of `assign=` is neither `blocks` nor weights.
  case notAssignment(String)
  case notWeight(String)
  /// The number of weights differs from that of the groups.
  case weightCount(Int, groupCount: Int)
}

/// The reason why the holds of a condition are invalid.
///
///     let error = StudyError(.hold(.usedTwice(210)), column: 30, line: 5)
public enum HoldMistake: Equatable, Sendable {
  /// The text is not a list of different holds.
  case notHolds(String)
  case usedTwice(Int)
  /// The number of trials can't be divided by the number of holds.
  case unequalCounts(trialCount: Int, holdCount: Int)
  /// A rule for runs of a condition with one hold or none.
  case runsWithoutHolds
}

/// The reason why a page of a study file, or a line of its text, is invalid.
///
///     let error = StudyError(.page(.empty("start")), column: 1, line: 7)
public enum PageMistake: Equatable, Sendable {
  case textWithoutPage
  /// A page without text, before this part of the study.
  case empty(String)
  /// A character that can't be shown.
  case hiddenCharacter
  /// A page to agree to, by this word, that says nothing.
  case emptyConsent(String)
  /// The word can't be used as the word of agreement.
  case notKey(String)
}

/// The reason why a question of a study file is invalid.
///
///     let error = StudyError(.question(.twoMoments), column: 24, line: 8)
public enum QuestionMistake: Equatable, Sendable {
  /// The name of a question is that of an existing column of the data.
  case columnName(String)
  case tooManyQuestions(limit: Int)
  /// A question at the start or the end, and after each block, too.
  case twoMoments
  /// A condition about a question that the study does not have.
  case unknownQuestion(String)
  /// A condition about an answer that is given later.
  case laterAnswer(String)
  /// A condition about an answer that is impossible.
  case notAnswer(String, to: String)
}

/// The reason why the answers that a question allows are invalid.
///
///     let error = StudyError(.answer(.reversedRange("9..1")), column: 24, line: 8)
public enum AnswerMistake: Equatable, Sendable {
  case notChoices(String)
  case notRange(String)
  case notDecimalRange(String)
  /// A range whose larger end comes first.
  case reversedRange(String)
  /// A scale with a label for only one end.
  case oneLabel
  /// The text can't be the label of a scale's end.
  case notLabel(String)
  /// The text is no pair of labels, or the question is no scale.
  case notLabelsInJapanese(String)
  /// The number of Japanese choices differs from the number of choices.
  case notChoicesInJapanese(String, count: Int)
}

/// The reason why an exclusion rule of a study file is invalid.
///
///     let error = StudyError(.exclusion(.notLimit("fast", of: "time", .whole)), column: 26, line: 9)
public enum ExclusionMistake: Equatable, Sendable {
  /// The limits that a measured value or a question can have.
  ///
  ///     let mistake = ExclusionMistake.notLimit("lefty", of: "hand", .words(["left", "right"]))
  public enum Limits: Equatable, Sendable {
    case whole
    /// A percentage.
    case share
    case words([String])
    case range(ClosedRange<Double>)
  }

  /// What a rule would exclude as a whole, so that nothing would be left.
  ///
  ///     let mistake = ExclusionMistake.excludesAll(.trials(largest: 20))
  public enum Whole: Equatable, Sendable {
    /// Every trial, because no block has as many.
    case trials(largest: Int)
    /// Every participant, because the study has only so many trials.
    case people(trialCount: Int)
    /// Every trial whose hold was completed.
    case completedHolds
    /// Every completed hold, because all are longer than the value.
    case longerHolds(than: Int, shortest: Int)
    /// Every value of what is measured, by this rule and those above it.
    case values(of: String)
  }

  case excludesAll(Whole)
  /// A rule about a criterion of practice, in a study without one.
  case noCriterion
  /// A rule about one condition, whose value is not that of trials.
  case conditionOfMeasure(String)
  /// A rule with `latency`, `beyond` or `sd`, but not all three.
  case notDeviations
  case tooManyExclusions(limit: Int)
  /// The name is neither a measured value nor a question; the value has the existing names.
  case notMeasure(String, known: [String])
  /// The name is both a measured value and a question.
  case ambiguousMeasure(String)
  /// The name is a question whose answers are texts, which can't be compared.
  case textAnswer(String)
  /// The limit is not a possible value of the measured value or question.
  case notLimit(String, of: String, Limits)
  /// The comparison is not allowed for the measured value or question.
  case notRelation(String, of: String)
}

/// The reason why the primary outcome of a study file is invalid.
///
///     let error = StudyError(.primary(.same("long")), column: 31, line: 9)
public enum PrimaryMistake: Equatable, Sendable {
  /// Both sides are the same.
  case same(String)
  /// The name is neither a condition nor a group.
  case unknown(String, known: [String])
  /// The name is not of the same kind as the first side.
  case otherKind(String, first: String, known: [String])
  /// A hold of the condition that is the other side.
  case part(String, of: String)
  /// First presses of which some count from the mask, and others from the onset.
  case mixedOnsets(held: String, free: String)
  /// The condition does not have this hold.
  case unknownHold(String, condition: String, known: [String])
}

/// The reason why a study file can't fix the presentation of its trials in this way.
///
///     let error = StudyError(.presentation(.notWindow("80")), column: 16, line: 9)
public enum PresentationMistake: Equatable, Sendable {
  /// The text is not the size of a window, or it is out of the limits.
  case notWindow(String)
  /// The text is neither a time nor a range of times whose lower end comes first.
  case notInterval(String)
  /// A tolerance of holds in a test without any.
  case toleranceWithoutHold
  /// A tolerance that is not shorter than a hold.
  case largeTolerance(String, hold: Int)
  /// A window without room for the boards of a condition.
  case smallWindow(String, condition: String, needed: String)
}

/// The reason why an argument of a test is invalid.
///
///     let error = StudyError(.test(.keyOfMethod("up", test: "span", .quest)), column: 12)
public enum TestMistake: Equatable, Sendable {
  case notRange(String)
  /// The text is no range, seed, board or rule.
  case invalid(ExaminerError)
  /// The text is not a list of numbers within these limits.
  case notDecimals(key: String, limits: [ClosedRange<Double>], text: String)
  /// The text is no criterion of practice.
  case notCriterion(String)
  /// The practice has fewer rounds than the criterion looks at.
  case shortPractice(until: PracticeCriterion)
  case count(Int, test: String, allowed: [Int])
  case rangeOfTest(NumeralRange, test: String, allowed: [NumeralRange])
  case key(String, test: String)
  case notSize(String)
  case keyOfMethod(String, test: String, ProcedureSettings.Method)
  case procedure(ScienceError, test: String)
}
