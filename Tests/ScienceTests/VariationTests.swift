import Examiner
import Glibc
@testable import Science
import Testing

/// Tests of people who differ in every parameter, learn over trials, and play boards of different
/// difficulty.
struct VariationTests {
  private static let students = Population.students

  @Test func `People differ by the given deviations around the medians`() throws {
    var variation = Variation()
    variation.deviations = [.timeConstant: 0.3, .decay: 0.4, .slip: 0.5, .spread: 0.2]
    variation.latencyDeviation = 0.25
    variation.learningDeviation = 0.02
    variation.learning = 0.05
    var generator = Generator(text: "differ")
    let people = (0..<4000).map { _ in
      variation.person(Self.students.median, .standard, using: &generator)
    }
    func check(_ median: Double, _ deviation: Double, _ value: (SimulatedPerson) -> Double) throws {
      let tally = MeanTally(people.map(value))
      #expect(abs(try tally.mean() - median) < 3.5 * deviation / 4000.0.squareRoot())
      #expect(abs(try tally.deviation() / deviation - 1) < 3.5 / 8000.0.squareRoot())
    }
    try check(log(340), 0.3) { log($0.memory.timeConstant) }
    try check(log(0.02), 0.4) { log($0.memory.decay) }
    try check(log(0.01 / 0.99), 0.5) { log($0.memory.slip / (1 - $0.memory.slip)) }
    try check(0, 0.2) { log($0.memory.spread) }
    try check(log(0.6), 0.25) { log($0.latencies.first) }
    try check(0.05, 0.02) { $0.learning }
    #expect(people.allSatisfy { $0.memory.capacity == 5.2 })
    #expect(people.allSatisfy { $0.latencies.first == $0.latencies.later })
  }

  @Test func `Without a variation no random number is drawn, and a person is the memory`() {
    var generator = Generator(text: "same")
    let untouched = generator
    let memory = Self.students.median
    let person = Variation().person(memory, .standard, using: &generator)
    #expect(Variation().difficulty(using: &generator) == 0)
    var (one, other) = (generator, untouched)
    #expect(one.next() == other.next())
    #expect(person == SimulatedPerson(memory: memory, latencies: .standard))
    #expect(person.memory(trial: 100, difficulty: 0) == memory)
  }

  @Test func `Learning is a power of the trial's number, and a hard board takes a part of it`() {
    let person = SimulatedPerson(
      memory: Self.students.median, latencies: .standard, learning: 0.05)
    #expect(abs(person.memory(trial: 100, difficulty: 0).capacity / 5.2 - 1.2589) < 1e-4)
    #expect(person.memory(trial: 1, difficulty: 0).capacity == 5.2)
    #expect(abs(person.memory(trial: 1, difficulty: 0.1).capacity - 5.2 * exp(-0.1)) < 1e-12)
    #expect(person.memory(trial: 100, difficulty: 0).timeConstant == 340)
  }

  /// Returns simulated comparisons of holds of 650 and 210 ms with 20 trials each.
  private static func pairs(
    _ variation: Variation, _ boards: SimulatedPower.Boards = .own, holds: [Double] = [650, 210],
    orders: [[Int]] = []
  ) throws -> SimulatedPower {
    try SimulatedPower(
      holds.map { SimulatedPower.Test(trialCount: 20, numeralCount: 5, hold: $0) },
      people(variation), count: 10,
      schedule: SimulatedPower.Schedule(blocks: holds.indices.map { [$0] }, orders: orders),
      boards: boards, seed: Seed("varied"))
  }

  /// Returns simulated students of one capacity.
  private static func people(_ variation: Variation) -> SimulatedPower.People {
    SimulatedPower.People(
      groups: [Capacities(median: 5.2, deviation: 0, scale: .logarithmic)], model: students.median,
      latencies: .standard, variation: variation)
  }

  /// Returns the expected number of passed trials of 20, summed over a grid.
  private static func expectation(
    hold: Double, trials: ClosedRange<Int>, _ change: (inout MemoryModel, Int, Double) -> Void
  ) -> Double {
    let grid = NormalGrid(step: 0.05, reach: 5)
    var sum = 0.0
    for trial in trials {
      for (score, weight) in zip(grid.scores, grid.weights) {
        var memory = students.median
        change(&memory, trial, score)
        sum +=
          weight
          * memory.passProbability(numeralCount: 5, hold: hold, latencies: .standard)
      }
    }
    return sum
  }

