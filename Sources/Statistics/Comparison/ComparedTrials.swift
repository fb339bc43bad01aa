import Glibc
import Science

/// The trials of a comparison in compact form, up to a limit.
struct ComparedTrials: Sendable {
  /// A trial, whose press times are `times[start..<start + count]` of the list.
  struct Trial: Sendable {
    let participant: Int
    let board: Int
    let condition: Int
    let isPassed: Bool
    /// `true` if the first press is timed from the onset, `false` if from the mask.
    fileprivate let isFirstSeen: Bool
    fileprivate let start: Int
    fileprivate let count: Int
  }

  /// The maximum number of trials that were asked for, and of other ones; it bounds the memory.
  static var limit: Int { 250_000 }

  private(set) var trials: [Trial] = []
  private(set) var participantCodes: [String] = []
  /// The conditions of a study that each participant has played, if they were noted.
  private(set) var playedConditions: [Set<String>] = []
  /// `true` if there are more trials that were asked for than the limit.
  private(set) var isOverLimit = false
  /// `true` if there are more other trials than the limit.
  private(set) var hasMoreOthers = false
  private var askedCount = 0
  /// The times of all right presses in milliseconds, in the order of the presses; NaN if unknown.
  private var times: [Double] = []
  private var participants: [String: Int] = [:]
  private var boards: [String: Int] = [:]
  /// The names of the tests of each condition.
  private var tests: [Int: Set<String>] = [:]

  mutating func add(
    participant: String, board: String, condition: Int, test: String?, isAsked: Bool = true,
    isPassed: Bool, isFirstSeen: Bool, times added: [Double?], playing name: String? = nil
  ) {
    guard (isAsked ? askedCount : trials.count - askedCount) < Self.limit else {
      if isAsked { isOverLimit = true } else { hasMoreOthers = true }
      return
    }
    if isAsked { askedCount += 1 }
    let person = participants[participant] ?? participants.count
    if person == participants.count {
      participants[participant] = person
      participantCodes.append(participant)
      playedConditions.append([])
    }
    if let name { playedConditions[person].insert(name) }
    if let test { tests[condition, default: []].insert(test) }
    let number = boards[board] ?? boards.count
    boards[board] = number
    trials.append(
      Trial(
        participant: person, board: number, condition: condition, isPassed: isPassed,
        isFirstSeen: isFirstSeen, start: times.count, count: added.count))
    times += added.map { $0 ?? .nan }
  }

  /// Returns what keeps figures of two conditions from being compared.
  func comparability(_ first: Int, _ second: Int) -> Comparability {
    Comparability(
      ofTests: tests[first, default: []].union(tests[second, default: []]),
      mixesOnsets: mixesOnsets(first, second))
  }

  /// Returns whether some first presses of two conditions are timed from the onset, and others from
  /// the mask.
  private func mixesOnsets(_ first: Int, _ second: Int) -> Bool {
    func origins(_ condition: Int) -> Set<Bool> {
      Set(
        trials.lazy.filter { $0.condition == condition && !times(of: $0, .firstPress).isEmpty }
          .map(\.isFirstSeen))
    }
    let both = [origins(first), origins(second)]
    return both[0].union(both[1]).count > 1 && !both.contains([])
  }

  /// Returns the known times of a trial's first press, or of its later ones.
  func times(of trial: Trial, _ measure: Comparison.Measure) -> [Double] {
    let all = times[trial.start..<trial.start + trial.count]
    let asked = measure == .firstPress ? all.prefix(1) : all.dropFirst()
    return asked.filter { $0 > 0 }
  }
}

/// The logarithms of press times, after outliers were excluded.
struct ComparedTimes: Sendable {
  /// The sum and the number of a trial's logarithms.
  private struct Sum: Sendable {
    var sum = 0.0
    var count = 0
  }

  private(set) var trimmed: TrimmedTimes?
  private var sums: [Comparison.Measure: [Sum]] = [:]

  /// Excludes outliers separately for each participant and condition.
  ///
  /// Only those of the first `askedCount` conditions are counted.
  init(_ trials: ComparedTrials, _ rule: LatencyTrim?, askedCount: Int) {
    trimmed = rule.map { TrimmedTimes($0) }
    for measure in [Comparison.Measure.firstPress, .laterPresses] {
      let bounds = rule.map { self.bounds(trials, measure, $0, askedCount) } ?? [:]
      sums[measure] = trials.trials.map { trial in
        var sum = Sum()
        for time in trials.times(of: trial, measure) {
          if let kept = bounds[Cell(trial)], time < kept.lower || time > kept.upper { continue }
          sum.sum += log(time)
          sum.count += 1
        }
        return sum
      }
    }
  }

  /// Returns the mean logarithm of the times of some trials; `nil` if all times were excluded.
  func mean(_ measure: Comparison.Measure, ofTrials indexes: [Int]) -> Double? {
    guard let sums = sums[measure] else { return nil }
    let count = indexes.reduce(0) { $0 + sums[$1].count }
    guard count > 0 else { return nil }
    return indexes.reduce(0) { $0 + sums[$1].sum } / Double(count)
  }

  private struct Cell: Hashable {
    let participant: Int
    let condition: Int

    init(_ trial: ComparedTrials.Trial) {
      participant = trial.participant
      condition = trial.condition
    }
  }

  /// Returns the bounds for each participant and condition, and counts the excluded times.
  ///
  /// A rule of standard deviations has no bounds for a single time.
  private mutating func bounds(
    _ trials: ComparedTrials, _ measure: Comparison.Measure, _ rule: LatencyTrim,
    _ askedCount: Int
  ) -> [Cell: Interval] {
    var cells: [Cell: [Double]] = [:]
    for trial in trials.trials {
      cells[Cell(trial), default: []] += trials.times(of: trial, measure)
    }
    var bounds: [Cell: Interval] = [:]
    for (cell, times) in cells {
      guard let outcome = try? rule.applied(to: times) else { continue }
      bounds[cell] = outcome.bounds
      guard cell.condition < askedCount else { continue }
      trimmed?.add(below: outcome.belowCount, above: outcome.aboveCount)
    }
    return bounds
  }
}
