import Archive
import Events
import Exchange
import Game
import Records
import Shell
import Studies

/// Leads participants through a study with the command `next`.
///
/// `next` asks for consent and for answers, shows the pages before a block, then begins the block
/// or resumes it. The study is the text of its file when it was last checked; the progress is
/// computed from the stored trials.
///
///     try study.check(NamedFile("memory.study"))
///     try study.performNextStep("P07")
final class StudyController {
  unowned let application: Application
  /// The owner of the store.
  let programStore: ProgramStore
  /// The controller that begins tests.
  let game: GameController
  /// Writes sentences to the output.
  let speaker: Speaker
  let view: StudyView

  /// The participant to return to if the new one refuses consent; `nil` after consent.
  var participantBefore: String?

  /// The number of pages shown so far before each block, by participant and block.
  private var shown: [String: Int] = [:]
  /// The number of rounds that had begun when a page or a question was shown; `nil` before the
  /// first one.
  var roundCountAtPage: Int?
  /// `true` from a page or a question to the next round, and after a trial of a study, whose
  /// participant reads what comes next.
  var occupiesScreen: Bool {
    let session = game.session
    return roundCountAtPage == session.statistics.startedCount
      || session.isStarted && session.round.test?.settings.studyPosition != nil
  }
  /// The page or question that was shown last, to which an answer belongs; `nil` if none was.
  var shownItem: ShownItem?
  /// The hash of the text of the study in which questions after trials and blocks were looked for,
  /// and whether it has any; `nil` before the first trial.
  var askedMoments: (hash: String, moments: (afterTrials: Bool, afterBlocks: Bool))?
  let studyScreen: StudyScreen
  var language: Language { speaker.language }

  /// The name of the stored setting that has the name of the current study.
  private static var setting: String { "study" }

  /// Creates the controller.
  init(_ application: Application) {
    self.application = application
    studyScreen = application.studyScreen
    programStore = application.programStore
    game = application.game
    speaker = application.speaker
    view = StudyView(speaker: speaker, studyScreen: studyScreen)
  }

  /// Runs a command of a study; in a closed session, shows its error as a page.
  func perform(_ command: (StudyController) throws -> Void) throws {
    do { try command(self) } catch {
      guard let closed = studyScreen.session else { throw error }
      view.show(Refusal(error), in: closed)
    }
  }

  /// Starts a closed session for the option `--closed`, or writes its error message, whose advice
  /// is a command of the shell.
  func closeAtStart(_ code: String) {
    do { try close(code, endsProgram: true, isAnew: false) } catch {
      let refusal = Refusal(error)
      if let closed = studyScreen.session { return view.show(refusal, in: closed) }
      view.refuseToClose(for: code, refusal)
    }
  }

  /// Starts or continues a closed session for a participant.
  func close(
    _ code: String, endsProgram: Bool, isAnew: Bool
  ) throws {
    guard application.hasStage else {
      throw Refusal.noStage
    }
    let progress = try progress(of: code)
    let isPlaying = game.series?.settings.studyPosition?.study == progress.plan.name
    guard game.series == nil || isPlaying && game.model.credits.participant == code else {
      throw Refusal.testGoesOn
    }
    let session = ClosedSession(
      code, leaveWord: progress.plan.leave, endsProgram: endsProgram,
      showsResults: progress.plan.shownItems.contains(.results))
    studyScreen.session = session
    guard game.series == nil else {
      if let block = progress.nextBlock { enter(block, progress) }
      return
    }
    do { try performNextStep(code, isAnew: isAnew) } catch {
      // An experimenter is still there to read any other error.
      if (error as? Refusal)?.endsClosedSession != true { studyScreen.leave() }
      throw error
    }
  }

  /// Writes a sample study to a new file.
  ///
  /// - Throws: A refusal if there is such a file, or if it belongs to the store.
  func make(_ file: NamedFile, isFull: Bool) throws {
    let text = (isFull ? StudyPlan.fullSample : StudyPlan.sample).in(language)
    if let path = programStore.environment.path, Store.isFile(file.path, ofStore: path) {
      throw Refusal.isStore(file.name)
    }
    do { try FileDraft.write(Array(text.utf8), to: file, replacing: false) } catch {
      guard error as? Refusal == .exists(file.name) else { throw error }
      throw Refusal.existsAlready(file.name)
    }
    view.showSample(file.name)
  }

