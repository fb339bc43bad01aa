import ChimpSystem
import Science
import Shell
import Statistics
import Studies

/// The reply of `fit`: the parameters of one participant's memory, or a table of all.
///
/// A parameter that the trials can't determine is reported as not identified, because its number
/// would only repeat the prior.
struct FitView {
  let speaker: Speaker
  let reader: TableReader
  private var language: Language { speaker.language }

  /// Writes the parameters of a participant, or a table of all if `code` is `nil`, then whose
  /// could not be estimated.
  func show(_ report: SurveyReport<[FitMemory.Finding]>, of code: String?) {
    if report.figures.allSatisfy({ $0.pressCount == 0 }) {
      speaker.refuse(
        Refusal(
          "nothing-to-fit", "nothing to fit: no trial of \(code ?? "anybody") counts",
          code.map { "推定できません: \($0) に対象になる試行がありません" } ?? "推定できる試行がありません"))
    }
    for line in lines(of: report, code) { speaker.say(line: line) }
    for finding in report.figures {
      switch finding.result {
      case .success, .failure(.empty): break
      case .failure(.notConverged(let count)):
        speaker.refuse(
          Refusal(
            "no-fit", "\(finding.code): the fit did not converge in \(counted(count, "step"))",
            "\(finding.code): \(count)段で収束しません"))
      case .failure(let fault):
        speaker.refuse(Refusal("no-fit") { "\(finding.code): " + fault.words(in: $0) })
      }
    }
  }

  private func lines(of report: SurveyReport<[FitMemory.Finding]>, _ code: String?) -> [String] {
    let findings = report.figures
    guard code == nil else {
      return findings.flatMap { lines(of: $0) } + report.exclusions.lines(in: language)
    }
    let fits = findings.compactMap { try? $0.result.get() }
    guard let first = fits.first?.fit else { return report.exclusions.lines(in: language) }
    let shown = MemoryParameter.shown.filter { first.parameters.contains($0.parameter) }
    let head = [language.pick("participant", "参加者")] + shown.flatMap { [$0.name, "95 %"] }
    let rows = findings.map { finding in
      [reader.name(of: finding.code, in: language)]
        + shown.flatMap { parameter, _, places in
          cells(of: try? finding.result.get(), parameter, places)
        }
    }
    var table = Table(head, rows)
    table.missing = notIdentified
    return [MemoryParameter.meanings(in: language, withSpread: shown.last?.parameter == .spread)]
      + reader.lines(of: table, in: language) + counts(of: findings, shown)
      + priorWeights(in: fits, shown) + timeCautions(of: fits) + withoutPresses(findings)
      + fixedSpread(of: first) + [priors(of: first)] + report.exclusions.lines(in: language)
  }

  /// Returns the table cells of a parameter; a dash if the trials do not determine it.
  private func cells(
    of fitted: FitMemory.Fitted?, _ parameter: MemoryParameter, _ places: Int
  ) -> [String] {
    guard let fitted, let known = fitted.identified(parameter) else {
      return ["-", reader.isSpoken ? "" : notIdentified]
    }
    return [fitted.fit.model[parameter].decimal(places), range(known.profile, places)]
  }

  private typealias Shown = [(parameter: MemoryParameter, name: String, places: Int)]

  /// Returns of how many participants each parameter is not identified; none if all are.
  private func counts(of findings: [FitMemory.Finding], _ shown: Shown) -> [String] {
    let all = findings.count
    let counts = shown.compactMap { parameter, name, _ -> String? in
      let count = findings.count { (try? $0.result.get())?.identified(parameter) == nil }
      guard count > 0 else { return nil }
      return language.pick("\(name) of \(count) of \(all)", "\(name) は\(all)人中\(count)人")
    }
    guard !counts.isEmpty else { return [] }
    return [notIdentified + ": " + counts.joined(separator: language.pick(", ", "、"))]
  }

  /// Returns the weight of the prior in the shown values of each parameter; none without a value.
  private func priorWeights(in fits: [FitMemory.Fitted], _ shown: Shown) -> [String] {
    let parts = shown.compactMap { parameter, name, _ -> String? in
      let weights = fits.compactMap { $0.identified(parameter)?.priorWeight }
      guard let least = weights.min(), let most = weights.max() else { return nil }
      let bounds = Set([least, most].map { (100 * $0).decimal(0) }).sorted {
        ($0.count, $0) < ($1.count, $1)
      }
      return "\(name) " + bounds.joined(separator: language.pick(" to ", "〜")) + " %"
    }
    guard !parts.isEmpty else { return [] }
    return [
      language.pick("weight of the prior in what is shown: ", "表示した値での事前分布の重み: ")
        + parts.joined(separator: language.pick(", ", "、"))
    ]
  }

  /// Returns the line that the interval of a capacity is too narrow; none if the time constant, with
  /// which it changes, is identified.
  private func timeCautions(of fits: [FitMemory.Fitted]) -> [String] {
    let isOpen = fits.contains { fitted in
      fitted.fit.parameters.contains(.timeConstant) && fitted.identified(.timeConstant) == nil
        && fitted.identified(.capacity) != nil
    }
    guard isOpen else { return [] }
    return [
      language.pick(
        "caution: where tau is not identified, the interval of C depends on the prior of tau",
        "注意: tau を推定できないとき、C の区間は tau の事前分布しだいです")
    ]
  }

  /// Returns the participants whose trials have no press that tells.
  private func withoutPresses(_ findings: [FitMemory.Finding]) -> [String] {
    findings.filter { $0.pressCount == 0 }.map {
      reader.name(of: $0.code, in: language)
        + language.pick(": no press that tells", ": 推定に使える押下がありません")
    }
  }

