package import Archive
import Glibc
package import Science
package import Shell
import Studies

/// Collects the trials from which ``Comparison`` is computed.
///
/// It keeps the trials of the conditions, because the regression and the rule for times need them:
/// some 90 bytes for a trial of five presses, and at most 250,000 trials.
///
///     let words = ["inoue-210", "inoue-650"]
///     var tally = ComparisonTally(words.compactMap { TrialCondition($0, isCode: false) })
///     for trial in trials { tally.add(trial) }
///     let comparison = tally.figures
package struct ComparisonTally: TrialTally {
  private let conditions: [TrialCondition]
  private let trim: LatencyTrim?
  /// `true` to fit a regression for each pair of conditions.
  private let regresses: Bool
  private var trials = ComparedTrials()
  /// The texts of studies whose trials were asked for; `nil` stands for trials outside of studies.
  private var texts: Set<StudyText?> = []
  /// The names of all groups, or of all conditions, of the selected studies; empty if neither are
  /// compared.
  private var names: Set<String> = []
  /// `true` if the store has studies that the filter selects.
  private var hasStudies = false
  private var contrasts: DeclaredContrasts
  private var filter = TrialFilter()
  private var primaries: PrimaryTally
  /// The studies whose primary outcome the reply can have.
  private var primaryTexts: Set<StudyText> = []

  /// Creates an empty collection; `trim` is the rule for outliers of press times.
  ///
  /// Without `regresses` the pairs have no regression, which can take a second each.
  package init(_ conditions: [TrialCondition], trim: LatencyTrim? = nil, regresses: Bool = true) {
    self.conditions = conditions
    self.trim = trim
    self.regresses = regresses
    contrasts = DeclaredContrasts(conditions)
    primaries = PrimaryTally(trim: trim)
  }

  package mutating func prepare(for designs: [StudyText: StudyDesign], _ filter: TrialFilter) {
    contrasts.designs = designs
    self.filter = filter
    primaries.prepare(for: designs, filter)
    for (text, design) in designs
    where filter.study.map({ $0 == text.study || $0 == text.hash }) ?? true {
      hasStudies = true
      let own = design.names(of: conditions[0].kind)
      names.formUnion(own)
      if own.contains(where: { name in conditions.contains { $0.selects(name) } }) {
        primaryTexts.insert(text)
      }
    }
    if filter.isWithinStudy { primaryTexts = [] }
  }

  /// Returns whether the trial is of an asked condition, or of a side of the primary outcome.
  ///
  /// A comparison of tests, holds or participants names no study, so that only its own trials count.
  package func uses(_ trial: ReadTrial) -> Bool {
    conditions.contains { $0.holds(for: trial) }
      || StudyText(of: trial.values).map(primaryTexts.contains) == true && primaries.uses(trial)
  }

  package static var excludesEndedLooks: Bool { true }

  package mutating func add(_ trial: ReadTrial) {
    primaries.add(trial)
    // The store may lack the study of a trial.
    let name = conditions[0].kind == .group ? trial.group : trial.studyCell?.name
    if conditions[0].isOfStudy, let name { names.insert(name) }
    let asked = conditions.firstIndex { $0.holds(for: trial) }
    let other = contrasts.index(of: trial, asked: asked)
    guard let condition = asked ?? other else { return }
    if asked != nil { texts.insert(StudyText(of: trial.values)) }
    let hold = trial.requestedHold.map { "\($0)" } ?? ""
    // If participants are compared, boards are shared within the same test only.
    let board =
      conditions[0].kind == .participant
      ? "\(trial.board) \(trial.test ?? "") \(hold)" : trial.board
    trials.add(
      participant: trial.participant, board: board, condition: condition, test: trial.test,
      isAsked: asked != nil, isPassed: trial.isPassed, isFirstSeen: trial.isFirstSeen,
      times: trial.latencies,
      playing: conditions[0].kind == .group ? trial.studyCell?.name : nil)
  }

  /// The error of a group or a condition that no study has, or of trials of several studies: there
  /// the same names may mean other conditions.
  package var error: Refusal? {
    if hasStudies || !names.isEmpty,
      let unknown = conditions.first(where: { $0.isOfStudy && !names.contains(where: $0.selects) })
    {
      let known = names.sorted()
      if unknown.kind == .condition { return noCondition(unknown.word, of: known) }
      return known.isEmpty ? .noGroups : .noGroup(unknown.word, of: known)
    }
    guard texts.count > 1 else { return nil }
    let known = Set(texts.compactMap(\.self))
    let words = known.sorted().map { $0.word(among: known) }
    return severalStudies(words + (texts.contains(nil) ? [StudyText.outside] : []))
  }

  private func noCondition(_ name: String, of known: [String]) -> Refusal {
    Refusal(
      "no-condition",
      "no study has the condition \"\(name)\", only \(known.joined(separator: ", "))",
      "\(name) という条件の研究はありません: \(known.joined(separator: "、"))")
  }

  /// Returns the refusal with the words of `study=` that choose one of the studies.
  private func severalStudies(_ words: [String]) -> Refusal {
    let keys = words.map { "study=\($0)" }
    return Refusal(
      "several-studies",
      "the trials are not of one study: choose with " + keys.joined(separator: " or "),
      "1つの研究の試行ではありません。" + keys.joined(separator: " か ") + " で選んでください")
  }

  package var figures: Comparison {
    let times = ComparedTimes(trials, trim, askedCount: conditions.count)
    let comparing = ComparingPairs(
      conditions, otherCount: contrasts.otherCount, trials, times, regresses: regresses)
    let isComplete = !filter.isWithinStudy && !trials.isOverLimit && !trials.hasMoreOthers
    let text = texts.count == 1 ? texts.first ?? nil : nil
    var pairs = comparing.pairs(inOrderOf: text.flatMap { contrasts.designs[$0]?.primary })
    let contrastCount = text.flatMap { contrasts.adjust(&pairs, comparing, of: $0, isComplete) }
    return Comparison(
      kind: conditions[0].kind,
      conditions: conditions.indices.map { index in
        Comparison.Condition(word: conditions[index].word, passes: comparing.share(index))
      }, pairs: pairs.map(\.pair), trimmed: times.trimmed,
      family: text.flatMap { text in
        contrastCount.flatMap { family(of: text, contrastCount: $0, isComplete) }
      },
      trialLimit: trials.isOverLimit ? ComparedTrials.limit : nil,
      primary: text.flatMap { primaries.outcome(of: $0) })
  }

  private func family(
    of text: StudyText, contrastCount: Int, _ isComplete: Bool
  ) -> ContrastFamily? {
    conditions[0].kind.declared.map { kind in
      ContrastFamily(
        study: text.study, kind: kind, contrastCount: contrastCount,
        primaryOutcome: contrasts.primaryOutcome(of: text), isComplete: isComplete,
        data: DataOptions(filter, trim))
    }
  }
}

