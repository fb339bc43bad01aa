import Archive

/// All that a report tells, taken one trial after another; none of them is held.
package struct ReportTally: TrialTally {
  /// The tests, with their parts by the number of numerals.
  package private(set) var counts = SummaryTally(by: .count)
  /// All tests, parted by their holds.
  package private(set) var holds = SummaryTally(by: .hold)
  package private(set) var participants: Set<String> = []
  /// The items of the boards, as far as there is room for 1.2 MB of identifiers.
  package private(set) var boards: [String] = []
  package private(set) var boardCount = 0
  private var byteCount = 0

  package init() {}

  package mutating func add(_ trial: ReadTrial) {
    counts.add(trial)
    if trial.condition == Trial.Condition.hold.rawValue { holds.add(trial) }
    participants.insert(trial.participant)
    let board = trial.seededBoard ?? trial.board
    boardCount += 1
    byteCount += board.utf8.count + 5
    guard byteCount <= 1_200_000 else { return }
    boards.append(board)
  }
}