  @Test func `As many trials are passed as an integral over people and boards says`() throws {
    var people = Variation()
    people.deviations[.timeConstant] = 0.6
    var boards = Variation()
    boards.boardDeviation = 0.4
    for (index, hold) in [650.0, 210].enumerated() {
      let slow = Self.expectation(hold: hold, trials: 1...20) { memory, _, score in
        memory.timeConstant *= exp(0.6 * score)
      }
      let hard = Self.expectation(hold: hold, trials: 1...20) { memory, _, score in
        memory.capacity *= exp(-0.4 * score)
      }
      let ofPeople = try Self.pairs(people).outcome(of: 0..<300).mean(condition: index)
      let ofBoards = try Self.pairs(boards).outcome(of: 0..<300).mean(condition: index)
      // 3,000 people with a standard deviation of at most 6 trials.
      #expect(abs(ofPeople - slow) < 3.3 * 6 / 3000.0.squareRoot())
      #expect(abs(ofBoards - hard) < 3.3 * 2.3 / 3000.0.squareRoot())
    }
  }

  @Test func `Who learns passes more later, whichever condition that is`() throws {
    var variation = Variation()
    variation.learning = 0.08
    let first = try Self.pairs(variation, orders: [[0, 1]]).outcome(of: 0..<300)
    let turns = try Self.pairs(variation).outcome(of: 0..<300)
    func expected(_ trials: ClosedRange<Int>) -> Double {
      Self.expectation(hold: 210, trials: trials) { memory, trial, _ in
        memory.capacity *= exp(0.08 * log(Double(trial)))
      }
    }
    let (early, late) = (expected(1...20), expected(21...40))
    #expect(late - early > 1)
    #expect(abs(first.mean(condition: 1) - late) < 3.3 * 2.3 / 3000.0.squareRoot())
    #expect(abs(turns.mean(condition: 1) - (early + late) / 2) < 3.3 * 2.3 / 3000.0.squareRoot())
  }

  @Test func `People who differ in their speed make power within people smaller`() throws {
    let alike = try Self.pairs(Variation()).outcome(of: 0..<200)
    var variation = Variation()
    variation.deviations[.timeConstant] = 0.8
    let varied = try Self.pairs(variation).outcome(of: 0..<200)
    #expect(abs(try varied.pairs[0].effect()) < 0.8 * abs(try alike.pairs[0].effect()))
  }

  @Test func `Boards of a place in a fixed order make equal conditions differ too often`() throws {
    var variation = Variation()
    variation.boardDeviation = 0.5
    func found(_ boards: SimulatedPower.Boards, _ orders: [[Int]] = []) throws -> Int {
      try Self.pairs(variation, boards, holds: [210, 210], orders: orders)
        .outcome(of: 0..<300).pairs[0].foundCount
    }
    // Of 300, 15 are expected; 27 and more are improbable.
    #expect(try found(.own, [[0, 1]]) < 27)
    #expect(try found(.paired, [[0, 1]]) < 27)
    #expect(try found(.same, [[0, 1]]) > 45)
    #expect(try found(.same) < 27)
  }

  @Test func `Holds that are mixed in one block learn alike`() throws {
    var variation = Variation()
    variation.learning = 0.1
    func found(_ blocks: [[Int]], _ orders: [[Int]]) throws -> Int {
      try SimulatedPower(
        [210.0, 210].map { SimulatedPower.Test(trialCount: 20, numeralCount: 5, hold: $0) },
        Self.people(variation), count: 10,
        schedule: SimulatedPower.Schedule(blocks: blocks, orders: orders), seed: Seed("mixed")
      ).outcome(of: 0..<300).pairs[0].foundCount
    }
    #expect(try found([[0, 1]], [[0]]) < 27)
    #expect(try found([[0], [1]], [[0, 1]]) > 45)
    for blocks in [[[0]], [[0], [0, 1]], [[0, 1, 2]], []] {
      #expect(throws: ScienceError.impossible(.parameter)) { try found(blocks, [[0]]) }
    }
    #expect(throws: ScienceError.impossible(.parameter)) { try found([[0], [1]], [[0]]) }
  }

  @Test func `Impossible variations are refused`() {
    var variation = Variation()
    variation.boardDeviation = -1
    #expect(throws: ScienceError.impossible(.parameter)) { try Self.pairs(variation) }
    variation.boardDeviation = 0
    variation.learning = .nan
    #expect(throws: ScienceError.impossible(.parameter)) { try Self.pairs(variation) }
  }
}
