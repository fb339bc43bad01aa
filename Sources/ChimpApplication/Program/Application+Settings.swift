import Examiner
package import Shell

extension Application {
  /// The settings that are the application's own.
  package var settings: [Setting] {
    [
      seedSetting, clockSetting, participantSetting, choice(.board, \.boardStyle),
      choice(.begin, \.game.usualBegin), acknowledgeSetting,
      choice(.plot, \.statistics.plotStyle), choice(.language, \.language),
      number(.capacity, 0...9, \.capacity), number(.slips, 0...1000, \.slips),
    ]
  }

  // The key paths are made when a setting is asked for, which takes time at each start otherwise.
  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: SettingName,
    _ path: @escaping @autoclosure () -> ReferenceWritableKeyPath<Application, Choice>
  ) -> Setting {
    let choices = Choice.allCases.map(\.rawValue)
    return setting(
      name, .choice(choices), value: { [unowned self] in self[keyPath: path()].rawValue },
      change: { [unowned self] text throws(SettingFault) in
        guard let choice = Choice(rawValue: text) else { throw .notOneOf(choices, name, text) }
        self[keyPath: path()] = choice
      })
  }

  private var acknowledgeSetting: Setting {
    let name = SettingName.acknowledge
    return .flag(
      name.rawValue, speaker.language.words(for: name),
      value: { [unowned self] in asksTerminal }, change: { [unowned self] in asksTerminal = $0 })
  }

  private var seedSetting: Setting {
    setting(
      .seed,
      value: { [game, speaker] in
        guard game.series == nil else { return speaker.language.hiddenSeed }
        game.learnSeed()
        return game.sessionSeed.seed.text
      },
      change: { [unowned self] text throws(SettingFault) in
        guard game.series == nil else { throw .testGoesOn }
        let seed: SessionSeed
        do throws(SeedFault) { seed = try SessionSeed(text) } catch { throw .seed(error) }
        noteFacts()
        game.sessionSeed = seed
      })
  }

  private var clockSetting: Setting {
    Setting(
      SettingName.clock.rawValue, speaker.language.words(for: SettingName.clock),
      .choice(["real", "virtual"]), value: { [metronome] in metronome.clock.kind.rawValue })
  }

  var language: Language {
    get { speaker.language }
    set {
      speaker.language = newValue
      if let console { speak(through: console) }
    }
  }

  /// Has a console speak the language of the application, now and whenever that changes.
  package func speak(through console: Console) {
    self.console = console
    console.speak(
      speaker.language.consoleWords,
      Self.table(
        isMachine: console.options.isMachine, in: speaker.language,
        isRestricted: console.options.isRestricted))
  }

  private var participantSetting: Setting {
    let name = SettingName.participant
    let value = { [game] in game.credits.participant }
    // Who plays decides which rounds are told.
    guard !records.isRestricted || records.path == nil else {
      return Setting(name.rawValue, speaker.language.words(for: name), value: value)
    }
    return setting(
      name, value: value,
      change: { [unowned self] text throws(SettingFault) in
        guard Participant.isCode(text) else { throw .participant }
        // The next round of a test is that of whoever plays then.
        guard game.series == nil || text == value() else { throw .testGoesOn }
        noteFacts()
        game.credits.participant = text
      })
  }

  private func number(
    _ name: SettingName, _ limits: ClosedRange<Int>, _ path: WritableKeyPath<SimulatedSkill, Int>
  ) -> Setting {
    setting(
      name, value: { [demonstration] in String(demonstration.skill[keyPath: path]) },
      change: { [demonstration] text throws(SettingFault) in
        guard let number = Int(text), limits.contains(number) else {
          throw .number(name.rawValue, limits, text)
        }
        demonstration.skill[keyPath: path] = number
      })
  }

  private func setting(
    _ name: SettingName, _ kind: Parameter.Kind = .text, value: @escaping () -> String,
    change: @escaping (String) throws(SettingFault) -> Void
  ) -> Setting {
    Setting(
      name.rawValue, speaker.language.words(for: name), kind, value: value,
      change: { [speaker] text throws(ArgumentFault) in
        do throws(SettingFault) { try change(text) } catch {
          throw .invalid(speaker.language.words(for: error), column: nil)
        }
      })
  }
}

enum SettingName: String {
  case seed, clock, participant, board, begin, acknowledge, plot, language, capacity, slips
}

enum SettingFault: Error, Equatable {
  case seed(SeedFault)
  /// A test goes on, and nothing about its boards may change.
  case testGoesOn
  case participant
  case number(String, ClosedRange<Int>, String)
  /// The choices, the setting and the value that is none of them.
  case notOneOf([String], SettingName, String)
}
