package import Archive
import Glibc
package import Science
import Studies

/// Collects the trials of studies for ``DesignEffects``.
///
///     let survey = Survey(source: source, tally: EffectsTally(), filter: TrialFilter())
package struct EffectsTally: TrialTally {
  private let trim: LatencyTrim?
  /// `true` to fit a regression for each effect.
  private let regresses: Bool
  private var designs: [StudyText: StudyDesign] = [:]
  private var studies: [StudyText: StudyTrials] = [:]
  private var isComplete = true
  private var primaries: PrimaryTally

  /// The most effects of a study that each have a regression, which can take a second.
  static var mostRegressions: Int { 36 }

  /// Creates an empty collection; `trim` is the rule for outliers of press times.
  package init(trim: LatencyTrim? = nil, regresses: Bool = true) {
    self.trim = trim
    self.regresses = regresses
    primaries = PrimaryTally(trim: trim)
  }

  package static var excludesEndedLooks: Bool { true }

  package mutating func prepare(for designs: [StudyText: StudyDesign], _ filter: TrialFilter) {
    self.designs = designs
    isComplete = !filter.isWithinStudy
    primaries.prepare(for: designs, filter)
  }

  package mutating func add(_ trial: ReadTrial) {
    primaries.add(trial)
    guard let text = StudyText(of: trial.values), let design = designs[text],
      let name = trial.studyCell?.name, let index = design.conditions.firstIndex(of: name)
    else { return }
    studies[text, default: StudyTrials()].add(trial, condition: index)
  }

  /// Returns whether the trial is of a condition that its study declares.
  package func uses(_ trial: ReadTrial) -> Bool {
    let design = StudyText(of: trial.values).flatMap { designs[$0] }
    return trial.studyCell.map { design?.conditions.contains($0.name) == true } == true
  }

  package var figures: DesignEffects {
    let texts = Set(studies.keys)
    return DesignEffects(
      studies: texts.sorted().compactMap { text in
        studies[text].flatMap { trials in
          designs[text].map { figures(of: text, $0, trials, among: texts) }
        }
      })
  }

  /// Returns the effects of the study with this text; `nil` if it has no trials.
  func figures(of text: StudyText) -> DesignEffects.Study? {
    guard let trials = studies[text], let design = designs[text] else { return nil }
    return figures(of: text, design, trials, among: [])
  }

  private func figures(
    of text: StudyText, _ design: StudyDesign, _ trials: StudyTrials, among texts: Set<StudyText>
  ) -> DesignEffects.Study {
    let times = ComparedTimes(trials.trials, trim, askedCount: design.conditions.count)
    let isComplete = isComplete && !trials.trials.isOverLimit
    let pairs = design.conditions.pairs
    let groupPairs = design.groups.pairs
    func computing(_ effectCount: Int) -> EffectComputation {
      EffectComputation(
        trials, times, regresses: regresses && effectCount <= Self.mostRegressions)
    }
    let orderedPairs = pairs.filter { !trials.shareBlocks($0) }
    let crossed = computing(pairs.count * groupPairs.count)
    let ordered = computing(orderedPairs.count)
    let interactions = pairs.flatMap { pair in
      groupPairs.map { groups in
        crossed.interaction(pair, design.conditions, groups.map { design.groups[$0] })
      }
    }
    let orders = orderedPairs.map { ordered.order($0, design.conditions) }
    return DesignEffects.Study(
      name: text.name(among: texts),
      interactions: isComplete ? adjusted(interactions) : interactions,
      orders: isComplete ? adjusted(orders) : orders,
      isComplete: isComplete, trimmed: times.trimmed, primary: primaries.outcome(of: text))
  }

  /// Returns effects whose p-values are adjusted for their number.
  private func adjusted(_ effects: [DesignEffects.Effect]) -> [DesignEffects.Effect] {
    let probabilities = Statistics.adjusted(effects.map(\.probabilities))
    return zip(effects, probabilities).map { effect, adjusted in
      var effect = effect
      effect.adjusted = adjusted
      return effect
    }
  }
}

extension DesignEffects.Effect {
  /// The p-values of all tests of the effect.
  package var probabilities: [ContrastStatistic: Double] {
    var found: [ContrastStatistic: Double] = [:]
    found[.regression] = (try? regression?.get())?.coefficients[1].probability
    for difference in differences {
      found[.means(difference.measure)] = (try? difference.result.get())?.probability
    }
    return found
  }
}

extension [String] {
  /// The indexes of each two elements, the later one first.
  fileprivate var pairs: [[Int]] {
    indices.flatMap { later in indices.prefix(later).map { [later, $0] } }
  }
}

/// The trials of a study by condition, with the groups of its participants and the blocks in which
/// they played the conditions.
private struct StudyTrials: Sendable {
  var trials = ComparedTrials()
  /// The group of each participant, by code.
  private(set) var groups: [String: String] = [:]
  /// The first block of each condition, by the participant's code.
  private(set) var blocks: [String: [Int: Int]] = [:]

  /// Returns `true` if everybody played two conditions in one block, as the holds that a condition
  /// mixes: then neither came first.
  func shareBlocks(_ pair: [Int]) -> Bool {
    let shared = blocks.values.compactMap { blocks in
      blocks[pair[0]].flatMap { one in blocks[pair[1]].map { one == $0 } }
    }
    return !shared.isEmpty && shared.allSatisfy { $0 }
  }