/// The contrasts that the studies declare, and the trials of their conditions that nobody asked
/// for, which are needed to adjust p-values.
private struct DeclaredContrasts: Sendable {
  /// A condition or a group of a study.
  private struct Member: Hashable {
    let text: StudyText
    let name: String
  }

  var designs: [StudyText: StudyDesign] = [:]
  private let kind: TrialCondition.Kind?
  private let askedCount: Int
  /// The members whose trials were asked for, by the index of the condition that asks.
  private var asked: [Set<Member>]
  /// The numbers of the members with trials that nobody asked for.
  private var others: [Member: Int] = [:]

  init(_ conditions: [TrialCondition]) {
    kind = conditions[0].kind.declared
    askedCount = conditions.count
    asked = conditions.map { _ in [] }
  }

  var otherCount: Int { others.count }

  /// Notes the trial, and returns the index of its condition or group if nobody asked for it.
  ///
  /// Returns `nil` for a trial that belongs to no contrast of its study.
  mutating func index(of trial: ReadTrial, asked index: Int?) -> Int? {
    guard let kind, let text = StudyText(of: trial.values), let design = designs[text],
      let name = kind == .group ? trial.group : trial.studyCell?.name,
      design.names(of: kind).contains(name)
    else {
      // A condition with trials of no member is none of the study's.
      if let index, kind != nil, let text = StudyText(of: trial.values) {
        asked[index].insert(Member(text: text, name: ""))
      }
      return nil
    }
    let member = Member(text: text, name: name)
    if let index {
      asked[index].insert(member)
      return nil
    }
    let number = others[member] ?? others.count
    others[member] = number
    return askedCount + number
  }

  /// Returns the index of the condition that has exactly the trials of a member; `nil` if there is
  /// none.
  private func index(of member: Member) -> Int? {
    let asking = asked.indices.filter { asked[$0].contains(member) }
    guard !asking.isEmpty else { return others[member].map { askedCount + $0 } }
    let isWhole = asking.count == 1 && asked[asking[0]].count == 1 && others[member] == nil
    return isWhole ? asking[0] : nil
  }

