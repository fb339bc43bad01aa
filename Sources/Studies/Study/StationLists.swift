import Examiner

/// The groups and orders of a study's participants, with a list for each of several stations.
///
/// The participants of all stations are as balanced as they can be whenever each station has
/// enrolled equally many, and those of one station at any time:
///
/// - Groups that come in turn, and the orders within each group, go round a circle, at evenly spaced
///   places of which the stations and the groups begin. So the orders of all groups together are
///   balanced, too.
/// - If groups come by chance, a station takes the groups of a unit, in which each comes as often as
///   its weight says, in any order: the group, and the order within this group, that the fewest have
///   at all stations; chance decides between several.
///
/// All circles and units are drawn from a seed that only the store knows.
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
    let (share, rest) = plan.participantCount.quotientAndRemainder(dividingBy: stationCount)
    let stations = Array(0..<stationCount)
    if plan.groupWeights?.isEmpty == false {
      let rows = Self.rows(stations, share + 1, plan.groupUnit, orders, &generator)
      parts = Self.parts(rows, share: share, rest: rest, weights: plan.groupWeights, plan.groups)
      return
    }
    let groups: [String?] = plan.groups.isEmpty ? [nil] : generator.shuffled(plan.groups)
    let rows = Self.rows(stations, share + 1, groups, generator.shuffled(orders))
    parts = Self.parts(rows, share: share, rest: rest, weights: nil, groups)
  }

  /// Returns the places of each station for groups that come in turn; both circles are given.
  private static func rows(
    _ stations: [Int], _ count: Int, _ groups: [String?], _ orders: [Int]
  ) -> [[Place]] {
    let starts = stations.map { $0 * groups.count / stations.count }
    // Stations that begin with the same group begin with orders that are far from each other.
    let turns = stations.map { station in starts[..<station].count { $0 == starts[station] } }
    let ranked = stations.sorted { (turns[$0], starts[$0]) < (turns[$1], starts[$1]) }
    return stations.map { station in
      let rank = ranked.firstIndex(of: station) ?? station
      var counts = groups.map { _ in 0 }
      return (0..<count).map { position in
        let group = (starts[station] + position) % groups.count
        defer { counts[group] += 1 }
        guard !orders.isEmpty else { return Place(group: groups[group], order: nil) }
        let places = stations.count * groups.count
        let start = (rank * groups.count + group) * orders.count / places
        return Place(
          group: groups[group], order: orders[(start + counts[group]) % orders.count])
      }
    }
  }

  /// Returns the places of each station for groups that come by chance, turn by turn.
  ///
  /// A station takes the groups of a unit in any order before those of the next one.
  private static func rows(
    _ stations: [Int], _ count: Int, _ unit: [String], _ orders: [Int],
    _ generator: inout Generator
  ) -> [[Place]] {
    var rows = stations.map { _ in [Place]() }
    var open = stations.map { _ in [String]() }
    var groups: [String: Int] = [:]
    var places: [Place: Int] = [:]
    var taken: [Int?: Int] = [:]
    for station in (0..<count).flatMap({ _ in stations }) {
      if open[station].isEmpty { open[station] = unit }
      func rank(_ group: String) -> Double {
        Double(groups[group] ?? 0) / Double(unit.count { $0 == group })
      }
      let group = generator.shuffled(open[station]).min { rank($0) < rank($1) }
      guard let group, let index = open[station].firstIndex(of: group) else { continue }
      open[station].remove(at: index)
      groups[group, default: 0] += 1
      func rank(_ place: Place) -> (Int, Int, Int) {
        let own = rows[station].count { $0 == place }
        return (places[place] ?? 0, taken[place.order] ?? 0, own)
      }
      let place =
        generator.shuffled(orders).map { Place(group: group, order: $0) }
        .min { rank($0) < rank($1) } ?? Place(group: group, order: nil)
      places[place, default: 0] += 1
      taken[place.order, default: 0] += 1
      rows[station].append(place)
    }
    return rows
  }

  /// Returns the rows, of which as many as there are participants left over have one more place:
  /// those whose next place the fewest have.
  private static func parts(
    _ rows: [[Place]], share: Int, rest: Int, weights: [Int]?, _ names: [String?]
  ) -> [[Place]] {
    var parts = rows.map { Array($0.prefix(share)) }
    var counts: [Place: Int] = [:]
    for place in parts.joined() { counts[place, default: 0] += 1 }
    for _ in 0..<rest {
      func rank(_ station: Int) -> (Double, Int) {
        let place = rows[station][share]
        let own = counts.reduce(0) { $0 + ($1.key.group == place.group ? $1.value : 0) }
        let weight = names.firstIndex(of: place.group).flatMap { weights?[$0] } ?? 1
        return (Double(own) / Double(weight), counts[place] ?? 0)
      }
      let open = rows.indices.filter { parts[$0].count == share }
      guard let next = open.min(by: { rank($0) < rank($1) }) else { break }
      parts[next].append(rows[next][share])
      counts[rows[next][share], default: 0] += 1
    }
    return parts
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
