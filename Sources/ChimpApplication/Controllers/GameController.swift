import Examiner
package import Shell

/// Does what a command may ask for in every mode, before the mode that is enabled gets the event.
package final class GameController: EventHandler {
  let rounds: RoundController
  let credits: CreditModel
  let view: GameView
  /// Runs down in credit, where somebody may have gone away.
  let patience = EventTimer("patience", after: 30_000)
  /// What the next round is to be where nobody says it.
  var plan: RoundPlan
  /// The round that begins as soon as play does.
  var plannedRound: PlannedRound?
  /// The test of which the round is a part, if it is one.
  var series: TestSeries?
  /// Whether the next round is another one of a test.
  var continuesTest: Bool { (series?.trialCount ?? 0) > 0 }
  /// Whether modes are only passed through, so that they show nothing.
  private(set) var isPassing = false
  /// The round that is to go on, while it is taken up.
  private(set) var leftBehind: KeptRound?
  /// Finds the round that a killed program left behind.
  var findLeftBehind: () throws(RoundFault) -> KeptRound? = { () throws(RoundFault) in nil }
  /// The modes that lead to play, play included.
  var wayToPlay: [EventMode] = []
  // NB: the tree holds this object as its handler.
  unowned(unsafe) var switcher: ModeSwitcher?

  /// Makes a controller of the rounds and the credits.
  package init(rounds: RoundController, credits: CreditModel, view: GameView, plan: RoundPlan) {
    self.rounds = rounds
    self.credits = credits
    self.view = view
    self.plan = plan
  }

  package var takesActionsOnly: Bool { true }

  package func handleEvent(_ event: inout Event) {
    if let action = event.action(of: RoundAction.self) {
      if perform(action) { event.consume() }
    } else if let action = event.action(of: GameAction.self) {
      if perform(action) { event.consume() }
    }
  }

  /// Asks for another mode, which the next Update brings.
  @discardableResult
  func request(_ mode: ModeName) -> Bool {
    do throws(ModeFault) {
      try switcher?.requestChange(to: mode.rawValue)
      return true
    } catch {
      view.refuse(error.description)
      return false
    }
  }

  private func perform(_ action: RoundAction) -> Bool {
    switch action {
    case .draw(let plan, let seed):
      start { () throws(RoundFault) in try self.rounds.plan(plan, seed: seed) }
    case .start(let identifier, let rule):
      start { () throws(RoundFault) in try self.rounds.plan(identifier, rule: rule) }
    case .test(let name): start(TestPreset.named(name))
    case .resume: resume()
    case .again: start { () throws(RoundFault) in try self.rounds.planAgain() }
    case .show: rounds.model.show()
    case .report: rounds.model.report()
    case .identify: rounds.model.identify()
    case .press, .hide, .giveUp: return false
    }
    return true
  }

  private func perform(_ action: GameAction) -> Bool {
    switch action {
    case .insertCoin:
      credits.insert()
      view.show(credits)
      patience.restart()
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

  /// The round is over: the next one of its test follows, or attract.
  func finishRound() {
    guard let series else {
      request(.attract)
      return
    }
    series.take(hasPassed: rounds.model.round.finish == .passed)
    view.show(series)
    if series.isOver {
      self.series = nil
      request(.attract)
    } else {
      plan = series.plan
      request(.start)
    }
  }

  private func start(_ preset: TestPreset?) {
    guard let preset else { return }
    let series = TestSeries(preset)
    start(of: series) { () throws(RoundFault) in try self.rounds.plan(series.plan, seed: nil) }
  }

  private func resume() {
    defer { leftBehind = nil }
    start { () throws(RoundFault) in
      guard let kept = try self.findLeftBehind() else { throw .nothingLeftBehind }
      self.leftBehind = kept
      return try self.rounds.planResumption(of: kept)
    }
  }

  /// Keeps what is going to begin, before anything else of the old round ends.
  private func prepare(_ planned: PlannedRound, _ series: TestSeries?) -> Bool {
    if let leftBehind { return rounds.model.prepareResumption(of: leftBehind) }
    return rounds.model.prepare(planned.board, rule: planned.rule, test: series?.nextTrial)
  }

  /// Begins a round at once, whatever the mode is.
  private func start(
    of series: TestSeries? = nil, _ planning: () throws(RoundFault) -> PlannedRound
  ) {
    do throws(RoundFault) {
      let planned = try planning()
      guard prepare(planned, series) else { return }
      plannedRound = planned
      self.series = series
      plan = RoundPlan(like: planned.board, rule: planned.rule)
      isPassing = true
      defer { isPassing = false }
      do throws(ModeFault) {
        try switcher?.change(through: wayToPlay)
      } catch {
        view.refuse(error.description)
      }
    } catch {
      rounds.model.refuse(error)
    }
  }
}