  /// Checks a study file, stores its text, and makes it the current study.
  ///
  /// - Throws: A refusal if the study differs from the one in which participants are enrolled.
  func check(_ file: NamedFile) throws {
    let (plan, text) = try StudyFile.read(file)
    try perform(alone: true) { context in
      if let first = try context.people(enrolledInOtherTextOf: plan).first {
        throw Refusal.studyHasChanged(file.name, plan.name, since: first.code)
      }
      _ = try context.adopt(plan, text: text)
    }
    try programStore.lastingSettings.keep(plan.name, as: Self.setting)
    view.showChecked(plan)
  }

  /// Writes the progress of all participants.
  func writeStatus() throws {
    let (plan, enrolled, progress) = try perform { context in
      let (study, plan) = try self.study(in: context)
      let enrolled = try context.people(in: study, of: plan).map(StudyView.Enrolled.init)
      return (plan, enrolled, try context.progress(of: study))
    }
    view.showStatus(of: plan, enrolled, progress, for: application.tableReader)
  }

  /// Performs `next`: makes a participant the current one and continues with the next step.
  ///
  /// - Throws: A refusal if all blocks are done, or if the next session must wait; the
  ///   participant is then the same as before.
  func performNextStep(_ given: String?, isAnew: Bool = false) throws {
    let before = game.model.credits.participant
    let code = given ?? before
    if asksBetweenTrials, code == before, ask(try progress(of: code), of: code) { return }
    guard game.series == nil else { throw Refusal.testGoesOn }
    let progress = try claimNextBlock(of: code)
    application.enrol(code)
    do { try performNextStep(code, progress, isAnew: isAnew) } catch {
      studyScreen.claim = nil
      application.enrol(before)
      throw error
    }
  }

  /// Claims the next block of a participant, so that no other program begins it, and returns the
  /// progress.
  ///
  /// Claims nothing while a question is open, or if all blocks are done.
  ///
  /// - Throws: A refusal if another program shows the pages of the block, or plays it.
  private func claimNextBlock(of code: String) throws -> ParticipantProgress {
    let environment = programStore.environment
    guard environment.path != nil else { return try progress(of: code) }
    let (progress, claim) = try perform(alone: true) { context in
      let (enrolment, progress) = try self.progress(of: code, in: context)
      guard progress.openItem(in: language) == nil, let block = progress.nextBlock else {
        return (progress, BlockClaim?.none)
      }
      let claim = try BlockClaim.take(
        block.number, of: enrolment, after: studyScreen.claim, environment, in: context)
      return (progress, claim)
    }
    claim?.roundCount = game.session.statistics.startedCount
    studyScreen.claim = claim
    return progress
  }

  /// Performs the next step of a participant: consent, a question, a page or a block.
  ///
  /// With `isAnew` throws `nothingInterrupted` unless the next block was interrupted.
  private func performNextStep(
    _ code: String, _ progress: ParticipantProgress, isAnew: Bool
  ) throws {
    if let practice = progress.failedPractice {
      // A participant alone with the screen is thanked, not judged.
      if studyScreen.session != nil, showEnd(of: progress.plan, to: code) { return }
      throw practice.refusalAfterFailure(of: code)
    }
    if isAnew, progress.interruptedBlock == nil {
      throw Refusal(
        "nothing-interrupted", "no block of \(code) was interrupted: \"next \(code)\" goes on",
        "\(code) に中断したブロックはありません。next \(code) で続けます")
    }
    if ask(progress, of: code) {
      if isAnew { view.showRestartLater(of: code) }
      return
    }
    let plan = progress.plan
    let blocks = progress.blocks
    let states = progress.states
    guard var block = progress.nextBlock else {
      if showEnd(of: plan, to: code) { return }
      throw Refusal(
        "is-done", "\(code) has done all \(counted(progress.blockCount, "block"))",
        "\(code) は\(progress.blockCount)ブロックすべてを終えました")
    }
    try game.checkPresentation(of: TestSeries(block.condition.preset, block.settings))
    if let state = states[block.number], state.testState == TestEnd.notYet {
      let isStale = plan.stale.map { state.date + $0 < programStore.date(at: nil) } ?? false
      guard isStale || isAnew else { return try resume(block, progress, of: code) }
      try endStaleTest(of: block, code)
      view.showRestart(isAsked: !isStale)
      // It has other boards now.
      block = try self.progress(of: code).nextBlock ?? block
    }
    try checkGap(before: block, blocks, states, plan)
    let pages = pages(before: block, blocks, states, plan)
    if show(pages, before: block.number, of: code) { return }
    view.showBeginning(of: block, of: progress.blockCount, game.usualBegin)
    try game.start(block.condition.preset, block.settings)
    enter(block, progress)
  }

