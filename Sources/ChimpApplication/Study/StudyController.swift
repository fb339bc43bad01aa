import Archive
import Console
import Events
import Exchange
import Game
import Models
import Operations
import Records
import Studies
import Words

enum StudyAction: Action, Equatable {
  /// Writes a study to begin with; a full one has each word that a study may have.
  case make(NamedFile, isFull: Bool)
  case check(NamedFile)
  case enrol(String, group: String?)
  case next(String?)
  /// Answers what the participant has been asked; an empty answer leaves a question out.
  case answer(String)
  case status
}

/// Leads participants through the blocks of a study.
final class StudyController {
  private let delegate: ApplicationDelegate
  private let game: GameController
  private let speaker: Speaker
  /// Brings all rounds into the store, where they are not kept there anyway.
  private let adoptRounds: () throws(RecordError) -> Int
  /// Makes somebody the one who plays.
  private let setParticipant: (_ participant: String) -> Void
  /// Who played before the participant was enrolled; `nil` once somebody has agreed.
  private var participantBefore: String?
  /// What has been shown before a block begins, by participant and block.
  private var shown: [String: Int] = [:]
  private var language: Language { speaker.language }

  private static var setting: String { "study" }

  init(
    _ delegate: ApplicationDelegate, _ game: GameController, _ speaker: Speaker,
    adoptRounds: @escaping () throws(RecordError) -> Int, setParticipant: @escaping (String) -> Void
  ) {
    self.delegate = delegate
    self.game = game
    self.speaker = speaker
    self.adoptRounds = adoptRounds
    self.setParticipant = setParticipant
  }

  func perform(_ action: StudyAction) {
    do throws(StudyFault) {
      switch action {
      case .make(let file, let isFull):
        try make(file, isFull ? language.fullStudySample : language.studySample)
      case .check(let file): try check(file)
      case .enrol(let code, let group): try enrol(code, in: group)
      case .next(let code): try goOn(code)
      case .answer(let text): try answer(text)
      case .status: try writeStatus()
      }
    } catch { speaker.refuse { $0.words(for: error) } }
  }

  private func make(_ file: NamedFile, _ text: String) throws(StudyFault) {
    do throws(StoreWorkStop) {
      try FileDraft.write(Array(text.utf8), to: file, replacing: false)
    } catch {
      guard case .failed(let fault) = error else { return }
      if case .exists(let name) = fault { throw .exists(name) }
      throw .work(fault)
    }
    speaker.say { $0.madeStudy(file.name) }
  }

  private func check(_ file: NamedFile) throws(StudyFault) {
    let (plan, text) = try StudyFile.read(file)
    try perform(alone: true) { context throws(StudyFault) in
      let known = try Self.trying(context.study(named: plan.name))
      if let known, known.hash != plan.hash,
        let first = try Self.trying(
          context.readable(
            EnrolmentRecord.self, "enrolmentsOf", ["study": RecordReference(known)])
        ).first
      {
        throw .changed(file.name, study: plan.name, since: first.code)
      }
      let study = if let known { known } else { try Self.trying(context.insert(StudyRecord())) }
      study.name = plan.name
      study.hash = plan.hash
      study.text = text
      try Self.trying(context.save())
    }
    try Self.trying(LastingSettings(delegate).keep(plan.name, as: Self.setting))
    speaker.say { $0.summary(of: plan) }
  }

  private func enrol(_ code: String, in group: String?) throws(StudyFault) {
    guard ParticipantCode.isValid(code) else { throw .noCode }
    // The next round of a test is that of the participant then.
    guard game.series == nil else { throw .work(.testGoesOn) }
    let (plan, enrolled) = try perform(alone: true) { context throws(StudyFault) in
      let (study, plan) = try self.study(in: context)
      let others = try Self.trying(context.enrolments(in: study, of: plan))
      if let known = others.first(where: { $0.code == code }) {
        throw .isEnrolled(code, order: known.order, of: plan.orderCount)
      }
      guard others.count < plan.participantCount else { throw .isFull(plan.participantCount) }
      let enrolment = EnrolmentRecord()
      enrolment.code = code
      enrolment.group = try self.group(given: group, others, plan)
      let orders = others.filter { $0.group == enrolment.group }.map(\.order)
      let counts = orders.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      enrolment.order = plan.order(for: code, counts: counts, offset: stationOffset)
      _ = try Self.trying(context.insert(enrolment))
      enrolment.study = study
      try Self.trying(context.save())
      return (plan, (order: enrolment.order, group: enrolment.group))
    }
    participantBefore = game.model.credits.participant
    setParticipant(code)
    speaker.say { $0.enrolled(code, plan, order: enrolled.order, group: enrolled.group) }
  }