  /// Adjusts the p-values of pairs that are contrasts of the study, and returns how many contrasts
  /// it has.
  ///
  /// Adjusts nothing unless all trials of the study are there, because the p-values of the other
  /// contrasts would depend on the selection. Returns `nil` if no pair is a contrast.
  func adjust(
    _ pairs: inout [ComparingPairs.Indexed], _ comparing: ComparingPairs, of text: StudyText,
    _ isComplete: Bool
  ) -> Int? {
    guard let kind, let names = designs[text]?.names(of: kind), names.count > 1 else { return nil }
    let indexes = names.map { index(of: Member(text: text, name: $0)) }
    // Trials that were pooled with others can't be tested as the study declares it.
    guard !names.indices.contains(where: { isPooled(names[$0], text, indexes[$0]) }) else {
      return nil
    }
    var contrasts: [[ContrastStatistic: Double]] = []
    var shown: [Int: Int] = [:]
    var primary: (index: Int, measure: Comparison.Measure)?
    for later in names.indices {
      for earlier in names.indices.prefix(later) {
        if let declared = designs[text]?.primary(of: kind),
          declared.names == [names[later], names[earlier]]
        {
          primary = (contrasts.count, declared.measure)
        }
        let own = [indexes[later], indexes[earlier]].compactMap(\.self)
        let position = pairs.firstIndex { own.count == 2 && Set(own) == [$0.first, $0.second] }
        shown[contrasts.count] = position
        let pair =
          position.map { pairs[$0].pair }
          ?? (isComplete && own.count == 2 ? comparing.contrast(own[0], own[1]) : nil)
        contrasts.append(pair?.probabilities ?? [:])
      }
    }
    guard !shown.isEmpty else { return nil }
    if isComplete {
      let adjusted = adjusted(contrasts, except: primary)
      for (contrast, position) in shown { pairs[position].pair.adjusted = adjusted[contrast] }
    }
    return contrasts.count
  }

  /// Returns the outcome of the primary contrast; `nil` unless it is one of the study's contrasts
  /// of this kind.
  func primaryOutcome(of text: StudyText) -> Comparison.Measure? {
    guard let kind, let design = designs[text], let primary = design.primary(of: kind),
      primary.names.isSubset(of: design.names(of: kind))
    else { return nil }
    return primary.measure
  }

  private func isPooled(_ name: String, _ text: StudyText, _ index: Int?) -> Bool {
    let member = Member(text: text, name: name)
    return index == nil && asked.contains { $0.contains(member) }
  }
}

/// Computes the pairs of a comparison.
private struct ComparingPairs {
  /// A pair with the indexes of its conditions.
  struct Indexed {
    let first: Int
    let second: Int
    var pair: Comparison.Pair
  }

  private typealias Measure = Comparison.Measure

  private let conditions: [TrialCondition]
  private let compared: ComparedTrials
  private var trials: [ComparedTrials.Trial] { compared.trials }
  private let times: ComparedTimes
  private let regresses: Bool
  /// The indexes of the participants, sorted by code.
  private let order: [Int]
  /// The indexes of the trials by participant and condition.
  private let ofPeople: [[[Int]]]

  /// Sorts the trials; those of other conditions than the first ones are only compared on request.
  init(
    _ conditions: [TrialCondition], otherCount: Int, _ trials: ComparedTrials,
    _ times: ComparedTimes, regresses: Bool
  ) {
    self.regresses = regresses
    self.conditions = conditions
    compared = trials
    self.times = times
    let codes = trials.participantCodes
    order = codes.indices.sorted { codes[$0] < codes[$1] }
    let none = [[Int]](repeating: [], count: conditions.count + otherCount)
    var indexes = codes.map { _ in none }
    for (index, trial) in trials.trials.enumerated() {
      indexes[trial.participant][trial.condition].append(index)
    }
    ofPeople = indexes
  }

  /// Returns each two conditions with trials, the later one first.
  ///
  /// The sides of a primary outcome are in its own order, so that one reply has one sign.
  func pairs(inOrderOf primary: StudyPrimary?) -> [Indexed] {
    var pairs: [Indexed] = []
    for later in conditions.indices {
      for earlier in conditions.indices.prefix(later)
      where share(later).count > 0 && share(earlier).count > 0 {
        let isOtherWay =
          primary.map {
            conditions[earlier].selects($0.first) && conditions[later].selects($0.second)
          } == true
        let (first, second) = isOtherWay ? (earlier, later) : (later, earlier)
        pairs.append(Indexed(first: first, second: second, pair: pair(first, second)))
      }
    }
    return pairs
  }

