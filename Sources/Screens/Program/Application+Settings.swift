import Archive
import Events
import Examiner
import Game
import Statistics
package import Shell

/// The settings that the command `set` changes and shows.
extension Application {
  /// The settings of the application, to which the console adds its own.
  package var settings: [Setting] {
    [
      seedSetting, clockSetting, participantSetting,
      choice(
        "board",
        Text(
          "on a terminal: live (in place), plain (in place, ASCII only) or line (line by line); "
            + "anywhere: spoken (in words, for screen readers)",
          "端末での盤。live は同じ場所、plain は半角の記号、line は行ごと。spoken は読み上げのための言葉"), \.boardStyle,
        refusing: { [game] in $0 == .spoken && game.hasTimedLook ? Refusal.cannotSpeakHold : nil }),
      choice("begin", Text("what a trial of a test waits for", "テストの試行の始め方"), \.game.usualBegin),
      acknowledgeSetting,
      choice("plot", Text("the characters of plots", "図に使う文字"), \.statistics.plotStyle),
      choice(
        "language", Text("the language of the replies: en or ja", "応答の言語。en か ja"), \.language),
      number(
        "capacity",
        Text("how many numerals the simulated participant remembers", "デモの参加者が覚えられる数字の個数"), 0...9,
        \.capacity),
      number(
        "slips", Text("how many of a thousand of its presses go wrong", "デモの参加者が1000回のうち押しまちがえる回数"),
        0...1000, \.slips),
      serverSetting, agentSetting, lookSetting,
    ]
  }

  /// Returns a setting whose values are the cases of an enumeration.
  ///
  /// `refusing` returns the reason why a case can't be chosen now; `nil` if it can.
  ///
  /// The key path is created on first use, because creating all of them would delay every start.
  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ summary: Text,
    _ path: @escaping @autoclosure () -> ReferenceWritableKeyPath<Application, Choice>,
    refusing: @escaping (Choice) -> Refusal? = { _ in nil }
  ) -> Setting {
    let choices = Choice.allCases.map(\.rawValue)
    return Setting(
      name, summary, .choice(choices), value: { [unowned self] in self[keyPath: path()].rawValue },
      change: { [unowned self] text in
        guard let choice = Choice(rawValue: text) else {
          throw Refusal.noSuchValue(text, of: name, known: choices)
        }
        if let refusal = refusing(choice) { throw refusal }
        self[keyPath: path()] = choice
      })
  }

  /// The setting `acknowledge`: `on` asks the terminal to acknowledge each board.
  private var acknowledgeSetting: Setting {
    .flag(
      "acknowledge",
      Text("whether the terminal is asked when it has read a board", "盤を読み終えた時刻を端末に尋ねるか"),
      value: { [glance] in glance.asksTerminal }, change: { [glance] in glance.asksTerminal = $0 })
  }

  /// The setting `seed`, the seed of the session.
  ///
  /// It is hidden and fixed during a test, whose boards it would reveal.
  private var seedSetting: Setting {
    Setting(
      "seed", Text("the text that boards are drawn from", "盤を作るもとになる文字列"),
      value: { [game, speaker] in
        guard game.series == nil else {
          return speaker.language.pick(
            "secret until the test is over", "テストが終わるまで秘密です")
        }
        game.resolveSeed()
        return game.sessionSeed.seed.text
      },
      change: { [unowned self] text in
        guard game.series == nil else { throw Refusal.testGoesOn }
        let seed = try SessionSeed(text)
        noteFacts()
        game.sessionSeed = seed
      })
  }

  /// The setting `clock`, which is read-only.
  private var clockSetting: Setting {
    Setting(
      "clock",
      Text("where the time comes from; chosen when the program starts", "時間の取り方。プログラムの開始時に決まります"),
      .choice(["real", "virtual"]), value: { [metronome] in metronome.clock.kind.rawValue })
  }

  /// The setting `participant`, the code of the current participant.
  ///
  /// It can't be changed during a test. In a restricted session with a store it can't be changed
  /// either, because it determines whose rounds are shown.
  private var participantSetting: Setting {
    let name = "participant"
    let summary = Text("the code of the participant", "参加者のコード")
    let value = { [model] in model.credits.participant }
    // The participant decides which rounds are shown.
    guard !records.isRestricted || records.path == nil else {
      return Setting(name, summary, value: value)
    }
    return Setting(
      name, summary, value: value,
      change: { [unowned self] text in
        guard ParticipantCode.isValid(text) else {
          throw Refusal.invalidCode
        }
        // The next round of a test belongs to the participant at that time.
        guard game.series == nil || text == value() else { throw Refusal.testGoesOn }
        if text != value() { try game.checkAnswered() }
        guard !hasWithdrawn(text) else { throw Refusal.hasWithdrawn(text) }
        noteFacts()
        model.credits.participant = text
        dropUnusedClaim()
      })
  }

  /// The setting `server`, the address of the lab's server; `none` if there is none.
  private var serverSetting: Setting {
    let name = "server"
    let summary = Text(
      "the server to which the store is sent, which the store keeps; none for no server",
      "記録の送り先。セッションではなく記録に残ります。none は送り先なし")
    let none = "none"
    let value = { [unowned self] in
      // The store of a session in memory is not opened for this.
      records.keepsForAll ? programStore.serverAddress?.description ?? none : none
    }
    guard !records.isRestricted else {
      return Setting(name, summary, value: value)
    }
    return Setting(
      name, summary, value: value,
      change: { [unowned self] text in
        let address = text == none ? nil : try ServerAddress(text)
        guard records.keepsForAll else { throw Refusal.notInFile }
        try programStore.configureServer(address)
      })
  }

  /// Returns a setting for a number of the demonstration's simulated player.
  private func number(
    _ name: String, _ summary: Text, _ limits: ClosedRange<Int>,
    _ path: WritableKeyPath<DemonstrationSkill, Int>
  ) -> Setting {
    Setting(
      name, summary, value: { [demonstration] in String(demonstration.skill[keyPath: path]) },
      change: { [unowned self] text in
        guard let number = Int(text), limits.contains(number) else {
          throw Refusal(
            "out-of-range",
            "\(name) must be from \(limits.lowerBound) to \(limits.upperBound): "
              + "\"\(text)\"",
            "\(name) は\(limits.lowerBound)から\(limits.upperBound)までです: \(text)")
        }
        demonstration.skill[keyPath: path] = number
      })
  }
}
