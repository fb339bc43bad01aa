import Examiner
import Science

/// What is said of simulations.
extension Language {
  /// A key takes other numbers.
  func noDecimals(_ key: String, _ limits: [ClosedRange<Double>], _ text: String) -> String {
    let ranges = limits.map { "\($0.lowerBound.short)..\($0.upperBound.short)" }
      .joined(separator: ",")
    return pick(
      "\(key) takes \(limits.count == 1 ? "a number" : "numbers") of \(ranges), not \"\(text)\"",
      "\(key) は \(ranges) の数です: \(text)")
  }

  /// Power compares two groups.
  var needsTwoGroups: String {
    pick("two groups need two capacities: capacity=6.5,1 capacity=7,1", "capacity= が2つ必要です")
  }

  /// A test goes on as long as its rounds say.
  func noFixedRounds(_ name: String) -> String {
    pick(
      "\(name) has no fixed number of rounds of one size", "\(name) のラウンドの数と大きさは決まっていません")
  }

  /// How often a difference is found.
  func lines(of report: Power.Report, _ plan: Power) -> [String] {
    let test = plan.test
    let hold = test.hold.map { pick(", hold \($0.short) ms", "、提示\($0.short)ミリ秒") }
    let means = [0, 1].map { report.outcome.mean(group: $0).decimal(1) }
    func each(_ words: (Power.Finding) -> String) -> String {
      report.findings.map(words).joined(separator: pick(", ", "、"))
    }
    func at(_ power: Double?, _ finding: Power.Finding) -> String {
      "\(power?.decimal(2) ?? "-")"
        + pick(" at \(finding.count)", "（\(finding.count)人ずつ）")
    }
    let effect = try? report.outcome.effect()
    let needed = effect.flatMap { try? Planning(.groups, effect: $0).count(power: 0.8) }
    let seed = plan.people.usedSeed.seed.text
    return [
      "\(plan.name): "
        + pick(
          "\(counted(test.trialCount, "round", "rounds")) of "
            + counted(test.numeralCount, "numeral", "numerals"),
          "数字\(test.numeralCount)個を\(test.trialCount)ラウンド") + (hold ?? "")
        + pick(
          "; \(means[0]) and \(means[1]) passed on average",
          "。平均の成功は\(means[0])と\(means[1])"),
      pick("power ", "検出力 ")
        + each {
          at($0.power.value, $0) + ($0.count == plan.count ? pick(" a group", "") : "")
        }
        + pick(" (Welch, alpha 0.05)", "（Welch、α 0.05）"),
      pick(
        "\(counted(plan.runCount, "run", "runs")), seed \(seed): standard error ",
        "\(plan.runCount)回、種 \(seed): 標準誤差 ")
        + each { "\($0.error.decimal(3)) (\(range($0.power.interval) { $0.decimal(3) }))" },
      effect.map {
        pick("noncentral t, d = ", "非心t、d = ") + $0.decimal(2) + ": "
          + each { at($0.planned, $0) }
          + (needed.map { pick("; 0.80 takes \($0) a group", "。0.80には\($0)人ずつ") } ?? "")
      } ?? pick("noncentral t: none, because all passed alike", "非心t: 全員が同じ成績のためありません"),
    ]
  }

  /// What was put in, and what was found.
  func lines(of participants: [Recovery.Participant?], _ plan: FindAgain) -> [String] {
    let found = participants.compactMap(\.self)
    let shown: [(MemoryParameter, String, Int)] = [
      (.capacity, "C", 1), (.timeConstant, "tau", 0), (.decay, "decay", 3), (.slip, "slips", 3),
    ]
    var rows = [[""] + shown.flatMap { [$0.1, pick("found", "推定")] }]
    for (number, participant) in participants.enumerated() {
      rows.append(
        ["\(number + 1)"]
          + shown.flatMap { parameter, _, places in
            [participant?.truth, participant?.found].map {
              $0?[parameter].decimal(places) ?? "-"
            }
          })
    }
    let correlations = shown.map { try? Recovery.correlation($0.0, of: found) }
    rows.append([pick("r", "相関")] + correlations.flatMap { ["", $0?.decimal(2) ?? "-"] })
    let tests =
      plan.tests.isEmpty
      ? pick("150 rounds with a hold, 120 masking", "提示150、マスク120ラウンド")
      : plan.tests.map(\.preset.name).joined(separator: ", ")
    let lost = participants.count - found.count
    return [
      pick(
        "\(plan.count) participants, \(tests), seed \(plan.seed.seed.text)",
        "\(plan.count)人、\(tests)、種 \(plan.seed.seed.text)")
    ] + aligned(rows)
      + [
        pick(
          "r is that of the logarithms; of the slips, that of their log odds",
          "相関は対数、slips は対数オッズの値です")
      ]
      + (lost > 0
        ? [pick("\(counted(lost, "fit", "fits")) did not converge", "\(lost)人は収束しません")] : [])
  }