  /// Returns a pair that nobody asked for; `nil` without trials in both conditions.
  func contrast(_ first: Int, _ second: Int) -> Comparison.Pair? {
    guard [first, second].allSatisfy({ index in ofPeople.contains { !$0[index].isEmpty } }) else {
      return nil
    }
    return pair(first, second)
  }

  /// Returns the proportion of passed trials in a condition, over participants if there are
  /// several.
  func share(_ condition: Int) -> Share {
    // Those who have only trials that nobody asked for are not counted.
    let people = order.filter { person in
      conditions.indices.contains { !ofPeople[person][$0].isEmpty }
    }
    let shares = people.map { passes(of: $0, condition) }
    return isOverParticipants(Array(conditions.indices))
      ? Share(shares)
      : Share(shares.reduce(into: Proportion()) { $0.add($1) })
  }

  /// Returns `true` if participants are the unit: there are several, and they are not compared
  /// themselves.
  private func isOverParticipants(_ asked: [Int]) -> Bool {
    guard conditions[0].kind != .participant else { return false }
    return order.count { person in asked.contains { !ofPeople[person][$0].isEmpty } } > 1
  }

  private func passes(of person: Int, _ condition: Int) -> Proportion {
    var proportion = Proportion()
    for index in ofPeople[person][condition] {
      proportion.add(isPassed: trials[index].isPassed)
    }
    return proportion
  }

  private func pair(_ first: Int, _ second: Int) -> Comparison.Pair {
    let isOverParticipants = self.isOverParticipants([first, second])
    let shared = sharedBoards(first, second)
    var outcomes = PairedOutcomes()
    for (one, other) in shared {
      outcomes.add(first: trials[one].isPassed, second: trials[other].isPassed)
    }
    let boards = Comparison.SharedBoards(
      outcomes, boardCount: Set(shared.map { trials[$0.0].board }).count,
      participantCount: Set(shared.flatMap { [trials[$0.0], trials[$0.1]] }.map(\.participant))
        .count, areUnits: !isOverParticipants)
    return Comparison.Pair(
      first: word(first), second: word(second), boards: boards,
      difference: isOverParticipants ? nil : difference(first, second, outcomes),
      regression: isOverParticipants && regresses ? regression(first, second) : nil,
      differences: isOverParticipants
        ? Measure.allCases.map { overParticipants($0, first, second) }
        : [.firstPress, .laterPresses].map { overTrials($0, first, second, shared) },
      comparability: compared.comparability(first, second))
  }

  /// Returns the word of a condition; empty for one that nobody asked for.
  private func word(_ condition: Int) -> String {
    conditions.indices.contains(condition) ? conditions[condition].word : ""
  }

  /// Returns the indexes of the first trials on each board that both conditions have.
  ///
  /// Boards of different participants differ, unless participants are compared.
  private func sharedBoards(_ first: Int, _ second: Int) -> [(Int, Int)] {
    struct Board: Hashable {
      let participant: Int
      let board: Int
    }
    var found: [Board: [Int?]] = [:]
    var boards: [Board] = []
    for (index, trial) in trials.enumerated()
    where trial.condition == first || trial.condition == second {
      let isPerson = conditions[0].kind == .participant
      let board = Board(participant: isPerson ? 0 : trial.participant, board: trial.board)
      let side = trial.condition == first ? 0 : 1
      if found[board] == nil { boards.append(board) }
      var known = found[board] ?? [nil, nil]
      known[side] = known[side] ?? index
      found[board] = known
    }
    return boards.compactMap { board in
      guard let known = found[board], let one = known[0], let other = known[1] else { return nil }
      return (one, other)
    }
  }

  /// Returns the difference of a single participant's proportions, by Newcombe's method.
  private func difference(_ first: Int, _ second: Int, _ outcomes: PairedOutcomes) -> Estimate? {
    outcomes.count > 0
      ? try? outcomes.difference()
      : try? ProportionDifference(share(first).proportion, share(second).proportion).estimate()
  }

