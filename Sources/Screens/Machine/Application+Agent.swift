import Archive
import Events
import Examiner
import Game
import Shell

/// The settings with which an agent is declared before the first round of a session.
extension Application {
  /// The setting `agent`, the name and version of the agent that plays; `none` for another player.
  var agentSetting: Setting {
    let none = "none"
    return Setting(
      "agent",
      Text(
        "the agent that plays, its name and version; set before the first round",
        "操作するエージェントの名前と版。最初のラウンドの前に決めます"),
      value: { [unowned self] in declared.agent ?? none },
      change: { [unowned self] text in
        try checkUndeclared()
        guard var agent = DeclaredPlayer(agent: text) else { throw Refusal.invalidAgent }
        agent.look = declared.look
        declared = agent
      })
  }

  /// The setting `look`, how long the agent's context keeps the numerals.
  var lookSetting: Setting {
    Setting(
      "look",
      Text(
        "how long an agent's context keeps the numerals: context, withheld or delay:N",
        "エージェントの文脈に数字が残る長さ。context、withheld、delay:N のどれか"),
      value: { [unowned self] in declared.look.description },
      change: { [unowned self] text in
        try checkUndeclared()
        guard let look = AgentLook(text) else {
          throw Refusal(
            "no-look", "look must be context, withheld or delay:N, N from 1 to 1000: \"\(text)\"",
            "look は context、withheld、delay:N（N は1から1000）のどれかです: \(text)")
        }
        declared.look = look
      })
  }

  /// Throws after the first round, since all rounds of a session have one player.
  private func checkUndeclared() throws {
    guard !game.session.isStarted, !game.session.hasPlaced else {
      throw Refusal(
        "is-declared", "who plays is declared before the first round of a session",
        "だれが操作するかは、セッションの最初のラウンドの前に決めます")
    }
  }
}

/// The look of an agent, which lasts for one reply unless the agent keeps it in its context.
extension Application {
  /// Called before each request of an agent: ends the look, and counts the request for the round
  /// and for a delay.
  ///
  /// The first request after the beginning of a round ends its look. On a virtual clock, rounds are
  /// told by requests instead of times.
  func beginRequest(tokens: Int?) {
    if !passesTime { model.perform(.exposure(.asked(tokens: tokens))) }
    let look = declared.look
    guard look != .context else { return }
    // A look of a limited real time is not cut short.
    if passesTime { awaitTurn() }
    let session = game.session
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
    guard let console, console.options.machineFormat == .json else { return }
    console.facts.append(MachineFact.members.object(of: MachineFact(.lookEnded)))
  }

  /// Masks the numerals, at the end of the hold if there is one.
  private func endLook() {
    let session = game.session
    if session.isHolding, let deadline = session.deadlines.next {
      let rest = deadline - metronome.clock.now
      refusing { _ = try metronome.wait(milliseconds: rest, sleeping: sleep) }
    }
    // Also while the mode of the game is disabled, which must not keep the numerals.
    if game.session.isOpen, !game.session.looksMasked { model.perform(.move(.hide)) }
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
