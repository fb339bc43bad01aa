package import Console

/// An error in a line of a study file, with the number of the line.
///
///     do throws(StudyFileFault) { _ = try StudyFile.read("name memory") } catch {
///       print("line", error.line)  // line 1: the header is missing
///     }
package struct StudyFileFault: Error, Equatable, Sendable {
  /// The reason to refuse a line.
  package enum Refusal: Error, Equatable, Sendable {
    case argument(ArgumentFault)
    /// The column is counted from 1.
    case refused(Reason, column: Int?)
  }

  /// The reason of an error, with the words that its sentence shows.
  ///
  ///     let fault = StudyFileFault(line: 1, .refused(.noHeader(StudyFile.header), column: nil))
  package enum Reason: Equatable, Sendable {
    case line(LineFault)
    /// The file does not begin with this line.
    case noHeader(String)
    case saidTwice(String)
    case textWithoutPage, practiceWithoutCount
    case tooManyConditions(limit: Int)
    case notName(String)
    case key(String)
    case notGap(String)
    /// No word that may stand for an agreement.
    case notKey(String)
    case tooManyGroups(limit: Int)
    case tooManyQuestions(limit: Int)
    case notChoices(String)
    case notRange(String)
    /// The translated choices are not as many as the choices.
    case notChoicesInJapanese(String, count: Int)
    /// No word that may end a session.
    case notLeave(String)
    case tooManyExclusions(limit: Int)
    /// Neither a measure nor a question of the study, and the names that there are.
    case notMeasure(String, known: [String])
    /// A name that is a measure and a question.
    case ambiguousMeasure(String)
    /// The value is none of the measure or the question.
    case notLimit(String, of: String)
    /// The relation can't be had with the measure or the question.
    case notRelation(String, of: String)
    case missing(String)
    case test(TestArgumentFault.Reason)
  }

  /// Counted from 1.
  package let line: Int
  package let refusal: Refusal

  package init(line: Int, _ refusal: Refusal) {
    self.line = line
    self.refusal = refusal
  }
}
