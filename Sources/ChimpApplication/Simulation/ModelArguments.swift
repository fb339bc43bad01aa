import Examiner
import Science
import Shell

struct SimulatedPeople: Equatable, Sendable {
  var groups = [SimulatedPower.Group(capacity: 6.5, deviation: 1)]
  var model: MemoryModel
  var latencies: PressLatencies
  var seed: SessionSeed?
  /// What is drawn from where nobody says it: the same on every machine.
  var usedSeed: SessionSeed { seed ?? .script }

  static var keys: [Parameter] {
    [
      .key("tau", .text, "MS"), .key("decay", .text, "RATE"), .key("slips", .text, "SHARE"),
      .key("latency", .text, "FIRST,LATER,SPREAD"), .key("seed", .text, "TEXT"),
    ]
  }
}

extension SimulatedPeople {
  init(_ invocation: Invocation, _ language: Language) throws(ArgumentFault) {
    func number(
      _ key: StaticString, _ usual: Double, _ limits: ClosedRange<Double>
    ) throws(ArgumentFault) -> Double {
      try invocation.decimals(key: key, [limits], language).first?.first ?? usual
    }
    let tau = try number("tau", 260, 1...100_000)
    let decay = try number("decay", 0.06, 0...100)
    let slips = try number("slips", 0.02, 0...0.99)
    let limits = [1...100_000, 1...100_000, 0...3.0]
    let times = try invocation.decimals(key: "latency", limits, language).first ?? []
    let first = times.first ?? 600
    do throws(StatisticFault) {
      model = try MemoryModel(capacity: 6.5, timeConstant: tau, decay: decay, slip: slips)
      latencies = try PressLatencies(
        first: first / 1000, later: (times.count > 1 ? times[1] : first) / 1000,
        spread: times.count > 2 ? times[2] : 0.3)
    } catch { throw .invalid(language.words(for: error), column: nil) }
    seed = try invocation.sessionSeed(language)
    let capacities = try invocation.decimals(key: "capacity", [0...1000, 0...1000], language)
    if !capacities.isEmpty {
      groups = capacities.map {
        SimulatedPower.Group(capacity: $0[0], deviation: $0.count > 1 ? $0[1] : 0)
      }
    }
  }
}

extension Invocation {
  /// The numbers behind a key wherever it is given, with commas between them; some may be missing.
  func decimals(
    key: StaticString, _ limits: [ClosedRange<Double>], _ language: Language
  ) throws(ArgumentFault) -> [[Double]] {
    var found: [[Double]] = []
    for text in texts(key: key) {
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let numbers = zip(parts, limits).compactMap { part, limits in
        Double(part).flatMap { limits.contains($0) ? $0 : nil }
      }
      guard numbers.count == parts.count else {
        throw .invalid(language.noDecimals("\(key)", limits, text), column: column(key: key))
      }
      found.append(numbers)
    }
    return found
  }

  func sessionSeed(_ language: Language) throws(ArgumentFault) -> SessionSeed? {
    guard let text = text(key: "seed") else { return nil }
    do throws(SeedFault) { return try SessionSeed(text) } catch {
      throw .invalid(language.words(for: error), column: column(key: "seed"))
    }
  }
}