  /// Returns the line about the spread; none if it was fitted.
  private func fixedSpread(of fit: MemoryFit) -> [String] {
    guard !fit.parameters.contains(.spread) else { return [] }
    return [language.pick("spread fixed at ", "spread は固定: ") + fit.model.spread.decimal(2)]
  }

  private func lines(of finding: FitMemory.Finding) -> [String] {
    guard let fitted = try? finding.result.get() else { return [] }
    let trials = finding.trialCount
    let presses = finding.pressCount
    let steps = fitted.fit.iterationCount
    let likelihood = fitted.fit.logLikelihood.decimal(3)
    let heads = [
      "", language.pick("found", "推定"), language.pick("95 % by profile", "95 %（プロファイル）"),
      language.pick("prior %", "事前分布 %"),
    ]
    var rows: [[String]] = []
    var unknown: [String] = []
    for (parameter, name, places) in MemoryParameter.shown {
      let found = fitted.identifications.first { $0.parameter == parameter }
      switch found {
      case nil:
        let value = fitted.fit.model[parameter].decimal(places)
        rows.append([name, value, language.pick("fixed", "固定"), ""])
      case let found? where found.isIdentified:
        let weight = (100 * found.priorWeight).decimal(0)
        rows.append([name] + cells(of: fitted, parameter, places) + [weight])
      case let found?:
        rows.append([name, "-", notIdentified, ""])
        unknown.append(notIdentified(found, name, places))
      }
    }
    return [
      reader.name(of: finding.code, in: language) + ": "
        + language.pick(
          "\(counted(trials, "trial")), \(counted(presses, "press", "presses")) that tell, "
            + "ln L \(likelihood), \(counted(steps, "step"))",
          "\(trials)試行、押下\(presses)回、対数尤度\(likelihood)、\(steps)段"),
      MemoryParameter.meanings(in: language, withSpread: true),
    ] + reader.lines(of: Table(heads, rows), in: language) + unknown
      + (fitted.identifications.contains(where: \.isIdentified) ? [meaningOfWeight] : [])
      + timeCautions(of: [fitted]) + [priors(of: fitted.fit)]
  }

  private var meaningOfWeight: String {
    language.pick(
      "prior %: the weight of the prior in what was found; the rest is that of the data",
      "事前分布 %: 推定での事前分布の重み。残りはデータの重みです")
  }

  private var notIdentified: String { language.pick("not identified", "推定できません") }

  /// Returns the interval of a parameter; `-` stands for a bound that the trials do not determine.
  private func range(_ profile: MemoryFit.Profile, _ places: Int) -> String {
    (profile.lower?.decimal(places) ?? "-") + language.pick(" to ", "〜")
      + (profile.upper?.decimal(places) ?? "-")
  }

  /// Returns the reason why the trials do not determine a parameter.
  private func notIdentified(_ found: Identification, _ name: String, _ places: Int) -> String {
    switch (found.profile.lower?.decimal(places), found.profile.upper?.decimal(places)) {
    case (nil, nil): language.pick("the data tell nothing of \(name)", "このデータからは \(name) を推定できません")
    case (let lower?, nil):
      language.pick(
        "the data can't tell a \(name) above \(lower) from any larger one",
        "\(lower)より大きい \(name) は区別できません")
    case (nil, let upper?):
      language.pick(
        "the data can't tell a \(name) below \(upper) from any smaller one",
        "\(upper)より小さい \(name) は区別できません")
    case (_?, _?):
      language.pick(
        "the data tell less of \(name) than its prior",
        "\(name) についてこのデータからわかることは、事前分布より少しだけです")
    }
  }

  private func priors(of fit: MemoryFit) -> String {
    fit.priors.words(in: language, withSpread: fit.parameters.contains(.spread))
  }
}

extension FitMemory.Fitted {
  /// Returns the precision of a parameter; `nil` if the trials do not determine it.
  fileprivate func identified(_ parameter: MemoryParameter) -> Identification? {
    identifications.first { $0.parameter == parameter && $0.isIdentified }
  }
}

extension MemoryPriors {
  /// Returns the prior distributions of the parameters.
  func words(in language: Language, withSpread: Bool) -> String {
    let parts = MemoryParameter.shown.filter { withSpread || $0.parameter != .spread }.map {
      parameter, name, _ in
      let prior = self[parameter]
      let deviation = prior.deviation.short
      guard parameter != .slip else {
        return "logit \(name) N(\(prior.mean.short), \(deviation))"
      }
      let middle = middle[parameter]
      return "ln \(name) N(ln \(Double((1000 * middle).rounded() / 1000).short), \(deviation))"
    }
    return language.pick("priors: ", "事前分布: ") + parts.joined(separator: ", ")
  }
}

extension MemoryParameter {
  /// The parameters with their names and decimals in tables.
  fileprivate static var shown: [(parameter: MemoryParameter, name: String, places: Int)] {
    [
      (.capacity, "C", 2), (.timeConstant, "tau", 0), (.decay, "decay", 4), (.slip, "slips", 4),
      (.spread, "spread", 2),
    ]
  }

  /// Returns what the parameters are, for the line above their numbers.
  static func meanings(in language: Language, withSpread: Bool) -> String {
    let spread = language.pick(
      "; spread: how much C differs from trial to trial", "。spread: 試行ごとの C のばらつき")
    return language.pick(
      "C: the capacity, how many numerals are remembered; tau: the time in ms that it takes; "
        + "decay: the share that is lost again, a second; slips: the share of the presses that "
        + "miss by accident",
      "C: 容量、覚える数字の個数。tau: それにかかる時間（ミリ秒）。decay: 1秒に忘れる割合。"
        + "slips: 押しまちがいの割合") + (withSpread ? spread : "")
  }
}
