import ChimpSystem
import Examiner
import Game
import Science
import Shell
import Statistics
import Studies

/// The replies of `simulate`, `power`, `recovery` and `compare procedures`.
///
/// Each reply has the number of runs, the seed, and the standard error of simulated results.
struct SimulationView {
  let language: Language
  var reader = TableReader()

  /// Returns the reply of `power`: the power for two numbers of participants, and the required
  /// number.
  func lines(of report: Power.Report, _ plan: Power) -> [String] {
    func at(_ power: Double?, _ finding: Power.Finding) -> String {
      let power = power?.decimal(2) ?? "-"
      return language.pick("\(power) at \(finding.count)", "\(power)（\(finding.count)人ずつ）")
    }
    let trials = trials(of: plan.test)
    let means = report.means.map { $0.decimal(1) }
    let powers = list(report.findings) {
      at($0.power.value, $0) + ($0.count == plan.count ? language.pick(" a group", "") : "")
    }
    let errors = list(report.findings) {
      "\($0.error.decimal(3)) (\($0.power.interval.words(in: language) { $0.decimal(3) }))"
    }
    let people = plan.people.name(in: language)
    let seed = plan.people.usedSeed.seed.text
    let lines = [
      language.pick(
        "\(plan.name): \(trials); \(means[0]) and \(means[1]) passed on average",
        "\(plan.name): \(trials)。平均の成功は\(means[0])と\(means[1])"),
      language.pick(
        "power \(powers) (Welch, alpha 0.05)", "検出力 \(powers)（Welch、α 0.05）"),
      language.pick(
        "\(counted(plan.runCount, "run")) like \(people), seed \(seed): standard error \(errors)",
        "\(people) で\(plan.runCount)回、シード \(seed): 標準誤差 \(errors)"),
    ]
    guard let effect = report.effect?.decimal(2) else {
      return lines + [
        language.pick("noncentral t: none, because all passed alike", "非心t: 全員が同じ成績のためありません")
      ]
    }
    let planned = list(report.findings) { at($0.planned, $0) }
    let needed = report.neededCount.map {
      language.pick("; 0.80 takes \($0) a group", "。0.80には\($0)人ずつ")
    }
    return lines + [
      language.pick("noncentral t, d = \(effect): ", "非心t、d = \(effect): ") + planned
        + (needed ?? "")
    ]
  }

  /// Returns the reply of `power TEST TEST`: the conditions, then for each two of them the power
  /// for two numbers of participants, and the required number.
  func lines(of report: PairedExperiment.Report) -> [String] {
    let experiment = report.experiment
    let conditions = zip(experiment.conditions, report.means).map { condition, mean in
      let trials = trials(of: condition.test)
      return language.pick(
        "\(condition.name): \(trials); \(mean.decimal(1)) passed on average",
        "\(condition.name): \(trials)。平均の成功は\(mean.decimal(1))")
    }
    let skippedConditions = experiment.skippedConditions.map { name in
      language.pick(
        "\(name): not simulated, because answers decide about its trials",
        "\(name): 答えによって試行が決まるので、シミュレーションしません")
    }
    let sessions =
      experiment.sessionCount == 1
      ? ""
      : language.pick(
        ", \(experiment.sessionCount) sessions each", "、\(experiment.sessionCount)セッションずつ")
    let seed = experiment.people.usedSeed.seed.text
    let people = experiment.people.name(in: language)
    let pairCount = report.pairs.count
    let unadjusted =
      pairCount > 1
      ? language.pick(
        " alone, not adjusted for the \(pairCount) pairs", "（\(pairCount)対での調整なし）") : ""
    let runs =
      language.pick(
        "\(counted(experiment.runCount, "run")) like \(people)\(sessions), seed \(seed): "
          + "\(tests(of: report)), alpha 0.05 for each pair",
        "\(people) で\(experiment.runCount)回\(sessions)、シード \(seed): "
          + "\(tests(of: report))、各対のα 0.05") + unadjusted
    let alike =
      experiment.people.variation == Variation() && experiment.conditions.count > 1
      ? [
        language.pick(
          "people differ in what they take in alone, so that each gains alike: spread=, learning= "
            + "and boards= make the power less optimistic",
          "人の差は覚える個数だけなので、条件の効果はだれでも似ます。spread=・learning=・boards= で検出力は"
            + "控えめになります")
      ] : []
    let design = conditions + skippedConditions + groups(of: experiment)
    let primary = experiment.primary.map { [words(of: $0)] } ?? []
    return design + report.pairs.flatMap(lines) + [runs] + alike + primary
  }

