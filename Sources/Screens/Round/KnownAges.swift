import Archive
import Game

/// The ages of participants, in the store or, without one, in memory.
struct KnownAges {
  /// The ages in the store; `nil` in a session without one.
  var stored: ParticipantAge?
  private var session: [String: Int] = [:]
  /// The age that was read last, because the live picture needs it at each drawing (row "key to
  /// picture").
  private var last: (code: String, age: Int?)?

  /// Moves the ages known so far to a store, which is used from now on.
  mutating func move(to stored: ParticipantAge) {
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

/// The commands about the age of the participant.
extension GameController {
  /// Shows the age of the participant, and how the participant's first game stands.
  func showAge() {
    let age = ages.age(of: participant)
    view.showAge(age, of: participant, for: application.tableReader)
    guard series == nil, let preset = TestPreset.named("zoo") else { return }
    try? bests.readAll(by: participant)
    let scores = bests.scores(like: TestSeries(preset), by: participant)
    guard let first = scores?.all.first else { return }
    view.showFirstGame(first, of: preset, age: age)
  }

  /// Stores the age of the participant, and shows it.
  func setAge(_ age: Int?) throws {
    try ages.keep(age, of: participant)
    showAge()
  }
}
