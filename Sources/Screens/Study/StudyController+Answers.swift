import Archive
import Events
import Exchange
import Game
import Records
import Shell
import Studies

/// The consent and the answers of a participant, which only count for what this program has shown.
extension StudyController {
  /// Asks the first question after the trial that has ended, or after its block; returns `false` if
  /// there is none.
  ///
  /// The next trial begins after the answers. A closed session shows the end of a block before it
  /// asks.
  func askAfterTrial() -> Bool {
    guard let position = game.session.round.test?.settings.studyPosition else { return false }
    let moments = questions(of: position)
    guard moments.afterTrials || moments.afterBlocks && !game.session.isInTest else { return false }
    let code = game.model.credits.participant
    do {
      let progress = try progress(of: code)
      if moments.afterTrials { return ask(progress, of: code) }
      guard progress.openItem(in: language)?.isAfterPlay == true else { return false }
      return studyScreen.session != nil || ask(progress, of: code)
    } catch {
      view.refuse(Refusal(error))
      return false
    }
  }

  /// Returns whether the text of the current study is that of a trial, and has questions after
  /// trials, and after blocks.
  func questions(of position: StudyPosition) -> (afterTrials: Bool, afterBlocks: Bool) {
    if let known = askedMoments, known.hash == position.hash { return known.moments }
    let plan = try? perform { context in try study(in: context).1 }
    guard let plan, plan.hash == position.hash else { return (false, false) }
    let moments = (plan.asksAfterTrials, plan.asksAfterBlocks)
    askedMoments = (plan.hash, moments)
    return moments
  }

  /// `true` if a question after a trial waits for its answer.
  var asksBetweenTrials: Bool {
    guard game.series?.settings.studyPosition != nil, !game.session.isOpen,
      !game.session.hasPlaced, case .question(let question, _)? = shownItem?.item
    else { return false }
    return question.moment == .trial
  }

  /// `true` if a page or a question that the current participant was shown waits for an answer.
  var acceptsAnswer: Bool {
    shownItem?.code == game.model.credits.participant && (game.series == nil || asksBetweenTrials)
  }

  /// Throws while a question waits for an answer.
  func checkAnswered() throws(Refusal) { if acceptsAnswer { throw .questionWaits } }

  /// Shows the consent page or asks the next question; returns `false` if there is neither.
  func ask(_ progress: ParticipantProgress, of code: String) -> Bool {
    guard let item = progress.openItem(in: language) else { return false }
    shownItem = ShownItem(code: code, study: progress.plan.hash, item: item)
    roundCountAtPage = game.session.statistics.startedCount
    switch item {
    case .consent(let consent): view.show(consent)
    case .question(let question, _): view.show(question)
    }
    return true
  }

  /// Returns whether a participant has a question about the last trial to answer.
  func hasOpenRating(_ code: String) throws -> Bool {
    try progress(of: code).openItem(in: language)?.isAfterTrial == true
  }

  /// Stores the answer to the page or question that was shown, which is the rest of a line, and
  /// asks the next one.
  ///
  /// If another program has gone on meanwhile, nothing is stored, and what comes now is shown.
  ///
  /// - Throws: A refusal if none is open, or for an answer that doesn't match the
  ///   question.
  func answer(_ line: String) throws {
    let text = Invocation.words(of: line)
    guard game.series == nil || asksBetweenTrials else { throw Refusal.testGoesOn }
    let code = game.model.credits.participant
    do {
      switch shownItem?.item {
      case .consent where text == StudyConsent.refusal: return try forget(code)
      case .consent(let consent): try agree(code, to: consent, text)
      case .question(let question, let part):
        // A text in quotes alone is meant without them; the closed session sends all so.
        let isQuoted = Invocation.quoted(text) == line
        try answer(question, part, of: code, isQuoted ? text : line)
      case nil: _ = try openEnrolment(of: code)
      }
    } catch {
      guard let refusal = error as? Refusal, refusal.name == "not-asked" else { throw error }
      return try showPresentStep(of: code, because: refusal)
    }
    let wasRating = shownItem?.item.isAfterPlay == true
    shownItem = nil
    let next = try self.progress(of: code)
    if wasRating, next.openItem(in: language)?.isAfterPlay != true, showOutcome() { return }
    if !ask(next, of: code) { try goOn(code) }
  }

  /// Shows the outcome that waited for the answers; returns `true` if it is the page of a closed
  /// session, after which Enter goes on.
  private func showOutcome() -> Bool {
    let isOfBlock = game.session.isOutcomeDeferred && game.series == nil
    game.showDeferredOutcome()
    guard isOfBlock, let closed = studyScreen.session, closed.showsResults else { return false }
    closed.show(.board)
    return true
  }

