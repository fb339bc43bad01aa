import Archive
import ChimpSystem
import Examiner
import Game
import Science
import Shell
package import Statistics
import Studies

/// The replies of `simulate`, `power`, `recovery`, `fit` and `compare procedures`.
///
/// Each reply has the number of runs, the seed, and the standard error of simulated results. A
/// parameter that the trials can't determine is reported as not identified, because its number
/// would only repeat the prior.
extension Language {
  /// Returns the reply of `power`: the power for two numbers of participants, and the required
  /// number.
  package func lines(of report: Power.Report, _ plan: Power) -> [String] {
    let means = report.means.map { $0.decimal(1) }
    func each(_ words: (Power.Finding) -> String) -> String {
      report.findings.map(words).joined(separator: pick(", ", "、"))
    }
    func at(_ power: Double?, _ finding: Power.Finding) -> String {
      "\(power?.decimal(2) ?? "-")" + pick(" at \(finding.count)", "（\(finding.count)人ずつ）")
    }
    let seed = plan.people.usedSeed.seed.text
    let people = plan.people.population.rawValue
    return [
      "\(plan.name): "
        + trials(of: plan.test)
        + pick("; \(means[0]) and \(means[1]) passed on average", "。平均の成功は\(means[0])と\(means[1])"),
      pick("power ", "検出力 ")
        + each { at($0.power.value, $0) + ($0.count == plan.count ? pick(" a group", "") : "") }
        + pick(" (Welch, alpha 0.05)", "（Welch、α 0.05）"),
      pick(
        "\(counted(plan.runCount, "run")) like \(people), seed \(seed): standard error ",
        "\(people) で\(plan.runCount)回、シード \(seed): 標準誤差 ")
        + each { "\($0.error.decimal(3)) (\(range($0.power.interval) { $0.decimal(3) }))" },
      report.effect.map {
        pick("noncentral t, d = ", "非心t、d = ") + $0.decimal(2) + ": " + each { at($0.planned, $0) }
          + (report.neededCount.map { pick("; 0.80 takes \($0) a group", "。0.80には\($0)人ずつ") } ?? "")
      } ?? pick("noncentral t: none, because all passed alike", "非心t: 全員が同じ成績のためありません"),
    ]
  }

  /// Returns the reply of `power TEST TEST`: the conditions, then for each two of them the power
  /// for two numbers of participants, and the required number.
  package func lines(of report: PairedExperiment.Report) -> [String] {
    let experiment = report.experiment
    let conditions = zip(experiment.conditions, report.means).map { condition, mean in
      "\(condition.name): " + trials(of: condition.test)
        + pick("; \(mean.decimal(1)) passed on average", "。平均の成功は\(mean.decimal(1))")
    }
    let seed = experiment.people.usedSeed.seed.text
    let people = experiment.people.population.rawValue
    let runs = pick(
      "\(counted(experiment.runCount, "run")) like \(people), seed \(seed): paired t, "
        + "alpha 0.05 for each pair",
      "\(people) で\(experiment.runCount)回、シード \(seed): 対応のあるt、各対のα 0.05")
    return conditions + report.pairs.flatMap(lines) + [runs]
  }

  private func lines(of pair: PairedExperiment.Report.Pair) -> [String] {
    func each(_ words: (Power.Finding) -> String) -> String {
      pair.findings.map(words).joined(separator: pick(", ", "、"))
    }
    func at(_ number: String, _ finding: Power.Finding) -> String {
      number + pick(" with \(finding.count)", "（\(finding.count)人）")
    }
    let first = pair.findings.first?.count
    let power = each {
      at($0.power.value.decimal(3), $0) + ($0.count == first ? pick(" participants", "") : "")
        + " (\(range($0.power.interval) { $0.decimal(3) }))"
    }
    let planned =
      pair.effect.map {
        pick("noncentral t, d_z = ", "非心t、d_z = ") + $0.decimal(2) + ": "
          + each { at($0.planned?.decimal(2) ?? "-", $0) }
          + (pair.neededCount.map { pick("; 0.80 takes \($0)", "。0.80には\($0)人") } ?? "")
      } ?? pick("noncentral t: none, because all differ alike", "非心t: 全員の差が同じためありません")
    return ["\(pair.first) - \(pair.second): " + pick("power ", "検出力 ") + power, planned]
  }

