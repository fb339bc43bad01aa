import Science
import Shell

/// The masked trials of each participant, as a memory could explain them.
struct FitTally: TrialTally {
  private(set) var people: [String: ObservedTrials] = [:]

  mutating func add(_ trial: ReadTrial) {
    _ = people[trial.participant, default: ObservedTrials()].add(
      count: trial.count, hold: trial.requestedHold, maskTime: trial.measures.studyTime,
      presses: trial.presses)
  }
}

/// Finds the memory that explains each participant's trials best.
struct FitMemory: StoreOperation {
  struct Finding: Sendable {
    let code: String
    let trialCount: Int
    let pressCount: Int
    let result: Result<Fitted, StatisticFault>
  }

  struct Fitted: Sendable {
    let fit: MemoryFit
    let profiles: [MemoryFit.Profile]

    fileprivate init(_ trials: ObservedTrials, _ fitsSpread: Bool) throws(StatisticFault) {
      fit = try MemoryFit(trials, fitsSpread: fitsSpread)
      profiles = try fit.parameters.map { [fit] parameter throws(StatisticFault) in
        try fit.profile(parameter, of: trials)
      }
    }
  }

  struct Report: Sendable, LeavingOutReport {
    let findings: [Finding]
    let leftOut: LeftOut
    var hasLeftOutDamaged: Bool { leftOut[.damaged] > 0 }
  }

  let source: StoreSource
  let filter: TrialFilter
  /// Whether the spread is fitted, too.
  let fitsSpread: Bool

  func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    let report = try Survey(source: source, tally: FitTally(), filter: filter).perform(run)
    let people = report.tally.people.filter { $0.value.pressCount > 0 }.sorted { $0.key < $1.key }
    let fitsSpread = fitsSpread
    let findings = try run.spread(people.count) { number in
      let (code, trials) = people[number]
      return Finding(
        code: code, trialCount: trials.count, pressCount: trials.pressCount,
        result: Result { () throws(StatisticFault) in try Fitted(trials, fitsSpread) })
    } telling: { number in
      run.report(completed: number, of: people.count)
    }
    return Report(findings: findings, leftOut: report.leftOut)
  }
}

extension StatisticsController {
  private func fit(_ filter: TrialFilter, fitsSpread: Bool) -> QueuedOperation? {
    store.operation("fit") {
      FitMemory(source: $0, filter: filter, fitsSpread: fitsSpread)
    } then: { [speaker] language, report in
      if report.findings.isEmpty { speaker.refuse { $0.nothingToFit(filter.participant) } }
      for line in language.lines(of: report, filter.participant) { speaker.say { _ in line } }
      for finding in report.findings {
        if case .failure(let fault) = finding.result {
          speaker.refuse { $0.noFit(finding.code, fault) }
        }
      }
      return []
    }
  }

  static func fit(_ language: Language) -> Command {
    Command(
      "fit", language.help(.fit), in: .results,
      CommandForm(
        [Parameter("CODE|all", .text)],
        keys: [.key("spread", .choice(["1", "fit"]))] + filterKeys.dropFirst()
      ) { invocation throws(ArgumentFault) in
        var filter = try filter(invocation, language)
        let code = invocation.text(0)
        guard Participant.isCode(code) else {
          throw .invalid(
            language.words(for: SettingFault.participant), column: invocation.column(0))
        }
        filter.participant = code == "all" ? nil : code
        let fitsSpread = invocation.text(key: "spread") == "fit"
        return .statistics { [filter] in $0.fit(filter, fitsSpread: fitsSpread) }
      },
      examples: ["fit P07", "fit all test=inoue-210"])
  }
}
