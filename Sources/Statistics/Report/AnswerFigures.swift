import Archive
import Shell
package import Studies

/// The answers to a question of a study, from participants with counted trials.
///
/// Texts are only counted, because they may tell who has written them.
///
///     for answers in study.answers { print(answers.question.name, answers.mean ?? 0) }
package struct AnswerFigures: Equatable, Sendable {
  package let question: StudyQuestion
  /// The condition of the trials or blocks behind which the question was asked; `nil` for a question
  /// before the first block.
  package let condition: String?
  package let participantCount: Int
  /// The number of answers, without those that were skipped.
  package let answerCount: Int
  /// The mean of the participants' means; `nil` for answers that are no numbers.
  package let mean: Double?
  /// The lowest and the highest answer; `nil` for answers that are no numbers.
  package let range: ClosedRange<Double>?
  /// The number of answers of each choice, in the order of the file; empty for other questions.
  package let choiceCounts: [Int]

  /// Creates the figures of the answers of each participant.
  fileprivate init(
    _ question: StudyQuestion, in condition: String?, _ answers: [[String]]
  ) {
    self.question = question
    self.condition = condition
    let all = answers.joined()
    participantCount = answers.count
    answerCount = all.count
    choiceCounts = question.choices(in: .english).map { choice in all.count { $0 == choice } }
    let isNumber =
      switch question.kind {
      case .integer, .decimal, .scale: true
      case .choice, .text: false
      }
    let numbers = isNumber ? answers.map { $0.compactMap { Double($0) } } : []
    let means = numbers.map { $0.reduce(0, +) / Double($0.count) }
    mean = means.isEmpty ? nil : means.reduce(0, +) / Double(means.count)
    let ends = (numbers.joined().min(), numbers.joined().max())
    if case (let low?, let high?) = ends { range = low...high } else { range = nil }
  }
}

/// Collects the answers of the participants whose trials are counted.
struct AnswerTally: Sendable {
  /// The question by its position in the file, and the condition behind which it was asked.
  private struct Part: Hashable {
    let question: Int
    let condition: String?
  }

  private let questions: [StudyQuestion]
  private let conditions: [String]
  /// The answers that are not in the figures yet, by participant and name.
  private var open: [String: [String: String]]
  /// The answers in the figures, by participant.
  private var counted: [Part: [String: [String]]] = [:]

  init(_ plan: StudyPlan, _ answers: [String: StudyAnswers]) {
    questions = plan.questions
    conditions = plan.conditions.flatMap { [$0.name] + $0.cells.map(\.name) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    open = answers.mapValues { own in
      own.names.reduce(into: [:]) { $0[$1] = own[$1] }
    }
  }

  /// Adds the answers that belong to a counted trial.
  ///
  /// A later trial of the same participant or block does not add them again.
  mutating func add(_ trial: ReadTrial) {
    guard open[trial.participant] != nil else { return }
    for (index, question) in questions.enumerated() {
      let (name, condition): (String, String?) =
        switch question.moment {
        case .start, .end: (question.name, nil)
        case .block: (question.answerName(block: trial.studyBlock), trial.studyCondition)
        case .trial: (question.answerName(after: trial.identifier), trial.studyCell?.name)
        }
      guard question.moment != .end,
        let answer = open[trial.participant]?.removeValue(forKey: name), !answer.isEmpty
      else { continue }
      let part = Part(question: index, condition: condition)
      counted[part, default: [:]][trial.participant, default: []].append(answer)
    }
  }

  /// The figures in the order of the questions, and of the conditions in the file.
  var figures: [AnswerFigures] {
    questions.indices.flatMap { index in
      ([nil] + conditions).compactMap { condition in
        counted[Part(question: index, condition: condition)].map { answers in
          // In an order, so that sums of the same numbers are the same.
          let sorted = answers.sorted { $0.key < $1.key }.map(\.value)
          return AnswerFigures(questions[index], in: condition, sorted)
        }
      }
    }
  }
}