  /// Returns the number and the kind of the trials of a condition.
  private func trials(of test: SimulatedPower.Test) -> String {
    pick(
      "\(counted(test.trialCount, "trial")) of \(counted(test.numeralCount, "numeral"))",
      "数字\(test.numeralCount)個を\(test.trialCount)試行")
      + (test.hold.map { pick(", shown for \($0.short) ms", "、\($0.short)ミリ秒の提示") } ?? "")
  }

  /// Returns a table of true and fitted numbers, with their correlations.
  package func lines(
    of report: RecoverParameters.Report, _ plan: RecoverParameters,
    for reader: TableReader = TableReader()
  ) -> [String] {
    let tests =
      plan.tests.isEmpty
      ? pick("150 trials with a hold, 120 masking", "提示時間つき150試行、マスク120試行")
      : plan.tests.map(\.preset.name).joined(separator: ", ")
    let people = plan.population.map { "\($0.rawValue)" }
    let head = pick(
      "\(plan.count) participants\(people.map { " like \($0)" } ?? ""), \(tests), "
        + "seed \(plan.seed.seed.text)",
      "\(people.map { "\($0) " } ?? "")\(plan.count)人、\(tests)、シード \(plan.seed.seed.text)")
    return [head] + aligned(rows(of: report), for: reader)
      + notes(on: report, isOfPopulation: people != nil)
  }

  /// Returns the notes below the table of true and fitted numbers.
  private func notes(
    on report: RecoverParameters.Report, isOfPopulation: Bool
  ) -> [String] {
    var notes = [
      pick(
        "r is the correlation of the logarithms; for the slips, of the log odds",
        "相関は対数の値で求めます。slips は対数オッズです")
    ]
    let participants = report.participants
    let isAllFound = participants.compactMap(\.self).allSatisfy { participant in
      MemoryParameter.allCases.allSatisfy { $0 == .spread || participant.identified.contains($0) }
    }
    if !isAllFound {
      notes.append(
        pick(
          "- not identified: these trials do not tell the number, and r is without it",
          "- 推定できない値: この試行からはわかりません。相関にも入りません"))
    }
    if isOfPopulation {
      notes.append(
        pick(
          "the participants differ in C alone: the other numbers have no correlation",
          "参加者で異なるのは C だけで、ほかの値には相関がありません"))
    }
    notes.append(priors(.people, withSpread: false))
    let lost = participants.count { $0 == nil }
    if lost > 0 {
      notes.append(pick("\(counted(lost, "fit")) did not converge", "\(lost)人の推定が収束しませんでした"))
    }
    return notes
  }

  /// Returns the table rows of true and estimated parameters, and the correlations below.
  private func rows(of report: RecoverParameters.Report) -> [[String]] {
    let shown: [(MemoryParameter, String, Int)] = [
      (.capacity, "C", 1), (.timeConstant, "tau", 0), (.decay, "decay", 3), (.slip, "slips", 3),
    ]
    var rows = [[""] + shown.flatMap { [$0.1, pick("found", "推定")] }]
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
    rows.append([pick("r", "相関")] + correlations.flatMap { ["", $0?.decimal(2) ?? "-"] })
    return rows
  }

