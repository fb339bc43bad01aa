import Examiner
@testable import Science
import Testing

/// Tests of the populations against the published results of the people they are named after.
struct PopulationTests {
  private static let expectation = CourseExpectation(.zoo, of: .visitors)

  @Test func `The expected visitors pass the ten published cells within 3.5 points`() throws {
    let squares = try ZooTrials.cells.map { published in
      let expected = try #require(Self.expectation.cell(at: published.level))
      let difference = 100 * (expected.passedShare - published.share)
      return difference * difference
    }
    let error = (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    #expect(squares.count == 10)
    #expect(error.rounded(2) == "3.16")
    #expect(error <= 3.5)
  }

  @Test func `The expected visitors have their trials in the published cells`() throws {
    let published = ZooTrials.cells.map { Double($0.playedCount) }
    let expected = try ZooTrials.cells.map { cell in
      try #require(Self.expectation.cell(at: cell.level)).playedCount
    }
    let publishedSum = published.reduce(0, +)
    let expectedSum = expected.reduce(0, +)
    let differences = zip(published, expected).map { published, expected in
      100 * abs(expected / expectedSum - published / publishedSum)
    }
    #expect(differences.max() ?? 100 <= 2.5)
    #expect(differences.max()?.rounded(2) == "1.36")
  }

  @Test func `Nine numerals after a second are passed by fewer than 3 percent`() throws {
    let nine = try #require(Self.expectation.training.last)
    #expect(nine.level == CourseLevel(numeralCount: 9, hold: 1000))
    #expect(nine.passedShare < 0.03)
    #expect((100 * nine.passedShare).rounded(2) == "1.14")
    // 18 of 1,872 of the visitors passed them.
    #expect((100 * 18.0 / 1872).rounded(2) == "0.96")
  }

  @Test func `The expected students pass what was read off the published figure`() {
    let shares = [650.0, 430, 210].map {
      100 * Population.students.passProbability(numeralCount: 5, hold: $0)
    }
    #expect(shares.map { $0.rounded(1) } == ["76.6", "66.1", "35.3"])
    #expect(zip(shares, [78.5, 65, 36]).allSatisfy { abs($0 - $1) <= 3 })
    #expect(Population.students.capacitySpread == Population.visitors.capacitySpread)
    #expect(Population.students.median.spread == 1)
  }

  @Test func `What is published of Ayumu can't tell a small capacity from a large one`() throws {
    let small = try MemoryModel(
      capacity: 5.2, timeConstant: 40, decay: 0, slip: 0.0572, spread: 0.3)
    let large = try MemoryModel(
      capacity: 50, timeConstant: 300, decay: 0.05, slip: 0.0124, spread: 1)
    for model in [small, large] {
      for hold in [650.0, 210] {
        let share = model.passProbability(numeralCount: 5, hold: hold, latencies: .standard)
        #expect(abs(share - 0.79) < 0.005)
      }
    }
  }

  @Test func `The shares of games that end at each level add up to 1`() {
    #expect(abs(Self.expectation.passedLevels.reduce(0, +) - 1) < 1e-12)
    #expect(Self.expectation.passedLevels.count == 37)
    #expect(Self.expectation.levels[0].playedCount >= 1)
    #expect(Self.expectation.cell(at: CourseLevel(numeralCount: 3, hold: 1000)) == nil)
  }

  @Test func `Simulated visitors do what is expected, within their standard errors`() throws {
    let simulation = CourseSimulation(.zoo, of: .visitors, seed: try Seed("visitors"))
    let outcome = simulation.outcome(of: 0..<2000)
    let cells = zip(outcome.training + outcome.levels, Self.expectedCells)
    var comparedCount = 0
    for (cell, expected) in cells where cell.playedCount >= 100 {
      comparedCount += 1
      let share = try cell.passedShare()
      #expect(abs(share.value - expected.passedShare) < 3.3 * share.error, "\(cell.level)")
      let played = try cell.playedPerGame(of: outcome.gameCount)
      let difference = abs(played.value - expected.playedCount)
      #expect(difference <= 3.3 * played.error, "\(cell.level)")
    }
    #expect(comparedCount == 16)
    #expect(outcome.passedLevels.reduce(0, +) == 2000)
  }

  private static var expectedCells: [CourseExpectation.Cell] {
    expectation.training + expectation.levels
  }

  @Test func `A simulation is the same however it is divided`() throws {
    let simulation = CourseSimulation(.zoo, of: .students, seed: try Seed("parts"))
    let whole = simulation.outcome(of: 0..<60)
    var parts = simulation.outcome(of: 0..<25)
    parts.add(simulation.outcome(of: 25..<60))
    #expect(parts == whole)
    #expect(whole.gameCount == 60)
    let other = CourseSimulation(.zoo, of: .students, seed: try Seed("others"))
    #expect(other.outcome(of: 0..<60) != whole)
  }

  @Test func `A game's trials are those of its outcome, and a cell without trials has no share`()
    throws
  {
    let simulation = CourseSimulation(.zoo, of: .visitors, seed: try Seed("one"))
    var trials: [(CourseProgress.Trial, Bool)] = []
    let progress = simulation.play(7) { trials.append(($0, $1)) }
    let outcome = simulation.outcome(of: 7..<8)
    #expect(trials.count { $0.0.isTraining } == 4)
    #expect(trials.count { !$0.0.isTraining && !$0.1 } == 3)
    #expect(trials.count { !$0.0.isTraining && $0.1 } == progress.passedCount)
    #expect(outcome.levels.reduce(0) { $0 + $1.passedCount } == progress.passedCount)
    #expect(outcome.training.map(\.playedCount) == [1, 1, 1, 1])
    #expect(throws: ScienceError.empty) { try outcome.levels[35].passedShare() }
    #expect(throws: ScienceError.tooFew(count: 1, needed: 2)) {
      try outcome.levels[0].playedPerGame(of: 1)
    }
  }

