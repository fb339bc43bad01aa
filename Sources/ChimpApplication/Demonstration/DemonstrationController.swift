import Archive
import Console
import Events
import Examiner
import Game
import Models
import Observing
import Records
import Views
import Words

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
  let view: DemonstrationView
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
      guard let session = model?.session, session.finish == nil else {
        sequence.goToNextSequence(Step.bestResults)
        break
      }
      if let cell = participant?.choose(on: session.examiner) {
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
    case .touch(let h, let v) where event.origin === sequence: press(Cell(h: h, v: v))
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
    view.showBoard(of: model.session)
    sequence.goToNextSequence(Step.press, after: pace.look)
  }

  /// A press of the participant; a round that is passed is followed by a longer one.
  private func press(_ cell: Cell) {
    guard let model else { return }
    guard case .moved(let outcome)? = model.perform(.press([cell]))?.last else { return }
    view.show(outcome, of: model.session)
    switch outcome.finish {
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
    let index = (pages.firstIndex(of: page) ?? 0) + (isForward ? 1 : pages.count - 1)
    let next = pages[index % pages.count]
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
  static var real: DemonstrationPace { DemonstrationPace(first: 30_000, rest: 30_000) }

  /// Makes everything twice as fast, or half as fast, up to a limit.
  mutating func accelerate(isFaster: Bool) {
    guard isFaster ? press > 100 : press < 6_400 else { return }
    for part in [\DemonstrationPace.look, \.press, \.page] {
      self[keyPath: part] = isFaster ? self[keyPath: part] / 2 : self[keyPath: part] * 2
    }
  }
}