  /// Returns the reply of `compare procedures`: a table of the methods.
  package func lines(
    of lines: [CompareProcedures.Line], _ plan: CompareProcedures,
    for reader: TableReader = TableReader()
  ) -> [String] {
    let head = [
      pick("procedure", "方法"), pick("SD", "標準偏差"), pick("mean", "平均"), pick("trials", "試行"),
    ]
    let rows = lines.map { line in
      [
        words(for: line.procedure), line.deviation?.decimal(2) ?? "-",
        line.mean?.decimal(2) ?? "-", line.meanTrialCount?.decimal(1) ?? "-",
      ]
    }
    let span = plan.curve.span.short
    let runs = plan.runCount
    let seed = plan.seed.seed.text
    return [
      pick(
        "estimates of a true span of \(span), \(counted(runs, "run")) each, seed \(seed)",
        "真の記憶範囲\(span)の推定、各\(runs)回、シード \(seed)")
    ] + aligned([head] + rows, for: reader)
  }

  /// Returns the reply of `simulate`: the number of stored trials, and the participant codes.
  package func simulated(_ report: Simulate.Report, _ plan: SimulationPlan) -> String {
    let codes = [report.codes.first, report.codes.count > 1 ? report.codes.last : nil]
      .compactMap(\.self).joined(separator: pick(" to ", " から "))
    let trials = report.trialCount
    let presses = report.pressCount
    let seed = report.seed.seed.text
    let people = plan.people.population.rawValue
    let passed =
      report.continuedCount > 0
      ? pick("passed without an error", "誤りなしの成功") : pick("passed", "成功")
    let count = report.codes.count
    return pick(
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
      ? pick("; \(counted(known, "was", "were")) already there", "。\(known)人はすでにいました") : "")
      + (withdrawn > 0
        ? pick(
          "; left out \(counted(withdrawn, "who was", "who were")) withdrawn",
          "。消された\(withdrawn)人は除きました") : "")
  }

  private func words(for procedure: SpanProcedure) -> String {
    switch procedure {
    case .strikes: "human-benchmark"
    case .ladder: "monkey-ladder"
    case .lengths: "span"
    case .staircase: "adapt method=staircase"
    case .quest(let trials): "adapt trials=\(trials)"
    }
  }

  /// The parameters of the memory model, with their names and decimals in tables.
  private static var shown: [(parameter: MemoryParameter, name: String, places: Int)] {
    [
      (.capacity, "C", 2), (.timeConstant, "tau", 0), (.decay, "decay", 4), (.slip, "slips", 4),
      (.spread, "spread", 2),
    ]
  }

  /// Returns the reply of `fit`: the parameters of one participant, or a table of all.
  package func lines(
    of report: SurveyReport<[FitMemory.Finding]>, _ code: String?,
    for reader: TableReader = TableReader()
  ) -> [String] {
    let findings = report.figures
    guard code == nil else {
      return findings.flatMap { lines(of: $0, for: reader) } + lines(of: report.exclusions)
    }
    let fits = findings.compactMap { finding in
      (try? finding.result.get()).map { (finding.code, $0) }
    }
    guard let first = fits.first?.1.fit else { return lines(of: report.exclusions) }
    let shown = Self.shown.filter { first.parameters.contains($0.parameter) }
    let head = [pick("participant", "参加者")] + shown.flatMap { [$0.name, "95 %"] }
    let rows = fits.map { code, fitted in
      [self.code(code, for: reader)]
        + shown.flatMap { parameter, _, places in cells(of: fitted, parameter, places) }
    }
    let isPartial = fits.contains { $0.1.identifications.contains { !$0.isIdentified } }
    let legend = (isPartial ? ["-: " + notIdentified] : []) + fixedSpread(of: first)
    return aligned([head] + rows, for: reader) + legend + [priors(of: first)]
      + lines(of: report.exclusions)
  }

  /// Returns the table cells of a parameter; a dash if the trials do not determine it.
  private func cells(
    of fitted: FitMemory.Fitted, _ parameter: MemoryParameter, _ places: Int
  ) -> [String] {
    let known = fitted.identifications.first { $0.parameter == parameter && $0.isIdentified }
    guard let known else { return ["-", ""] }
    return [fitted.fit.model[parameter].decimal(places), range(known.profile, places)]
  }

