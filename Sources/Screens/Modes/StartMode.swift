import Archive
import Events
import Examiner
import Game

/// The `start` mode, in which a placed round waits for a key, a countdown or nothing.
///
///     let start = StartMode(game, secondCount: 3)
final class StartMode: GameMode {
  /// The length of the countdown in seconds; 0 with virtual time.
  private let secondCount: Int

  /// The number of the sequence's step after the fixation mark.
  private static var fixationEnd: Int { 1_000 }
  /// The number of the sequence's step after the interval between two trials.
  private static var intervalEnd: Int { 999 }
  /// The default time of the fixation mark in milliseconds.
  private static var usualFixation: Int { 500 }
  /// `true` if the placed trial follows the last one after an interval, which no key ends.
  private var hasInterval = false

  init(_ game: GameController, secondCount: Int) {
    self.secondCount = secondCount
    super.init(.start, game, board: game.startBoard)
  }

  override var examiner: ChimpanzeeExaminer? { model.session.placed?.newGame }

  /// Places the next round, unless a command has placed it, and writes that it waits.
  ///
  /// If the round can't begin, for example without a credit, returns to the credit mode.
  override func didEnter(by change: ModeChange) {
    // The numerals are placed already.
    if change.isAtOnce { return announce() }
    do {
      guard model.session.hasCredit else { throw Rejection.noCredit }
      let examiner =
        if let test = model.session.test { try game.examiner(for: test) } else {
          try game.examiner(for: model.session.plan)
        }
      model.perform(.place(examiner))
      announce()
    } catch {
      game.view.showCannotStart(error)
      game.request(.credit)
    }
  }

  /// Announces the placed round, which waits for a key if its test requires one.
  private func announce() {
    let plan = model.session.plan
    game.startBoard.renew()
    hasInterval = remainingInterval != nil
    if let board = model.session.placed?.board { game.writeSeed(of: board) }
    if waitsForKey {
      model.perform(.await(.waiting))
      if model.session.test?.trialCount == 0 {
        game.view.showEffect(ofEmptyCells: plan.rule.emptyCell)
      }
    }
    // A listener gets each hint once.
    let isKnown = game.isSpoken && (game.series?.trialCount ?? 0) > 0
    game.view.showPlaced(
      plan, waitsForKey: waitsForKey && !isKnown, mixesHolds: game.mixesHolds)
  }

  /// The time until the interval before the trial is over; `nil` without one.
  ///
  /// It counts from the end of the trial before, or from the last answer after it.
  private var remainingInterval: Int? {
    model.session.remainingInterval(at: model.now, since: game.questionEnd)
  }

  private var waitsForKey: Bool { beginningEvent == .key && !hasInterval }

  /// The time of the fixation mark; 0 if the round has none.
  private var fixation: Int {
    let given = model.session.test?.settings.presentation.fixation
    let hasMark = beginningEvent == .key || beginningEvent == .countdown
    return given ?? (hasMark ? Self.usualFixation : 0)
  }

  /// The event that begins the placed round: a key, the end of a countdown or nothing; `nil`
  /// outside of tests.
  private var beginningEvent: TestSettings.Begin? { model.session.test?.settings.begin }

  /// Removes the placed round if the next mode is not `play`.
  override func willLeave(by change: ModeChange) {
    guard !change.isAtOnce, change.to != ModeName.play.rawValue else { return }
    model.perform(.stop)
    model.noteTest(nil)
  }

  /// Performs a step: counts down, shows the fixation mark, or requests the `play` mode.
  ///
  /// Each step sets the time of the next one.
  override func performStep(_ number: Int) -> Bool {
    guard model.session.hasPlaced, model.session.preparation != .waiting else { return true }
    // No numerals may come behind a question or the help.
    let isCovered = game.application.stage?.isBoardCovered == true
    if isCovered, model.session.preparation != .fixation { return true }
    let countdown = beginningEvent == .countdown ? 3 : secondCount
    let secondCount = beginningEvent == .now || hasInterval ? 0 : countdown
    if number == 0, let rest = remainingInterval {
      goToNextSequence(Self.intervalEnd, after: rest)
    } else if number < secondCount {
      model.perform(.await(.counting(secondCount - number)))
      game.view.showCountdown(secondCount - number)
      goToNextSequence(after: 1000)
    } else if number != Self.fixationEnd {
      beginRound()
    } else {
      game.request(.play)
    }
    return true
  }

  /// Shows the fixation mark and sets the time of the next step, or begins a round without one.
  func beginRound() {
    let time = fixation
    guard time > 0 else {
      game.request(.play)
      return
    }
    guard let size = model.session.placed?.board.size else { return }
    model.perform(.await(.fixation))
    // A board in words needs no fixation: the text before it tells that the round begins.
    if !game.isSpoken { game.view.showFixationMark(on: size) }
    // The numerals follow one Update later.
    goToNextSequence(Self.fixationEnd, after: time - Metronome.tick)
  }

  /// Returns `false` while the round waits for a key, because no step needs Updates then.
  override func needsUpdates(inStep number: Int) -> Bool { model.session.preparation != .waiting }
}