  /// Where the station begins among orders and groups that equally many have, so that stations
  /// that never meet do not all begin alike.
  private var stationOffset: Int {
    StudyPlan.offset(ofStation: delegate.environment.machine)
  }

  /// Returns the given group, or else the smallest; throws if there is no such group.
  private func group(
    given: String?, _ others: [EnrolmentRecord], _ plan: StudyPlan
  ) throws(StudyFault) -> String? {
    if let given {
      guard !plan.groups.isEmpty else { throw .noGroups }
      guard plan.groups.contains(given) else { throw .noGroup(given, of: plan.groups) }
      return given
    }
    let counts = others.compactMap(\.group).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    return plan.smallestGroup(counts, offset: stationOffset)
  }

  private func writeStatus() throws(StudyFault) {
    let lines = try perform { context throws(StudyFault) in
      let (study, plan) = try self.study(in: context)
      return language.status(
        of: plan,
        try Self.trying(context.enrolments(in: study, of: plan)).map {
          ($0.code, $0.order, $0.group)
        },
        try Self.trying(context.progress(of: study)))
    }
    for line in lines { speaker.say { _ in line } }
  }

  private func goOn(_ given: String?) throws(StudyFault) {
    guard game.series == nil else { throw .work(.testGoesOn) }
    let code = given ?? game.model.credits.participant
    let progress = try progress(of: code)
    setParticipant(code)
    if ask(progress, at: .start) { return }
    let (plan, blocks, states) = (progress.plan, progress.blocks, progress.states)
    guard let block = progress.nextBlock else {
      if ask(progress, at: .end) { return }
      if show(plan.pages(at: "end", in: language), before: .max, of: code) { return }
      throw .isDone(code, blockCount: blocks.count { !$0.isPractice })
    }
    if let state = states[block.number], state.testState == TestEnd.notYet {
      guard let stale = plan.stale, state.date + stale < delegate.date(at: nil) else {
        return try resume(block)
      }
      try endStaleTest(of: block, code)
      speaker.say { $0.beginsAnew(block) }
    }
    try checkGap(before: block, blocks, states, plan)
    let pages = pages(before: block, blocks, states, plan)
    if show(pages, before: block.number, of: code) { return }
    speaker.say { [game] in $0.begins(block, of: blocks.count { !$0.isPractice }, game.usualBegin) }
    try playing(game.start(block.condition.preset, block.settings))
  }

  /// What is known of a participant in the study at hand.
  private struct Progress {
    let plan: StudyPlan
    let blocks: [StudyBlock]
    let states: [Int: BlockState]
    let hasAgreed: Bool
    let answers: StudyAnswers

    /// The first block that is not over.
    var nextBlock: StudyBlock? { blocks.first { states[$0.number]?.isOver != true } }

    /// Whether the participant has to agree to a page first.
    func consent(in language: Language) -> StudyConsent? {
      hasAgreed ? nil : plan.consent(in: language)
    }
  }

  private func progress(of code: String) throws(StudyFault) -> Progress {
    try perform { context throws(StudyFault) in
      let (study, plan) = try self.study(in: context)
      let enrolments = try Self.trying(context.enrolments(in: study, of: plan))
      guard let enrolment = enrolments.first(where: { $0.code == code }) else {
        throw .isNotEnrolled(code)
      }
      return Progress(
        plan: plan, blocks: plan.blocks(of: code, order: enrolment.order),
        states: try Self.trying(context.progress(of: study))[code] ?? [:],
        hasAgreed: enrolment.dateConsented != nil, answers: enrolment.studyAnswers)
    }
  }

  /// Shows the page to agree to, or asks the next question of a moment; returns `false` if there
  /// is neither.
  private func ask(_ progress: Progress, at moment: StudyQuestion.Moment) -> Bool {
    if let consent = progress.consent(in: language) {
      for line in consent.lines { speaker.say { _ in line } }
      speaker.say { $0.consentKeys(consent) }
      return true
    }
    guard let question = progress.plan.openQuestion(at: moment, progress.answers) else {
      return false
    }
    speaker.say { $0.asks(question) }
    return true
  }

