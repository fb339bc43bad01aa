import Examiner
package import Shell

extension Application {
  /// The settings that are the application's own.
  package var settings: [Setting] {
    [seedSetting, clockSetting, participantSetting, boardSetting] + demonstrationSettings
  }

  private var seedSetting: Setting {
    Setting(
      "seed", "what the boards are drawn from",
      value: { [game] in game.sessionSeed.seed.text },
      change: { [unowned self] text throws(ArgumentFault) in
        let seed: SessionSeed
        do { seed = try SessionSeed(text) } catch { throw .invalid("\(error)", column: nil) }
        noteFacts()
        game.sessionSeed = seed
      })
  }

  private var clockSetting: Setting {
    Setting(
      "clock", "where the time comes from; it is chosen when the program starts",
      .choice(["real", "virtual"]),
      value: { [metronome] in metronome.clock.kind.rawValue })
  }

  private var boardSetting: Setting {
    Setting(
      "board", "on a terminal: in place, in place with plain signs, or line by line",
      .choice(LiveStage.Style.allCases.map(\.rawValue)),
      value: { [unowned self] in boardStyle.rawValue },
      change: { [unowned self] text throws(ArgumentFault) in
        guard let style = LiveStage.Style(rawValue: text) else {
          let known = LiveStage.Style.allCases.map(\.rawValue).joined(separator: ", ")
          throw .invalid("board is not one of \(known): \"\(text)\"", column: nil)
        }
        boardStyle = style
      })
  }

  private var participantSetting: Setting {
    Setting(
      "participant", "the code of whoever plays",
      value: { [game] in game.credits.participant },
      change: { [unowned self] text throws(ArgumentFault) in
        guard Participant.isCode(text) else {
          throw .invalid("a participant's code has \(Participant.codeRule)", column: nil)
        }
        noteFacts()
        game.credits.participant = text
      })
  }

  private var demonstrationSettings: [Setting] {
    [
      number(
        "capacity", "how many numerals the simulated participant remembers", 0...9,
        value: { $0.capacity }, change: { $0.capacity = $1 }),
      number(
        "slips", "how many of a thousand of its presses slip", 0...1000, value: { $0.slips },
        change: { $0.slips = $1 }),
    ]
  }

  private func number(
    _ name: String, _ summary: String, _ limits: ClosedRange<Int>,
    value: @escaping (SimulatedSkill) -> Int, change: @escaping (inout SimulatedSkill, Int) -> Void
  ) -> Setting {
    Setting(
      name, summary, value: { [demonstration] in String(value(demonstration.skill)) },
      change: { [demonstration] text throws(ArgumentFault) in
        guard let number = Int(text), limits.contains(number) else {
          let known = "\(limits.lowerBound) to \(limits.upperBound)"
          throw .invalid("\(name) is not from \(known): \"\(text)\"", column: nil)
        }
        change(&demonstration.skill, number)
      })
  }
}
