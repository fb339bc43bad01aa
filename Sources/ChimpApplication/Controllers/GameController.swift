import Examiner
package import Shell

/// Does what a command may ask for in every mode, before the mode that is enabled gets the event.
package final class GameController: EventHandler {
  let rounds: RoundController
  let credits: CreditModel
  let view: GameView
  /// What was chosen for the next round; nil where it is to be like the last one.
  private var chosenPlan: RoundPlan?
  /// The round that begins as soon as play does.
  var plannedRound: PlannedRound?
  /// The test of which the round is a part, if it is one.
  var series: TestSeries?
  /// Whether the next round is another one of a test.
  var continuesTest: Bool { (series?.trialCount ?? 0) > 0 }
  /// Whether modes are only passed through, so that they show nothing.
  private(set) var isPassing = false
  /// The round that is to go on, while it is taken up.
  private(set) var leftBehind: KeptRound? { didSet { isResuming = leftBehind != nil } }
  // NB: asked at every start, and to look at a round is to copy it.
  private(set) var isResuming = false
  /// Finds the round that a killed program left behind.
  var findLeftBehind: () throws(RoundFault) -> KeptRound? = { () throws(RoundFault) in nil }
  /// Finds how the rounds of its test ended that came before a round.
  var findResults: (KeptRound) throws(RoundFault) -> [Bool]? = { (_) throws(RoundFault) in nil }
  private let model: RoundModel
  // NB: the tree holds this object as its handler, and so does every mode: it holds none of them.
  private var heldSwitcher: Unmanaged<ModeSwitcher>?
  private unowned(unsafe) var patience: EventTimer?

  /// Makes a controller of the rounds and the credits.
  package init(rounds: RoundController, credits: CreditModel, view: GameView) {
    self.rounds = rounds
    self.credits = credits
    self.view = view
    model = rounds.model
  }

  /// The switcher of the modes.
  var switcher: ModeSwitcher? {
    get { heldSwitcher?.takeUnretainedValue() }
    set { heldSwitcher = newValue.map(Unmanaged.passUnretained) }
  }

  /// Makes what runs down in credit, where somebody may have gone away.
  func makePatience() -> EventTimer {
    let timer = EventTimer("patience", after: 30_000)
    patience = timer
    return timer
  }

  /// Waits for as long as at first before it is taken for granted that nobody is there.
  func restartPatience() {
    if patience == nil { switcher?.mode(at: ModeName.credit.place).bindLaterChildren() }
    patience?.restart()
  }

  /// What the next round is to be where nobody says it.
  var plan: RoundPlan {
    get {
      let round = model.round
      return chosenPlan
        ?? (round.isStarted ? RoundPlan(like: round.board, rule: round.rule) : .first)
    }
    set { chosenPlan = newValue }
  }

  package var takesActionsOnly: Bool { true }

  package func handleEvent(_ event: inout Event) {
    if let asked = event.asked(RoundAction.self) {
      if perform(asked.action) { event.consume() }
    } else if let action = event.action(of: GameAction.self) {
      if perform(action) { event.consume() }
    }
  }

  /// Asks for another mode, which the next Update brings.
  @discardableResult
  func request(_ mode: ModeName) -> Bool {
    do throws(ModeFault) {
      try switcher?.requestChange(toPlace: mode.place)
      return true
    } catch {
      view.refuse(error.description)
      return false
    }
  }

  private func perform(_ action: RoundAction) -> Bool {
    do throws(RoundFault) {
      switch action {
      case .draw(let plan, let seed): start(try rounds.plan(plan, seed: seed))
      case .start(let identifier, let rule): start(try rounds.plan(identifier, rule: rule))
      case .test(let name): try start(TestPreset.named(name))
      case .resume: try resume()
      case .again: start(try rounds.planAgain())
      case .show: model.show()
      case .report: model.report()
      case .identify: model.identify()
      case .press, .hide, .giveUp: return false
      }
    } catch {
      model.refuse(error)
    }
    return true
  }

  private func perform(_ action: GameAction) -> Bool {
    switch action {
    case .insertCoin:
      credits.insert()
      view.show(credits)
      restartPatience()
      if switcher?.current.name == ModeName.attract.rawValue { request(.credit) }
    case .showMode: showMode()
    case .changeMode(let name):
      do throws(ModeFault) { try switcher?.requestChange(to: name) } catch {
        view.refuse(error.description)
        return true
      }
      showMode()
    case .noticePerson: return false
    }
    return true
  }

  private func showMode() {
    guard let switcher else { return }
    view.showMode(switcher.current.name, next: switcher.requestedMode?.name)
  }

  /// The round is over: what was asked for by name follows, or the next round of the test, or
  /// attract.
  func finishRound() {
    if let series {
      series.take(hasPassed: model.round.finish == .passed)
      view.show(series)
      if series.isOver { self.series = nil } else { plan = series.plan }
    }
    if switcher?.requestedMode == nil { request(series == nil ? .attract : .start) }
  }

  private func start(_ preset: TestPreset?) throws(RoundFault) {
    guard let preset else { return }
    let series = TestSeries(preset)
    start(try rounds.plan(series.plan, seed: nil), of: series)
  }

  private func resume() throws(RoundFault) {
    guard let kept = try findLeftBehind() else { throw .nothingLeftBehind }
    let planned = try rounds.planResumption(of: kept)
    let series = try series(of: kept)
    leftBehind = kept
    start(planned, of: series)
    leftBehind = nil
  }

  /// The test of which a round was left behind, as far as it had come.
  private func series(of kept: KeptRound) throws(RoundFault) -> TestSeries? {
    guard let trial = kept.test, let preset = TestPreset.named(trial.name),
      let results = try findResults(kept)
    else { return nil }
    let series = TestSeries(preset)
    for hasPassed in results where !series.isOver { series.take(hasPassed: hasPassed) }
    return series.isOver || series.nextTrial != trial ? nil : series
  }

  /// Keeps what is going to begin, before anything else of the old round ends.
  private func prepare(_ planned: borrowing PlannedRound, _ series: TestSeries?) -> Bool {
    if isResuming, let leftBehind { return model.prepareResumption(of: leftBehind) }
    return model.prepare(planned.board, rule: planned.rule, test: series?.nextTrial)
  }

  /// Begins a round at once, whatever the mode is.
  private func start(_ planned: consuming PlannedRound, of series: TestSeries? = nil) {
    guard prepare(planned, series) else { return }
    plannedRound = planned
    self.series = series
    chosenPlan = nil
    isPassing = true
    let fault = heldSwitcher?._withUnsafeGuaranteedRef { switcher in
      do throws(ModeFault) {
        try switcher.change(through: ModeName.wayToPlay)
        return nil as ModeFault?
      } catch {
        return error
      }
    }
    if let fault = fault ?? nil { view.refuse(fault.description) }
    isPassing = false
  }
}
