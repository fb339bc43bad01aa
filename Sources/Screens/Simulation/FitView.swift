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
    if report.figures.isEmpty {
      speaker.refuse(
        Refusal(
          "nothing-to-fit", "nothing to fit: no trial of \(code ?? "anybody") counts",
          code.map { "推定できません: \($0) に対象になる試行がありません" } ?? "推定できる試行がありません"))
    }
    for line in lines(of: report, code) { speaker.say(line: line) }
    for finding in report.figures {
      switch finding.result {
      case .success: break
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
    let fits = findings.compactMap { finding in
      (try? finding.result.get()).map { (finding.code, $0) }
    }
    guard let first = fits.first?.1.fit else { return report.exclusions.lines(in: language) }
    let shown = MemoryParameter.shown.filter { first.parameters.contains($0.parameter) }
    let head = [language.pick("participant", "参加者")] + shown.flatMap { [$0.name, "95 %"] }
    let rows = fits.map { code, fitted in
      [reader.name(of: code, in: language)]
        + shown.flatMap { parameter, _, places in cells(of: fitted, parameter, places) }
    }
    let isPartial = fits.contains { $0.1.identifications.contains { !$0.isIdentified } }
    let dash = isPartial && !reader.isSpoken ? ["-: " + notIdentified] : []
    var table = Table(head, rows)
    table.missing = notIdentified
    return [MemoryParameter.meanings(in: language, withSpread: shown.last?.parameter == .spread)]
      + reader.lines(of: table, in: language) + dash + fixedSpread(of: first)
      + [priors(of: first)] + report.exclusions.lines(in: language)
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
    ]
    var rows: [[String]] = []
    var unknown: [String] = []
    for (parameter, name, places) in MemoryParameter.shown {
      let found = fitted.identifications.first { $0.parameter == parameter }
      switch found {
      case nil:
        let value = fitted.fit.model[parameter].decimal(places)
        rows.append([name, value, language.pick("fixed", "固定")])
      case let found? where found.isIdentified:
        rows.append([name] + cells(of: fitted, parameter, places))
      case let found?:
        rows.append([name, "-", notIdentified])
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
    ] + reader.lines(of: Table(heads, rows), in: language) + unknown + [priors(of: fitted.fit)]
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
