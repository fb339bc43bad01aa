package import Analysis
import Characters
import Console
import Examiner
import Game
package import Science
package import Simulation

extension Language {
  func noDecimals(_ key: String, _ limits: [ClosedRange<Double>], _ text: String) -> String {
    let ranges = limits.map { "\($0.lowerBound.short)..\($0.upperBound.short)" }
      .joined(separator: ",")
    return pick(
      "\(key) takes \(limits.count == 1 ? "a number" : "numbers") of \(ranges), not \"\(text)\"",
      "\(key) は \(ranges) の数です: \(text)")
  }

  package var needsTwoGroups: String {
    pick("two groups need two capacities: capacity=6.5,1 capacity=7,1", "capacity= が2つ必要です")
  }

  package func noFixedTrials(_ name: String) -> String {
    pick("\(name) has no fixed number of trials of one size", "\(name) の試行の数と大きさは決まっていません")
  }

  package func lines(of report: Power.Report, _ plan: Power) -> [String] {
    let test = plan.test
    let hold = test.hold.map { pick(", shown for \($0.short) ms", "、\($0.short)ミリ秒の提示") }
    let means = report.means.map { $0.decimal(1) }
    func each(_ words: (Power.Finding) -> String) -> String {
      report.findings.map(words).joined(separator: pick(", ", "、"))
    }
    func at(_ power: Double?, _ finding: Power.Finding) -> String {
      "\(power?.decimal(2) ?? "-")" + pick(" at \(finding.count)", "（\(finding.count)人ずつ）")
    }
    let seed = plan.people.usedSeed.seed.text
    return [
      "\(plan.name): "
        + pick(
          "\(counted(test.trialCount, "trial")) of \(counted(test.numeralCount, "numeral"))",
          "数字\(test.numeralCount)個を\(test.trialCount)試行") + (hold ?? "")
        + pick("; \(means[0]) and \(means[1]) passed on average", "。平均の成功は\(means[0])と\(means[1])"),
      pick("power ", "検出力 ")
        + each { at($0.power.value, $0) + ($0.count == plan.count ? pick(" a group", "") : "") }
        + pick(" (Welch, alpha 0.05)", "（Welch、α 0.05）"),
      pick(
        "\(counted(plan.runCount, "run")), seed \(seed): standard error ",
        "\(plan.runCount)回、シード \(seed): 標準誤差 ")
        + each { "\($0.error.decimal(3)) (\(range($0.power.interval) { $0.decimal(3) }))" },
      report.effect.map {
        pick("noncentral t, d = ", "非心t、d = ") + $0.decimal(2) + ": " + each { at($0.planned, $0) }
          + (report.neededCount.map { pick("; 0.80 takes \($0) a group", "。0.80には\($0)人ずつ") } ?? "")
      } ?? pick("noncentral t: none, because all passed alike", "非心t: 全員が同じ成績のためありません"),
    ]
  }

  package func lines(of report: FindAgain.Report, _ plan: FindAgain) -> [String] {
    let participants = report.participants
    let shown: [(MemoryParameter, String, Int)] = [
      (.capacity, "C", 1), (.timeConstant, "tau", 0), (.decay, "decay", 3), (.slip, "slips", 3),
    ]
    var rows = [[""] + shown.flatMap { [$0.1, pick("found", "推定")] }]
    for (number, participant) in participants.enumerated() {
      rows.append(
        ["\(number + 1)"]
          + shown.flatMap { parameter, _, places in
            [participant?.truth, participant?.found].map { $0?[parameter].decimal(places) ?? "-" }
          })
    }
    let correlations = shown.map { report.correlations[$0.0] }
    rows.append([pick("r", "相関")] + correlations.flatMap { ["", $0?.decimal(2) ?? "-"] })
    let tests =
      plan.tests.isEmpty
      ? pick("150 trials with a hold, 120 masking", "提示時間つき150試行、マスク120試行")
      : plan.tests.map(\.preset.name).joined(separator: ", ")
    let lost = participants.count { $0 == nil }
    return [
      pick(
        "\(plan.count) participants, \(tests), seed \(plan.seed.seed.text)",
        "\(plan.count)人、\(tests)、シード \(plan.seed.seed.text)")
    ] + aligned(rows) + [
      pick(
        "r is the correlation of the logarithms; for the slips, of the log odds",
        "相関は対数の値で求めます。slips は対数オッズです")
    ]
      + (lost > 0
        ? [pick("\(counted(lost, "fit")) did not converge", "\(lost)人の推定が収束しませんでした")] : [])
  }

