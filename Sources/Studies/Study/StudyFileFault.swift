package import Console

/// An error in a line of a study file.
///
///     do throws(StudyFileFault) { _ = try StudyFile.read("name memory") } catch {
///       print("line", error.line)  // line 1: the header is missing
///     }
package struct StudyFileFault: Error, Equatable, Sendable {
  /// The reason why a line is invalid.
  ///
  ///     if case .refused(_, let column?) = fault.refusal { print("column", column) }
  package enum Refusal: Error, Equatable, Sendable {
    case argument(ArgumentFault)
    /// The line is invalid at this column, counted from 1.
    case refused(Reason, column: Int?)
  }

  /// The reason why a study file is invalid, with the values for its message.
  ///
  ///     let fault = StudyFileFault(line: 1, .refused(.noHeader(StudyFile.header), column: nil))
  package enum Reason: Equatable, Sendable {
    /// The first line of the file is not this one.
    case noHeader(String)
    /// The bytes from here on are not UTF-8.
    case notUnicode
    case usedTwice(String)
    case textWithoutPage, practiceWithoutCount
    case tooManyConditions(limit: Int)
    case notName(String)
    /// The name of a question is that of an existing column of the data.
    case columnName(String)
    /// There are more groups than participants.
    case emptyGroup(participantCount: Int, groupCount: Int)
    /// A single group, to which all participants would belong.
    case singleGroup(String)
    /// A page without text, before this part of the study.
    case emptyPage(String)
    /// A character that can't be shown, in the text of a page.
    case hiddenCharacter
    /// A rule that would exclude every trial, because no block has as many.
    case excludesAll(largest: Int)
    /// The rules about a measured value, of which this is the last, exclude all of its values.
    case excludesEvery(String)
    /// A rule about a criterion of practice, in a study without one.
    case noCriterion
    /// Boards that don't come again, and so can't be shuffled.
    case notShuffled(String)
    /// A page to agree to, by this word, that says nothing.
    case emptyConsent(String)
    case key(String)
    case notGap(String)
    /// The word can't be used as the word of agreement.
    case notKey(String)
    case tooManyGroups(limit: Int)
    case tooManyQuestions(limit: Int)
    case notChoices(String)
    case notRange(String)
    /// The number of Japanese choices differs from the number of choices.
    case notChoicesInJapanese(String, count: Int)
    /// The word can't be used to end a closed session.
    case notLeave(String)
    case tooManyExclusions(limit: Int)
    /// The name is neither a measured value nor a question; the value has the existing names.
    case notMeasure(String, known: [String])
    /// The name is both a measured value and a question.
    case ambiguousMeasure(String)
    /// The limit is not a possible value of the measured value or question.
    case notLimit(String, of: String)
    /// The comparison is not allowed for the measured value or question.
    case notRelation(String, of: String)
    case missing(String)
    case test(TestArgumentFault.Reason)
  }

  /// The line number, counted from 1.
  package let line: Int
  package let refusal: Refusal
  /// The column after the end of the line, where something is missing; counted from 1.
  package let endColumn: Int

  package init(line: Int, _ refusal: Refusal, endColumn: Int = 1) {
    self.line = line
    self.refusal = refusal
    self.endColumn = endColumn
  }
}
