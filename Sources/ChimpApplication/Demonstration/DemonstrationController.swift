import Examiner
import Observing
import Records
import Shell

/// The demonstration: a simulated participant plays, then the best results and the news are shown.
final class DemonstrationController: SequenceHandler {
  private enum Step {
    static let board = DemonstrationPage.board.rawValue
    static let press = 2
    static let bestResults = DemonstrationPage.bestResults.rawValue
    static let news = DemonstrationPage.news.rawValue
  }

  var skill = SimulatedSkill()
  // Unowned, because the tree holds this object as its handler.
  private(set) unowned var sequence: EventSequence?
  private let view: DemonstrationView
  var findBest: () -> [BestResult] = { [] }
  /// Finds the news; nil where there is no store that could have some.
  var findNews: () -> FetchedList<News>? = { nil }
  /// What has the page of the news follow them as long as it is shown.
  private var observation: Observation?
  private let clock: SessionClock
  private let fits: (Board) -> Bool
  private var pace: DemonstrationPace
  private var model: GameModel?
  private var participant: SimulatedParticipant?
  private var roundCount = 0
  private var numeralCount = 4
  /// Whether there is a board of the demonstration to be seen.
  var isShowing: Bool { page != nil }

  /// Makes a demonstration; `fits` tells whether a board can be seen as a whole.
  init(
    view: DemonstrationView, clock: SessionClock, pace: DemonstrationPace,
    fits: @escaping (Board) -> Bool
  ) { (self.view, self.clock, self.pace, self.fits) = (view, clock, pace, fits) }

  /// What is to be seen of it; nil where it does not show itself.
  var page: DemonstrationView.Page? { view.page }

  func makeSequence() -> EventSequence {
    let sequence = EventSequence("demonstration", handler: self)
    sequence.startSequence()
    sequence.goToNextSequence(Step.board, after: pace.first)
    self.sequence = sequence
    return sequence
  }

  func rest() {
    stop()
    sequence?.goToNextSequence(Step.board, after: pace.rest)
  }

  func stop() {
    observation = nil
    if isShowing { view.end() }
  }

  func needsUpdates(inStep number: Int) -> Bool { false }

  func handleSequence(_ number: Int, of sequence: EventSequence) -> Bool {
    observation = nil
    switch number {
    case Step.board: showBoard(sequence)
    case Step.press:
      guard let round = model?.round, round.finish == nil else {
        sequence.goToNextSequence(Step.bestResults)
        break
      }
      if let cell = participant?.choose(on: round) {
        _ = try? sequence.root.send(.touch(h: cell.h, v: cell.v), from: sequence)
      }
      sequence.goToNextSequence(Step.press, after: pace.press)
    case Step.bestResults:
      view.show(findBest())
      sequence.goToNextSequence(Step.news, after: pace.page)
    case Step.news:
      showNews()
      sequence.goToNextSequence(Step.board, after: pace.page)
    default: sequence.goToNextSequence(Step.board, after: pace.rest)
    }
    return true
  }

  /// Shows the last three news in their order, now and whenever they change.
  private func showNews() {
    guard let list = findNews() else { return view.show(news: []) }
    observation = list.observe(\.elements, [.initial]) { [view, unowned list] _ in
      view.show(news: list.elements.suffix(3).map(\.headline))
    }
  }

  func handleEvent(_ event: inout Event) {
    switch event.message {
    case .touch(let h, let v) where event.origin === sequence: take(Cell(h: h, v: v))
    case .swipe(let direction): turn(direction)
    case .accelerate(let direction): accelerate(direction)
    case .none, .update, .timer, .touch, .action: return
    }
    event.consume()
  }

  private func showBoard(_ sequence: EventSequence) {
    roundCount += 1
    var plan = RoundPlan.first
    plan.count = numeralCount
    guard let identifier = try? plan.identifier(Seed(.standard, round: roundCount)) else {
      return rest()
    }
    let game = ChimpanzeeExaminer.startGame(identifier, rule: plan.rule)
    guard fits(game.board) else { return rest() }
    participant = SimulatedParticipant(skill, round: roundCount)
    let model = model ?? GameModel(clock: clock)
    self.model = model
    model.perform(.start(game))
    view.showBoard(of: model.round)
    sequence.goToNextSequence(Step.press, after: pace.look)
  }

  /// A press of the participant; a round that is passed is followed by a longer one.
  private func take(_ cell: Cell) {
    guard let model else { return }
    model.perform(.press([cell]))
    guard case .happened(let facts, _) = model.notice, case .moved(let outcome)? = facts.last
    else { return }
    view.show(outcome, of: model.round)
    switch model.round.finish {
    case .passed: numeralCount = min(numeralCount + 1, 9)
    case .failed, .gaveUp, .timedOut: numeralCount = max(numeralCount - 1, 4)
    case nil: break
    }
  }

  /// Right and down for the next page, left and up for the one before.
  private func turn(_ direction: Direction) {
    let pages = DemonstrationPage.allCases
    let page = DemonstrationPage(rawValue: sequence?.current ?? 0) ?? .board
    let isForward = direction == .right || direction == .down
    let place = (pages.firstIndex(of: page) ?? 0) + (isForward ? 1 : pages.count - 1)
    let next = pages[place % pages.count]
    sequence?.goToNextSequence(next.rawValue)
    view.speaker.say { $0.nextPage(next) }
  }

  private func accelerate(_ direction: Direction) {
    pace.accelerate(isFaster: direction == .right || direction == .up)
    view.speaker.say { $0.pace(pace.press) }
  }
}