  /// Returns the capacities of the groups that are compared.
  private func groups(of experiment: PairedExperiment) -> [String] {
    zip(experiment.groups?.names ?? [], experiment.people.groups).map { name, capacities in
      let spread =
        capacities.scale == .linear
        ? language.pick(", SD \(capacities.deviation.short)", "、標準偏差\(capacities.deviation.short)")
        : ""
      return language.pick(
        "\(name): capacity \(capacities.median.short)\(spread)",
        "\(name): 覚える個数\(capacities.median.short)\(spread)")
    }
  }

  /// Returns the names of the tests by which the pairs were compared.
  private func tests(of report: PairedExperiment.Report) -> String {
    let hasPairs = report.pairs.contains { $0.design == .pairs }
    let hasGroups = report.pairs.contains { $0.design == .groups }
    let tests = [
      hasPairs ? language.pick("paired t", "対応のあるt") : nil,
      hasGroups ? language.pick("Welch's t for groups", "グループは Welch のt") : nil,
    ]
    return tests.compactMap(\.self).joined(separator: language.pick(", ", "、"))
  }

  /// Returns the smallest difference of a primary outcome that its test would find.
  func words(of primary: PlannedPrimary) -> String {
    let name =
      primary.declared.outcome.measure.words(in: language) + language.pick(", ", "、")
      + primary.declared.difference
    let count: String
    let sign: String
    switch primary.size {
    case .pairs(let all):
      count = language.pick(counted(all, "participant"), "\(all)人")
      sign = "d_z"
    case .groups(let first, let second):
      count = language.pick("\(first) and \(second) participants", "\(first)人と\(second)人")
      sign = "d"
    }
    guard let effect = primary.effect?.decimal(2) else {
      return language.pick(
        "primary outcome, \(name): its test needs more than \(count)",
        "主要評価項目（\(name)）: \(count)では検定できません")
    }
    return language.pick(
      "primary outcome, \(name): with \(count), power is 0.80 for a difference of "
        + "\(sign) = \(effect)",
      "主要評価項目（\(name)）: \(count)なら、\(sign) = \(effect) の差で検出力が0.80です")
  }

  private func lines(of pair: PairedExperiment.Report.Pair) -> [String] {
    func at(_ power: String, _ finding: Power.Finding) -> String {
      language.pick("\(power) with \(finding.count)", "\(power)（\(finding.count)人）")
    }
    let first = pair.findings.first?.count
    let powers = list(pair.findings) {
      at($0.power.value.decimal(3), $0)
        + ($0.count == first ? language.pick(" participants", "") : "")
        + " (\($0.power.interval.words(in: language) { $0.decimal(3) }))"
    }
    let line = language.pick(
      "\(pair.first) - \(pair.second): power \(powers)",
      "\(pair.first) - \(pair.second): 検出力 \(powers)")
    guard let effect = pair.effect?.decimal(2) else {
      return [
        line,
        language.pick("noncentral t: none, because all differ alike", "非心t: 全員の差が同じためありません"),
      ]
    }
    let planned = list(pair.findings) { at($0.planned?.decimal(2) ?? "-", $0) }
    let needed = pair.neededCount.map {
      language.pick("; 0.80 takes \($0)", "。0.80には\($0)人")
    }
    let sign = pair.design == .pairs ? "d_z" : "d"
    return [
      line,
      language.pick("noncentral t, \(sign) = \(effect): ", "非心t、\(sign) = \(effect): ") + planned
        + (needed ?? ""),
    ]
  }

