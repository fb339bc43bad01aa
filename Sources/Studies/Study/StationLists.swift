import Examiner

/// The groups and orders of a study's participants, with a list for each of several stations.
///
/// The participants of all stations together are as balanced as they can be whenever each station
/// has enrolled equally many: in their groups, in their orders, and in the orders of each group.
///
/// - Without groups, the stations go round the same circle of orders, from evenly spaced places on,
///   so that each station is balanced at any time, too.
/// - With groups, a balanced sequence of groups and orders is dealt to the stations turn by turn:
///   each place goes to a station that has had few like it. A group comes as often as its weight
///   says.
///
/// All is drawn from a seed that only the store knows.
///
///     let lists = StationLists(plan, stationCount: 4, seed: seed)
///     for place in lists?.parts[0] ?? [] { print(place.group ?? "", place.order ?? 0) }
public struct StationLists: Sendable {
  /// The group and the order of a participant; `nil` for what the study does not assign in turn.
  public struct Place: Hashable, Sendable {
    public let group: String?
    public let order: Int?
  }

  /// The list of each station.
  public let parts: [[Place]]

  /// Creates the lists; returns `nil` if the study has neither groups nor a Latin square.
  public init?(_ plan: StudyPlan, stationCount: Int, seed: String) {
    let orders = plan.order == .latin ? Array(plan.orders) : []
    guard !plan.groups.isEmpty || orders.count > 1 else { return nil }
    var generator = Generator(text: "stations/\(stationCount)/\(seed)")
    parts =
      plan.groups.isEmpty
      ? Self.circles(generator.shuffled(orders), plan.participantCount, stationCount)
      : Self.dealt(plan, orders, stationCount, &generator)
  }

  /// Returns the lists of stations that go round a circle of orders.
  ///
  /// The last participants are at the stations whose next orders the fewest have.
  private static func circles(
    _ orders: [Int], _ participantCount: Int, _ stationCount: Int
  ) -> [[Place]] {
    func order(_ station: Int, _ position: Int) -> Int {
      orders[(station * orders.count / stationCount + position) % orders.count]
    }
    let (share, rest) = participantCount.quotientAndRemainder(dividingBy: stationCount)
    var rows = (0..<stationCount).map { station in (0..<share).map { order(station, $0) } }
    for _ in 0..<rest {
      let all = Array(rows.joined())
      func count(_ station: Int) -> Int { all.count { $0 == order(station, share) } }
      let open = rows.indices.filter { rows[$0].count == share }
      guard let next = open.min(by: { count($0) < count($1) }) else { break }
      rows[next].append(order(next, share))
    }
    return rows.map { row in row.map { Place(group: nil, order: $0) } }
  }

  /// Returns the lists of stations to which a balanced sequence of groups and orders is dealt.
  private static func dealt(
    _ plan: StudyPlan, _ orders: [Int], _ stationCount: Int, _ generator: inout Generator
  ) -> [[Place]] {
    var sequence = BalancedSequence(unit: plan.groupUnit, orders: orders)
    var rows = [[Place]](repeating: [], count: stationCount)
    var rest = plan.participantCount
    while rest > 0 {
      // In the last turn some stations get no place.
      let drawn: [Place?] = (0..<stationCount).map { index in
        index < rest ? sequence.next(using: &generator) : nil
      }
      rest -= stationCount
      let turn = assigned(generator.shuffled(drawn), to: rows, plan.groupUnit)
      for station in rows.indices { if let place = turn[station] { rows[station].append(place) } }
    }
    return rows
  }

  /// Returns the places of a turn in the order of the stations, so that no two of them would gain
  /// by an exchange.
  private static func assigned(
    _ turn: [Place?], to rows: [[Place]], _ unit: [String]
  ) -> [Place?] {
    let costs = rows.map { row in turn.map { $0.map { cost(of: $0, after: row, unit) } ?? 0 } }
    var taken = Array(turn.indices)
    var isImproved = true
    while isImproved {
      isImproved = false
      for one in rows.indices {
        for other in rows.indices.prefix(one) {
          let now = costs[one][taken[one]] + costs[other][taken[other]]
          let swapped = costs[one][taken[other]] + costs[other][taken[one]]
          guard swapped < now - 1e-9 else { continue }
          taken.swapAt(one, other)
          isImproved = true
        }
      }
    }
    return taken.map { turn[$0] }
  }

  /// Returns how often a station has had places like this one.
  private static func cost(of place: Place, after row: [Place], _ unit: [String]) -> Double {
    let weight = Double(unit.count { $0 == place.group })
    return 2 * Double(row.count { $0.group == place.group }) / weight
      + 2 * Double(row.count { $0.order == place.order }) + Double(row.count { $0 == place })
  }
}

/// Places in which groups, orders, and the orders of each group are balanced at any length.
private struct BalancedSequence {
  private let unit: [String]
  private let orders: [Int]
  /// The number of places that each group has had for one of its members in the unit.
  private var shares: [String: Double] = [:]
  /// The number of times that each place has come.
  private var counts: [StationLists.Place: Int] = [:]
  /// The rounds of the current cycle that are left, in each of which every order comes once.
  private var rounds: [[(member: Int, order: Int?)]] = []
  /// The places of the current round that are left.
  private var round: [(member: Int, order: Int?)] = []

  init(unit: [String], orders: [Int]) {
    self.unit = unit
    self.orders = orders
  }

  /// Draws the next place: of the group that has had the fewest for its weight, and there of the
  /// order that the group has had the least often.
  mutating func next(using generator: inout Generator) -> StationLists.Place {
    if round.isEmpty { beginRound(using: &generator) }
    let order = generator.shuffled(Array(round.indices))
    func rank(_ index: Int) -> (Double, Int) {
      let place = place(round[index])
      return (shares[unit[round[index].member]] ?? 0, counts[place] ?? 0)
    }
    let index = order.min { rank($0) < rank($1) } ?? 0
    let next = round.remove(at: index)
    add(next, to: &shares)
    counts[place(next), default: 0] += 1
    return place(next)
  }

  private func place(_ entry: (member: Int, order: Int?)) -> StationLists.Place {
    StationLists.Place(group: unit[entry.member], order: entry.order)
  }

  private func add(_ entry: (member: Int, order: Int?), to shares: inout [String: Double]) {
    let group = unit[entry.member]
    shares[group, default: 0] += 1 / Double(unit.count { $0 == group })
  }

  /// Begins the round that balances the members best; in a cycle, each has every order once.
  private mutating func beginRound(using generator: inout Generator) {
    if rounds.isEmpty {
      let members = generator.shuffled(Array(unit.indices))
      let orders = orders.isEmpty ? [nil] : generator.shuffled(orders.map(Optional.some))
      rounds = members.indices.map { shift in
        orders.indices.map { (members[($0 + shift) % members.count], orders[$0]) }
      }
    }
    func spread(after round: [(member: Int, order: Int?)]) -> (Double, Int) {
      var shares = shares
      for entry in round { add(entry, to: &shares) }
      let repeats = round.reduce(0) { $0 + (counts[place($1)] ?? 0) }
      return ((shares.values.max() ?? 0) - (shares.values.min() ?? 0), repeats)
    }
    let best = rounds.indices.min { spread(after: rounds[$0]) < spread(after: rounds[$1]) }
    round = rounds.remove(at: best ?? 0)
  }
}

extension Generator {
  /// Returns the elements in random order.
  fileprivate mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var result: [Element] = []
    draw(elements.count, outOf: elements.count) { result.append(elements[$0]) }
    return result
  }
}
