import Archive
import Glibc
import Science

/// Accumulates the trials of several conditions.
package struct ComparisonTally: TrialTally {
  private typealias Measure = Comparison.Measure

  /// The trials of a board, or of a participant, in one condition.
  private struct Cell: Sendable {
    var passes = Proportion()
    /// The logarithms of the times, measure by measure.
    var times = [MeanTally](repeating: MeanTally(), count: Measure.allCases.count)

    mutating func add(_ trial: ReadTrial) {
      passes.add(isPassed: trial.isPassed)
      for (index, time) in trial.latencies.enumerated() {
        guard let time, time > 0 else { continue }
        let measure = index == 0 ? Measure.firstPress : .laterPresses
        times[measure.rawValue].add(log(time))
      }
    }

    /// Returns the difference of the mean logarithms; nil if one of the cells has no times.
    func difference(from other: Cell, _ measure: Measure) -> Double? {
      guard let one = try? times[measure.rawValue].mean(),
        let mean = try? other.times[measure.rawValue].mean()
      else { return nil }
      return one - mean
    }
  }

  private struct Board: Hashable {
    let key: Int
    let condition: Int
  }

  /// The boards, or the participants, that two conditions share.
  private struct Shared: Sendable {
    var outcomes = PairedOutcomes()
    /// The differences of the shares, the first minus the second.
    var shares: [Double] = []
    /// The differences of the times, measure by measure.
    var times = [[Double]](repeating: [], count: Measure.allCases.count)

    mutating func addOutcomes(_ first: Cell, _ second: Cell) {
      outcomes.add(first: first.passes.passedCount > 0, second: second.passes.passedCount > 0)
    }

    mutating func addTimes(_ first: Cell, _ second: Cell) {
      for measure in Measure.allCases {
        if let difference = first.difference(from: second, measure) {
          times[measure.rawValue].append(difference)
        }
      }
    }
  }

  /// The number of boards that are remembered, so that memory is bounded.
  static var boardLimit: Int { 100_000 }

  private let conditions: [TrialCondition]
  private var passes: [Proportion]
  /// The mean times of the trials of each condition, measure by measure.
  private var times: [[MeanTally]]
  private var boards: [Board: Cell] = [:]
  private var sharedBoards: [[Shared]]
  private var people: [String: [Int: Cell]] = [:]
  private var hasMoreBoards = false

  package init(_ conditions: [TrialCondition]) {
    self.conditions = conditions
    passes = conditions.map { _ in Proportion() }
    times = conditions.map { _ in Cell().times }
    sharedBoards = conditions.map { _ in conditions.map { _ in Shared() } }
  }

  package mutating func add(_ trial: ReadTrial) {
    guard let condition = conditions.firstIndex(where: { $0.holds(for: trial) }) else { return }
    passes[condition].add(isPassed: trial.isPassed)
    var cell = Cell()
    cell.add(trial)
    for measure in Measure.allCases {
      if let mean = try? cell.times[measure.rawValue].mean() {
        times[condition][measure.rawValue].add(mean)
      }
    }
    pair(cell, of: trial, in: condition)
    if conditions[0].kind != .participant {
      people[trial.participant, default: [:]][condition, default: Cell()].add(trial)
    }
  }

  /// Pairs a board with itself in the other conditions, the first time that it comes.
  private mutating func pair(_ cell: Cell, of trial: ReadTrial, in condition: Int) {
    var hasher = Hasher()
    hasher.combine(trial.board)
    // The same board of the same participant, or else of the same test.
    if conditions[0].kind == .participant {
      hasher.combine(trial.test)
      hasher.combine(trial.requestedHold)
    } else {
      hasher.combine(trial.participant)
    }
    let key = hasher.finalize()
    guard boards[Board(key: key, condition: condition)] == nil else { return }
    guard boards.count < Self.boardLimit else {
      hasMoreBoards = true
      return
    }
    boards[Board(key: key, condition: condition)] = cell
    for other in conditions.indices where other != condition {
      guard let known = boards[Board(key: key, condition: other)] else { continue }
      sharedBoards[condition][other].addOutcomes(cell, known)
      sharedBoards[condition][other].addTimes(cell, known)
      sharedBoards[other][condition].addOutcomes(known, cell)
      sharedBoards[other][condition].addTimes(known, cell)
    }
  }
}

extension ComparisonTally {
  package var figures: Comparison {
    var pairs: [Comparison.Pair] = []
    for later in conditions.indices {
      for earlier in conditions.indices.prefix(later)
      where passes[earlier].count > 0 && passes[later].count > 0 {
        pairs.append(pair(later, earlier))
      }
    }
    return Comparison(
      kind: conditions[0].kind,
      conditions: zip(conditions, passes).map { condition, passes in
        Comparison.Condition(word: condition.word, passes: Share(passes))
      }, pairs: pairs, boardLimit: hasMoreBoards ? Self.boardLimit : nil)
  }

  private func pair(_ first: Int, _ second: Int) -> Comparison.Pair {
    let outcomes = sharedBoards[first][second].outcomes
    let boards = Comparison.SharedBoards(outcomes)
    let people = sharedPeople(first, second)
    let difference =
      boards == nil
      ? try? ProportionDifference(passes[first], passes[second]).estimate()
      : try? outcomes.difference()
    // A difference of shares can't be larger than they are.
    let accuracy =
      people.shares.count > 1
      ? Comparison.PairedDifference(people.shares, limits: -1...1) : nil
    return Comparison.Pair(
      first: conditions[first].word, second: conditions[second].word, boards: boards,
      difference: difference, accuracy: accuracy,
      times: Measure.allCases.map { time($0, first, second, people) })
  }

  /// The difference of times, of participants if two have both conditions, or else of boards.
  private func time(
    _ measure: Measure, _ first: Int, _ second: Int, _ people: Shared
  ) -> Comparison.TimeDifference {
    let ofPeople = people.times[measure.rawValue]
    let ofBoards = sharedBoards[first][second].times[measure.rawValue]
    if ofPeople.count > 1 {
      let paired = Comparison.PairedDifference(ofPeople, mapped: exp)
      return Comparison.TimeDifference(
        measure: measure, unit: .participants(paired.count), result: paired.result)
    }
    if ofBoards.count > 1 {
      let paired = Comparison.PairedDifference(ofBoards, mapped: exp)
      return Comparison.TimeDifference(
        measure: measure, unit: .boards(paired.count), result: paired.result)
    }
    let groups = IndependentMeans(times[first][measure.rawValue], times[second][measure.rawValue])
    return Comparison.TimeDifference(
      measure: measure, unit: .groups,
      result: Result { () throws(StatisticFault) in
        TestedDifference(try groups.test(), mapped: exp)
      })
  }

  /// The participants that two conditions share, in the order of their codes.
  private func sharedPeople(_ first: Int, _ second: Int) -> Shared {
    var shared = Shared()
    for (_, cells) in people.sorted(by: { $0.key < $1.key }) {
      guard let one = cells[first], let other = cells[second],
        let share = try? one.passes.value() - other.passes.value()
      else { continue }
      shared.shares.append(share)
      shared.addTimes(one, other)
    }
    return shared
  }
}
