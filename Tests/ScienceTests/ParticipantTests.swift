import Examiner
import Science
import Testing

/// Tests of the simulated participant, and of the likelihood by which its parameters are estimated.
struct ParticipantTests {
  /// Returns the memory model with which the reference values were computed.
  private static func known() throws -> MemoryModel {
    try MemoryModel(capacity: 6.5, timeConstant: 260, decay: 0.06, slip: 0.02)
  }

  /// Returns the log-likelihood of presses, whose results are the letters of a word, with six
  /// decimals.
  private func logLikelihood(hold: Double?, _ seconds: [Double?], _ word: String) throws -> String {
    var trials = ObservedTrials()
    try trials.add(
      count: 5, hold: hold,
      presses: zip(seconds, word).map { ObservedPress(seconds: $0, isRight: $1 == "R") })
    return trials.logLikelihood(of: try Self.known()).rounded(6)
  }

  @Test func `The likelihoods are those of the vectors`() throws {
    let seconds = [0.6, 1.2, 1.8, 2.4, 3.0]
    #expect(try logLikelihood(hold: 210, seconds, "RRRRR") == "-0.607391")
    #expect(try logLikelihood(hold: 210, seconds, "RRW") == "-1.972411")
    #expect(try logLikelihood(hold: nil, [nil, 0.6, 1.2], "RRW") == "-2.794431")
  }

  @Test func `A capacity of 6 and one of 20 pass five numerals alike after 650 milliseconds`()
    throws
  {
    func passing(_ capacity: Double) throws -> String {
      var model = try Self.known()
      model.capacity = capacity
      var trials = ObservedTrials()
      try trials.add(
        count: 5, hold: 650,
        presses: [0.6, 1.2, 1.8, 2.4, 3.0].map { ObservedPress(seconds: $0, isRight: true) })
      return (1 + trials.logLikelihood(of: model)).rounded(4)
    }
    #expect(try [6.5, 7, 20].map(passing) == ["0.6936", "0.6961", "0.6969"])
  }

  @Test func `Simulated rounds are as frequent as the likelihood says`() throws {
    let model = try Self.known()
    let play = SimulatedPlay(model, latencies: try PressLatencies())
    var generator = Generator(text: "often")
    var proportion = Proportion()
    for _ in 0..<20_000 {
      proportion.add(isPassed: play.play(count: 5, hold: 210, using: &generator) == 5)
    }
    let interval = try proportion.interval(confidence: 0.999)
    #expect(interval.lower < 0.544771 && interval.upper > 0.544771)
    #expect(interval.upper - interval.lower < 0.03)
  }

  @Test func `A wrong press is one of the other numerals that are left`() throws {
    let forgetful = try MemoryModel(capacity: 0, slip: 0.5, spread: 1e-6)
    var generator = Generator(text: "wrong")
    var counts = [0, 0, 0, 0]
    for _ in 0..<4000 {
      let memory = SimulatedMemory(forgetful, count: 5, hold: 0, using: &generator)
      counts[memory.press(position: 2, seconds: 1, using: &generator)] += 1
    }
    // One eighth is right: one guess in four is, and half of those do not slip.
    #expect(abs(counts[0] - 500) < 80)
    #expect(counts.dropFirst().allSatisfy { abs($0 - 1167) < 110 })
    let memory = SimulatedMemory(forgetful, count: 5, hold: 0, using: &generator)
    #expect(memory.press(position: 5, seconds: 1, using: &generator) == 0)
    #expect(memory.press(position: 9, seconds: 1, using: &generator) == 0)
  }

  @Test func `A press after an error is any that was not tried, the right one too`() throws {
    var generator = Generator(text: "again")
    let memory = try SimulatedMemory(
      MemoryModel(capacity: 0), count: 5, hold: 0, using: &generator)
    var counts = [0, 0, 0, 0]
    for _ in 0..<3000 {
      counts[memory.pressAgain(position: 2, except: [2], using: &generator)] += 1
    }
    #expect(counts[2] == 0)
    #expect([0, 1, 3].allSatisfy { abs(counts[$0] - 1000) < 110 })
    #expect(memory.pressAgain(position: 4, except: [1], using: &generator) == 0)
  }

