import Archive
import Examiner
import Game
import Records
import Science
import Shell
import Studies

/// A test with the number of its session, and its block in the study; `nil` outside of one.
typealias SimulatedBlock = (session: Int, series: TestSeries, block: StudyBlock?)

/// The participants of a simulation, who are created one after the other.
struct SimulatedGroup {
  /// A participant to simulate: the blocks, and the seed of all random numbers.
  struct Participant: Sendable {
    /// The code, which begins with ``ParticipantCode/simulatedPrefix``.
    let code: String
    let seed: Seed
    /// The order of the conditions; 0 for a test.
    let order: Int
    /// The group of the study; `nil` if the study has none.
    let group: String?
    /// The distribution from which the participant's capacity is drawn.
    let capacities: Capacities
    let blocks: [SimulatedBlock]
    /// The time between two sessions, in milliseconds.
    let gap: Int
    /// The identifiers of the participant's rows; the same plan and seed have the same ones.
    let identifiers: AscendingIdentifiers
  }

  let plan: SimulationPlan
  let study: StudyPlan?
  let seed: SessionSeed
  /// The first letters of all identifiers of the simulation.
  let identifierPrefix: String
  /// The numbers of participants of each group, and of each order in it.
  private var groupCounts: [String: Int] = [:]
  private var orderCounts: [String?: [Int: Int]] = [:]
  /// The groups by chance, drawn from the seed of the simulation; `nil` if the study fills the
  /// smallest.
  private var groups: GroupSequence?
  /// The number of groups that were drawn, also for participants whom the store has already.
  private var drawnGroupCount = 0
  /// A text that differs between plans, so that the same seed gives different codes in each.
  private let description: String

  /// The index at which the search among equally frequent groups and orders begins.
  ///
  /// It differs by seed, so that stores which are merged later do not begin with the same ones.
  private let offset: Int

  init(plan: SimulationPlan, study: StudyPlan?, seed: SessionSeed) {
    offset = StudyPlan.offset(ofStation: "simulate/\(seed.seed.text)")
    self.plan = plan
    self.study = study
    self.seed = seed
    groups = study.flatMap { GroupSequence($0, seed: "simulate/\(seed.seed.text)") }
    description = Self.description(of: plan, study)
    let identifier = Self.identifier(drawnFrom: "rows/" + description + seed.seed.text)
    identifierPrefix = String(identifier.prefix(6))
  }

  var name: String { Self.name(of: plan, study) }

  private static func name(of plan: SimulationPlan, _ study: StudyPlan?) -> String {
    if case .test(let series) = plan.subject { series.preset.name } else { study?.name ?? "" }
  }

  /// Returns the identifier that a generator of a text draws first.
  private static func identifier(drawnFrom text: String) -> String {
    var generator = Generator(text: text)
    return identifier(&generator)
  }

  fileprivate static func identifier(_ generator: inout Generator) -> String {
    var next = generator
    let identifier =
      StoreEnvironment(now: { 0 }, random: { next.next() }, sleep: { _ in }).newIdentifier()
    generator = next
    return identifier
  }

  /// The codes of a participant, of which the first free one is used.
  struct Codes {
    private var generator: Generator

    fileprivate init(_ generator: Generator) { self.generator = generator }

    /// Returns the next code.
    mutating func next() -> String {
      ParticipantCode.simulatedPrefix
        + SimulatedGroup.identifier(&generator).prefix(ParticipantCode.length)
    }
  }

  /// Returns the seed of the participant of a number.
  func seed(of number: Int) -> Seed { seed.seed(forRound: number) }

  /// Returns the codes of the participant of a number, in the order in which they are tried.
  func codes(of number: Int) -> Codes {
    Codes(Generator(text: "names/" + description + seed(of: number).text))
  }

  /// Returns the identifiers of a participant's rows; the first one is that of the participant.
  func identifiers(of number: Int) -> AscendingIdentifiers {
    AscendingIdentifiers(identifierPrefix, number: number)
  }

  /// Returns the participant of a number with a code; numbers must be passed in ascending order.
  mutating func participant(_ number: Int, code: String) -> Participant {
    let (group, order) = assign(number, code)
    return Participant(
      code: code, seed: seed(of: number), order: order, group: group,
      capacities: capacities(of: group), blocks: blocks(of: code, order: order),
      gap: study?.gap ?? 0, identifiers: identifiers(of: number))
  }

  /// Counts participants of the study who are enrolled already.
  mutating func add(_ enrolments: [EnrolmentRecord]) {
    for enrolment in enrolments { count(enrolment.group, enrolment.order) }
  }

  private mutating func count(_ group: String?, _ order: Int) {
    if let group { groupCounts[group, default: 0] += 1 }
    orderCounts[group, default: [:]][order, default: 0] += 1
  }

  /// Assigns a group and an order of the study, as the enrolment of a person does.
  private mutating func assign(_ number: Int, _ code: String) -> (group: String?, order: Int) {
    guard case .study = plan.subject, let study else { return (nil, 0) }
    let group = drawGroup(of: number) ?? study.smallestGroup(groupCounts, offset: offset)
    let order = study.order(for: code, counts: orderCounts[group] ?? [:], offset: offset)
    count(group, order)
    return (group, order)
  }

  /// Returns the group that chance assigns to the participant of a number; `nil` if the study does
  /// not assign groups by chance.
  private mutating func drawGroup(of number: Int) -> String? {
    guard groups != nil else { return nil }
    var group: String?
    while drawnGroupCount < number {
      group = groups?.next()
      drawnGroupCount += 1
    }
    return group
  }

  /// Returns the capacities of a group: its own, or those of all participants.
  private func capacities(of group: String?) -> Capacities {
    let all = plan.people.groups
    let index = group.flatMap { study?.groups.firstIndex(of: $0) } ?? 0
    return all[all.indices.contains(index) ? index : 0]
  }

  private func blocks(of code: String, order: Int) -> [SimulatedBlock] {
    if case .test(let series) = plan.subject {
      return [(1, Self.newTest(series.preset, series.settings), nil)]
    }
    guard let study else { return [] }
    return study.blocks(of: code, order: order).map {
      ($0.session, Self.newTest($0.condition.preset, $0.settings), $0)
    }
  }

  private static func newTest(_ preset: TestPreset, _ settings: TestSettings) -> TestSeries {
    TestSeries(preset, preset.settingsOfNewTest(settings))
  }

  /// Returns the name of the test or the study with all that determines how it is played.
  private static func description(of plan: SimulationPlan, _ study: StudyPlan?) -> String {
    let people = plan.people
    let model = people.model
    let group = people.groups[0]
    let latencies = people.latencies
    let numbers =
      [
        group.median, group.deviation, model.timeConstant, model.decay, model.slip, model.spread,
        latencies.first, latencies.later, latencies.spread,
      ] + people.groups.dropFirst().flatMap { [$0.median, $0.deviation] }
    let settings =
      if case .test(let series) = plan.subject { "\(series.settings)" } else { study?.hash ?? "" }
    return "\(name(of: plan, study)) \(settings) \(group.scale) "
      + numbers.map { "\($0)/" }.joined() + people.variation.description
  }
}

extension Variation {
  /// All of its numbers; empty if nothing varies.
  fileprivate var description: String {
    guard self != Variation() else { return "" }
    let people = MemoryParameter.allCases.map { deviations[$0] ?? 0 }
    return (people + [latencyDeviation, learning, learningDeviation, boardDeviation])
      .map { " \($0)" }.joined()
  }
}