  /// Goes on after the last answer: with the next trial, or in a closed session with the next step.
  private func goOn(_ code: String) throws {
    guard game.series == nil else {
      studyScreen.session?.show(.board)
      return game.goOnAfterQuestion()
    }
    if studyScreen.session != nil { try performNextStep(code) }
  }

  /// Stores the consent of a participant.
  private func agree(
    _ code: String, to consent: StudyConsent, _ text: String
  ) throws {
    try perform(alone: true) { context in
      let enrolment = try openEnrolment(of: code, in: context)
      guard text == consent.key else {
        throw Refusal(
          "no-consent", "\"\(text)\" is neither \"\(consent.key)\" nor \"no\"",
          "\(named(text)) は \(consent.key) でも no でもありません")
      }
      enrolment.dateConsented = programStore.date(at: nil)
      enrolment.consentHash = consent.hash
      try context.save()
    }
    participantBefore = nil
    view.showAgreement()
  }

  /// Stores the answer of a participant to a question, with its block or trial if it follows one.
  private func answer(
    _ question: StudyQuestion, _ part: String?, of code: String, _ text: String
  ) throws {
    let answer = question.answer(text)
    try perform(alone: true) { context in
      let enrolment = try openEnrolment(of: code, in: context)
      guard question.accepts(answer) else {
        throw question.refusal(of: text)
      }
      enrolment.studyAnswers[question.answerName(after: part)] = answer
      try context.save()
    }
    view.show(answer, to: question)
  }

  /// Returns the enrolment of a participant who was shown what is open; called in the transaction
  /// that stores the answer.
  ///
  /// - Throws: A refusal if another page or question is open, or if another program has stored an
  ///   answer to the shown one, or if none was shown and none is open.
  private func openEnrolment(
    of code: String, in context: RecordContext
  ) throws -> EnrolmentRecord {
    let (enrolment, progress) = try progress(of: code, in: context)
    let item = progress.openItem(in: language)
    guard let shownItem, shownItem.code == code, shownItem.study == progress.plan.hash else {
      guard item != nil else {
        throw Refusal("nothing-asked", "nothing has been asked", "質問はありません")
      }
      throw Refusal(
        "not-asked", "not stored, because this program had not asked it",
        "このプログラムではたずねていなかったので、記録していません")
    }
    guard shownItem.item.isSame(as: item) else {
      throw Refusal(
        "not-asked",
        "not stored, because another program has gone on with the participant meanwhile",
        "その間に別のプログラムで進んだので、記録していません")
    }
    return enrolment
  }

  private func openEnrolment(of code: String) throws -> EnrolmentRecord {
    try perform { context in try openEnrolment(of: code, in: context) }
  }

  /// Says why an answer was not stored, and shows the step of the participant that comes now.
  private func showPresentStep(
    of code: String, because refusal: Refusal
  ) throws {
    shownItem = nil
    view.refuse(refusal)
    let progress = try progress(of: code)
    if progress.openItem(in: language)?.isAfterPlay != true { game.showDeferredOutcome() }
    if ask(progress, of: code) {
      studyScreen.session?.refuse(refusal.words(in: language))
    } else if studyScreen.session != nil || game.series != nil {
      try goOn(code)
    } else {
      view.showNothingAsked()
    }
  }

  /// Deletes the enrolment of a participant who refused consent.
  private func forget(_ code: String) throws {
    // The lines by which the participant was enrolled; first, so that a kill can't leave them.
    _ = programStore.environment.eraseHistory { Withdrawals.line($0, isOf: code) }
    application.forgetLines(of: code)
    try perform(alone: true) { context in
      _ = try openEnrolment(of: code, in: context)
      let (study, plan) = try self.study(in: context)
      try context.store.overwriteDeleted()
      for enrolment in try context.people(in: study, of: plan)
      where enrolment.code == code { try context.delete(enrolment) }
      // The bytes of the enrolment may still be in the log and in free pages.
      if programStore.environment.path != nil {
        try Withdrawals.markCleaningPending(in: context)
      }
      try context.save()
    }
    programStore.finishWithdrawals()
    if let participantBefore { application.enrol(participantBefore) }
    participantBefore = nil
    view.showRefusal()
  }
}

extension Refusal {
  static var questionWaits: Refusal {
    Refusal(
      "question-waits", "a question waits: type \"answer\" and your answer",
      "質問が答えを待っています。answer のあとに答えを書いてください")
  }
}
