package import Archive
import Console
package import Events
package import Examiner
package import Game
import Models
import Observing
package import Records
package import Views
import Words

/// The demonstration of the attract mode: a simulated participant plays, then the best results and
/// the news are shown.
///
/// Its presses are touches in the tree, sent by its own sequence, so they take the path of a
/// player's. It plays on a model of its own and changes nothing in the session.
///
///     demonstration.skill.capacity = 5
///     demonstration.findBest = { [BestResult(count: 5, size: .standard, time: 3000)] }
///     let sequence = demonstration.makeSequence()
package final class DemonstrationController: SequenceHandler {
  /// The steps of the sequence; the pages have the numbers of `DemonstrationPage`.
  private enum Step {
    static let board = DemonstrationPage.board.rawValue
    static let press = 2
    static let bestResults = DemonstrationPage.bestResults.rawValue
    static let news = DemonstrationPage.news.rawValue
  }

  /// The skill of the simulated participant, which settings change.
  package var skill = SimulatedSkill()
  // Unowned, because the tree holds this object as its handler.
  package private(set) unowned var sequence: EventSequence?
  /// The view of the pages.
  package let view: DemonstrationView
  /// Returns the best results.
  package var findBest: () -> [BestResult] = { [] }
  /// Returns the news; `nil` if there is no store that could have some.
  package var findNews: () -> FetchedList<News>? = { nil }
  /// Returns whether something is shown that must stay until a key is pressed, such as a score.
  package var mustRest: () -> Bool = { false }
  /// The observation that updates the page of the news while it is shown.
  private var observation: Observation?
  /// The clock of the rounds.
  private let clock: SessionClock
  /// Returns whether a board can be shown as a whole.
  private let fits: (Board) -> Bool
  /// The times of the steps.
  private var pace: DemonstrationPace
  /// The model of the simulated rounds; created with the first one.
  private var model: GameModel?
  /// The participant of the present round.
  private var participant: SimulatedParticipant?
  /// The number of rounds so far, from which the seeds are derived.
  private var roundCount = 0
  /// The numerals of the next round, from 4 to 9, by the success of the last one.
  private var numeralCount = 4
  /// Whether a page is shown.
  var isShowing: Bool { page != nil }

  /// Creates a demonstration; `fits` returns whether a board can be shown as a whole.
  package init(
    view: DemonstrationView, clock: SessionClock, pace: DemonstrationPace,
    fits: @escaping (Board) -> Bool
  ) {
    self.view = view
    self.clock = clock
    self.pace = pace
    self.fits = fits
  }

  /// The page that is shown; `nil` while the demonstration rests.
  var page: DemonstrationView.Page? { view.page }

  /// Creates the sequence that drives the pages, and starts it.
  package func makeSequence() -> EventSequence {
    let sequence = EventSequence("demonstration", handler: self)
    sequence.startSequence()
    sequence.goToNextSequence(Step.board, after: pace.first)
    self.sequence = sequence
    return sequence
  }

  /// Hides the demonstration until it has rested.
  func rest() {
    stop()
    sequence?.goToNextSequence(Step.board, after: pace.rest)
  }

  /// Hides the demonstration; does nothing else, because the mode's objects get no events then.
  func stop() {
    observation = nil
    if isShowing { view.end() }
  }

  /// Returns `false`: the sequence waits for times, not for each update.
  package func needsUpdates(inStep number: Int) -> Bool { false }

  /// Shows the page of a step, or makes a press, and sets the time of the next step.
  package func handleSequence(_ number: Int, of sequence: EventSequence) -> Bool {
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

  /// Handles its own touches, and the swipes by which a user turns the pages.
  package func handleEvent(_ event: inout Event) {
    switch event.message {
    case .touch(let h, let v) where event.origin === sequence: press(Cell(h: h, v: v))
    case .swipe(let direction): turn(direction)
    case .accelerate(let direction): accelerate(direction)
    case .none, .update, .timer, .touch, .action: return
    }
    event.consume()
  }

  /// Begins a round; rests instead if its board doesn't fit on the terminal, or if it must.
  private func showBoard(_ sequence: EventSequence) {
    guard !mustRest() else { return rest() }
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

  /// Makes a press of the participant.
  ///
  /// A passed round is followed by a longer one, a failed one by a shorter one.
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

  /// Turns the page: right and down for the next one, left and up for the one before.
  private func turn(_ direction: Direction) {
    let pages = DemonstrationPage.allCases
    let page = DemonstrationPage(rawValue: sequence?.current ?? 0) ?? .board
    let isForward = direction == .right || direction == .down
    let index = (pages.firstIndex(of: page) ?? 0) + (isForward ? 1 : pages.count - 1)
    let next = pages[index % pages.count]
    sequence?.goToNextSequence(next.rawValue)
    view.speaker.say { $0.nextPage(next) }
  }

  /// Makes the demonstration faster or slower.
  private func accelerate(_ direction: Direction) {
    pace.accelerate(isFaster: direction == .right || direction == .up)
    view.speaker.say { $0.pace(pace.press) }
  }
}

/// The times of the demonstration, in milliseconds.
package struct DemonstrationPace {
  /// The time before the first board.
  let first: Int
  /// The time before the next board, after a person was there.
  let rest: Int
  /// The time to look at a new board.
  private(set) var look = 1_600
  /// The time between two presses.
  private(set) var press = 800
  /// The time of a page of text.
  private(set) var page = 3_200

  /// The pace with virtual time: a script shouldn't have to wait long.
  package static var virtual: DemonstrationPace { DemonstrationPace(first: 2_000, rest: 2_000) }

  /// The pace on a terminal, where a person may still be reading.
  package static var real: DemonstrationPace { DemonstrationPace(first: 30_000, rest: 30_000) }

  /// Makes everything twice as fast, or half as fast, up to a limit.
  mutating func accelerate(isFaster: Bool) {
    guard isFaster ? press > 100 : press < 6_400 else { return }
    for part in [\DemonstrationPace.look, \.press, \.page] {
      self[keyPath: part] = isFaster ? self[keyPath: part] / 2 : self[keyPath: part] * 2
    }
  }
}