/// How long the parts of the demonstration take, in milliseconds.
struct DemonstrationPace {
  /// Before the first board.
  let first: Int
  /// Before the next board, after somebody was there.
  let rest: Int
  private(set) var look = 1_600
  private(set) var press = 800
  private(set) var page = 3_200

  /// The pace where time is virtual: nobody has to wait long.
  static var virtual: DemonstrationPace { DemonstrationPace(first: 2_000, rest: 2_000) }

  /// The pace on a terminal, where a person may still be reading.
  static var real: DemonstrationPace { DemonstrationPace(first: 10_000, rest: 30_000) }

  /// Makes everything twice as fast, or half as fast, up to a limit.
  mutating func accelerate(isFaster: Bool) {
    guard isFaster ? press > 100 : press < 6_400 else { return }
    for part in [\DemonstrationPace.look, \.press, \.page] {
      self[keyPath: part] = isFaster ? self[keyPath: part] / 2 : self[keyPath: part] * 2
    }
  }
}

struct SimulatedSkill: Equatable, Sendable {
  /// How many numerals are remembered once they are masked.
  var capacity = 7
  /// How many of a thousand presses slip to another numeral.
  var slips = 20
}

/// Somebody who plays by the rules and remembers only so much.
struct SimulatedParticipant {
  private let skill: SimulatedSkill
  private var generator: Generator

  /// Makes a participant; in each round other presses slip.
  init(_ skill: SimulatedSkill, round number: Int) {
    self.skill = skill
    generator = Generator(text: Seed(.standard, round: number).text)
  }

  /// The cell that is pressed next.
  ///
  /// Numerals that are visible or remembered are pressed rightly, unless the press slips. The
  /// others are guessed among the numerals that are left.
  mutating func choose(on round: Round) -> Cell {
    let place = round.pressedCount
    let leftCount = round.board.count - place
    let isKnown = !round.isMasked || place < skill.capacity
    let slips = generator.next(below: 1000) < skill.slips
    guard slips || !isKnown, leftCount > 1 else { return round.board.cell(atPlace: place) }
    let first = isKnown ? 1 : 0
    return round.board.cell(atPlace: place + first + generator.next(below: leftCount - first))
  }
}

/// A round that was passed, as the list of the best ones shows it.
struct BestResult: Equatable, Sendable {
  let count: Int
  let size: BoardSize
  /// From the onset to the last press, in milliseconds.
  let time: Int

  /// Makes a result of a round; nil where it was not passed, or could be passed by trying.
  init?(_ measures: RoundMeasures, on board: Board, _ wrong: Rule.Wrong = .ends) {
    guard measures.finish == .passed, wrong == .ends, let time = measures.time else { return nil }
    (count, size, self.time) = (board.count, board.size, time)
  }

  /// Makes a result of a round that was kept; nil where it is none, or its board can't be read.
  init?(_ record: RoundRecord) {
    guard record.outcome == .passed, let time = record.time,
      let board = try? BoardIdentifier(record.board).board()
    else { return nil }
    (count, size, self.time) = (record.count, board.size, time)
  }

  /// Whether there are more numerals than in another result, or as many in less time.
  func isBetter(than other: BestResult) -> Bool {
    count != other.count ? count > other.count : time < other.time
  }

  /// The best of the delegate's store; nobody has asked for them, so that no fault is told.
  static func best(_ limit: Int, in delegate: ApplicationDelegate) -> [BestResult] {
    (try? delegate.perform { context throws(RecordError) in
      try RoundRecord.best(limit, in: context)
    }) ?? []
  }

  /// The best of these, more numerals first, then less time.
  static func best(_ limit: Int, of results: [BestResult]) -> [BestResult] {
    Array(results.sorted { $0.isBetter(than: $1) }.prefix(limit))
  }
}

/// Shows the demonstration.
///
/// On a terminal all of it stands in one place, and nothing of it remains.
final class DemonstrationView {
  /// What is to be seen of the demonstration.
  enum Page: Equatable {
    case board(String, LiveBoard)
    case lines([String])
  }

  let speaker: Speaker
  private var output: OutputWriter { speaker.output }
  /// What is shown now; nil before and after the demonstration.
  private(set) var page: Page?

  init(_ speaker: Speaker) { self.speaker = speaker }

  func showBoard(of round: Round) { show(speaker.language.demonstration(of: round.board), round) }

  func show(_ outcome: Outcome, of round: Round) {
    let words = speaker.language.demonstration(outcome, round.pressedCount, of: round.board.count)
    if let words { show(words, round) }
  }

  func show(_ results: [BestResult]) {
    let language = speaker.language
    let lines = results.enumerated().map { "  \($0 + 1). " + language.words(for: $1) }
    show([language.bestResults(isEmpty: results.isEmpty)] + lines)
  }

  func show(news titles: [ShortenedText]) {
    let language = speaker.language
    show(
      [language.newsPage(isEmpty: titles.isEmpty)]
        + titles.map { "  " + escaped(language.words(for: $0)) })
  }

  func end() {
    page = nil
    output.endConcealment()
  }

  private func show(_ lines: [String]) {
    page = .lines(lines)
    replace { for line in lines { speaker.say { _ in line } } }
  }

  private func replace(_ body: () -> Void) {
    output.endConcealment()
    output.conceal(body)
  }

  private func show(_ words: String, _ round: Round) {
    page = .board(words, LiveBoard(round.game.examiner, lastPress: nil))
    replace {
      speaker.say { _ in words }
      BoardImage(round).write(to: output)
    }
  }
}

/// What the demonstration shows in turn, by the steps of its sequence.
enum DemonstrationPage: Int, CaseIterable {
  case board = 1
  case bestResults = 3
  case news = 4
}