  /// Returns the line about the spread; none if it was fitted.
  private func fixedSpread(of fit: MemoryFit) -> [String] {
    guard !fit.parameters.contains(.spread) else { return [] }
    return [pick("spread fixed at ", "spread は固定: ") + fit.model.spread.decimal(2)]
  }

  private func lines(of finding: FitMemory.Finding, for reader: TableReader) -> [String] {
    guard let fitted = try? finding.result.get() else { return [] }
    let trials = finding.trialCount
    let presses = finding.pressCount
    let steps = fitted.fit.iterationCount
    let likelihood = fitted.fit.logLikelihood.decimal(3)
    var rows = [["", pick("found", "推定"), pick("95 % by profile", "95 %（プロファイル）")]]
    var unknown: [String] = []
    for (parameter, name, places) in Self.shown {
      let found = fitted.identifications.first { $0.parameter == parameter }
      switch found {
      case nil:
        let value = fitted.fit.model[parameter].decimal(places)
        rows.append([name, value, pick("fixed", "固定")])
      case let found? where found.isIdentified:
        rows.append([name] + cells(of: fitted, parameter, places))
      case let found?:
        rows.append([name, "-", notIdentified])
        unknown.append(notIdentified(found, name, places))
      }
    }
    return [
      code(finding.code, for: reader) + ": "
        + pick(
          "\(counted(trials, "trial")), \(counted(presses, "press", "presses")) that tell, "
            + "ln L \(likelihood), \(counted(steps, "step"))",
          "\(trials)試行、押下\(presses)回、対数尤度\(likelihood)、\(steps)段")
    ] + aligned(rows, for: reader) + unknown + [priors(of: fitted.fit)]
  }

  private var notIdentified: String { pick("not identified", "推定できません") }

  /// Returns the interval of a parameter; `-` stands for a bound that the trials do not determine.
  private func range(_ profile: MemoryFit.Profile, _ places: Int) -> String {
    (profile.lower?.decimal(places) ?? "-") + pick(" to ", "〜")
      + (profile.upper?.decimal(places) ?? "-")
  }

  /// Returns the reason why the trials do not determine a parameter.
  private func notIdentified(_ found: Identification, _ name: String, _ places: Int) -> String {
    switch (found.profile.lower?.decimal(places), found.profile.upper?.decimal(places)) {
    case (nil, nil): pick("the data tell nothing of \(name)", "このデータからは \(name) を推定できません")
    case (let lower?, nil):
      pick(
        "the data can't tell a \(name) above \(lower) from any larger one",
        "\(lower)より大きい \(name) は区別できません")
    case (nil, let upper?):
      pick(
        "the data can't tell a \(name) below \(upper) from any smaller one",
        "\(upper)より小さい \(name) は区別できません")
    case (_?, _?):
      pick(
        "the data tell less of \(name) than its prior",
        "\(name) についてこのデータからわかることは、事前分布より少しだけです")
    }
  }

  private func priors(of fit: MemoryFit) -> String {
    priors(fit.priors, withSpread: fit.parameters.contains(.spread))
  }

  /// Returns the prior distributions of the parameters.
  private func priors(_ priors: MemoryPriors, withSpread: Bool) -> String {
    let parts = Self.shown.filter { withSpread || $0.parameter != .spread }.map {
      parameter, name, _ in
      let prior = priors[parameter]
      let deviation = prior.deviation.short
      guard parameter != .slip else {
        return "logit \(name) N(\(prior.mean.short), \(deviation))"
      }
      let middle = priors.middle[parameter]
      return "ln \(name) N(ln \(Double((1000 * middle).rounded() / 1000).short), \(deviation))"
    }
    return pick("priors: ", "事前分布: ") + parts.joined(separator: ", ")
  }
}