  /// Keeps an answer, and asks the next question.
  private func answer(_ text: String) throws(StudyFault) {
    guard game.series == nil else { throw .work(.testGoesOn) }
    let code = game.model.credits.participant
    let progress = try progress(of: code)
    let moment: StudyQuestion.Moment = progress.nextBlock == nil ? .end : .start
    if let consent = progress.consent(in: language) {
      if text == StudyConsent.refusal { return try forget(code) }
      guard text == consent.key else { throw .notConsent(text, key: consent.key) }
      try change(code) { [delegate] enrolment in
        enrolment.dateConsented = delegate.date(at: nil)
        enrolment.consentHash = consent.hash
      }
      participantBefore = nil
      speaker.say { $0.agreed }
    } else {
      let question =
        progress.plan.openQuestion(at: .start, progress.answers)
        ?? (moment == .end ? progress.plan.openQuestion(at: .end, progress.answers) : nil)
      guard let question else { throw .nothingAsked }
      guard question.accepts(text) else { throw .notAnswer(text, to: question) }
      try change(code) { $0.studyAnswers[question.name] = text }
      speaker.say { $0.answered(question, text) }
    }
    let next = try self.progress(of: code)
    if !ask(next, at: .start), moment == .end { _ = ask(next, at: .end) }
  }

  /// Changes the enrolment of a participant.
  private func change(
    _ code: String, _ change: (EnrolmentRecord) -> Void
  ) throws(StudyFault) {
    try perform(alone: true) { context throws(StudyFault) in
      let (study, plan) = try self.study(in: context)
      let enrolments = try Self.trying(context.enrolments(in: study, of: plan))
      guard let enrolment = enrolments.first(where: { $0.code == code }) else {
        throw .isNotEnrolled(code)
      }
      change(enrolment)
      try Self.trying(context.save())
    }
  }

  /// Ends the study for a participant who does not agree, and keeps nothing.
  private func forget(_ code: String) throws(StudyFault) {
    try perform(alone: true) { context throws(StudyFault) in
      let (study, plan) = try self.study(in: context)
      for enrolment in try Self.trying(context.enrolments(in: study, of: plan))
      where enrolment.code == code { try Self.trying(context.delete(enrolment)) }
      try Self.trying(context.save())
    }
    if let participantBefore { setParticipant(participantBefore) }
    participantBefore = nil
    speaker.say { $0.notAgreed }
  }

  /// Goes on with a block that a killed program has left behind.
  private func resume(_ block: StudyBlock) throws(StudyFault) {
    guard let left = try playing(game.storedRounds?.leftBehind()) else {
      throw .goesOnElsewhere(block: block.number)
    }
    guard left.test?.settings.studyPosition == block.settings.studyPosition else {
      throw .leftBehind(block: block.number)
    }
    try playing(game.resume())
  }

  /// Marks a block that was interrupted too long ago.
  private func endStaleTest(of block: StudyBlock, _ code: String) throws(StudyFault) {
    guard let position = block.settings.studyPosition, let rounds = game.storedRounds else {
      return
    }
    guard try Self.trying(rounds.endStaleTests(of: code, at: position)) else {
      throw .goesOnElsewhere(block: block.number)
    }
  }

  private func playing<Result>(
    _ work: @autoclosure () throws(RoundFault) -> Result
  ) throws(StudyFault) -> Result {
    do throws(RoundFault) { return try work() } catch { throw .work(.round(error)) }
  }

  /// Finds out whether enough time has gone by since the session before.
  private func checkGap(
    before block: StudyBlock, _ blocks: [StudyBlock], _ states: [Int: BlockState], _ plan: StudyPlan
  ) throws(StudyFault) {
    let index = blocks.firstIndex { $0.number == block.number } ?? 0
    guard index > 0, blocks[index - 1].session < block.session,
      let last = states[blocks[index - 1].number]
    else { return }
    let rest = last.date + plan.gap - delegate.date(at: nil)
    if rest > 0 { throw .tooEarly(session: block.session, rest: rest) }
  }

