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
  case make(FilePlace)
  case check(FilePlace)
  case enrol(String)
  case next(String?)
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
      case .make(let file): try make(file)
      case .check(let file): try check(file)
      case .enrol(let code): try enrol(code)
      case .next(let code): try goOn(code)
      case .status: try tellStatus()
      }
    } catch { speaker.refuse { $0.words(for: error) } }
  }

  private func make(_ file: FilePlace) throws(StudyFault) {
    do throws(StoreWorkStop) {
      try FileDraft.write(Array(language.studySample.utf8), to: file, replacing: false)
    } catch {
      guard case .failed(let fault) = error else { return }
      if case .exists(let name) = fault { throw .exists(name) }
      throw .work(fault)
    }
    speaker.say { $0.madeStudy(file.name) }
  }

  private func check(_ file: FilePlace) throws(StudyFault) {
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

  private func enrol(_ code: String) throws(StudyFault) {
    guard ParticipantCode.isValid(code) else { throw .noCode }
    // The next round of a test is that of the participant then.
    guard game.series == nil else { throw .work(.testGoesOn) }
    let (plan, order) = try perform(alone: true) { context throws(StudyFault) in
      let (study, plan) = try self.study(in: context)
      let others = try Self.trying(context.enrolments(in: study, of: plan))
      if let known = others.first(where: { $0.code == code }) {
        throw .isEnrolled(code, order: known.order, of: plan.orderCount)
      }
      guard others.count < plan.participantCount else { throw .isFull(plan.participantCount) }
      let counts = others.reduce(into: [:]) { $0[$1.order, default: 0] += 1 }
      let enrolment = EnrolmentRecord()
      (enrolment.code, enrolment.order) = (code, plan.order(for: code, counts: counts))
      _ = try Self.trying(context.insert(enrolment))
      enrolment.study = study
      try Self.trying(context.save())
      return (plan, enrolment.order)
    }
    setParticipant(code)
    speaker.say { $0.enrolled(code, plan, order: order) }
  }

  private func tellStatus() throws(StudyFault) {
    let lines = try perform { context throws(StudyFault) in
      let (study, plan) = try self.study(in: context)
      return language.status(
        of: plan,
        try Self.trying(context.enrolments(in: study, of: plan)).map { ($0.code, $0.order) },
        try Self.trying(context.progress(of: study)))
    }
    for line in lines { speaker.say { _ in line } }
  }

  private func goOn(_ given: String?) throws(StudyFault) {
    guard game.series == nil else { throw .work(.testGoesOn) }
    let code = given ?? game.model.credits.participant
    let (plan, blocks, states) = try perform { context throws(StudyFault) in
      let (study, plan) = try self.study(in: context)
      let enrolments = try Self.trying(context.enrolments(in: study, of: plan))
      let blocks = enrolments.first { $0.code == code }.map {
        plan.blocks(of: code, order: $0.order)
      }
      return (plan, blocks, try Self.trying(context.progress(of: study))[code] ?? [:])
    }
    guard let blocks else { throw .isNotEnrolled(code) }
    setParticipant(code)
    guard let block = blocks.first(where: { states[$0.number]?.isOver != true }) else {
      if show(plan.pages(at: "end", in: language), before: .max, of: code) { return }
      throw .isDone(code, blockCount: blocks.count { $0.number > 0 })
    }
    if states[block.number]?.testState == TestEnd.notYet { return try resume(block) }
    try checkGap(before: block, blocks, states, plan)
    let pages = pages(before: block, blocks, states, plan)
    if show(pages, before: block.number, of: code) { return }
    speaker.say { [game] in $0.begins(block, of: blocks.count { $0.number > 0 }, game.usualBegin) }
    try playing(game.start(block.condition.preset, block.settings))
  }

  /// Goes on with a block that a killed program has left behind.
  private func resume(_ block: StudyBlock) throws(StudyFault) {
    guard let left = try playing(game.storedRounds?.leftBehind()) else {
      throw .goesOnElsewhere(block: block.number)
    }
    guard left.test?.settings.place == block.settings.place else {
      throw .leftBehind(block: block.number)
    }
    try playing(game.resume())
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
    let isFirst = blocks.first { $0.session == block.session }?.number == block.number
    guard isFirst, let last = states[block.number - 1] else { return }
    let rest = last.date + plan.gap - delegate.date(at: nil)
    if rest > 0 { throw .tooEarly(session: block.session, rest: rest) }
  }

  /// What is to be read before a block: how the study begins, that there is a break, what is new.
  private func pages(
    before block: StudyBlock, _ blocks: [StudyBlock], _ states: [Int: BlockState], _ plan: StudyPlan
  ) -> [[String]] {
    let isFirst = block.number == blocks.first?.number
    var pages = isFirst ? plan.pages(at: "start", in: language) : []
    let counts = blocks.filter {
      $0.session == block.session && $0.number > 0 && $0.number < block.number
    }.map { states[$0.number]?.trialCount ?? 0 }
    if let rest = plan.rest, let last = counts.last {
      let count = counts.reduce(0, +)
      if count / rest > (count - last) / rest {
        let page = plan.pages(at: "break", in: language)
        pages += page.isEmpty ? [[language.rest(after: count)]] : page
      }
    }
    return pages + plan.pages(at: block.condition.name, in: language)
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
    let file = Parameter("FILE", .file)
    let code = Parameter("CODE", .text)
    return [
      Command(
        "study", language.help(.study), in: .tests,
        CommandForm([
          Parameter("WHAT", .choice(["status", "new", "check", "enrol", "next", "merge"]))
        ]) { _ in request(.status) },
        CommandForm([.literal("new"), file]) { request(.make($0.file(1))) },
        CommandForm([.literal("check"), file]) { request(.check($0.file(1))) },
        CommandForm([.literal("enrol"), code]) { request(.enrol($0.text(1))) },
        CommandForm([.literal("next"), Parameter("CODE", .text, .optional)]) {
          request(.next($0.textIfGiven(1)))
        },
        CommandForm([.literal("merge"), Parameter("STORE", .file)]) {
          .operation(StoreAction.merge($0.file(1)))
        },
        examples: [
          "study new memory.study", "study check memory.study", "study status",
          "study merge lab03.sqlite",
        ]),
      Command(
        "enrol", language.help(.enrol), in: .tests,
        CommandForm([code]) { request(.enrol($0.text(0))) }, examples: ["enrol P07"]),
      Command(
        "next", language.help(.next), in: .tests, isSafe: true,
        CommandForm { _ in request(.next(nil)) },
        CommandForm([code], isSafe: false) { request(.next($0.text(0))) },
        examples: ["next", "next P07"]),
      Command(
        "merge", language.help(.merge), in: .store,
        CommandForm([Parameter("STORE", .file)]) { .operation(StoreAction.merge($0.file(0))) },
        examples: ["merge lab03.sqlite"]),
    ]
  }

  private static func request(_ action: StudyAction) -> Request { .message(.action(action)) }
}
