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
    /// The name of a question that a column of the data has anyway.
    case columnName(String)
    /// More groups than participants.
    case emptyGroup(participantCount: Int, groupCount: Int)
    /// A page to agree to, by this word, that says nothing.
    case emptyConsent(String)
    case key(String)
    case notGap(String)
    /// A word that can't be the word of agreement.
    case notKey(String)
    case tooManyGroups(limit: Int)
    case tooManyQuestions(limit: Int)
    case notChoices(String)
    case notRange(String)
    /// The numbers of choices and of translated choices differ.
    case notChoicesInJapanese(String, count: Int)
    /// A word that can't end a session.
    case notLeave(String)
    case tooManyExclusions(limit: Int)
    /// A name that is neither a measure nor a question of the study, with the existing names.
    case notMeasure(String, known: [String])
    /// A name that is a measure and a question.
    case ambiguousMeasure(String)
    /// A value that the measure or the question can't have.
    case notLimit(String, of: String)
    /// A relation that the measure or the question doesn't have.
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