  @Test func `Latencies have the medians and the spread that were asked for`() throws {
    let latencies = try PressLatencies(first: 0.9, later: 0.4, spread: 0.3)
    var generator = Generator(text: "latencies")
    var (first, later) = (LatencyTally(), LatencyTally())
    for number in 0..<8000 {
      let latency = latencies.draw(isFirst: number.isMultiple(of: 2), using: &generator)
      if number.isMultiple(of: 2) { first.add(latency) } else { later.add(latency) }
    }
    #expect(abs(try first.geometricMean() - 0.9) < 0.02)
    #expect(abs(try later.geometricMean() - 0.4) < 0.01)
    #expect(abs(try first.spread() - 0.3) < 0.02)
  }

  /// Returns trials that a participant with this memory model plays.
  private func trials(
    _ count: Int, counts: [Int], holds: [Double?]
  ) throws -> ObservedTrials {
    let play = SimulatedPlay(try Self.known(), latencies: try PressLatencies(spread: 0.3))
    var generator = Generator(text: "fit")
    var trials = ObservedTrials()
    for trial in 0..<count {
      let count = counts[trial % counts.count]
      let hold = holds[trial / counts.count % holds.count]
      var presses: [ObservedPress] = []
      _ = play.play(count: count, hold: hold, using: &generator) { presses.append($0) }
      try trials.add(count: count, hold: hold, presses: presses)
    }
    return trials
  }

  @Test func `Rich data bound every number but the slips, which may be none`() throws {
    let trials = try trials(270, counts: [5, 6, 7, 8, 9, 10], holds: [210, 430, 650, nil])
    let fit = try MemoryFit(trials)
    #expect(fit.parameters == [.capacity, .timeConstant, .decay, .slip])
    #expect(fit.model.spread == 1)
    let likeliest = trials.logLikelihood(of: fit.model)
    #expect(fit.logLikelihood == likeliest)
    for parameter in [MemoryParameter.capacity, .timeConstant, .decay] {
      let profile = try fit.profile(parameter, of: trials)
      #expect(profile.lower != nil, "\(parameter)")
      #expect(profile.lower ?? 0 < fit.model[parameter])
      #expect(profile.upper ?? 0 > fit.model[parameter])
      #expect(profile.lower ?? 0 < (try Self.known())[parameter])
      #expect(profile.upper ?? 0 > (try Self.known())[parameter])
    }
    let spread = try MemoryFit(trials, fitsSpread: true)
    #expect(spread.parameters.count == 5)
    #expect(abs(spread.model.spread - 1) < 0.5)
    #expect(spread.model.spread != 1)
  }

  /// Returns 60 trials that follow a fixed rule, so that a script could create the same trials and
  /// fit them with scipy.
  private func ruledTrials() throws -> ObservedTrials {
    var trials = ObservedTrials()
    for trial in 0..<60 {
      let count = 5 + trial % 4
      let hold: Double? = [210, 650, nil][trial % 3]
      let rightCount = [count, count, 2, count, 4, count, 3][trial % 7]
      let presses = (1...min(count, rightCount + 1)).map { position in
        let seconds: Double? =
          hold == nil ? (position == 1 ? nil : 0.6 * Double(position - 1)) : 0.6 * Double(position)
        return ObservedPress(seconds: seconds, isRight: position <= rightCount)
      }
      try trials.add(count: count, hold: hold, presses: presses)
    }
    return trials
  }

  @Test func `Fit and profiles are those of scipy`() throws {
    let trials = try ruledTrials()
    let fit = try MemoryFit(trials)
    #expect(fit.logLikelihood.rounded(4) == "-75.1697")
    #expect(fit.model.capacity.rounded(3) == "10.439")
    #expect(fit.model.timeConstant.rounded(2) == "154.81")
    #expect(fit.model.decay.rounded(5) == "0.06751")
    #expect(fit.model.slip.rounded(5) == "0.01049")
    let capacity = try fit.profile(.capacity, of: trials)
    #expect(capacity.lower?.rounded(2) == "7.47")
    #expect(capacity.upper == nil)
    let decay = try fit.profile(.decay, of: trials)
    #expect(decay.lower?.rounded(4) == "0.0355")
    #expect(decay.upper?.rounded(4) == "0.1073")
  }