  /// Ends the claim of a block that has begun, and shows its board in a closed session.
  private func enter(_ block: StudyBlock, _ progress: ParticipantProgress) {
    studyScreen.claim?.roundCount = nil
    view.showBoard(of: block, progress)
  }

  /// Returns the progress of an enrolled participant.
  func progress(of code: String) throws -> ParticipantProgress {
    try perform { context in try progress(of: code, in: context).progress }
  }

  /// Returns the enrolment of a participant with the progress.
  ///
  /// - Throws: A refusal for whoever is not enrolled, or has withdrawn.
  func progress(
    of code: String, in context: RecordContext
  ) throws -> (enrolment: EnrolmentRecord, progress: ParticipantProgress) {
    let (study, plan) = try self.study(in: context)
    let enrolments = try context.people(in: study, of: plan)
    guard let enrolment = enrolments.first(where: { $0.code == code }) else {
      let hasWithdrawn = try Withdrawals(context).contains(code)
      throw hasWithdrawn ? Refusal.hasWithdrawn(code) : .isNotEnrolled(code)
    }
    let states = try context.progress(of: study)[code] ?? [:]
    let progress = ParticipantProgress(
      plan: plan,
      blocks: plan.blocks(of: code, order: enrolment.order).map { block in
        block.restarted(states[block.number]?.restartCount ?? 0)
      }, states: states,
      hasAgreed: enrolment.dateConsented != nil, answers: enrolment.studyAnswers)
    return (enrolment, progress)
  }

  /// Resumes an interrupted block of a participant.
  ///
  /// - Throws: A refusal if another program is running it, or if its
  ///   rounds came from another store.
  private func resume(
    _ block: StudyBlock, _ progress: ParticipantProgress, of code: String
  ) throws {
    guard let position = block.settings.studyPosition,
      let left = try game.lastingRounds?.interruptedRound(of: code, at: position)
    else {
      throw try playedElsewhere(block, by: code)
        ?? Refusal(
          "interrupted-elsewhere",
          "block \(block.number) was interrupted at another station: continue it there, or begin "
            + "it anew here with \"next \(code) anew=yes\"",
          "ブロック\(block.number)は別の端末で中断しました。そこで続けるか、next \(code) anew=yes でここでやり直せます")
    }
    view.showContinuation(of: block, of: progress.blockCount)
    try game.resume(left)
    enter(block, progress)
  }

  /// Returns the error that a running program plays a block; `nil` if none does.
  private func playedElsewhere(
    _ block: StudyBlock, by code: String
  ) throws -> Refusal? {
    guard let position = block.settings.studyPosition,
      let program = try game.lastingRounds?.program(playing: position, of: code)
    else { return nil }
    return .goesOnElsewhere(block: block.number, in: program)
  }

  /// Ends an interrupted block that begins anew, and keeps its trials.
  private func endStaleTest(of block: StudyBlock, _ code: String) throws {
    guard let position = block.settings.studyPosition, let rounds = game.lastingRounds else {
      return
    }
    guard try rounds.endStaleTests(of: code, at: position) else {
      throw try playedElsewhere(block, by: code)
        ?? .goesOnElsewhere(block: block.number, in: nil)
    }
  }

  /// Throws if the minimum time since the participant's previous session has not passed.
  private func checkGap(
    before block: StudyBlock, _ blocks: [StudyBlock], _ states: [Int: BlockState], _ plan: StudyPlan
  ) throws {
    let index = blocks.firstIndex { $0.number == block.number } ?? 0
    guard index > 0, blocks[index - 1].session < block.session,
      let last = states[blocks[index - 1].number]
    else { return }
    let rest = last.date + plan.gap - programStore.date(at: nil)
    guard rest > 0 else { return }
    throw Refusal("too-early") { language in
      let time = Self.duration(rest, in: language)
      return language.pick(
        "session \(block.session) begins in \(time) at the earliest",
        "セッション\(block.session)を始められるのは、早くても\(time)後です")
    }
  }

