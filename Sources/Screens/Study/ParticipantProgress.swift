import Archive
import Game
import Shell
import Studies

/// The progress of a participant in the current study.
struct ParticipantProgress {
  /// The study's plan.
  let plan: StudyPlan
  /// The participant's blocks in the order in which they are played.
  let blocks: [StudyBlock]
  /// The states of the blocks that have begun, by block number.
  let states: [Int: BlockState]
  /// `true` if the participant has given consent.
  let hasAgreed: Bool
  /// The participant's answers so far.
  let answers: StudyAnswers

  /// The number of blocks except practice.
  var blockCount: Int { blocks.count { !$0.isPractice } }

  /// The practice without its criterion that ended the study for the participant; `nil` if none
  /// did.
  var failedPractice: StudyBlock? { blocks.first { $0.endsStudy(states[$0.number]) } }

  /// The first block that is not finished; `nil` if all are, or if failed practice ended the study.
  var nextBlock: StudyBlock? {
    guard failedPractice == nil else { return nil }
    return blocks.first { states[$0.number]?.isOver != true }
  }

  /// The next block if it was begun and not finished; otherwise `nil`.
  var interruptedBlock: StudyBlock? {
    nextBlock.flatMap { states[$0.number]?.testState == TestEnd.notYet ? $0 : nil }
  }

  /// Returns the consent page if it has not been accepted yet; otherwise `nil`.
  func consent(in language: Language) -> StudyConsent? {
    hasAgreed ? nil : plan.consent(in: language)
  }

  /// Returns the page or the question that comes now; `nil` if nothing is asked.
  func openItem(in language: Language) -> OpenItem? {
    if let consent = consent(in: language) { return .consent(consent) }
    if let question = plan.openQuestion(at: .start, answers) {
      return .question(question, after: nil)
    }
    for block in blocks where !block.isPractice {
      if let item = openItem(after: block) { return item }
    }
    guard failedPractice == nil, nextBlock == nil,
      let question = plan.openQuestion(at: .end, answers)
    else { return nil }
    return .question(question, after: nil)
  }

  /// Returns the question after the last trial of a block, or after the block; `nil` without one.
  private func openItem(after block: StudyBlock) -> OpenItem? {
    guard let state = states[block.number] else { return nil }
    if let trial = state.lastTrial,
      let question = plan.openQuestion(at: .trial, after: trial, answers)
    {
      return .question(question, after: trial)
    }
    let number = "\(block.number)"
    guard state.isOver, let question = plan.openQuestion(at: .block, after: number, answers) else {
      return nil
    }
    return .question(question, after: number)
  }
}

/// A page or a question that asks for an answer.
enum OpenItem {
  case consent(StudyConsent)
  /// A question, and the number of the block or the identifier of the trial after which it is
  /// asked; `nil` for one at the start or the end.
  case question(StudyQuestion, after: String?)

  /// `true` for a question after a trial.
  var isAfterTrial: Bool {
    if case .question(let question, _) = self { question.moment == .trial } else { false }
  }

  /// `true` for a question after a trial or a block, whose outcome waits for the answer.
  var isAfterPlay: Bool {
    guard case .question(let question, _) = self else { return false }
    return question.moment == .trial || question.moment == .block
  }

  /// Returns whether both ask the same; the page may be in another language.
  func isSame(as other: OpenItem?) -> Bool {
    switch (self, other) {
    case (.consent, .consent): true
    case (.question(let question, let part), .question(let other, let otherPart)):
      question == other && part == otherPart
    default: false
    }
  }
}

/// A page or a question as a participant of a study has seen it.
struct ShownItem {
  let code: String
  /// The hash of the study's text.
  let study: String
  let item: OpenItem
}