  @Test func `A parameter that the data can't determine has no bound`() throws {
    let easy = try trials(100, counts: [5], holds: [650])
    let fit = try MemoryFit(easy)
    let capacity = try fit.profile(.capacity, of: easy)
    #expect(capacity.lower ?? 0 > 3)
    #expect(capacity.upper == nil)
    let masked = try trials(100, counts: [5, 6, 7, 8], holds: [nil])
    let other = try MemoryFit(masked)
    #expect(other.model.timeConstant.rounded(3) == "250.000")
    let constant = try other.profile(.timeConstant, of: masked)
    #expect(constant.lower == nil && constant.upper == nil)
    #expect(throws: ScienceError.impossible(.parameter)) {
      try other.profile(.spread, of: masked)
    }
  }

  @Test func `A fit without trials and impossible numbers are refused`() throws {
    #expect(throws: ScienceError.empty) { try MemoryFit(ObservedTrials()) }
    var trials = ObservedTrials()
    let press = ObservedPress(seconds: 1, isRight: true)
    #expect(throws: ScienceError.impossible(.numeralCount)) {
      try trials.add(count: 0, hold: nil, presses: [press])
    }
    #expect(throws: ScienceError.impossible(.hold)) {
      try trials.add(count: 5, hold: .nan, presses: [press])
    }
    for seconds in [-1, .nan, .infinity] {
      #expect(throws: ScienceError.impossible(.latency)) {
        let late = ObservedPress(seconds: seconds, isRight: true)
        try trials.add(count: 5, hold: 210, presses: [press, late])
      }
    }
    #expect(trials.count == 0)
    #expect(throws: ScienceError.impossible(.parameter)) { try MemoryModel(capacity: -1) }
    #expect(throws: ScienceError.impossible(.parameter)) {
      try MemoryModel(capacity: 6, slip: 1)
    }
    #expect(throws: ScienceError.impossible(.latency)) { try PressLatencies(first: 0) }
  }

  @Test func `A press that the model holds for impossible leaves the likelihood a number`() throws {
    var trials = ObservedTrials()
    let right = ObservedPress(seconds: 1, isRight: true)
    let wrong = ObservedPress(seconds: 1, isRight: false)
    try trials.add(count: 1, hold: 210, presses: [wrong])
    #expect(trials.pressCount == 0)
    try trials.add(count: 2, hold: 210, presses: [wrong, wrong, right, wrong])
    #expect(trials.pressCount == 3)
    let certain = try MemoryModel(capacity: 1e6, timeConstant: 1e-6, decay: 0, slip: 0)
    #expect(trials.logLikelihood(of: certain).isFinite)
    #expect(try MemoryFit(trials).logLikelihood.isFinite)
  }

  private static let standardCorrelations = ["0.96", "0.85", "0.87", "0.88"]
  // A decay of a fiftieth a second is hard to find in trials of a few seconds.
  private static let peopleCorrelations = ["0.99", "0.96", "0.61", "0.95"]

  @Test(arguments: [MemoryPriors.standard, .people])
  func `Forty participants are found again`(priors: MemoryPriors) throws {
    let seed = try Seed("forty")
    let people = try (0..<40).map { try Recovery.participant($0, seed: seed, priors: priors) }
    let correlations = try MemoryParameter.allCases.filter { $0 != .spread }.map {
      try Recovery.correlation($0, of: people).value
    }
    #expect(correlations[0] >= 0.8 && correlations[1] >= 0.8)
    let rounded = correlations.map { $0.rounded(2) }
    #expect(rounded == (priors == .people ? Self.peopleCorrelations : Self.standardCorrelations))
    #expect(try Recovery.participant(7, seed: seed, priors: priors) == people[7])
  }

  /// Returns the simulated statistical power of comparing two groups of `count` participants, whose
  /// median capacities are 6.5 and `capacity`.
  private func power(_ count: Int, _ capacity: Double) throws -> SimulatedPower {
    try SimulatedPower(
      [SimulatedPower.Test(trialCount: 50, numeralCount: 5, hold: 210)],
      SimulatedPower.People(
        groups: [
          Capacities(median: 6.5, deviation: 1, scale: .linear),
          Capacities(median: capacity, deviation: 1, scale: .linear),
        ], turns: [0, 1].flatMap { Array(repeating: $0, count: count) }, model: try Self.known(),
        latencies: PressLatencies()), count: 2 * count, seed: Seed("power"))
  }

  @Test func `Power is near its known value, and the same however it is divided`() throws {
    let plan = try power(30, 7.25)
    let whole = plan.outcome(of: 0..<150)
    var parts = plan.outcome(of: 0..<40)
    parts.add(plan.outcome(of: 40..<150))
    #expect(parts == whole)
    let groups = whole.groups[0]
    let (estimate, error) = try SimulatedPower.power(foundCount: groups.foundCount, of: 150)
    #expect(abs(estimate.value - 0.62) < 3 * error)
    #expect(abs(try groups.effect() - 0.59) < 0.03)
    #expect(groups.mean(group: 0) < groups.mean(group: 1))
    #expect(error < 0.05)
    let none = try power(30, 6.5).outcome(of: 0..<150).groups[0].foundCount
    #expect(none < 18)
  }

  /// Returns the simulated comparisons of holds of 650, 430 and 210 ms, each played by the same
  /// participants.
  private func pairs(
    _ count: Int, trials: Int = 20, sessions: Int = 1, pooled: [[Int]] = []
  ) throws -> SimulatedPower {
    let tests = [650.0, 430, 210].map {
      SimulatedPower.Test(trialCount: trials, numeralCount: 5, hold: $0)
    }
    let people = Population.Name.students.population
    return try SimulatedPower(
      tests,
      SimulatedPower.People(
        groups: [people.capacities], model: people.median, latencies: people.latencies),
      count: count, sessionCount: sessions, pooled: pooled, seed: Seed("pairs"))
  }

  @Test func `Two sessions show a difference as clearly as twice as many trials`() throws {
    func effect(_ trials: Int, _ sessions: Int) throws -> Double {
      try pairs(6, trials: trials, sessions: sessions).outcome(of: 0..<600).pairs[0].effect()
    }
    #expect(abs(try effect(10, 2) - effect(20, 1)) < 0.05)
    #expect(try effect(10, 2) < effect(10, 1) - 0.2)
    #expect(throws: ScienceError.impossible(.parameter)) { try pairs(6, sessions: 0) }
  }

  @Test func `A limit that nobody can keep passes no trial, and a board that is seen nearly all`()
    throws
  {
    let play = SimulatedPlay(try Self.known(), latencies: try PressLatencies())
    var generator = Generator(text: "limits")
    func share(limit: Double?, isMasked: Bool) -> Double {
      let passed = (0..<400).count { _ in
        play.play(count: 9, hold: nil, limit: limit, isMasked: isMasked, using: &generator) == 9
      }
      return Double(passed) / 400
    }
    #expect(share(limit: 1, isMasked: true) == 0)
    #expect(share(limit: 1, isMasked: false) == 0)
    let seen = share(limit: nil, isMasked: false)
    #expect(seen > share(limit: nil, isMasked: true))
    #expect(share(limit: 1e9, isMasked: false) > seen - 0.15)
  }

  @Test func `Pooled sides are the last pair, and change no other`() throws {
    let alone = try pairs(6).outcome(of: 0..<100)
    let same = try pairs(6, pooled: [[2], [0]]).outcome(of: 0..<100)
    #expect(Array(same.pairs.dropLast()) == alone.pairs)
    #expect(same.pairs[3].first == 3)
    #expect(same.pairs[3].second == 4)
    #expect(same.pairs[3].foundCount == alone.pairs[1].foundCount)
    #expect(try same.pairs[3].effect() == alone.pairs[1].effect())
  }

  @Test func `A side of several conditions has the share of all their trials`() throws {
    let plan = try pairs(6, pooled: [[0, 1], [2, 1]])
    let whole = plan.outcome(of: 0..<300)
    var parts = plan.outcome(of: 0..<130)
    parts.add(plan.outcome(of: 130..<300))
    #expect(parts.pairs.map(\.foundCount) == whole.pairs.map(\.foundCount))
    // The condition that both sides have cancels out, and half of the difference is left.
    #expect(abs(try whole.pairs[3].effect() + whole.pairs[1].effect()) < 1e-9)
    #expect(whole.pairs[3].foundCount == whole.pairs[1].foundCount)
    let pooled = try pairs(6, trials: 4, pooled: [[0, 1], [2]]).outcome(of: 0..<300).pairs[3]
    let planned = try Planning(.pairs, effect: try pooled.effect()).power(count: 6)
    let (power, error) = try SimulatedPower.power(foundCount: pooled.foundCount, of: 300)
    #expect(abs(power.value - planned) < max(3 * error, 0.05))
  }

  @Test func `Groups of other capacities are compared, and their turns are kept`() throws {
    func plan(_ capacities: [Double], turns: [Int]? = nil) throws -> SimulatedPower {
      let people = Population.Name.students.population
      return try SimulatedPower(
        [SimulatedPower.Test(trialCount: 20, numeralCount: 5, hold: 210)],
        SimulatedPower.People(
          groups: capacities.map { Capacities(median: $0, deviation: 1, scale: .linear) },
          turns: turns, model: people.median, latencies: people.latencies), count: 24,
        seed: Seed("groups"))
    }
    let whole = try plan([5, 6, 5], turns: [0, 0, 1, 2]).outcome(of: 0..<200)
    #expect(whole.pairs.isEmpty)
    let sizes = [(0, 1), (0, 2), (1, 2)]
    #expect(whole.groups.count == sizes.count)
    for (group, outcome) in whole.groups.enumerated() {
      let counts = [12, 6, 6]
      let planned = try Planning(.groups, effect: try outcome.effect())
        .power(.groups(counts[sizes[group].0], counts[sizes[group].1]))
      let (power, error) = try SimulatedPower.power(foundCount: outcome.foundCount, of: 200)
      #expect(abs(power.value - planned) < max(3 * error, 0.06))
    }
    #expect(abs(try whole.groups[1].effect()) < 0.2)
    var parts = try plan([5, 6, 5], turns: [0, 0, 1, 2]).outcome(of: 0..<90)
    parts.add(try plan([5, 6, 5], turns: [0, 0, 1, 2]).outcome(of: 90..<200))
    #expect(parts.groups == whole.groups)
    for turns in [[], [0], [0, 2], [0, 1, 3]] {
      #expect(throws: ScienceError.impossible(.parameter)) {
        try plan([5, 6, 5], turns: turns)
      }
    }
  }

  @Test func `Pooled sides without a condition, or of one that there is not, are refused`() {
    for sides in [[[0]], [[0], []], [[0], [3]], [[-1], [0]], [[0], [1], [2]]] {
      #expect(throws: ScienceError.impossible(.parameter)) { try pairs(6, pooled: sides) }
    }
  }

  @Test func `Power within people agrees with the noncentral t, and however it is divided`() throws
  {
    let plan = try pairs(6)
    let whole = plan.outcome(of: 0..<300)
    var parts = plan.outcome(of: 0..<130)
    parts.add(plan.outcome(of: 130..<300))
    #expect(parts.pairs.map(\.foundCount) == whole.pairs.map(\.foundCount))
    #expect(whole.pairs.map(\.first) == [1, 2, 2])
    #expect(whole.pairs.map(\.second) == [0, 0, 1])
    let means = (0..<3).map { whole.mean(condition: $0) }
    #expect(means == means.sorted(by: >))
    for pair in whole.pairs {
      let effect = try pair.effect()
      #expect(effect < 0)
      let planned = try Planning(.pairs, effect: effect).power(count: 6)
      let (power, error) = try SimulatedPower.power(foundCount: pair.foundCount, of: 300)
      #expect(abs(power.value - planned) < max(3 * error, 0.05))
    }
  }

  @Test func `Power within people needs two people, two conditions and a trial`() throws {
    #expect(throws: ScienceError.tooFew(count: 1, needed: 2)) { try pairs(1) }
    #expect(throws: ScienceError.tooFew(count: 0, needed: 1)) { try pairs(6, trials: 0) }
    let people = Population.Name.students.population
    #expect(throws: ScienceError.tooFew(count: 1, needed: 2)) {
      try SimulatedPower(
        [SimulatedPower.Test(trialCount: 1, numeralCount: 5, hold: nil)],
        SimulatedPower.People(
          groups: [people.capacities], model: people.median, latencies: people.latencies),
        count: 2, seed: Seed("pairs"))
    }
  }

  @Test func `Power without runs or with impossible groups is refused`() throws {
    #expect(throws: ScienceError.empty) { try SimulatedPower.power(foundCount: 0, of: 0) }
    #expect(throws: ScienceError.impossible(.parameter)) { try power(30, .nan) }
  }
}
