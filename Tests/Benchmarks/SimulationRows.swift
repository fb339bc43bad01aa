import Examiner
import Game
import Science
import Statistics

/// The rows about simulated tests, and about the time in which an adaptive procedure chooses its
/// next trial.
struct SimulationRows {
  private let workshop: Workshop

  init(_ workshop: Workshop) {
    self.workshop = workshop
  }

  var tables: [Table] { [zooGames, simulatedPress, nextStimulus] }

  /// The row for complete games of the course in the test `zoo`, as rounds of the game, with a board
  /// and moves for each trial, and without a store.
  private var zooGames: Table {
    let count = 20_000
    var table = Table(title: "\(count) games of zoo like visitors", unit: "s", limits: [])
    table.lines = [
      Table.Line(name: "through GameSession", sample: gameSample(count), note: "one core")
    ]
    table.remarks = ["the limit is 5 s"]
    return table
  }

  /// Returns the times of playing `count` games as rounds of the game, each with a board and moves.
  private func gameSample(_ count: Int) -> Sample {
    var sample = Sample()
    guard let preset = TestPreset.named("zoo") else { return sample }
    let people = Population.visitors
    for run in 1...3 {
      let start = now()
      for number in 1...count {
        let seed = Seed(Seed(number: UInt32(run)), round: number)
        var generator = Generator(text: "people/" + seed.text)
        var session = SimulatedSession(
          people.draw(using: &generator), people.latencies, drawnFrom: seed)
        try? session.play(TestSeries(preset)) { _ in true }
      }
      sample.add((now() - start) / 1e6)
    }
    return sample
  }

  /// The row for a simulated press, as a part of a complete test, with and without a store.
  private var simulatedPress: Table {
    var table = Table(title: "a simulated press", unit: "us", limits: [])
    table.lines = [Table.Line(name: "played, not kept", sample: playedPress, note: "")]
    for (name, store) in [("kept in memory", ""), ("kept in a file", "--store simulated")] {
      var sample = Sample()
      for number in 1...3 {
        let start = now()
        let reply = output("\(store) -c 'simulate 1000 inoue-210 seed=s\(number)'")
        let took = now() - start
        guard let count = Self.count(before: "presses", in: reply) else { continue }
        sample.add(took / Double(count))
      }
      table.lines.append(Table.Line(name: name, sample: sample, note: ""))
    }
    table.remarks = [
      "the limit of what is played is 1 us: 1,000,000 presses a second and core; what is kept is "
        + "limited by SQLite, which has a row for each press, with an identifier and two indexes"
    ]
    return table
  }

  /// The times of a simulated press when nothing is stored, with 1,000 participants.
  private var playedPress: Sample {
    var sample = Sample()
    guard let memory = try? MemoryModel(capacity: 6.5), let preset = TestPreset.named("inoue-210"),
      let latencies = try? PressLatencies(spread: 0.3)
    else { return sample }
    for run in 1...3 {
      var count = 0
      let start = now()
      for number in 1...1_000 {
        let seed = Seed(Seed(number: UInt32(run)), round: number)
        var session = SimulatedSession(memory, latencies, drawnFrom: seed)
        try? session.play(TestSeries(preset)) { round in
          // One of the moves is the end of the hold.
          count += round.moves.count - 1
          return true
        }
      }
      sample.add((now() - start) / Double(max(1, count)))
    }
    return sample
  }

  /// The row for the choice of the next stimulus, measured with trials that are given up at once.
  private var nextStimulus: Table {
    let count = 40
    var table = Table(title: "the next stimulus of a procedure", unit: "us", limits: [])
    for name in ["span", "hold"] {
      let start = "adapt \(name) trials=\(count) sd=0.001\n"
      let trials = String(repeating: "give-up\nwait 100\n", count: count)
      var sample = Sample()
      for _ in 0..<3 {
        let begin = now()
        _ = workshop.output(of: [workshop.chimp], input: start)
        let middle = now()
        _ = workshop.output(of: [workshop.chimp], input: start + trials)
        sample.add((now() - middle - (middle - begin)) / Double(count))
      }
      table.lines.append(Table.Line(name: "adapt \(name)", sample: sample, note: ""))
    }
    table.remarks = ["the limit is 10000 us"]
    return table
  }

  /// Returns the output of the program with arguments, run in the folder of the benchmark.
  private func output(_ words: String) -> String {
    workshop.output(
      of: ["sh", "-c", "cd \(workshop.folder); exec \(workshop.chimp) \(words)"], input: "")
  }

  /// Returns the number that stands before a word in a reply, or `nil` if there is none.
  private static func count(before word: String, in reply: String) -> Int? {
    let words = reply.split { " ,\n".contains($0) }
    return words.firstIndex { $0 == word }.flatMap { $0 > 0 ? Int(words[$0 - 1]) : nil }
  }
}
