import ChimpSystem
import Examiner
import Game
import Science
import Statistics

/// Measures complete games of simulated participants: the command, which stores them in memory, and
/// beside it what is only played.
func simulatedGames(_ workshop: Workshop) -> [Table] {
  let count = 20_000
  var (stored, played) = (Sample(), Sample())
  var pressCount = 0
  for run in 1...3 {
    let words = [workshop.chimp, "-c", "simulate \(count) zoo seed=\(run)"]
    if let end = ChildProgram(words, input: .nothing)?.end(), end.status == 0 {
      stored.add(end.work / 1e6)
    }
    let start = now()
    pressCount = playedPresses(count, run: run)
    played.add((now() - start) / 1e6)
  }
  let speed = Double(pressCount) / played.median
  return [
    Table(
      title: "simulate \(count) zoo", unit: "s", limits: [.init(most: 5)],
      lines: [
        .init(name: "chimp", sample: stored, note: "of the processor, not by the clock"),
        .init(name: "played, not stored", sample: played, note: "\(shown(speed)) presses a second"),
      ])
  ]
}

/// Plays games without storing them, and returns the number of their presses.
private func playedPresses(_ count: Int, run: Int) -> Int {
  guard let preset = TestPreset.named("zoo") else { return 0 }
  let people = Population.students
  var pressCount = 0
  for number in 1...count {
    let seed = Seed(Seed(number: UInt32(run)), round: number)
    var generator = Generator(text: "people/" + seed.text)
    var session = SimulatedSession(
      people.draw(using: &generator), people.latencies, drawnFrom: seed)
    try? session.play(TestSeries(preset)) { report in
      pressCount += report.presses.count
      return true
    }
  }
  return pressCount
}
