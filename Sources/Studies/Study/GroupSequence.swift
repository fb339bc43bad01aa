import Examiner

/// The groups of participants in the order in which chance assigns them, without end.
///
/// The groups come in permuted blocks: in each block every group comes as often as its weight says,
/// in random order. The length of each block is one of two, also by chance, so that the end of a
/// block can't be foreseen. Everything is drawn from a seed that only the store knows.
///
///     var groups = GroupSequence(plan, seed: seed)
///     let first = groups?.next()
public struct GroupSequence: IteratorProtocol {
  private let unit: [String]
  private var generator: Generator
  /// The groups of the current block that have not been assigned, in reverse order.
  private var rest: [String] = []

  /// The minimum length of a block, because the last group of a shorter one is too easy to foresee.
  private static var shortestBlock: Int { 4 }

  /// Creates the sequence of a study; returns `nil` if the study does not assign groups by chance.
  public init?(_ plan: StudyPlan, seed: String) {
    guard plan.groupWeights?.isEmpty == false else { return nil }
    unit = plan.groupUnit
    generator = Generator(text: "groups/\(seed)")
  }

  /// Returns the two lengths of blocks: the smallest multiples of the unit that are not too short.
  fileprivate static func blockLengths(ofUnit unit: [String]) -> [Int] {
    let count = (shortestBlock + unit.count - 1) / unit.count
    return [count * unit.count, (count + 1) * unit.count]
  }

  public mutating func next() -> String? {
    if rest.isEmpty { drawBlock() }
    return rest.popLast()
  }

  private mutating func drawBlock() {
    let length = Self.blockLengths(ofUnit: unit)[generator.next(below: 2)]
    generator.draw(length, outOf: length) { rest.append(unit[$0 % unit.count]) }
  }
}

extension StudyPlan {
  /// The smallest set of participants with the weights of the groups: one of each with equal
  /// weights.
  public var groupUnit: [String] {
    guard let groupWeights else { return groups }
    let divisor = groupWeights.reduce(0, Self.commonDivisor)
    return zip(groups, groupWeights).flatMap { group, weight in
      Array(repeating: group, count: weight / divisor)
    }
  }

  /// The number of participants in a block of groups, at least, if this is more than the study
  /// plans, so that not even one block gets full; `nil` otherwise, and for groups that chance does
  /// not assign.
  public var unfilledGroupBlock: Int? {
    guard groupWeights?.isEmpty == false else { return nil }
    let length = GroupSequence.blockLengths(ofUnit: groupUnit)[0]
    return length > participantCount ? length : nil
  }

  private static func commonDivisor(_ first: Int, _ second: Int) -> Int {
    second == 0 ? first : commonDivisor(second, first % second)
  }
}
