import Examiner
package import Shell

extension Application {
  /// The settings that are the application's own.
  package var settings: [Setting] {
    [seedSetting, clockSetting, participantSetting] + choiceSettings + demonstrationSettings
  }

  /// Whether the rounds of a test usually wait for the player, as those of a script don't.
  var waitsForPlayer: Bool { game.usualBegin == .key }

  private var choiceSettings: [Setting] {
    [
      choice(
        .board, value: { [unowned self] in boardStyle },
        change: { [unowned self] in boardStyle = $0 }),
      choice(
        .begin, value: { [game] in game.usualBegin }, change: { [game] in game.usualBegin = $0 }),
      choice(
        .plot, value: { [unowned self] in statistics.plotStyle },
        change: { [unowned self] in statistics.plotStyle = $0 }),
      choice(
        .language, value: { [speaker] in speaker.language },
        change: { [unowned self] language in _ = speak(language.rawValue) }),
    ]
  }

  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: SettingName, value: @escaping () -> Choice, change: @escaping (Choice) -> Void
  ) -> Setting {
    let choices = Choice.allCases.map(\.rawValue)
    return setting(
      name, .choice(choices), value: { value().rawValue },
      change: { text throws(SettingFault) in
        guard let choice = Choice(rawValue: text) else { throw .notOneOf(choices, name, text) }
        change(choice)
      })
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

  /// Speaks a language from now on; false where it is none that is spoken here.
  func speak(_ name: String) -> Bool {
    guard let language = Language(rawValue: name) else { return false }
    speaker.language = language
    if let console { speak(through: console) }
    return true
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
        noteFacts()
        game.credits.participant = text
      })
  }

  private var demonstrationSettings: [Setting] {
    [
      number(.capacity, 0...9, value: { $0.capacity }, change: { $0.capacity = $1 }),
      number(.slips, 0...1000, value: { $0.slips }, change: { $0.slips = $1 }),
    ]
  }

  private func number(
    _ name: SettingName, _ limits: ClosedRange<Int>,
    value: @escaping (SimulatedSkill) -> Int, change: @escaping (inout SimulatedSkill, Int) -> Void
  ) -> Setting {
    setting(
      name, value: { [demonstration] in String(value(demonstration.skill)) },
      change: { [demonstration] text throws(SettingFault) in
        guard let number = Int(text), limits.contains(number) else {
          throw .number(name.rawValue, limits, text)
        }
        change(&demonstration.skill, number)
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

/// A setting that is the application's own.
enum SettingName: String {
  case seed
  case clock
  case participant
  case board
  case begin
  case plot
  case language
  case capacity
  case slips
}

/// Why a setting of the application can't be changed.
enum SettingFault: Error, Equatable {
  case seed(SeedFault)
  /// A test goes on, and nothing about its boards may change.
  case testGoesOn
  case participant
  case number(String, ClosedRange<Int>, String)
  /// The choices, the setting and the value that is none of them.
  case notOneOf([String], SettingName, String)
}