  /// Returns the regression, of the participants with both conditions if there are any; each group
  /// needs as many participants as one regression, because the participant is the unit.
  private func regression(
    _ first: Int, _ second: Int
  ) -> Result<MixedLogistic, ScienceError> {
    Result { () throws(ScienceError) in
      let counts = [first, second].map { condition in
        order.count { !ofPeople[$0][condition].isEmpty }
      }
      let paired = Set(
        order.filter { person in [first, second].allSatisfy { !ofPeople[person][$0].isEmpty } })
      let isBetween = paired.isEmpty
      if isBetween, let least = counts.min(), least < MixedLogistic.fewestParticipants {
        throw .tooFew(count: least, needed: MixedLogistic.fewestParticipants)
      }
      var mixed = MixedTrials(predictorCount: 1)
      for trial in trials
      where [first, second].contains(trial.condition)
        && (isBetween || paired.contains(trial.participant))
      {
        guard mixed.count < MixedLogistic.most else { throw .tooMany(most: MixedLogistic.most) }
        try mixed.add(
          participant: trial.participant, board: trial.board,
          predictors: [trial.condition == first ? 1 : 0], isPassed: trial.isPassed)
      }
      let fit = try MixedLogistic(ofPeople: mixed, slope: isBetween ? nil : 0)
      return isBetween ? fit.ofGroups : fit
    }
  }
}

/// Differences of means.
extension ComparingPairs {
  /// Returns the difference over participants: paired if at least two have both conditions.
  ///
  /// Otherwise the participants are two groups.
  private func overParticipants(
    _ measure: Measure, _ first: Int, _ second: Int
  ) -> Comparison.Difference {
    let ones = order.map { mean(measure, of: $0, first) }
    let others = order.map { mean(measure, of: $0, second) }
    let paired = zip(ones, others).compactMap { one, other in
      one.flatMap { one in other.map { one - $0 } }
    }
    // A difference of shares is between -1 and 1.
    let limits = measure == .accuracy ? -1...1 : -Double.infinity ... .infinity
    let mapped: (Double) -> Double = measure == .accuracy ? { $0 } : exp
    if paired.count > 1 {
      return Comparison.Difference(
        measure: measure, unit: .participants(paired.count),
        result: Result { () throws(ScienceError) in
          try TestedDifference(pairs: paired, mapped: mapped, limits: limits)
        })
    }
    let groups = [ones, others].map { MeanTally($0.compactMap(\.self)) }
    return Comparison.Difference(
      measure: measure, unit: .groups(groups[0].count, groups[1].count),
      result: Result { () throws(ScienceError) in
        try TestedDifference(
          groups: IndependentMeans(groups[0], groups[1]), mapped: mapped, limits: limits)
      },
      unfinishedCount: conditions[0].kind == .group
        ? unfinishedCount(of: zip(order, zip(ones, others)).filter { $1.0 ?? $1.1 != nil }.map(\.0))
        : nil)
  }

  /// Returns how many of these participants have not played all conditions that others of them have.
  private func unfinishedCount(of people: [Int]) -> Int {
    let played = people.map { compared.playedConditions[$0] }
    let all = played.reduce(into: Set<String>()) { $0.formUnion($1) }
    return played.count { $0 != all }
  }

  /// Returns a participant's proportion of passes or mean logarithm of times; `nil` without trials.
  private func mean(_ measure: Measure, of person: Int, _ condition: Int) -> Double? {
    if measure == .accuracy { return try? passes(of: person, condition).value() }
    return times.mean(measure, ofTrials: ofPeople[person][condition])
  }

  /// Returns the ratio of press times for a single participant, or for two who are compared.
  ///
  /// It is paired by board if at least two boards are shared.
  private func overTrials(
    _ measure: Measure, _ first: Int, _ second: Int, _ shared: [(Int, Int)]
  ) -> Comparison.Difference {
    let paired = shared.compactMap { one, other -> Double? in
      guard let one = times.mean(measure, ofTrials: [one]),
        let other = times.mean(measure, ofTrials: [other])
      else { return nil }
      return one - other
    }
    if paired.count > 1 {
      return Comparison.Difference(
        measure: measure, unit: .boards(paired.count),
        result: Result { () throws(ScienceError) in
          try TestedDifference(pairs: paired, mapped: exp)
        })
    }
    func group(_ condition: Int) -> MeanTally {
      MeanTally(
        trials.indices.filter { trials[$0].condition == condition }
          .compactMap { times.mean(measure, ofTrials: [$0]) })
    }
    return Comparison.Difference(
      measure: measure, unit: .trials,
      result: Result { () throws(ScienceError) in
        let test = try IndependentMeans(group(first), group(second)).test()
        return TestedDifference(test, mapped: exp)
      })
  }
}
