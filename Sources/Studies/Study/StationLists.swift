import Examiner

/// The groups and orders of a study's participants, with a list for each of several stations.
///
/// The participants of all stations are as balanced as they can be whenever each station has
/// enrolled equally many, and those of one station at any time:
///
/// - The groups of a station come in rounds, in each of which every group comes as often as its
///   weight says. The orders within a group come in rounds of all orders.
/// - All stations have the same rounds, but begin at places in them that are evenly spaced.
/// - If groups come by chance, a station gets the group of its round, and the order within this
///   group, that the fewest have at all stations; chance decides between several.
///
/// The contents of each round are drawn from a seed that only the store knows.
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
    if let sequence = GroupSequence(plan, seed: "") {
      let rows = Self.rows(stations, share + 1, sequence.unit, orders, &generator)
      parts = Self.parts(rows, share: share, rest: rest, weights: plan.groupWeights, plan.groups)
      return
    }
    let groups = Rounds(Array(plan.groups.indices))
    let groupRows = groups?.rows(startingAt: stations, of: stationCount, share + 1, &generator)
    // Stations that begin with the same group begin with orders that are far from each other.
    let ranks = groups?.ranks(of: stationCount) ?? stations
    let names: [String?] = plan.groups.isEmpty ? [nil] : plan.groups
    let orderRows = names.map { _ in
      Rounds(orders)?.rows(startingAt: ranks, of: stationCount, share + 1, &generator)
    }
    let rows = stations.map { station -> [Place] in
      var counts = names.map { _ in 0 }
      return (0...share).map { position in
        let group = groupRows?[station][position] ?? 0
        defer { counts[group] += 1 }
        return Place(group: names[group], order: orderRows[group]?[station][counts[group]])
      }
    }
    parts = Self.parts(rows, share: share, rest: rest, weights: nil, names)
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
    for station in (0..<count).flatMap({ _ in stations }) {
      if open[station].isEmpty { open[station] = unit }
      func rank(_ group: String) -> Double {
        Double(groups[group] ?? 0) / Double(unit.count { $0 == group })
      }
      let group = generator.shuffled(open[station]).min { rank($0) < rank($1) }
      guard let group, let index = open[station].firstIndex(of: group) else { continue }
      open[station].remove(at: index)
      groups[group, default: 0] += 1
      func rank(_ place: Place) -> (Int, Int) {
        (places[place] ?? 0, rows[station].count { $0 == place })
      }
      let place =
        generator.shuffled(orders).map { Place(group: group, order: $0) }
        .min { rank($0) < rank($1) } ?? Place(group: group, order: nil)
      places[place, default: 0] += 1
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

/// Rounds of numbers that all stations share, each from another place on.
private struct Rounds {
  /// The numbers that come equally often.
  private let unit: [Int]

  /// Creates rounds of numbers; returns `nil` without any.
  init?(_ numbers: [Int]) {
    guard !numbers.isEmpty else { return nil }
    unit = numbers
  }

  /// Returns at least `count` numbers for each station; the station of rank 0 begins each round at
  /// its start.
  func rows(
    startingAt ranks: [Int], of stationCount: Int, _ count: Int, _ generator: inout Generator
  ) -> [[Int]] {
    var rows = ranks.map { _ in [Int]() }
    while rows[0].count < count {
      let round = generator.shuffled(unit)
      for (station, rank) in ranks.enumerated() {
        let start = rank * round.count / stationCount
        rows[station] += round[start...] + round[..<start]
      }
    }
    return rows
  }

  /// Returns the ranks by which stations with the same start in these rounds are evenly spaced in
  /// other ones.
  func ranks(of stationCount: Int) -> [Int] {
    let starts = (0..<stationCount).map { $0 * unit.count / stationCount }
    let turns = starts.indices.map { index in starts[..<index].count { $0 == starts[index] } }
    let sorted = starts.indices.sorted { (turns[$0], starts[$0]) < (turns[$1], starts[$1]) }
    var ranks = starts
    for (rank, station) in sorted.enumerated() { ranks[station] = rank }
    return ranks
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
