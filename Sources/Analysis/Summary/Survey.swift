package import Archive
import Events
import Examiner
package import Game
package import Operations
import Records
package import Science

/// What takes trials one after another, and keeps none of them.
package protocol TrialTally: Sendable { mutating func add(_ trial: ReadTrial) }

package struct TrialFilter: Equatable, Sendable {
  /// The tests; empty for all.
  package var tests: [String] = []
  package var participant: String?
  package var study: String?
  /// What keeps no trial out.
  package var included: [LeftOut.Reason] = []

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
    case free, notOver, practice, simulated, virtualClock, resumed, holdMissed, severalPresses
    case damaged
    /// Rounds that a session without a store does not remember.
    case forgotten
  }

  package private(set) var count = 0
  private var counts = [Int](repeating: 0, count: Reason.allCases.count)

  package subscript(reason: Reason) -> Int { counts[reason.rawValue] }

  mutating func add(_ reasons: [Reason], count trialCount: Int = 1) {
    count += trialCount
    for reason in reasons { counts[reason.rawValue] += trialCount }
  }
}

/// Hands all trials of a store that count to a tally.
package struct Survey<Tally: TrialTally>: StoreOperation {
  package struct Report: Sendable, ExclusionReport {
    package var tally: Tally
    package var leftOut: LeftOut
    package var skippedDamagedRows: Bool { leftOut[.damaged] > 0 }
  }

  package let source: StoreSource
  package let tally: Tally
  package let filter: TrialFilter

  package init(source: StoreSource, tally: Tally, filter: TrialFilter) {
    self.source = source
    self.tally = tally
    self.filter = filter
  }

  package func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
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

/// A trial of a store as statistics want it, with its presses as plain values.
@dynamicMemberLookup
package struct ReadTrial {
  /// Whose trial it is; empty where nobody has a code.
  package let participant: String
  /// Which of the participant's sessions, or of those of the study, it belongs to, counted from 1.
  let session: Int
  /// Why the trial may be left out of a figure.
  let exclusions: [LeftOut.Reason]
  /// The presses in their order; what has a time was judged, with the ignored ones among them.
  package let presses: [RoundMeasures.Press]
  let values: Trial

  /// What a column of the trial says; `values` answers without a copy of them all.
  package subscript<Value>(dynamicMember path: KeyPath<Trial, Value>) -> Value {
    values[keyPath: path]
  }

  var isPassed: Bool { values.outcome == RoundOutcome.passed.rawValue }

  /// Whether the first press is made while the numerals can be seen.
  var isFirstSeen: Bool { values.condition != Trial.Condition.hold.rawValue }

  /// The time of each right press before the first error, in milliseconds: of the first one since
  /// the mask where a hold ended before it, or else since the onset; nil where it is not known.
  var latencies: [Double?] {
    let measures = values.measures
    let first = isFirstSeen ? measures.firstPressFromOnset : measures.firstPressFromMask
    var latencies: [Double?] = []
    latencies.reserveCapacity(presses.count)
    for press in presses where press.judgement != .ignored {
      guard press.judgement == .right else { break }
      latencies.append((latencies.isEmpty ? first : press.lineLatency).map(Double.init))
    }
    return latencies
  }
}

/// Reads the rounds of a store one after another, and plays each once more.
///
/// Only the rounds are read: their boards and moves say what the presses were.
final class TrialReading {
  private typealias Place = (participant: String, number: Int, isVirtual: Bool)

  private let rounds: RowReader<RoundRecord>
  private var places: [Int: Place] = [:]
  private let numbers: SessionNumbers
  /// Held, because the next round usually belongs to it, too.
  private var last: (row: Int, place: Place)?

  init(_ context: RecordContext) throws(RecordError) {
    (rounds, numbers) = (try RowReader(context, "allRounds"), SessionNumbers(context))
    try rounds.begin()
  }

  func next() throws(RecordError) -> ReadTrial?? {
    guard let reading = try rounds.next() else { return nil }
    return .some(reading == .asWritten ? try trial(rounds.record) : nil)
  }

  private func trial(_ round: RoundRecord) throws(RecordError) -> ReadTrial? {
    let values = round.values
    guard let place = try place(of: round), let rule = try? values.rule(),
      case .described(let board)? = try? BoardIdentifier(values.board),
      let read = MoveText.read(values.moves, onset: 0)
    else { return nil }
    var measures = RoundMeasures(
      board: board, onset: 0, shown: values.exposure.measuredShown)
    let game = ChimpanzeeExaminer.startGame(on: board, rule: rule)
    let presses = measures.play(read.moves, read.gaps, on: game, by: .script) { _, _ in }
    // Figures have a place for each numeral, so that a wrong count must not reach them.
    guard values.count == board.count,
      values.measures.rightBeforeError == measures.trial.rightBeforeError
    else { return nil }
    var exclusions: [LeftOut.Reason] = []
    if values.phase == Trial.Phase.practice.rawValue { exclusions.append(.practice) }
    if read.moves.contains(where: { $0.input == .simulated }) { exclusions.append(.simulated) }
    // Nobody who is made up has a real clock.
    if place.isVirtual, !exclusions.contains(.simulated) { exclusions.append(.virtualClock) }
    if !read.gaps.isEmpty { exclusions.append(.resumed) }
    if values.hasMissedHold { exclusions.append(.holdMissed) }
    // NB: before version 3 nobody kept which presses were of one line.
    let line = values.measures.linePresses ?? presses.count { $0.time == presses.first?.time }
    if line > 1 { exclusions.append(.severalPresses) }
    return ReadTrial(
      participant: place.participant, session: values.sessionNumber ?? place.number,
      exclusions: exclusions, presses: presses, values: values)
  }

  private func place(of round: RoundRecord) throws(RecordError) -> Place? {
    if let last, last.row == round.$session { return last.place }
    guard let session = round.session else { return nil }
    let place: Place =
      if let known = places[session.row] { known } else {
        (
          session.participant?.code ?? "", try numbers.number(of: session),
          session.clockKind == SessionClock.Kind.virtual.rawValue
        )
      }
    (places[session.row], last) = (place, (session.row, place))
    return place
  }
}

/// Summaries of tests, each with its parts.
package struct SummaryTally: TrialTally {
  /// By what the trials of a test are parted.
  package enum Grouping: String, CaseIterable, Sendable { case count, hold, session, position }

  /// What is said of one test, or of all where they are parted by their holds.
  package struct Block: Sendable {
    package private(set) var whole = TestSummary()
    /// The parts by what they have in common.
    package private(set) var parts: [Int: Proportion] = [:]
    package private(set) var sessions: [Int: Proportion] = [:]
    /// The times of the right presses, place by place.
    package private(set) var latencies: [LatencyTally] = []
    /// The kinds of boards, as far as guessing goes.
    package private(set) var chances: [Chance] = []

    /// What guessing reaches, where all boards are alike in that.
    package var chance: Chance? { chances.count == 1 ? chances[0] : nil }

    fileprivate mutating func add(_ trial: ReadTrial, by grouping: Grouping?) {
      let (values, isPassed, times) = (trial.values, trial.isPassed, trial.latencies)
      whole.add(
        isPassed: isPassed, rightCount: values.measures.rightBeforeError,
        hasError: trial.presses.contains { $0.judgement == .wrong },
        isReadingOrder: values.readingOrder == 1)
      for (place, time) in times.enumerated() { whole.add(latency: time, isFirst: place == 0) }
      sessions[trial.session, default: Proportion()].add(isPassed: isPassed)
      if let chance = try? Chance(numeralCount: values.count, isFirstSeen: trial.isFirstSeen),
        !chances.contains(chance)
      {
        chances.append(chance)
      }
      switch grouping {
      case .count: parts[values.count, default: Proportion()].add(isPassed: isPassed)
      case .hold: parts[values.requestedHold ?? 0, default: Proportion()].add(isPassed: isPassed)
      case .session, .position, nil: break
      }
      for (place, time) in times.enumerated() {
        if latencies.count == place { latencies.append(LatencyTally()) }
        latencies[place].add(time)
      }
    }
  }

  package let grouping: Grouping?
  package private(set) var blocks: [String: Block] = [:]
  /// The same tests one by one, but where holds are asked for.
  package private(set) var results = ResultsTally()

  package init(by grouping: Grouping? = nil) { self.grouping = grouping }

  package mutating func add(_ trial: ReadTrial) {
    let test = grouping == .hold ? "" : trial.values.test ?? ""
    blocks[test, default: Block()].add(trial, by: grouping)
    if grouping != .hold { results.add(trial) }
  }
}
