package import Archive
import Game
import Glibc
package import Science

/// Collects the trials for ``Summary``.
///
///     var tally = SummaryTally(by: .count)
///     for trial in trials { tally.add(trial) }
///     let summary = tally.figures
package struct SummaryTally: TrialTally {
  private let grouping: Summary.Grouping?
  private let trim: LatencyTrim?
  /// The trials of each kind.
  private var blocks: [SummaryBlock] = []
  private var kinds = TestKinds()
  /// The single tests; empty if trials are grouped by hold.
  private var results = ResultsTally()
  private var primaries: PrimaryTally

  /// Creates an empty collection; `trim` is the rule for outliers of press times.
  package init(by grouping: Summary.Grouping? = nil, trim: LatencyTrim? = nil) {
    self.grouping = grouping
    self.trim = trim
    primaries = PrimaryTally(trim: trim)
  }

  package mutating func prepare(for designs: [StudyText: StudyDesign], _ filter: TrialFilter) {
    primaries.prepare(for: designs, filter)
  }

  package mutating func add(_ trial: ReadTrial) {
    primaries.add(trial)
    let index =
      grouping == .hold
      ? kinds.index(of: TestKind(test: "", text: StudyText(of: trial.values), agent: trial.agent))
      : kinds.index(of: trial, isLookEnded: trial.isLookEnded)
    if index == blocks.count { blocks.append(SummaryBlock(grouping, trim)) }
    blocks[index].add(trial)
    if grouping != .hold { results.add(trial) }
  }

  package var figures: Summary {
    let blocks = Dictionary(uniqueKeysWithValues: zip(kinds.all, blocks))
    let named = TestKind.named(kinds.all)
    let results = results.withIntervals
    let tests = TestKind.sorted(kinds.all).compactMap { kind in
      blocks[kind].map { $0.figures(of: kind, named: named[kind] ?? kind, results) }
    }
    return Summary(grouping: grouping, tests: tests, primaries: primaries.outcomes)
  }
}

/// The trials of one kind of test, or of all tests if they are grouped by hold.
private struct SummaryBlock: Sendable {
  /// The trials of one participant.
  struct Person: Sendable {
    var whole = TestSummary()
    var sessions: [Int: Proportion] = [:]
    /// The trials by number of numerals or by hold.
    var groups: [Int: Proportion] = [:]
    var times: PressTimes
    var credit = CreditTally()

    init(_ trim: LatencyTrim?) { times = PressTimes(trim) }
  }

  private let grouping: Summary.Grouping?
  private let trim: LatencyTrim?
  private var people: [Person] = []
  private var indexes: [String: Int] = [:]
  /// The participant of the last trial, cached because the next trial usually has the same one.
  private var last: (code: String, index: Int)?
  /// The different probabilities of guessing on the boards.
  private var chances: [Chance?] = []
  /// The probabilities of guessing by group.
  private var groupChances: [Int: [Chance?]] = [:]
  /// The trials by predefined step; empty for a test without steps.
  private var steps: [Int: Proportion] = [:]
  private var sessionTrials = PeopleTrials()
  private var groupTrials = PeopleTrials()
  private var turns = TurnTally()
  private var hasSimulated = false
  /// The names of the tests of all trials.
  private var playedTests: Set<String> = []
  /// The test of the last trial.
  private var lastTest: String?

  init(_ grouping: Summary.Grouping?, _ trim: LatencyTrim?) {
    self.grouping = grouping
    self.trim = trim
  }

  mutating func add(_ trial: ReadTrial) {
    let isPassed = trial.isPassed
    let person = index(of: trial.participant)
    if trial.exclusions.contains(.simulated) { hasSimulated = true }
    if trial.test != lastTest {
      lastTest = trial.test
      if let test = trial.test { playedTests.insert(test) }
    }
    people[person].whole.add(
      isPassed: isPassed, rightCount: trial.measures.rightBeforeError,
      hasError: trial.presses.contains { $0.judgement == .wrong },
      isReadingOrder: trial.readingOrder == 1)
    people[person].times.add(trial.latencies)
    people[person].credit.add(trial)
    turns.add(trial)
    people[person].sessions[trial.session, default: Proportion()].add(isPassed: isPassed)
    if TestPreset.withTraining(named: trial.test) != nil {
      steps[trial.scoredLevel, default: Proportion()].add(isPassed: isPassed)
    }
    let chance =
      trial.isUnmasked
      ? nil : try? Chance(numeralCount: trial.count, isFirstSeen: trial.isFirstSeen)
    if !chances.contains(chance) { chances.append(chance) }
    sessionTrials.add(
      participant: person, board: trial.board, at: Double(trial.session), isPassed: isPassed)
    guard let group = group(of: trial) else { return }
    if groupChances[group]?.contains(chance) != true {
      groupChances[group, default: []].append(chance)
    }
    people[person].groups[group, default: Proportion()].add(isPassed: isPassed)
    if let position = position(of: group) {
      groupTrials.add(
        participant: person, board: trial.board, at: position, isPassed: isPassed)
    }
  }