  /// What is to be read before a block: how the study begins, that there is a break, what is new.
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
        pages += page.isEmpty ? [[language.rest(after: count)]] : page
      }
    }
    let hasOwnPractice = block.isPractice && block.number > 0
    return pages + plan.pages(at: block.condition.name, in: language)
      + (hasOwnPractice ? plan.pages(at: "practice", in: language) : [])
  }

  /// Shows the next page that somebody has not seen; false where there is none.
  private func show(_ pages: [[String]], before block: Int, of code: String) -> Bool {
    let key = "\(code) \(block)"
    let count = shown[key] ?? 0
    guard count < pages.count else { return false }
    shown[key] = count + 1
    for line in pages[count] { speaker.say { _ in line } }
    speaker.say { $0.pageEnd(count + 1, of: pages.count) }
    return true
  }

  /// The study at hand, as its file was when it was checked.
  private func study(in context: RecordContext) throws(StudyFault) -> (StudyRecord, StudyPlan) {
    let name = LastingSettings(delegate).value(Self.setting)
    let studies = try Self.trying(context.readable(StudyRecord.self, "allStudies"))
    guard let study = studies.last(where: { name == nil || $0.name == name }) else {
      throw .noStudy
    }
    guard let plan = try? StudyFile.read(study.text), plan.hash == study.hash else {
      throw .damaged(study.name)
    }
    return (study, plan)
  }

  /// Works with the records; alone, nobody else saves between what is read and what is saved.
  private func perform<Result>(
    alone isAlone: Bool = false, _ work: (RecordContext) throws(StudyFault) -> Result
  ) throws(StudyFault) -> Result {
    let result: Swift.Result<Result, StudyFault>
    do throws(RecordError) {
      _ = try adoptRounds()
      result = try delegate.perform { context throws(RecordError) in
        func find() throws(RecordError) -> Swift.Result<Result, StudyFault> {
          do throws(StudyFault) { return .success(try work(context)) } catch {
            if case .work(.record(let fault)) = error { throw fault }
            return .failure(error)
          }
        }
        return isAlone ? try context.store.write(find) : try find()
      }
    } catch { throw .work(.record(error)) }
    return try result.get()
  }

  private static func trying<Result>(
    _ work: @autoclosure () throws(RecordError) -> Result
  ) throws(StudyFault) -> Result {
    do throws(RecordError) { return try work() } catch { throw .work(.record(error)) }
  }

  static func commands(in language: Language) -> [Command] {
    [study(language)] + participantCommands(language) + [
      Command(
        "merge", language.help(.merge), in: .store,
        CommandForm([Parameter("STORE", .file)]) { .operation(StoreAction.merge($0.file(0))) },
        examples: ["merge lab03.sqlite"])
    ]
  }

  private static var code: Parameter { Parameter("CODE", .text) }
  private static var group: Parameter { .key("group", .text, "NAME") }

  private static func study(_ language: Language) -> Command {
    let file = Parameter("FILE", .file)
    return Command(
      "study", language.help(.study), in: .tests,
      CommandForm([
        Parameter("WHAT", .choice(["status", "new", "check", "enrol", "next", "merge"]))
      ]) { _ in request(.status) },
      CommandForm([.literal("new"), file, Parameter("full", .flag(["full"]), .optional)]) {
        request(.make($0.file(1), isFull: $0.textIfGiven(2) != nil))
      },
      CommandForm([.literal("check"), file]) { request(.check($0.file(1))) },
      CommandForm([.literal("enrol"), code], keys: [group]) {
        request(.enrol($0.text(1), group: $0.text(key: "group")))
      },
      CommandForm([.literal("next"), Parameter("CODE", .text, .optional)]) {
        request(.next($0.textIfGiven(1)))
      },
      CommandForm([.literal("merge"), Parameter("STORE", .file)]) {
        .operation(StoreAction.merge($0.file(1)))
      },
      examples: [
        "study new memory.study", "study new lab.study full", "study check memory.study",
        "study status", "study merge lab03.sqlite",
      ])
  }

  /// The commands about a participant: enrolment, the next block, and answers to questions.
  private static func participantCommands(_ language: Language) -> [Command] {
    [
      Command(
        "enrol", language.help(.enrol), in: .tests,
        CommandForm([code], keys: [group]) {
          request(.enrol($0.text(0), group: $0.text(key: "group")))
        }, examples: ["enrol P07", "enrol P07 group=control"]),
      Command(
        "next", language.help(.next), in: .tests, isSafe: true,
        CommandForm { _ in request(.next(nil)) },
        CommandForm([code], isSafe: false) { request(.next($0.text(0))) },
        examples: ["next", "next P07"]),
      Command(
        "answer", language.help(.answer), in: .tests, isSafe: true,
        CommandForm([Parameter("TEXT", .text, .optional)], tail: Parameter("TEXT", .text)) {
          invocation in
          let words = (0..<invocation.argumentCount).map { invocation.text($0) }
          return request(.answer(words.joined(separator: " ")))
        }, examples: ["answer 34", "answer none so far", "answer"]),
    ]
  }

  private static func request(_ action: StudyAction) -> Request { .message(.action(action)) }
}
