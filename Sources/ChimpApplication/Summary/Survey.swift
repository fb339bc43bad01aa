import Records
import Shell

/// What takes trials one after another, and keeps none of them.
protocol TrialTally: Sendable {
  mutating func add(_ trial: ReadTrial)
}

struct TrialFilter: Equatable, Sendable {
  /// The tests; empty for all.
  var tests: [String] = []
  var participant: String?
  var study: String?
  /// What keeps no trial out.
  var included: [LeftOut.Reason] = []

  func asks(for trial: ReadTrial) -> Bool {
    (participant == nil || trial.participant == participant)
      && (study == nil || trial.study == study)
      && (tests.isEmpty || tests.contains { $0 == trial.test })
  }
}

/// How many trials no figure is made of, and why; a trial with two reasons counts for both.
struct LeftOut: Equatable, Sendable {
  enum Reason: Int, CaseIterable, Sendable {
    case free, notOver, practice, simulated, virtualClock, resumed, severalPresses, damaged
    /// Rounds that a session without a store does not remember.
    case forgotten
  }

  private(set) var count = 0
  private var counts = [Int](repeating: 0, count: Reason.allCases.count)

  subscript(reason: Reason) -> Int { counts[reason.rawValue] }

  mutating func add(_ reasons: [Reason], count trialCount: Int = 1) {
    count += trialCount
    for reason in reasons { counts[reason.rawValue] += trialCount }
  }
}

/// Hands all trials of a store that count to a tally.
struct Survey<Tally: TrialTally>: StoreOperation {
  struct Report: Sendable, LeavingOutReport {
    var tally: Tally
    var leftOut: LeftOut
    var hasLeftOutDamaged: Bool { leftOut[.damaged] > 0 }
  }

  let source: StoreSource
  let tally: Tally
  let filter: TrialFilter

  func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    try run.reading(source) { context throws(StoreWorkStop) in
      let reading = try run.tryingRecords(TrialReading(context))
      var (tally, leftOut) = (tally, LeftOut())
      try run.forEachTrial(in: context, of: source, reading.next) {
        take($0, filter, &tally, &leftOut)
      }
      if source.forgottenCount > 0 { leftOut.add([.forgotten], count: source.forgottenCount) }
      return Report(tally: tally, leftOut: leftOut)
    }
  }
}

private func take<Tally: TrialTally>(
  _ trial: consuming ReadTrial?, _ filter: TrialFilter, _ tally: inout Tally,
  _ leftOut: inout LeftOut
) {
  guard let trial = consume trial else { return leftOut.add([.damaged]) }
  guard filter.asks(for: trial) else { return }
  guard trial.test != nil else { return leftOut.add([.free]) }
  var reasons = trial.exclusions.filter { !filter.included.contains($0) }
  if !trial.isOver { reasons.append(.notOver) }
  if reasons.isEmpty { tally.add(trial) } else { leftOut.add(reasons) }
}
