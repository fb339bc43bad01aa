import Archive
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
