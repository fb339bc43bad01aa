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
          (taken[one], taken[other]) = (taken[other], taken[one])
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
  private let orders: [Int?]
  /// The number of places that each group has had for one of its members in the unit.
  private var shares: [String: Double] = [:]
  /// The number of times that each place has come.
  private var counts: [StationLists.Place: Int] = [:]
  /// The places of the current round that are left; a round has each order once.
  private var round: [StationLists.Place] = []

  init(unit: [String], orders: [Int]) {
    self.unit = unit
    self.orders = orders.isEmpty ? [nil] : orders
  }

  /// Draws the next place: of the order that the next group has had the least often.
  mutating func next(using generator: inout Generator) -> StationLists.Place {
    if round.isEmpty { round = drawnRound(using: &generator) }
    let own = round.indices.filter { round[$0].group == round[0].group }
    let rarest = own.min { count(round[$0]) < count(round[$1]) } ?? 0
    // The groups keep their sequence: the first place of the group takes the other one's turn.
    let place = round[rarest]
    round[rarest] = round[0]
    round.removeFirst()
    counts[place, default: 0] += 1
    return place
  }

  private func count(_ place: StationLists.Place) -> Int { counts[place] ?? 0 }

  /// Draws the places of a round: the groups that have had the fewest for their weights, and for
  /// each the orders that it has had the least often.
  private mutating func drawnRound(using generator: inout Generator) -> [StationLists.Place] {
    var best: (places: [StationLists.Place], shares: [String: Double], cost: Int)?
    for _ in 0..<Self.attemptCount where best?.cost != 0 {
      var shares = shares
      let groups = orders.map { _ in
        let group = generator.shuffled(unit).min { shares[$0] ?? 0 < shares[$1] ?? 0 } ?? ""
        shares[group, default: 0] += 1 / Double(unit.count { $0 == group })
        return group
      }
      let places = improved(groups, generator.shuffled(orders))
      let cost = places.reduce(0) { $0 + excess($1) }
      if cost < best?.cost ?? .max { best = (places, shares, cost) }
    }
    shares = best?.shares ?? shares
    return best?.places ?? []
  }

  /// The number of random beginnings from which the orders of a round are improved.
  private static var attemptCount: Int { 50 }

  /// Returns by how much more often a place has come than the rarest one of its group.
  private func excess(_ place: StationLists.Place) -> Int {
    let least = orders.map { count(StationLists.Place(group: place.group, order: $0)) }.min()
    return count(place) - (least ?? 0)
  }

  /// Returns the places of a round, of which no two would be rarer after an exchange of orders.
  private func improved(_ groups: [String], _ orders: [Int?]) -> [StationLists.Place] {
    var orders = orders
    func excess(_ index: Int, _ order: Int?) -> Int {
      self.excess(StationLists.Place(group: groups[index], order: order))
    }
    var isImproved = true
    while isImproved {
      isImproved = false
      for one in groups.indices {
        for other in groups.indices.prefix(one) {
          let (first, second) = (orders[one], orders[other])
          guard
            excess(one, second) + excess(other, first) < excess(one, first) + excess(other, second)
          else { continue }
          (orders[one], orders[other]) = (second, first)
          isImproved = true
        }
      }
    }
    return zip(groups, orders).map { StationLists.Place(group: $0, order: $1) }
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
