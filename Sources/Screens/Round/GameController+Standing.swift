package import Archive
import Game
import Science
import Shell

/// The ages of participants, in the store or, without one, in memory.
package struct KnownAges {
  /// The ages in the store; `nil` in a session without one.
  var stored: ParticipantAge?
  private var session: [String: Int] = [:]
  /// The age that was read last, cached because the live picture needs it at each drawing.
  private var last: (code: String, age: Int?)?

  /// Moves the ages known so far to a store, which is used from now on.
  package mutating func move(to stored: ParticipantAge) {
    for (code, age) in session { try? stored.keep(age, of: code) }
    session = [:]
    self.stored = stored
  }

  mutating func age(of code: String) -> Int? {
    guard let stored else { return session[code] }
    if let last, last.code == code { return last.age }
    let age = stored.age(of: code)
    last = (code, age)
    return age
  }

  mutating func keep(_ age: Int?, of code: String) throws {
    if let stored { try stored.keep(age, of: code) } else { session[code] = age }
    last = nil
  }
}

/// The comparison of a player's result with those of earlier players.
extension GameController {
  private var participant: String { model.credits.participant }

  /// Returns the lines that compare the participant's first finished test with those of others.
  ///
  /// Returns none for a test without predefined steps, or with restricted feedback. After the first
  /// test there are also a note about the apparatus and, outside of studies, a question for the
  /// age.
  func standingLines(of series: TestSeries) -> [String] {
    guard series.isOver, !series.cannotKeepTime, series.preset.course.trainingCount > 0,
      series.settings.feedback == .full
    else { return [] }
    let age = ages.age(of: participant)
    let language = speaker.language
    if let first = bests.earlier.first {
      return sentence(first, of: series.preset, age, isEarlier: true)
    }
    let isAsked = age == nil && series.settings.studyPosition == nil
    return sentence(TestScore(series), of: series.preset, age, isEarlier: false)
      + [language.touchScreenNote] + (isAsked ? [language.ageQuestion] : [])
  }

  private func sentence(
    _ score: TestScore, of preset: TestPreset, _ age: Int?, isEarlier: Bool
  ) -> [String] {
    let standing = try? Standing(highest: preset.course.step(score.level), age: age)
    guard let standing else { return [] }
    return [
      speaker.language.standing(standing, level: score.level, of: preset, isEarlier: isEarlier)
    ]
  }

  func tellAge() {
    let age = ages.age(of: participant)
    let reader = reader()
    speaker.say { $0.age(age, of: participant, for: reader) }
    tellFirstGame(age)
  }

  func setAge(_ age: Int?) throws {
    try ages.keep(age, of: participant)
    tellAge()
  }

  private func tellFirstGame(_ age: Int?) {
    guard series == nil, let preset = TestPreset.named("zoo") else { return }
    guard let first = bests.first(like: TestSeries(preset), by: participant) else { return }
    for line in sentence(first, of: preset, age, isEarlier: true) { speaker.say { _ in line } }
  }
}