  private mutating func index(of code: String) -> Int {
    if let last, last.code == code { return last.index }
    let index = indexes[code] ?? people.count
    if index == people.count {
      people.append(Person(trim))
      indexes[code] = index
    }
    last = (code, index)
    return index
  }

  /// Returns the number by which a trial is grouped; 0 stands for no hold.
  private func group(of trial: ReadTrial) -> Int? {
    switch grouping {
    case .count: trial.count
    case .hold: trial.isLookEnded ? TrialGroup.endedLooks : trial.requestedHold ?? 0
    case .session, .position, nil: nil
    }
  }

  /// Returns the predictor for a group: the number of numerals, or the logarithm of the hold.
  private func position(of group: Int) -> Double? {
    guard grouping == .hold else { return Double(group) }
    return group > 0 ? log(Double(group)) : nil
  }
}

extension SummaryBlock {
  private var isOverParticipants: Bool { people.count > 1 }

  func figures(
    of kind: TestKind, named: TestKind, _ results: ResultsTally
  ) -> Summary.Test {
    let name = kind.test
    let wholeKind = kind.ofAllHolds
    // A test that mixes holds may have been left before the first trial of this one.
    let tests = results.tests.filter {
      $0.kind == wholeKind && indexes[$0.participant] != nil
    }
    let times = people.map { $0.times.applied() }
    let passes = share(\.passes)
    let regression = regression
    return Summary.Test(
      name: name.isEmpty ? nil : name, participantCount: people.count, passes: passes,
      passesElsewhere: share(\.passesElsewhere),
      guessing: chance.map { Guessing($0, passes.proportion) },
      credit: CreditTally.figures(
        of: people.map(\.credit), overParticipants: isOverParticipants),
      positions: positions(times), isFirstSeen: chances.contains { $0?.isFirstSeen ?? true },
      firstPress: .over(times.map(\.first), overParticipants: isOverParticipants),
      laterPresses: .over(times.map(\.later), overParticipants: isOverParticipants),
      trimmed: trimmed(times), progress: progress, testCount: tests.count,
      openTestCount: tests.count { !$0.isComplete },
      level: results.levels(of: wholeKind, by: { _ in 0 })[0],
      sessionLevels: results.levels(of: wholeKind, by: \.session).sorted { $0.key < $1.key }
        .map { Summary.SessionLevel(session: $0.key, level: $0.value) },
      groups: trialGroups, slope: regression.map { $0.map { .overParticipants($0) } },
      curve: curve(regression), threshold: grouping == .hold ? threshold(regression) : nil,
      course: course(of: name, tests), kind: named,
      games: results.games(of: wholeKind, named: named), hasSimulated: hasSimulated,
      comparability: Comparability(ofTests: playedTests), turns: turns.figures)
  }

  /// Returns the results at predefined steps; `nil` for a test without them.
  private func course(of name: String, _ tests: [ResultsTally.Test]) -> CourseFigures? {
    guard case .levels(let course)? = TestPreset.withTraining(named: name)?.course else {
      return nil
    }
    return CourseFigures(
      course, trials: steps, games: tests.filter(\.isFirstComplete).map(\.score.level))
  }

  private func share(_ proportion: KeyPath<TestSummary, Proportion>) -> Share {
    people.map { $0.whole[keyPath: proportion] }.share(overParticipants: isOverParticipants)
  }

  /// The probability of guessing on all boards; `nil` if they differ.
  private var chance: Chance? { chances.count == 1 ? chances[0] : nil }

  private func trimmed(_ times: [PressTimes]) -> TrimmedTimes? {
    trim.map { rule in
      times.compactMap(\.trimmed).reduce(into: TrimmedTimes(rule)) { $0.add($1) }
    }
  }

  private var progress: Progress {
    isOverParticipants
      ? Progress(people.map(\.sessions), sessionTrials)
      : Progress(people.first?.sessions ?? [:])
  }