  mutating func add(_ trial: ReadTrial, condition: Int) {
    let code = trial.participant
    groups[code] = trial.group
    if let block = trial.studyBlock {
      blocks[code, default: [:]][condition] = min(blocks[code]?[condition] ?? block, block)
    }
    trials.add(
      participant: code, board: trial.board, condition: condition, test: trial.test,
      isPassed: trial.isPassed, isFirstSeen: trial.isFirstSeen, times: trial.latencies)
  }
}

/// Computes differences of differences.
private struct EffectComputation {
  private typealias Measure = Comparison.Measure

  private let trials: StudyTrials
  private let times: ComparedTimes
  private let regresses: Bool
  /// The indexes of the participants, sorted by code.
  private let order: [Int]
  /// The indexes of the trials by participant, then by condition.
  private var ofPeople: [[Int: [Int]]]

  init(_ trials: StudyTrials, _ times: ComparedTimes, regresses: Bool) {
    self.trials = trials
    self.times = times
    self.regresses = regresses
    let codes = trials.trials.participantCodes
    order = codes.indices.sorted { codes[$0] < codes[$1] }
    ofPeople = codes.map { _ in [:] }
    for (index, trial) in trials.trials.trials.enumerated() {
      ofPeople[trial.participant][trial.condition, default: []].append(index)
    }
  }

  /// Returns the interaction of two conditions and two groups.
  func interaction(
    _ pair: [Int], _ names: [String], _ groups: [String]
  ) -> DesignEffects.Effect {
    let sides = sides(pair) { code, _ in trials.groups[code].flatMap(groups.firstIndex(of:)) }
    return DesignEffects.Effect(
      conditions: pair.map { names[$0] }, groups: groups,
      differences: Measure.allCases.map { difference($0, pair, sides, share: 1) },
      regression: regression(pair, sides) { isFirst, side in isFirst && side == 0 ? 1 : 0 },
      comparability: trials.trials.comparability(pair[0], pair[1]))
  }

  /// Returns what it adds to a condition to come first: half of the difference between those who
  /// played the first condition first and the others.
  func order(_ pair: [Int], _ names: [String]) -> DesignEffects.Effect {
    let sides = sides(pair) { _, blocks in
      guard let one = blocks[pair[0]], let other = blocks[pair[1]], one != other else { return nil }
      return one < other ? 0 : 1
    }
    return DesignEffects.Effect(
      conditions: pair.map { names[$0] }, groups: nil,
      differences: Measure.allCases.map { difference($0, pair, sides, share: 0.5) },
      regression: regression(pair, sides) { isFirst, side in isFirst == (side == 0) ? 1 : 0 },
      comparability: trials.trials.comparability(pair[0], pair[1]))
  }

  /// Returns the side of each participant who has both conditions: 0 or 1.
  private func sides(
    _ pair: [Int], _ side: (String, [Int: Int]) -> Int?
  ) -> [Int: Int] {
    var sides: [Int: Int] = [:]
    for person in order where pair.allSatisfy({ ofPeople[person][$0] != nil }) {
      let code = trials.trials.participantCodes[person]
      sides[person] = side(code, trials.blocks[code] ?? [:])
    }
    return sides
  }

  /// Returns Welch's test of the participants' differences, times a share of them.
  private func difference(
    _ measure: Measure, _ pair: [Int], _ sides: [Int: Int], share: Double
  ) -> Comparison.Difference {
    var tallies = [MeanTally(), MeanTally()]
    for person in order {
      guard let side = sides[person], let one = mean(measure, of: person, pair[0]),
        let other = mean(measure, of: person, pair[1])
      else { continue }
      tallies[side].add(share * (one - other))
    }
    let isShare = measure == .accuracy
    return Comparison.Difference(
      measure: measure, unit: .groups(tallies[0].count, tallies[1].count),
      result: Result { () throws(ScienceError) in
        try TestedDifference(
          groups: IndependentMeans(tallies[0], tallies[1]), mapped: isShare ? { $0 } : exp,
          limits: isShare ? -2 * share...2 * share : -Double.infinity ... .infinity)
      })
  }

  /// Returns a participant's proportion of passes or mean logarithm of times; `nil` without any.
  private func mean(_ measure: Measure, of person: Int, _ condition: Int) -> Double? {
    let indexes = ofPeople[person][condition] ?? []
    guard measure == .accuracy else { return times.mean(measure, ofTrials: indexes) }
    let passed = indexes.count { trials.trials.trials[$0].isPassed }
    return indexes.isEmpty ? nil : Double(passed) / Double(indexes.count)
  }

  /// Returns the regression of passing on the effect, the condition and the side; `nil` unless it
  /// was asked for.
  private func regression(
    _ pair: [Int], _ sides: [Int: Int], effect: (_ isFirst: Bool, _ side: Int) -> Double
  ) -> Result<MixedLogistic, ScienceError>? {
    guard regresses else { return nil }
    return Result { () throws(ScienceError) in
      let counts = [0, 1].map { side in sides.values.count { $0 == side } }
      if let least = counts.min(), least < MixedLogistic.fewestParticipants {
        throw .tooFew(count: least, needed: MixedLogistic.fewestParticipants)
      }
      var mixed = MixedTrials(predictorCount: 3)
      for trial in trials.trials.trials {
        guard pair.contains(trial.condition), let side = sides[trial.participant] else { continue }
        guard mixed.count < MixedLogistic.most else { throw .tooMany(most: MixedLogistic.most) }
        let isFirst = trial.condition == pair[0]
        try mixed.add(
          participant: trial.participant, board: trial.board,
          predictors: [effect(isFirst, side), isFirst ? 1 : 0, side == 0 ? 1 : 0],
          isPassed: trial.isPassed)
      }
      return try MixedLogistic(ofPeople: mixed, slope: 1)
    }
  }
}
