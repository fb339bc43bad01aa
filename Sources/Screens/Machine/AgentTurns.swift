import Archive
import Events
import Examiner
import Game
import Shell

/// The requests of an agent, whose look lasts for one reply unless the agent keeps it in its
/// context.
///
///     if declared.player == .agent { turns.begin(tokens: tokens) }
final class AgentTurns {
  private unowned let application: Application
  private let model: GameModel
  /// The number of the round whose look a request has ended.
  private var askedRound = 0
  /// The number of requests since that one.
  private var requestCount = 0

  /// Creates the requests of an application's agent.
  init(_ application: Application) {
    self.application = application
    model = application.model
  }

  /// Called before each request: ends the look, and counts the request for the round and for a
  /// delay.
  ///
  /// The first request after the beginning of a round ends its look. On a virtual clock, rounds are
  /// told by requests instead of times.
  func begin(tokens: Int?) {
    if !application.passesTime { model.perform(.exposure(.asked(tokens: tokens))) }
    let look = application.declared.look
    guard look != .context else { return }
    // A look of a limited real time is not cut short.
    application.awaitTurn()
    let session = model.session
    guard session.isOpen, session.rule.masksAtFirstPress else {
      model.pressDelay = 0
      return
    }
    if session.number == askedRound {
      requestCount += 1
    } else {
      askedRound = session.number
      requestCount = 0
      model.delayedPressCount = 0
      reportLookEnd()
    }
    if !session.looksMasked { endLook() }
    model.pressDelay = max(0, look.delay - requestCount + model.delayedPressCount)
  }

  /// Reports the end of the look to a driving program.
  private func reportLookEnd() {
    guard let console = application.console, console.options.machineFormat == .json else { return }
    console.facts.append(MachineFact.members.object(of: MachineFact(.lookEnded)))
  }

  /// Masks the numerals, at the end of the hold if there is one.
  private func endLook() {
    let session = model.session
    if session.isHolding, let deadline = session.deadlines.next {
      let metronome = application.metronome
      let rest = deadline - metronome.clock.now
      application.refusing {
        _ = try metronome.wait(milliseconds: rest, sleeping: application.glance.sleep)
      }
    }
    // Also while the mode of the game is disabled, which must not keep the numerals.
    if model.session.isOpen, !model.session.looksMasked { model.perform(.move(.hide)) }
  }
}

extension Refusal {
  /// Returns the refusal of a press of an agent before the end of its delay.
  static func pressIsDelayed(by count: Int) -> Refusal {
    Refusal(
      "press-is-delayed",
      "\(counted(count, "other request")) must come before a press (look=delay)",
      "押す前に、ほかの要求があと\(count)回必要です（look=delay）")
  }
}
