import Archive
import Events
import Examiner
import Game
import Observing
import Records
import Statistics

/// Runs the demonstration: a simulated player plays rounds, then the best results and news are
/// shown.
///
/// The simulated presses are touches that the demonstration sends to itself. It has its own game
/// model and never changes that of the session.
///
///     demonstration.skill.capacity = 5
///     attract.bind(demonstration)
final class DemonstrationController: EventSequence {
  /// The skill of the simulated player, which settings change.
  var skill = DemonstrationSkill()
  /// The view that shows the pages.
  let view: DemonstrationView
  /// The observation that updates the page of news while it is shown.
  private var observation: ObservationToken?
  /// The duration of each step.
  private var pace: DemonstrationPace
  /// The game model of the simulated rounds; `nil` before the first one.
  private var model: GameModel?
  /// The simulated player of the current round.
  private var participant: DemonstrationPlayer?
  /// The number of rounds so far, from which the seed of the next one is derived.
  private var roundCount = 0
  /// The number of numerals of the next round, 4 to 9, which depends on the last outcome.
  private var numeralCount = 4
  /// `true` while a page is shown.
  var isShowing: Bool { page != nil }

  private unowned let application: Application

  /// Creates the demonstration of an application.
  init(_ application: Application) {
    self.application = application
    view = DemonstrationView(application.speaker)
    pace = application.passesTime ? .real : .virtual
    super.init("demonstration")
    startSequence()
    go(to: .board, after: pace.rest)
  }

  /// The page on the screen; `nil` while the demonstration is hidden.
  var page: DemonstrationView.Page? { view.page }

  /// Hides the demonstration and starts it again after a pause.
  func rest() {
    stop()
    go(to: .board, after: pace.rest)
  }

  /// Hides the demonstration, because its mode is left.
  func stop() {
    observation = nil
    if isShowing { view.end() }
  }

  /// Returns `false`, because the steps wait for a time and ignore other Updates.
  override func needsUpdates(inStep number: Int) -> Bool { false }

  /// Performs a step: shows a page or presses a cell, and sets the time of the next step.
  override func performStep(_ number: Int) -> Bool {
    observation = nil
    switch DemonstrationStep(rawValue: number) {
    case .board: showBoard()
    case .press:
      guard let session = model?.session, session.finish == nil else {
        go(to: .bestResults)
        break
      }
      if let cell = participant?.choose(on: session.examiner) {
        _ = try? send(.touch(h: cell.h, v: cell.v))
      }
      go(to: .press, after: pace.press)
    case .bestResults:
      view.show(application.bestResults)
      go(to: .news, after: pace.page)
    case .news:
      showNews()
      go(to: .board, after: pace.page)
    case nil: go(to: .board, after: pace.rest)
    }
    return true
  }

  /// Requests a step, which begins at the next Update or after a wait.
  private func go(to step: DemonstrationStep, after milliseconds: Int = 0) {
    goToNextSequence(step.rawValue, after: milliseconds)
  }

  /// Shows the last three news items, and updates them whenever the news change.
  private func showNews() {
    guard let list = application.newsToShow else { return view.show(news: []) }
    observation = list.observe(\.elements, [.initial]) { [view, unowned list] _ in
      view.show(news: list.elements.suffix(3).map(\.headline))
    }
  }

  /// Handles the simulated touches, and the swipes with which a user turns the pages.
  override func handle(_ event: inout Event, from sender: EventObject) {
    switch event.message {
    case .touch(let h, let v) where sender === self && model != nil: press(Cell(h: h, v: v))
    case .swipe(let direction): turn(direction)
    case .accelerate(let direction): accelerate(direction)
    case .none, .update, .timer, .touch: return
    }
    event.isHandled = true
  }

  /// Begins a simulated round, or pauses if the board doesn't fit on the terminal.
  private func showBoard() {
    guard !application.mustDemonstrationRest else { return rest() }
    roundCount += 1
    var plan = RoundPlan.first
    plan.count = numeralCount
    guard let identifier = try? plan.identifier(Seed(.standard, round: roundCount)) else {
      return rest()
    }
    let game = ChimpanzeeExaminer.startGame(identifier, rule: plan.rule)
    guard application.game.fits(game.board) else { return rest() }
    participant = DemonstrationPlayer(skill, round: roundCount)
    let model = model ?? GameModel(clock: application.environment.clock)
    self.model = model
    model.perform(.start(game))
    view.showBoard(of: model.session)
    go(to: .press, after: pace.look)
  }

  /// Presses a cell for the simulated player.
  ///
  /// The next round has one numeral more after a pass, one less after a fail.
  private func press(_ cell: Cell) {
    guard let model else { return }
    guard case .moved(let outcome)? = model.perform(.press([cell]))?.last else { return }
    view.show(outcome, of: model.session)
    switch outcome.finish {
    case .passed: numeralCount = min(numeralCount + 1, 9)
    case .failed, .gaveUp, .timedOut, .quit: numeralCount = max(numeralCount - 1, 4)
    case nil: break
    }
  }

  /// Turns to the next page for right and down, or to the previous page for left and up.
  private func turn(_ direction: Direction) {
    let pages = DemonstrationStep.pages
    let page = pages.firstIndex { $0.rawValue == current }
    let isForward = direction == .right || direction == .down
    let index = (page ?? 0) + (isForward ? 1 : pages.count - 1)
    let next = pages[index % pages.count]
    go(to: next)
    view.showNextPage(next)
  }

  /// Makes the demonstration faster or slower.
  private func accelerate(_ direction: Direction) {
    pace.accelerate(isFaster: direction == .right || direction == .up)
    view.show(pace)
  }
}

/// The durations of the demonstration's steps, in milliseconds.
///
///     let pace = isTerminal ? DemonstrationPace.real : .virtual
struct DemonstrationPace {
  /// The pause before the first round, and before the next one after a user interrupted the
  /// demonstration.
  let rest: Int
  /// The time between the appearance of a board and the first press.
  private(set) var look = 1_600
  /// The time between two presses.
  private(set) var press = 800
  /// The time for which a page of text is shown.
  private(set) var page = 3_200

  /// The durations with virtual time, short for scripts.
  static var virtual: DemonstrationPace { DemonstrationPace(rest: 2_000) }

  /// The durations on a terminal, with pauses for users who are reading.
  static var real: DemonstrationPace { DemonstrationPace(rest: 30_000) }

  /// Halves or doubles all durations, within limits.
  mutating func accelerate(isFaster: Bool) {
    guard isFaster ? press > 100 : press < 6_400 else { return }
    for part in [\DemonstrationPace.look, \.press, \.page] {
      self[keyPath: part] = isFaster ? self[keyPath: part] / 2 : self[keyPath: part] * 2
    }
  }
}