  @Test func `People of a population differ in their capacities alone`() throws {
    var generator = Generator(text: "people")
    let people = (0..<4000).map { _ in Population.visitors.draw(using: &generator) }
    var capacities = LatencyTally()
    for person in people { capacities.add(person.capacity) }
    #expect(abs(try capacities.geometricMean() - 3.95) < 0.04)
    #expect(abs(try capacities.spread() - 0.224) < 0.008)
    #expect(people.allSatisfy { $0.timeConstant == 303 && $0.slip == 0.077 })
    #expect(Population.visitors.person(score: 0) == Population.visitors.median)
    #expect(Population.Name.allCases.map(\.rawValue) == ["visitors", "students"])
    #expect(Population.Name.allCases.map(\.population) == [.visitors, .students])
    #expect(throws: ScienceError.impossible(.parameter)) {
      try Population(
        median: Population.visitors.median, capacitySpread: -1, latencies: .standard)
    }
  }
}

/// Tests of the course of a game, and of the norms computed from it.
struct CourseTests {
  @Test func `Training costs no failure, a failure repeats its level, the third one ends`() {
    var progress = CourseProgress(.zoo)
    var steps: [String] = []
    func step(_ isPassed: Bool) {
      guard let trial = progress.next else { return }
      let name = "\(trial.level.numeralCount)@\(trial.level.hold)"
      steps.append((trial.isTraining ? "training " : "") + name)
      progress.record(isPassed: isPassed)
    }
    for isPassed in [true, false, false, false] { step(isPassed) }
    #expect(progress.failureCount == 0)
    #expect(progress.passedCount == 0)
    for isPassed in [true, false, true, true, false, true, false, true] { step(isPassed) }
    #expect(
      steps == [
        "training 3@1000", "training 4@1000", "training 5@1000", "training 9@1000", "4@1000",
        "4@800", "4@800", "4@600", "4@400", "4@400", "4@300",
      ])
    #expect(progress.isOver)
    #expect(progress.next == nil)
    #expect(progress.passedCount == 4)
    let ended = progress
    progress.record(isPassed: true)
    #expect(progress == ended)
  }

  @Test func `Who never fails passes nine numerals after 210 milliseconds`() {
    var progress = CourseProgress(.zoo)
    var count = 0
    while progress.next != nil {
      progress.record(isPassed: true)
      count += 1
    }
    #expect(count == 40)
    #expect(progress.passedCount == GameCourse.zoo.levels.count)
  }

  @Test func `The published tables have the published sums`() {
    #expect(ZooAgeGroup.published.map(\.gameCount) == [510, 575, 311, 620, 590, 315, 178])
    #expect(ZooAgeGroup.published.reduce(0) { $0 + $1.gameCount } == 3099)
    #expect(ZooAgeGroup.adults.gameCount == 1525)
    #expect(ZooTrials.cells.reduce(0) { $0 + $1.playedCount } == 11464)
    #expect(ZooTrials.cells.reduce(0) { $0 + $1.passedCount } == 7138)
    #expect(ZooTrials.cells.allSatisfy { GameCourse.zoo.levels.contains($0.level) })
  }

  @Test func `Five numerals at 600 ms are further than 83 percent of those of 25 to 39 years`()
    throws
  {
    // 34 + 24 + 36 + 60 + 91 + 102 + 30 + 41 + 48 = 466 ended at a lower level, 47 at this one.
    let level = CourseLevel(numeralCount: 5, hold: 600)
    let standing = try Standing(highest: level, age: 30)
    #expect(standing.belowCount == 466)
    #expect(standing.sameCount == 47)
    #expect(standing.aboveCount == 77)
    let below: Double = 466 + 23.5
    #expect(standing.share.value == below / 590)
    #expect(standing.share.text(4) == "0.8297 [0.7972, 0.8578]")
    // 87 passed no level, 71 only the first one.
    let first = try Standing(highest: CourseLevel(numeralCount: 4, hold: 1000))
    #expect(first.gameCount == 1525)
    let lower: Double = 87 + 35.5
    #expect(first.share.value == lower / 1525)
  }

  @Test func `The furthest level is above all visitors, and no level counts half of its ties`()
    throws
  {
    let last = CourseLevel(numeralCount: 9, hold: 210)
    let furthest = try Standing(highest: last, age: 99)
    #expect(furthest.share.value == 1)
    #expect(furthest.share.interval.upper == 1)
    #expect(furthest.aboveCount == 0)
    let none = try Standing(highest: nil, age: 6)
    #expect(none.belowCount == 0)
    #expect(none.share.value == 63.0 / 510)
  }

  @Test func `An age without a group and a level off the course are refused`() {
    #expect(throws: ScienceError.impossible(.value)) { try Standing(highest: nil, age: 3) }
    #expect(throws: ScienceError.impossible(.position)) {
      try Standing(highest: CourseLevel(numeralCount: 3, hold: 1000))
    }
  }
}

extension ZooTrials.Cell {
  fileprivate var share: Double { Double(passedCount) / Double(playedCount) }
}
