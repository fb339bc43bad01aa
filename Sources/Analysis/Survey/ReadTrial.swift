package import Archive
import Events
import Examiner
package import Game
import Records

/// A trial of a store as statistics want it, with its presses as plain values.
@dynamicMemberLookup
package struct ReadTrial {
  /// Whose trial it is; empty where nobody has a code.
  package let participant: String
  /// Which of the participant's sessions, or of those of the study, it belongs to, counted from 1.
  let session: Int
  /// Why the trial may be left out of a figure.
  let exclusions: [Exclusions.Reason]
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
    rounds = try RowReader(context, "allRounds")
    numbers = SessionNumbers(context)
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
    var exclusions: [Exclusions.Reason] = []
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
