import Archive
import Game
import Glibc
package import Science

package struct TrialCondition: Equatable, Sendable {
  package enum Kind: Equatable, Sendable { case test, hold, count, participant }

  package let kind: Kind
  package let word: String
  private let name: String

  /// Takes a word: a test or the end of its name, a count, a hold, or else a participant's code.
  package init?(_ word: String, isCode: Bool) {
    self.word = word
    let tests = isCode ? [] : TestPreset.names(like: word)
    guard tests.count < 2 else { return nil }
    name = tests.first ?? word
    let number = isCode ? nil : Int(word)
    kind =
      !tests.isEmpty ? .test : number.map { $0 < Self.lowestHold ? .count : .hold } ?? .participant
    if kind == .participant, !ParticipantCode.isValid(word) { return nil }
  }

  /// From where on a number is a hold, and no count.
  static var lowestHold: Int { 50 }
  package static var most: Int { 6 }

  package func isSame(as other: Self) -> Bool { kind == other.kind && name == other.name }

  func holds(for trial: ReadTrial) -> Bool {
    switch kind {
    case .test: trial.test == name
    case .hold: trial.requestedHold.map { "\($0)" } == name
    case .count: "\(trial.count)" == name
    case .participant: trial.participant == name
    }
  }
}

/// Trials in several conditions, compared two by two.
package struct ComparisonTally: TrialTally {
  /// The measures of a trial besides its outcome: logarithms of times.
  package enum Measure: Int, CaseIterable, Sendable { case firstPress, laterPresses }

  /// What a board, or a participant, has in one condition.
  fileprivate struct Result: Sendable {
    var passes = Proportion()
    var times = [MeanTally](repeating: MeanTally(), count: Measure.allCases.count)

    mutating func add(_ trial: ReadTrial) {
      passes.add(isPassed: trial.isPassed)
      for (place, time) in trial.latencies.enumerated() {
        guard let time, time > 0 else { continue }
        times[place == 0 ? 0 : 1].add(log(time))
      }
    }

    func difference(from other: Self, _ measure: Measure) -> Double? {
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

  package struct Pair: Sendable {
    package fileprivate(set) var outcomes = PairedOutcomes()
    /// The first less the second, measure by measure.
    package fileprivate(set) var differences = [[Double]](
      repeating: [], count: Measure.allCases.count)

    fileprivate mutating func add(_ first: Result, _ second: Result) {
      outcomes.add(first: first.passes.passedCount > 0, second: second.passes.passedCount > 0)
      for measure in Measure.allCases {
        first.difference(from: second, measure).map { differences[measure.rawValue].append($0) }
      }
    }
  }

  /// How many boards are kept in mind, so that memory stays as it is.
  package static var mostBoards: Int { 100_000 }

  package let conditions: [TrialCondition]
  package private(set) var passes: [Proportion]
  private var times: [[MeanTally]]
  private var boards: [Board: Result] = [:]
  /// What the boards of two conditions share.
  package private(set) var pairs: [[Pair]]
  private var people: [String: [Int: Result]] = [:]
  /// Whether there were more boards than are kept in mind.
  package private(set) var hasMoreBoards = false

  package init(_ conditions: [TrialCondition]) {
    self.conditions = conditions
    passes = conditions.map { _ in Proportion() }
    times = conditions.map { _ in Result().times }
    pairs = conditions.map { _ in conditions.map { _ in Pair() } }
  }

  package mutating func add(_ trial: ReadTrial) {
    guard let place = conditions.firstIndex(where: { $0.holds(for: trial) }) else { return }
    passes[place].add(isPassed: trial.isPassed)
    var result = Result()
    result.add(trial)
    for measure in Measure.allCases {
      if let mean = try? result.times[measure.rawValue].mean() {
        times[place][measure.rawValue].add(mean)
      }
    }
    pair(result, of: trial, in: place)
    if conditions[0].kind != .participant {
      people[trial.participant, default: [:]][place, default: Result()].add(trial)
    }
  }

  /// Pairs a board with itself in the other conditions, the first time that it comes.
  private mutating func pair(_ result: Result, of trial: ReadTrial, in place: Int) {
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
    guard boards[Board(key: key, condition: place)] == nil else { return }
    guard boards.count < Self.mostBoards else {
      hasMoreBoards = true
      return
    }
    boards[Board(key: key, condition: place)] = result
    for other in conditions.indices where other != place {
      guard let known = boards[Board(key: key, condition: other)] else { continue }
      pairs[place][other].add(result, known)
      pairs[other][place].add(known, result)
    }
  }

  /// What the participants of two conditions share: the shares of their trials, and their means.
  package func people(_ first: Int, _ second: Int) -> (shares: [Double], times: [[Double]]) {
    var shares: [Double] = []
    var times = Pair().differences
    for (_, results) in people.sorted(by: { $0.key < $1.key }) {
      guard let one = results[first], let other = results[second],
        let share = try? one.passes.value() - other.passes.value()
      else { continue }
      shares.append(share)
      for measure in Measure.allCases {
        one.difference(from: other, measure).map { times[measure.rawValue].append($0) }
      }
    }
    return (shares, times)
  }

  package func groups(_ first: Int, _ second: Int, _ measure: Measure) -> IndependentMeans {
    IndependentMeans(times[first][measure.rawValue], times[second][measure.rawValue])
  }
}
