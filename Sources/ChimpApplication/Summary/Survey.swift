import Records
package import Shell

/// What takes trials one after another, and keeps none of them.
package protocol TrialTally: Sendable {
  mutating func add(_ trial: ReadTrial)
}

/// Which trials are asked for.
package struct TrialFilter: Equatable, Sendable {
  /// The tests; empty for all.
  package var tests: [String] = []
  package var participant: String?
  package var study: String?
  /// What keeps no trial out.
  package var included: [LeftOut.Reason] = []

  /// Makes a filter that lets every trial through that counts.
  package init() {}

  func asks(for trial: ReadTrial) -> Bool {
    (participant == nil || trial.participant == participant)
      && (study == nil || trial.study == study)
      && (tests.isEmpty || tests.contains { $0 == trial.test })
  }
}

/// How many trials no figure is made of, and why; a trial with two reasons counts for both.
package struct LeftOut: Equatable, Sendable {
  package enum Reason: Int, CaseIterable, Sendable {
    case free
    case notOver
    case practice
    case simulated
    case virtualClock
    case resumed
    case severalPresses
    case damaged
    /// Rounds that a session without a store does not remember.
    case forgotten
  }

  package private(set) var count = 0
  private var counts = [Int](repeating: 0, count: Reason.allCases.count)

  package init() {}

  /// How many trials were left out for a reason.
  package subscript(reason: Reason) -> Int { counts[reason.rawValue] }

  mutating func add(_ reasons: [Reason], count trialCount: Int = 1) {
    count += trialCount
    for reason in reasons { counts[reason.rawValue] += trialCount }
  }
}

/// Hands all trials of a store that count to a tally.
package struct Survey<Tally: TrialTally>: StoreOperation {
  /// What came of it.
  package struct Report: Sendable, LeavingOutReport {
    package var tally: Tally
    package var leftOut: LeftOut
    var hasLeftOutDamaged: Bool { leftOut[.damaged] > 0 }
  }

  package let source: StoreSource
  private let tally: Tally
  private let filter: TrialFilter

  /// Makes a survey of a store.
  package init(_ source: StoreSource, _ tally: Tally, _ filter: TrialFilter) {
    (self.source, self.tally, self.filter) = (source, tally, filter)
  }

  package func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    try run.reading(source) { context throws(StoreWorkStop) in
      let reading = try run.tryingRecords(TrialReading(context))
      var (tally, leftOut) = (tally, LeftOut())
      try run.forEachTrial(in: context, of: source, reading.next) { take($0, &tally, &leftOut) }
      if source.forgottenCount > 0 { leftOut.add([.forgotten], count: source.forgottenCount) }
      return Report(tally: tally, leftOut: leftOut)
    }
  }

  private func take(_ trial: ReadTrial?, _ tally: inout Tally, _ leftOut: inout LeftOut) {
    guard let trial else { return leftOut.add([.damaged]) }
    guard filter.asks(for: trial) else { return }
    guard trial.test != nil else { return leftOut.add([.free]) }
    var reasons: [LeftOut.Reason] = trial.isOver ? [] : [.notOver]
    reasons += trial.exclusions.filter { !filter.included.contains($0) }
    if reasons.isEmpty { tally.add(trial) } else { leftOut.add(reasons) }
  }
}