  package func lines(of lines: [CompareProcedures.Line], _ plan: CompareProcedures) -> [String] {
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
    ] + aligned([head] + rows)
  }

  package func simulated(_ report: Simulate.Report, _ plan: SimulationPlan) -> String {
    let codes = [report.codes.first, report.codes.count > 1 ? report.codes.last : nil]
      .compactMap(\.self).joined(separator: pick(" to ", " から "))
    let trials = report.trialCount
    let presses = report.pressCount
    let seed = report.seed.seed.text
    return pick(
      "simulated \(counted(plan.count, "participant")), \(codes): "
        + "\(report.name), \(counted(trials, "trial")), "
        + "\(report.passedCount) passed, \(counted(presses, "press", "presses")), seed \(seed)",
      "\(plan.count)人（\(codes)）のシミュレーション: \(report.name)、"
        + "\(trials)試行、成功\(report.passedCount)、押下\(presses)回、シード \(seed)")
  }

  func simulatedAlready(_ seed: String) -> String {
    pick(
      "the participants of seed \(seed) are in the store already: another seed= makes others",
      "シード \(seed) の参加者はすでに記録にあります。seed= で変えられます")
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

  private static var shown: [(parameter: MemoryParameter, name: String, places: Int)] {
    [
      (.capacity, "C", 2), (.timeConstant, "tau", 0), (.decay, "decay", 4), (.slip, "slips", 4),
      (.spread, "spread", 2),
    ]
  }

  package func lines(of report: SurveyReport<[FitMemory.Finding]>, _ code: String?) -> [String] {
    let findings = report.figures
    guard code == nil else { return findings.flatMap(lines) + lines(of: report.exclusions) }
    let shown = Self.shown.filter { $0.parameter != .spread }
    let head = [pick("participant", "参加者")] + shown.flatMap { [$0.name, "95 %"] }
    let rows = findings.compactMap { finding -> [String]? in
      guard let fitted = try? finding.result.get() else { return nil }
      return [finding.code]
        + shown.flatMap { parameter, _, places in
          [
            fitted.fit.model[parameter].decimal(places),
            fitted.profiles.first { $0.parameter == parameter }.map { range($0, places) } ?? "",
          ]
        }
    }
    return (rows.isEmpty ? [] : aligned([head] + rows) + [priors]) + lines(of: report.exclusions)
  }

  private func lines(of finding: FitMemory.Finding) -> [String] {
    guard let fitted = try? finding.result.get() else { return [] }
    let trials = finding.trialCount
    let presses = finding.pressCount
    let steps = fitted.fit.iterationCount
    let likelihood = fitted.fit.logLikelihood.decimal(3)
    var rows = [["", pick("found", "推定"), pick("95 % by profile", "95 %（プロファイル）")]]
    var unknown: [String] = []
    for (parameter, name, places) in Self.shown {
      let value = fitted.fit.model[parameter].decimal(places)
      let profile = fitted.profiles.first { $0.parameter == parameter }
      rows.append([name, value, profile.map { range($0, places) } ?? pick("fixed", "固定")])
      unknown += profile.flatMap { untold($0, name, places) }.map { [$0] } ?? []
    }
    return [
      "\(finding.code): "
        + pick(
          "\(counted(trials, "trial")), \(counted(presses, "press", "presses")) that tell, "
            + "ln L \(likelihood), \(counted(steps, "step"))",
          "\(trials)試行、押下\(presses)回、対数尤度\(likelihood)、\(steps)段")
    ] + aligned(rows) + unknown + [priors]
  }

  private func range(_ profile: MemoryFit.Profile, _ places: Int) -> String {
    (profile.lower?.decimal(places) ?? "-") + pick(" to ", "〜")
      + (profile.upper?.decimal(places) ?? "-")
  }

  private func untold(_ profile: MemoryFit.Profile, _ name: String, _ places: Int) -> String? {
    switch (profile.lower?.decimal(places), profile.upper?.decimal(places)) {
    case (nil, nil): pick("the data tell nothing of \(name)", "このデータからは \(name) を推定できません")
    case (let lower?, nil):
      pick(
        "the data can't tell a \(name) above \(lower) from any larger one",
        "\(lower)より大きい \(name) は区別できません")
    case (nil, let upper?):
      pick(
        "the data can't tell a \(name) below \(upper) from any smaller one",
        "\(upper)より小さい \(name) は区別できません")
    default: nil
    }
  }

  private var priors: String {
    pick("priors: ", "事前分布: ")
      + "ln C N(ln 7, 0.5), ln tau N(ln 250, 0.8), ln decay N(ln 0.05, 1), "
      + "logit slips N(-4, 1)"
  }

  package func nothingToFit(_ code: String?) -> String {
    pick(
      "nothing to fit: no trial of \(code ?? "anybody") counts",
      code.map { "推定できません: \($0) に対象になる試行がありません" } ?? "推定できる試行がありません")
  }

  package func noFit(_ code: String, _ fault: StatisticFault) -> String {
    switch fault {
    case .notConverged(let count):
      pick(
        "\(code): the fit did not converge in \(counted(count, "step"))",
        "\(code): \(count)段で収束しません")
    default: "\(code): " + words(for: fault)
    }
  }
}

