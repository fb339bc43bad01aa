import Glibc
import Science

/// The trials of a comparison, each in a few bytes, up to a limit.
struct ComparedTrials: Sendable {
  /// A trial; its times are `times[start..<start + count]` of the list.
  struct Trial: Sendable {
    let participant: Int
    let board: Int
    let condition: Int
    let isPassed: Bool
    fileprivate let start: Int
    fileprivate let count: Int
  }

  /// The most trials, so that memory is bounded.
  static var limit: Int { 250_000 }

  private(set) var trials: [Trial] = []
  private(set) var participantCodes: [String] = []
  private(set) var isOverLimit = false
  /// The times of all right presses in milliseconds, the first of a trial first; NaN where unknown.
  private var times: [Double] = []
  private var participants: [String: Int] = [:]
  private var boards: [String: Int] = [:]

  mutating func add(
    participant: String, board: String, condition: Int, isPassed: Bool, times added: [Double?]
  ) {
    guard trials.count < Self.limit else {
      isOverLimit = true
      return
    }
    let person = participants[participant] ?? participants.count
    if person == participants.count {
      participants[participant] = person
      participantCodes.append(participant)
    }
    let number = boards[board] ?? boards.count
    boards[board] = number
    trials.append(
      Trial(
        participant: person, board: number, condition: condition, isPassed: isPassed,
        start: times.count, count: added.count))
    times += added.map { $0 ?? .nan }
  }

  /// Returns the times of a trial's first press, or of its later ones, that are known.
  func times(of trial: Trial, _ measure: Comparison.Measure) -> [Double] {
    let all = times[trial.start..<trial.start + trial.count]
    let asked = measure == .firstPress ? all.prefix(1) : all.dropFirst()
    return asked.filter { $0 > 0 }
  }
}

/// The mean logarithm of the times of each trial, after a rule has excluded some.
struct ComparedTimes: Sendable {
  private(set) var trimmed: TrimmedTimes?
  /// The mean logarithm by measure and trial; `nil` where no time is left.
  private var means: [Comparison.Measure: [Double?]] = [:]

  /// Applies the rule to the times of each participant in each condition on their own.
  init(_ trials: ComparedTrials, _ rule: LatencyTrim?) {
    trimmed = rule.map { TrimmedTimes($0) }
    for measure in [Comparison.Measure.firstPress, .laterPresses] {
      let bounds = rule.map { self.bounds(trials, measure, $0) } ?? [:]
      means[measure] = trials.trials.map { trial in
        let kept = trials.times(of: trial, measure).filter { time in
          guard let interval = bounds[Cell(trial)] else { return true }
          return time >= interval.lower && time <= interval.upper
        }
        return try? MeanTally(kept.map { log($0) }).mean()
      }
    }
  }

  func mean(_ measure: Comparison.Measure, ofTrial index: Int) -> Double? {
    means[measure]?[index]
  }

  private struct Cell: Hashable {
    let participant: Int
    let condition: Int

    init(_ trial: ComparedTrials.Trial) {
      participant = trial.participant
      condition = trial.condition
    }
  }

  /// Returns the bounds of each participant in each condition, and counts the times outside them.
  ///
  /// A cell with a single time has none by a rule of deviations.
  private mutating func bounds(
    _ trials: ComparedTrials, _ measure: Comparison.Measure, _ rule: LatencyTrim
  ) -> [Cell: Interval] {
    var cells: [Cell: [Double]] = [:]
    for trial in trials.trials {
      cells[Cell(trial), default: []] += trials.times(of: trial, measure)
    }
    var bounds: [Cell: Interval] = [:]
    for (cell, times) in cells {
      guard let outcome = try? rule.applied(to: times) else { continue }
      bounds[cell] = outcome.bounds
      trimmed?.add(below: outcome.belowCount, above: outcome.aboveCount)
    }
    return bounds
  }
}