  /// Returns a duration in its two largest units, such as `1 h 5 min`.
  static func duration(_ milliseconds: Int, in language: Language) -> String {
    let minutes = (milliseconds + 59_999) / 60_000
    let parts = [
      (minutes / 1440, language.pick("d", "日")), (minutes / 60 % 24, language.pick("h", "時間")),
      (minutes % 60, language.pick("min", "分")),
    ].filter { $0.0 > 0 }.prefix(2)
    return parts.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }

  /// Returns the text pages before a block: the study's beginning, a break, the condition and the
  /// practice.
  ///
  /// There are none between the practice of a block and its trials.
  private func pages(
    before block: StudyBlock, _ blocks: [StudyBlock], _ states: [Int: BlockState], _ plan: StudyPlan
  ) -> [[String]] {
    let isFirst = block.number == blocks.first?.number
    var pages = isFirst ? plan.pages(at: "start", in: language) : []
    let before = blocks.prefix { $0.number != block.number }
    let counts = before.filter { $0.session == block.session && !$0.isPractice }.map {
      states[$0.number]?.trialCount ?? 0
    }
    // The break, and the page of a condition, come before the practice of the block.
    let isPractised = before.last.map { $0.isPractice && $0.number > 0 } ?? false
    if isPractised { return pages }
    if let rest = plan.rest, let last = counts.last {
      let count = counts.reduce(0, +)
      if count / rest > (count - last) / rest {
        let page = plan.pages(at: "break", in: language)
        pages += page.isEmpty ? [view.breakPage(after: count)] : page
      }
    }
    let hasOwnPractice = block.isPractice && block.number > 0
    return pages + plan.pages(at: block.condition.name, in: language)
      + (hasOwnPractice ? plan.pages(at: "practice", in: language) : [])
  }

  /// Shows the next page at the end of a study; returns `false` if there is none.
  private func showEnd(of plan: StudyPlan, to code: String) -> Bool {
    show(plan.pages(at: "end", in: language), before: .max, of: code, isEnd: true)
  }

  /// Shows the next page that the participant has not seen; returns `false` if there is none.
  ///
  /// With `isEnd`, the last of the pages ends a closed session.
  private func show(
    _ pages: [[String]], before block: Int, of code: String, isEnd: Bool = false
  ) -> Bool {
    let key = "\(code) \(block)"
    let count = shown[key] ?? 0
    guard count < pages.count else { return false }
    shown[key] = count + 1
    roundCountAtPage = game.session.statistics.startedCount
    let number = count + 1
    view.show(
      pages[count], number: number, of: pages.count, endsStudy: isEnd && number == pages.count)
    return true
  }

  /// Returns the current study and its plan.
  ///
  /// - Throws: A refusal if none was checked, or if its text doesn't match its hash.
  func study(in context: RecordContext) throws -> (StudyRecord, StudyPlan) {
    let studies = try context.readable(StudyRecord.self, "allStudies")
    guard !studies.isEmpty else { throw Refusal.noStudy }
    let name = programStore.lastingSettings.value(Self.setting)
    guard let study = studies.last(where: { name == nil || $0.name == name }) else {
      throw Refusal.noStudy
    }
    guard let plan = try? StudyFile.read(stored: study.text), plan.hash == study.hash else {
      throw Refusal(
        "study-is-damaged", "the study \(study.name) can't be read", "研究 \(study.name) を読めません")
    }
    return (study, plan)
  }

  /// Runs a closure on the records of the store.
  ///
  /// If `alone` is true, no other process can save between the closure's reads and its save.
  func perform<Result>(
    alone isAlone: Bool = false, _ work: (RecordContext) throws -> Result
  ) throws -> Result {
    _ = try application.adoptRounds()
    let result = try programStore.perform {
      context throws(RecordError) -> Swift.Result<Result, any Error> in
      if isAlone { return try context.inTransaction { try work(context) } }
      do { return .success(try work(context)) } catch let error as RecordError { throw error } catch
      {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

extension Refusal {
  /// The refusal of a closed session without a terminal that can show it.
  static var noStage: Refusal {
    Refusal(
      "no-stage",
      "a closed session needs a terminal that shows boards in place (\"set board live\")",
      "閉じたセッションには盤をその場に表示できる端末が必要です（set board live）")
  }
}