extension Double {
  var short: String { self == rounded() && abs(self) < 1e15 ? "\(Int(self))" : "\(self)" }
}

extension CommandWords {
  package static let power = CommandWords(
    """
    simulate how often two groups would be found to differ
    capacity=C,SD  given twice: how many numerals each group takes in, and how that varies
    n=N            participants in each group; a third more are tried, too
    \(memory.english)
    """,
    """
    2群の差が見つかる割合をシミュレーションで求めます
    capacity=C,SD  2回書きます。各群が覚える個数とその標準偏差
    n=N            各群の人数。その3分の4も調べます
    \(memory.japanese)
    """)

  package static let simulate = CommandWords(
    """
    simulate N participants who play a test or a study
    Each plays by the same rules as a person, has a code of its own, SIM-..., and is kept; \
    what was simulated is left out of all figures.
    study=         a study file, or the name of a study of this store: each plays all blocks, \
    in the order that the fewest have, and is not enrolled
    capacity=C,SD  how many numerals they take in, and how that varies (6.5,1)
    \(memory.english)
    """,
    """
    N 人の仮想の参加者がテストや研究を行います
    人と同じルールで行い、SIM-... の参加者として記録に残ります。統計からは除きます。
    study=         研究のファイルか、記録にある研究の名前。いちばん少ない順序で全ブロックを行い、\
    登録はされません
    capacity=C,SD  覚える個数とその標準偏差（6.5,1）
    \(memory.japanese)
    """)

  private static let memory = CommandWords(
    """
    tau=MS         the time in which most of them are taken in (260)
    decay=RATE     the share that is forgotten in a second (0.06)
    slips=SHARE    the share of the presses that go wrong (0.02)
    latency=F,L,S  medians of the first and of later presses in ms, and the SD of their \
    logarithms (600,600,0.3)
    """,
    """
    tau=MS         覚えるのにかかる時間（260）
    decay=RATE     1秒に忘れる割合（0.06）
    slips=SHARE    押しまちがいの割合（0.02）
    latency=F,L,S  最初とその後の押下の中央値（ミリ秒）と対数の標準偏差（600,600,0.3）
    """)

  package static let recovery = CommandWords(
    """
    check whether a fit recovers the numbers behind a simulation
    Each participant is drawn from what is usual and plays the tests one after another; \
    without a TEST, 150 trials with a hold of 210, 430 or 650 ms and 120 that are masked.
    """,
    """
    シミュレーションの値を推定が再現するか調べます
    参加者は事前分布から作り、TEST を順に行います。TEST がなければ標準の計画です。
    """)

  package static let fit = CommandWords(
    """
    find the memory that explains a participant's trials best
    C           how many numerals are taken in, and tau within how many ms
    decay       the share that is lost again, a second; slips: the share of the presses
    spread=fit  the spread of what is taken in, from trial to trial, is fitted, too; or it is 1
    Intervals leave out the prior of their own number: they say what the data tell.
    """,
    """
    参加者の試行をいちばんよく説明する記憶を推定します
    C           覚える個数。tau はそれにかかるミリ秒
    decay       1秒に忘れる割合。slips は押しまちがいの割合
    spread=fit  覚える個数のばらつきも推定します。書かなければ1です
    区間はその値の事前分布を除いて求めます。
    """)
}
