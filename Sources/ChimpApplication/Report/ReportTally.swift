package import Science

/// All that a report tells, taken one trial after another; none of them is held.
package struct ReportTally: TrialTally {
  /// How many bytes of identifiers a report has at the most.
  private static var mostBytes: Int { 1_200_000 }

  /// The tests, with their parts by the number of numerals.
  package private(set) var counts = SummaryTally(by: .count)
  /// All tests, parted by their holds.
  package private(set) var holds = SummaryTally(by: .hold)
  /// The spans by test and session.
  package private(set) var spans: [String: [Int: MeanTally]] = [:]
  package private(set) var participants: Set<String> = []
  /// The boards, as far as there is room for their identifiers, and how many there were.
  package private(set) var boards: [String] = []
  package private(set) var boardCount = 0
  private var byteCount = 0
  /// The test whose trials come now, with the most numerals passed or what it has estimated.
  private var open: (id: String, name: String, session: Int, span: Double)?

  /// Makes the tally of no trials.
  package init() {}

  package mutating func add(_ trial: ReadTrial) {
    counts.add(trial)
    if trial.condition == Trial.Condition.hold.rawValue { holds.add(trial) }
    participants.insert(trial.participant)
    addSpan(of: trial)
    let board = trial.seededBoard ?? trial.board
    boardCount += 1
    byteCount += board.utf8.count + 5
    if byteCount <= Self.mostBytes { boards.append(board) }
  }

  private mutating func addSpan(of trial: ReadTrial) {
    guard let name = trial.test, let id = trial.testId,
      TestPreset.named(name)?.course.hasLevels == true
    else { return }
    if open?.id != id {
      endTest()
      open = (id, name, trial.session, 0)
    }
    if let estimate = trial.estimate.flatMap(Double.init) {
      open?.span = estimate
    } else if trial.isPassed {
      let span = max(open?.span ?? 0, Double(trial.count))
      open?.span = span
    }
  }

  /// Takes the span of the test that was the last.
  package mutating func endTest() {
    guard let ended = open else { return }
    spans[ended.name, default: [:]][ended.session, default: MeanTally()].add(ended.span)
    open = nil
  }
}