  /// How much the estimates of procedures vary.
  func lines(of lines: [CompareProcedures.Line], _ plan: CompareProcedures) -> [String] {
    let head = [
      pick("procedure", "方法"), pick("SD", "標準偏差"), pick("mean", "平均"), pick("trials", "試行"),
    ]
    let rows = lines.map { line in
      [
        words(for: line.procedure), (try? line.estimates.deviation())?.decimal(2) ?? "-",
        (try? line.estimates.mean())?.decimal(2) ?? "-",
        (try? line.trials.mean())?.decimal(1) ?? "-",
      ]
    }
    let (span, runs, seed) = (plan.curve.span.short, plan.runCount, plan.seed.seed.text)
    return [
      pick(
        "estimates of a true span of \(span), \(counted(runs, "run", "runs")) each, seed \(seed)",
        "真の範囲\(span)の推定、各\(runs)回、種 \(seed)")
    ] + aligned([head] + rows)
  }

  /// Who has played what.
  func simulated(_ report: Simulate.Report, _ plan: SimulatedStudy) -> String {
    let codes = [report.codes.first, report.codes.count > 1 ? report.codes.last : nil]
      .compactMap(\.self).joined(separator: pick(" to ", " から "))
    let (rounds, presses) = (report.roundCount, report.pressCount)
    let seed = report.seed.seed.text
    return pick(
      "simulated \(counted(plan.count, "participant", "participants")), \(codes): "
        + "\(plan.series.preset.name), \(counted(rounds, "round", "rounds")), "
        + "\(report.passedCount) passed, \(counted(presses, "press", "presses")), seed \(seed)",
      "\(plan.count)人（\(codes)）のシミュレーション: \(plan.series.preset.name)、"
        + "\(rounds)ラウンド、成功\(report.passedCount)、押下\(presses)回、種 \(seed)")
  }

  /// The same seed makes the same participants.
  func simulatedAlready(_ seed: String) -> String {
    pick(
      "the participants of seed \(seed) are in the store already: another seed= makes others",
      "種 \(seed) の参加者はすでに記録にあります。seed= で変えられます")
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
}

extension Double {
  /// The number without decimals that are not needed.
  var short: String { self == rounded() && abs(self) < 1e15 ? "\(Int(self))" : "\(self)" }
}

/// The commands about simulations.
extension CommandWords {
  var power: String {
    pick(
      "how often two groups would be found to differ, by simulation", "2群の差が見つかる割合をシミュレーションで求めます")
  }

  var powerNotes: [String] {
    lines(
      [
        "capacity=C,SD  given twice: how many numerals each group takes in, and how that varies",
        "n=N            participants a group; a third more are looked at, too",
      ] + memoryNotes,
      ["capacity=C,SD  2回書きます。各群が覚える個数とその標準偏差", "n=N            各群の人数。その3分の4も調べます"]
        + memoryNotes)
  }

  var simulate: String {
    pick("have N participants who are made up play a test", "N 人の仮想の参加者がテストを行います")
  }

  var simulateNotes: [String] {
    lines(
      [
        "Each plays by the same rules as a person, has a code of its own, SIM-..., and is kept;",
        "what was simulated is left out of all figures.",
        "capacity=C,SD  how many numerals they take in, and how that varies (6.5,1)",
      ],
      [
        "人と同じルールで行い、SIM-... の参加者として記録に残ります。統計からは除きます。",
        "capacity=C,SD  覚える個数とその標準偏差（6.5,1）",
      ]) + memoryNotes
  }

  private var memoryNotes: [String] {
    lines(
      [
        "tau=MS         within which most of them are taken in (260)",
        "decay=RATE     the share that is lost again, a second (0.06)",
        "slips=SHARE    of the presses (0.02)",
        "latency=F,L,S  medians of the first and of later presses in ms, and the SD of their",
        "               logarithms (600,600,0.3)",
      ],
      [
        "tau=MS         覚えるのにかかる時間（260）", "decay=RATE     1秒に忘れる割合（0.06）",
        "slips=SHARE    押しまちがいの割合（0.02）",
        "latency=F,L,S  最初とその後の押下の中央値（ミリ秒）と対数の標準偏差（600,600,0.3）",
      ])
  }

  var recovery: String {
    pick(
      "whether a fit finds the numbers again that a simulation began with",
      "シミュレーションの値を推定が再現するか調べます")
  }

  var recoveryNotes: [String] {
    lines(
      [
        "Each participant is drawn from what is usual and plays the tests one after another;",
        "without a TEST, 150 rounds with a hold of 210, 430 or 650 ms and 120 that are masked.",
      ], ["参加者は事前分布から作り、TEST を順に行います。TEST がなければ標準の計画です。"])
  }

  var procedures: String {
    pick("how much the estimates of procedures vary", "方法ごとの推定のばらつきを比べます")
  }
}
