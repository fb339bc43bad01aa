import Examiner

/// The holds of the trials of a test that has several, in the order in which chance mixes them.
///
/// Each hold comes equally often in the counted trials, and never more than three times in a row
/// unless `runs=free`. Practice goes through all holds in random order, again and again. The same
/// settings have the same order on every machine and in every release.
///
///     var settings = TestSettings()
///     settings.holds = [200, 400, 800]
///     settings.trials = 60
///     settings.draw = "9f86d081884c7d65"
///     HoldSequence(.plain, settings)?.hold(ofTrial: 1, afterMissed: 0)
public struct HoldSequence: Equatable, Sendable {
  /// The maximum number of trials in a row with the same hold, unless runs are free.
  public static var longestRun: Int { 3 }
  /// The allowed numbers of different holds.
  public static var counts: ClosedRange<Int> { 2...20 }

  /// The holds of the practice trials, then those of the counted ones.
  private let holds: [Int]
  private let practiceCount: Int

  /// Creates the order of a test; returns `nil` if the test has one hold or none.
  ///
  /// If the holds don't divide the number of trials, the first ones have one trial more; study
  /// files don't allow it.
  public init?(_ preset: TestPreset, _ settings: TestSettings) {
    guard let holds = settings.holds, !holds.isEmpty, case .trials(let usual) = preset.course else {
      return nil
    }
    let count = settings.trials ?? usual
    let draw = settings.draw ?? ""
    let longestRun = settings.runs == .free ? count : Self.longestRun
    practiceCount = settings.practice
    self.holds =
      Self.practiceOrder(of: holds, count: settings.practice, draw)
      + Self.order(of: holds, count: count, longestRun: longestRun, draw)
  }

  /// Returns the hold of a trial after `missedCount` counted trials that missed their hold.
  ///
  /// A trial that missed its hold is replaced at once by another one with the same hold.
  public func hold(ofTrial number: Int, afterMissed missedCount: Int) -> Int {
    let index = number <= practiceCount ? number - 1 : number - 1 - missedCount
    return holds[min(max(index, 0), holds.count - 1)]
  }

  /// Returns a series of permutations of all holds.
  private static func practiceOrder(of holds: [Int], count: Int, _ draw: String) -> [Int] {
    var generator = Generator(text: "practice-holds/\(draw)")
    var order: [Int] = []
    while order.count < count {
      generator.draw(holds.count, outOf: holds.count) { order.append(holds[$0]) }
    }
    return Array(order.prefix(count))
  }

  /// Returns a random order of as many trials of each hold.
  ///
  /// Each trial is drawn among the trials that are left, without those after which the rest could
  /// not be ordered.
  private static func order(
    of holds: [Int], count: Int, longestRun: Int, _ draw: String
  ) -> [Int] {
    var generator = Generator(text: "holds/\(draw)")
    var rest = RemainingHolds(kindCount: holds.count, count: count, longestRun: longestRun)
    return (0..<count).map { _ in
      let kinds = rest.allowedKinds
      var index = generator.next(below: kinds.reduce(0) { $0 + rest.counts[$1] })
      let kind = kinds.first { kind in
        index -= rest.counts[kind]
        return index < 0
      }
      let next = kind ?? kinds[0]
      rest.remove(next)
      return holds[next]
    }
  }
}

/// The trials of each hold that have not been drawn yet.
private struct RemainingHolds {
  private(set) var counts: [Int]
  /// The index of the last hold, and how often it came in a row.
  private var run = (kind: 0, length: 0)
  private let longestRun: Int

  init(kindCount: Int, count: Int, longestRun: Int) {
    counts = (0..<kindCount).map { count / kindCount + ($0 < count % kindCount ? 1 : 0) }
    self.longestRun = longestRun
  }

  /// The indexes of the holds that can come next.
  ///
  /// The others are used up, would come too often in a row, or would leave too few trials of the
  /// others to separate those of one hold.
  var allowedKinds: [Int] {
    let left = counts.indices.filter { counts[$0] > 0 }
    let allowed = left.filter { kind in
      var next = self
      next.remove(kind)
      return next.run.length <= longestRun && next.canEnd
    }
    return allowed.isEmpty ? left : allowed
  }

  /// `true` if the rest has an order without a longer run: between the trials of all other holds,
  /// and before and after them, there is room for those of the most frequent hold.
  private var canEnd: Bool {
    let total = counts.reduce(0, +)
    return counts.indices.allSatisfy { kind in
      let before = kind == run.kind ? longestRun - run.length : longestRun
      return counts[kind] <= before + longestRun * (total - counts[kind])
    }
  }

  mutating func remove(_ kind: Int) {
    counts[kind] -= 1
    run = (kind, kind == run.kind ? run.length + 1 : 1)
  }
}

extension TestSettings {
  /// Returns whether settings in their text form mix several holds, without parsing them.
  public static func mixesHolds(_ text: String) -> Bool {
    text.utf8.split(separator: UInt8(ascii: " ")).contains { $0.starts(with: "holds=".utf8) }
  }

  /// Returns whether other settings mix the same holds in the same order.
  public func hasHolds(of other: TestSettings) -> Bool {
    holds == other.holds && runs == other.runs && draw == other.draw
  }
}