  /// Returns the texts of the findings, one for each number of participants.
  private func list(
    _ findings: [Power.Finding], _ words: (Power.Finding) -> String
  ) -> String {
    findings.map(words).joined(separator: language.pick(", ", "、"))
  }

  /// Returns the number and the kind of the trials of a condition.
  private func trials(of test: SimulatedPower.Test) -> String {
    language.pick(
      "\(counted(test.trialCount, "trial")) of \(counted(test.numeralCount, "numeral"))",
      "数字\(test.numeralCount)個を\(test.trialCount)試行")
      + (test.hold.map { language.pick(", shown for \($0.short) ms", "、\($0.short)ミリ秒の提示") } ?? "")
  }

  /// Returns a table of true and fitted numbers, with their correlations.
  func lines(of report: RecoverParameters.Report, _ plan: RecoverParameters) -> [String] {
    let tests =
      plan.tests.isEmpty
      ? language.pick("150 trials with a hold, 120 masking", "提示時間つき150試行、マスク120試行")
      : plan.tests.map(\.preset.name).joined(separator: ", ")
    let people = plan.population.map { "\($0.rawValue)" }
    let head = language.pick(
      "\(plan.count) participants\(people.map { " like \($0)" } ?? ""), \(tests), "
        + "seed \(plan.seed.seed.text)",
      "\(people.map { "\($0) " } ?? "")\(plan.count)人、\(tests)、シード \(plan.seed.seed.text)")
    return [head, MemoryParameter.meanings(in: language, withSpread: false)]
      + reader.lines(of: table(of: report), in: language)
      + notes(on: report, isOfPopulation: people != nil)
  }

  /// Returns the notes below the table of true and fitted numbers.
  private func notes(
    on report: RecoverParameters.Report, isOfPopulation: Bool
  ) -> [String] {
    var notes = [
      language.pick(
        "r is the correlation of the logarithms; for the slips, of the log odds",
        "相関は対数の値で求めます。slips は対数オッズです"),
      language.pick(
        "slope: of a true difference between two people the part that the found numbers show; "
          + "below 1 the prior draws people together",
        "傾き: 真の値の差のうち、推定値の差に現れる割合。1より小さければ、事前分布が人の差を縮めています"),
    ]
    let participants = report.participants
    let isAllFound = participants.compactMap(\.self).allSatisfy { participant in
      MemoryParameter.allCases.allSatisfy { $0 == .spread || participant.identified.contains($0) }
    }
    if !isAllFound {
      notes.append(
        (reader.isSpoken ? "" : "- ")
          + language.pick(
            "not identified: these trials do not tell the number; r and slope are of the people "
              + "of whom they do",
            "推定できない値: この試行からはわかりません。相関と傾きは、推定できた人だけの値です"))
    }
    if isOfPopulation {
      notes.append(
        language.pick(
          "the participants differ in C alone: the other numbers have no correlation",
          "参加者で異なるのは C だけで、ほかの値には相関がありません"))
    }
    notes.append(MemoryPriors.people.words(in: language, withSpread: false))
    let lost = participants.count { $0 == nil }
    if lost > 0 {
      notes.append(
        language.pick("\(counted(lost, "fit")) did not converge", "\(lost)人の推定が収束しませんでした"))
    }
    return notes
  }

