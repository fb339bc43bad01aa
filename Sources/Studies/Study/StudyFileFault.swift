package import Console

/// An error in a line of a study file.
package struct StudyFileFault: Error, Equatable, Sendable {
  /// The reason to refuse a line.
  package enum Refusal: Error, Equatable, Sendable {
    case argument(ArgumentFault)
    /// The column is counted from 1.
    case refused(Reason, column: Int?)
  }

  package enum Reason: Equatable, Sendable {
    case line(LineFault)
    /// The file does not begin with this line.
    case noHeader(String)
    case saidTwice(String)
    case textWithoutPage, practiceWithoutCount
    case tooManyConditions(limit: Int)
    case notName(String)
    /// The name of a question that a column of the data has anyway.
    case columnName(String)
    /// More groups than participants.
    case emptyGroup(participantCount: Int, groupCount: Int)
    /// A page to agree to, by this word, that says nothing.
    case emptyConsent(String)
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
  /// The column behind the line, where what is missing would stand; counted from 1.
  package let endColumn: Int

  package init(line: Int, _ refusal: Refusal, endColumn: Int = 1) {
    self.line = line
    self.refusal = refusal
    self.endColumn = endColumn
  }
}
