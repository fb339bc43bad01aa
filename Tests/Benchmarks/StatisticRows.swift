import Glibc
import Science

/// The rows about the mixed logistic regression over participants.
struct StatisticRows {
  /// The numbers of participants, of boards, and of boards that each participant plays.
  private struct Workload {
    let participantCount: Int
    let boardCount: Int
    let playedCount: Int
  }

  private static let workloads = [
    Workload(participantCount: 24, boardCount: 60, playedCount: 60),
    Workload(participantCount: 200, boardCount: 100, playedCount: 100),
    Workload(participantCount: 300, boardCount: 300, playedCount: 60),
  ]

  var tables: [Table] {
    var table = Table(title: "a mixed logistic regression", unit: "ms", limits: [])
    for workload in Self.workloads {
      var sample = Sample()
      var note = ""
      for run in 1...3 {
        guard let trials = try? trials(workload, run: run) else { continue }
        let start = now()
        let fit = try? MixedLogistic(trials)
        sample.add((now() - start) / 1000)
        if fit == nil { note = "not fitted" }
      }
      let name = "\(workload.participantCount) people x \(workload.playedCount) boards"
      table.lines.append(Table.Line(name: name, sample: sample, note: note))
    }
    table.remarks = ["the limit is 2000 ms for 24 people x 60 boards"]
    return [table]
  }

  /// Returns random trials with holds of 210, 430 and 650 ms, of participants and boards that
  /// differ in difficulty.
  private func trials(_ workload: Workload, run: Int) throws(ScienceError) -> MixedTrials {
    var generator = ShiftedNumbers(state: UInt64(run) &* 0x9e37_79b9_7f4a_7c15)
    let people = (0..<workload.participantCount).map { _ in 0.7 * generator.normal() }
    let boards = (0..<workload.boardCount).map { _ in 0.4 * generator.normal() }
    var trials = MixedTrials(predictorCount: 1)
    for (person, ability) in people.enumerated() {
      for number in 0..<workload.playedCount {
        let board = (number + person * workload.playedCount) % workload.boardCount
        let hold = log([210.0, 430, 650][(number + person) % 3])
        let logit = -8.5 + 1.5 * hold + ability + boards[board]
        try trials.add(
          participant: person, board: board, predictors: [hold],
          isPassed: generator.unit() < 1 / (1 + exp(-logit)))
      }
    }
    return trials
  }
}

/// A pseudorandom generator (xorshift), which gives the same numbers in every run.
private struct ShiftedNumbers {
  var state: UInt64

  /// Returns a number from 0 up to, but not including, 1.
  mutating func unit() -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Double(state >> 11) / 9_007_199_254_740_992
  }

  /// Returns a random number of the standard normal distribution.
  mutating func normal() -> Double { sqrt(-2 * log(unit())) * cos(2 * .pi * unit()) }
}