  private func positions(_ times: [PressTimes]) -> [Summary.Position] {
    let shares = people.map { (try? $0.whole.positions.proportions()) ?? [] }
    return (0..<(shares.map(\.count).max() ?? 0)).map { index in
      let number = index + 1
      let isInBoard = chance.map { number <= $0.numeralCount } ?? false
      let group = TrialGroup(
        number...number,
        shares.map { $0.indices.contains(index) ? $0[index] : Proportion() },
        overParticipants: isOverParticipants,
        chance: isInBoard ? chance?.ofPosition(number) : nil)
      let tallies = times.map {
        $0.positions.indices.contains(index) ? $0.positions[index] : LatencyTally()
      }
      return Summary.Position(
        group: group, time: .over(tallies, overParticipants: isOverParticipants))
    }
  }

  private var trialGroups: [TrialGroup] {
    [TrialGroup](people.map(\.groups), overParticipants: isOverParticipants) { number in
      only(groupChances[number] ?? [])?.ofSequence
    }
  }

  /// The probability of guessing after a hold; `nil` if it differs.
  private var heldChance: Chance? { only(chances.filter { $0?.isFirstSeen == false }) }

  private func only(_ chances: [Chance?]) -> Chance? { chances.count == 1 ? chances[0] : nil }

  /// The points of each participant for a regression.
  private var points: [[CurvePoint]] {
    people.map { person in
      person.groups.filter { position(of: $0.key) != nil }.curvePoints { position(of: $0) ?? 0 }
    }
  }

  /// The regression over participants; `nil` for a single participant, or if all numbers are equal.
  private var regression: Result<PeopleFit, ScienceError>? {
    guard isOverParticipants, grouping == .count || grouping == .hold,
      Set(points.joined().map(\.position)).count > 1
    else { return nil }
    return Result { () throws(ScienceError) in
      try groupTrials.fit(points, step: grouping == .hold ? log(2) : 1)
    }
  }

  private func curve(_ regression: Result<PeopleFit, ScienceError>?) -> FittedCurve? {
    if let regression {
      return (try? regression.get()).flatMap {
        FittedCurve($0, isLogarithmic: grouping == .hold)
      }
    }
    guard !isOverParticipants else { return nil }
    switch grouping {
    case .count:
      let curve = try? LearningCurve(trialGroups.curvePoints)
      return curve.flatMap { $0.logistic.slope.isFinite ? .logistic($0) : nil }
    case .hold:
      guard let heldChance else { return nil }
      let holds = trialGroups.filter { $0.numbers.lowerBound > 0 }
      let curve = try? HoldCurve(holds.curvePoints, guess: heldChance.ofSequence)
      return curve.map { .overHold($0) }
    case .session, .position, nil: return nil
    }
  }
}

/// The hold at which half of the trials are passed.
extension SummaryBlock {
  /// Returns the hold at which half of the trials are passed; `nil` if all have the same hold.
  private func threshold(
    _ regression: Result<PeopleFit, ScienceError>?
  ) -> Summary.Threshold? {
    let holds = trialGroups.filter { $0.numbers.lowerBound > 0 }
    guard holds.count > 1 else { return nil }
    guard let chance = heldChance else { return .severalCounts }
    do throws(ScienceError) {
      guard let regression else {
        return .estimate(try half(holds.curvePoints, chance, .ofTrials))
      }
      switch try regression.get() {
      case .mixed(let fit):
        guard fit.coefficients[1].value > 0 else { throw .notRising }
        return .estimate(
          Summary.HalfHold(
            estimate: try fit.point().mapped(by: exp).bounded(orElse: .notRising),
            curve: .mixed, guess: 0, lapse: 0))
      case .byParticipant: return .estimate(try halfOfParticipants(chance))
      }
    } catch { return .fault(error) }
  }

  private func half(
    _ points: [CurvePoint], _ chance: Chance, _ curve: Summary.HalfHold.Curve
  ) throws(ScienceError) -> Summary.HalfHold {
    let fit = try HoldCurve(points, guess: chance.ofSequence)
    return Summary.HalfHold(
      estimate: try fit.hold().bounded(orElse: .notRising), curve: curve, guess: fit.guess,
      lapse: fit.lapse)
  }

  private func halfOfParticipants(_ chance: Chance) throws(ScienceError) -> Summary.HalfHold {
    let halves = people.compactMap { person in
      try? half(
        person.groups.filter { $0.key > 0 }.curvePoints { Double($0) }, chance, .ofTrials)
    }
    guard let first = halves.first else { throw .separated }
    let mean = try MeanTally(halves.map { log($0.estimate.value) }).shownEstimate()
    return Summary.HalfHold(
      estimate: try mean.mapped(by: exp).ofRatio(),
      curve: .ofParticipants(halves.count, of: people.count),
      guess: first.guess, lapse: first.lapse)
  }
}