  /// Returns the table of true and estimated parameters, with the correlations below.
  private func table(of report: RecoverParameters.Report) -> Table {
    let shown: [(MemoryParameter, String, Int)] = [
      (.capacity, "C", 1), (.timeConstant, "tau", 0), (.decay, "decay", 3), (.slip, "slips", 3),
    ]
    let found = language.pick("found", "推定")
    var rows: [[String]] = []
    for (number, participant) in report.participants.enumerated() {
      rows.append(
        ["\(number + 1)"]
          + shown.flatMap { parameter, _, places in
            let isFound = participant?.identified.contains(parameter) == true
            return [participant?.truth, isFound ? participant?.found : nil].map {
              $0?[parameter].decimal(places) ?? "-"
            }
          })
    }
    let correlations = shown.map { report.correlations[$0.0] }
    // A correlation that is missing is not one that the trials do not tell.
    let none = reader.isSpoken ? "" : "-"
    rows.append(
      [language.pick("r", "相関")] + correlations.flatMap { ["", $0?.value.decimal(2) ?? none] })
    rows.append(
      [language.pick("slope", "傾き")] + correlations.flatMap { ["", $0?.slope.decimal(2) ?? none] })
    let all = report.participants.count
    rows.append(
      [language.pick("people", "人数")]
        + shown.flatMap { parameter, _, _ in
          let count = report.identifiedCount(parameter)
          return ["", language.pick("\(count) of \(all)", "\(all)人中\(count)人")]
        })
    var table = Table([""] + shown.flatMap { [$0.1, found] }, rows)
    table.spokenHeads =
      [language.pick("participant", "参加者")] + shown.flatMap { [$0.1, "\($0.1) \(found)"] }
    table.missing = language.pick("not identified", "推定できません")
    return table
  }

  /// Returns the reply of `compare procedures`: a table of the methods.
  func lines(of lines: [CompareProcedures.Line], _ plan: CompareProcedures) -> [String] {
    let head = [
      language.pick("procedure", "方法"), language.pick("SD", "標準偏差"), language.pick("mean", "平均"),
      language.pick("trials", "試行"),
    ]
    let rows = lines.map { line in
      [
        line.procedure.command, line.deviation?.decimal(2) ?? "-",
        line.mean?.decimal(2) ?? "-", line.meanTrialCount?.decimal(1) ?? "-",
      ]
    }
    let span = plan.curve.span.short
    let runs = plan.runCount
    let seed = plan.seed.seed.text
    return [
      language.pick(
        "estimates of a true span of \(span), \(counted(runs, "run")) each, seed \(seed)",
        "真の記憶範囲\(span)の推定、各\(runs)回、シード \(seed)")
    ] + reader.lines(of: Table(head, rows), in: language)
  }

  /// Returns the reply of `simulate`: the number of stored trials, and the participant codes.
  func words(for report: Simulate.Report, _ plan: SimulationPlan) -> String {
    let codes = [report.codes.first, report.codes.count > 1 ? report.codes.last : nil]
      .compactMap(\.self).joined(separator: language.pick(" to ", " から "))
    let trials = report.trialCount
    let presses = report.pressCount
    let seed = report.seed.seed.text
    let people = plan.people.name(in: language)
    let passed =
      report.continuedCount > 0
      ? language.pick("passed without an error", "誤りなしの成功") : language.pick("passed", "成功")
    let count = report.codes.count
    return language.pick(
      "simulated \(counted(count, "participant")) like \(people), \(codes): "
        + "\(report.name), \(counted(trials, "trial")), "
        + "\(report.passedCount) \(passed), \(counted(presses, "press", "presses")), seed \(seed)",
      "\(people) \(count)人（\(codes)）のシミュレーション: \(report.name)、"
        + "\(trials)試行、\(passed)\(report.passedCount)、押下\(presses)回、シード \(seed)")
      + skipped(report)
  }

  /// Returns the numbers of participants who were not simulated again; empty if all were simulated.
  private func skipped(_ report: Simulate.Report) -> String {
    let known = report.knownCount
    let withdrawn = report.withdrawnCount
    return
      (known > 0
      ? language.pick("; \(counted(known, "was", "were")) already there", "。\(known)人はすでにいました")
      : "")
      + (withdrawn > 0
        ? language.pick(
          "; left out \(counted(withdrawn, "who was", "who were")) withdrawn",
          "。消された\(withdrawn)人は除きました") : "")
  }
}

extension SpanProcedure {
  /// The command that measures a span by the procedure.
  fileprivate var command: String {
    switch self {
    case .strikes: "human-benchmark"
    case .ladder: "monkey-ladder"
    case .lengths: "span"
    case .staircase: "adapt method=staircase"
    case .quest(let trials): "adapt trials=\(trials)"
    }
  }
}
