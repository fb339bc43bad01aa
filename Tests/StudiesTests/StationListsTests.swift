import Studies
import Testing

/// Tests of the lists that a study has for several stations.
struct StationListsTests {
  private static let seeds = (1...10).map { "seed \($0)" }

  private func plan(_ lines: String, count: Int = 24, conditions: Int = 3) throws -> StudyPlan {
    let names = ["a", "b", "c", "d"].prefix(conditions)
    return try StudyFile.read(
      """
      @ chimp-study 1
      name split
      participants \(count)
      \(lines)

      """ + names.map { "condition \($0) inoue-210 trials=1\n" }.joined())
  }

  private func parts(
    _ plan: StudyPlan, _ stationCount: Int, _ seed: String
  ) throws -> [[StationLists.Place]] {
    try #require(StationLists(plan, stationCount: stationCount, seed: seed)).parts
  }

  /// Returns the difference between the largest and the smallest number of the values.
  private func spread<Value: Hashable>(_ found: [Value], of all: [Value]) -> Int {
    let counts = all.map { value in found.count { $0 == value } }
    return (counts.max() ?? 0) - (counts.min() ?? 0)
  }

  @Test(arguments: seeds)
  func `Four stations with six enrolments each give four per order`(_ seed: String) throws {
    let parts = try parts(plan("order latin"), 4, seed)
    let orders = parts.joined().compactMap(\.order)
    #expect(parts.map(\.count) == [6, 6, 6, 6])
    #expect((1...6).map { order in orders.count { $0 == order } } == [4, 4, 4, 4, 4, 4])
  }

  @Test(arguments: seeds)
  func `Orders are balanced after each turn of all stations, and at each station`(
    _ seed: String
  ) throws {
    for stationCount in 2...9 {
      let parts = try parts(plan("order latin", count: 97), stationCount, seed)
      #expect(parts.joined().count == 97)
      let orders = parts.map { $0.compactMap(\.order) }
      for count in 0...(97 / stationCount) {
        let merged = orders.flatMap { $0.prefix(count) }
        #expect(spread(merged, of: Array(1...6)) < 2, "\(stationCount) stations, \(count) each")
        #expect(orders.allSatisfy { spread(Array($0.prefix(count)), of: Array(1...6)) < 2 })
      }
      #expect(spread(orders.flatMap { $0 }, of: Array(1...6)) < 2, "\(stationCount) stations")
    }
  }

  @Test(arguments: seeds)
  func `However far each station is, no order is behind by more than the stations`(
    _ seed: String
  ) throws {
    let orders = try parts(plan("order latin"), 4, seed).map { $0.compactMap(\.order) }
    for code in 0..<2401 {
      let counts = [code % 7, code / 7 % 7, code / 49 % 7, code / 343]
      let open = counts.count { $0 % 6 != 0 }
      let merged = zip(orders, counts).flatMap { $0.prefix($1) }
      #expect(spread(merged, of: Array(1...6)) <= open, "\(counts)")
    }
  }

  @Test(
    arguments: seeds,
    ["x y", "x y z", "x y assign=blocks", "x y z assign=blocks", "v w x y"])
  func `Groups, orders and the orders of each group are balanced after each turn`(
    _ seed: String, _ groups: String
  ) throws {
    let names = groups.split(separator: " ").map(String.init).filter { !$0.hasPrefix("assign") }
    for (stationCount, conditionCount) in [(1, 3), (2, 2), (3, 3), (4, 3), (5, 2), (6, 3), (7, 4)] {
      let plan = try plan("order latin\ngroups \(groups)", count: 75, conditions: conditionCount)
      let all = Array(1...plan.orderCount)
      let parts = try parts(plan, stationCount, seed)
      #expect(parts.joined().count == 75)
      for turn in 0...(75 / stationCount) {
        let merged = parts.flatMap { $0.prefix(turn) }
        #expect(spread(merged.compactMap(\.group), of: names) < 2)
        #expect(spread(merged.compactMap(\.order), of: all) < 2)
        for group in names {
          let orders = merged.filter { $0.group == group }.compactMap(\.order)
          #expect(spread(orders, of: all) < 2, "\(stationCount), \(turn), \(group)")
        }
        for part in parts {
          let own = part.prefix(turn)
          #expect(spread(own.compactMap(\.group), of: names) < 4)
          #expect(spread(own.compactMap(\.order), of: all) < 4)
        }
      }
      #expect(spread(parts.joined().compactMap(\.group), of: names) < 2)
      #expect(spread(parts.joined().compactMap(\.order), of: all) < 2)
    }
  }

  @Test(arguments: seeds, ["2:1", "1:3", "2:1:1", "3:2:1"])
  func `Orders are balanced within groups of other weights, too`(
    _ seed: String, _ weights: String
  ) throws {
    let numbers = weights.split(separator: ":").compactMap { Int($0) }
    let names = ["x", "y", "z"].prefix(numbers.count).map(\.self)
    let lines = "order latin\ngroups \(names.joined(separator: " ")) assign=\(weights)"
    for (stationCount, conditionCount, all) in [(3, 2, 24), (4, 3, 36), (2, 4, 48), (5, 4, 40)] {
      let plan = try plan(lines, count: all, conditions: conditionCount)
      let orders = Array(1...plan.orderCount)
      let parts = try parts(plan, stationCount, seed)
      for turn in 0...(all / stationCount) {
        let merged = parts.flatMap { $0.prefix(turn) }
        #expect(spread(merged.compactMap(\.order), of: orders) < 2)
        for name in names {
          let own = merged.filter { $0.group == name }.compactMap(\.order)
          #expect(spread(own, of: orders) < 2, "\(stationCount), \(turn), \(name)")
        }
      }
    }
  }

  @Test(arguments: seeds)
  func `Weights of groups hold at each station`(_ seed: String) throws {
    let parts = try parts(plan("order latin\ngroups x y assign=2:1", count: 72), 4, seed)
    for part in parts {
      for count in 0...part.count {
        let first = part.prefix(count).count { $0.group == "x" }
        // Blocks have 6 or 9 participants.
        #expect(abs(first - 2 * (count - first)) <= 6)
      }
    }
    let first = parts.joined().count { $0.group == "x" }
    #expect((44...52).contains(first))
  }

  @Test func `Without the seed nobody can tell the lists`() throws {
    let plan = try plan("groups x y assign=blocks", count: 40)
    let lists = try Self.seeds.map { seed in
      try parts(plan, 2, seed)[0].compactMap(\.group).joined()
    }
    #expect(Set(lists).count == 10)
    #expect(try Self.seeds.map { try parts(plan, 2, $0)[0].compactMap(\.group).joined() } == lists)
    #expect(Set(lists.map { $0.prefix(1) }) == ["x", "y"])
  }

  @Test func `Orders that are not assigned in turn are not listed`() throws {
    #expect(StationLists(try plan("order random"), stationCount: 2, seed: "a") == nil)
    #expect(StationLists(try plan("order fixed"), stationCount: 2, seed: "a") == nil)
    let parts = try parts(plan("order random\ngroups x y", count: 5), 2, "a")
    #expect(parts.joined().allSatisfy { $0.order == nil && $0.group != nil })
    #expect(parts.map(\.count).sorted() == [2, 3])
  }
}
