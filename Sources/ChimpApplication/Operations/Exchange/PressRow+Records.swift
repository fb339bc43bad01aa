import Examiner
import Records

extension PressRow {
  /// Takes a press of a trial.
  init(_ press: PressRecord, trialId: String) {
    pressId = press.objectId
    self.trialId = trialId
    created = press.dateCreated
    index = press.index
    h = press.h
    v = press.v
    numeral = press.numeral
    due = press.due
    judgement = press.judgement.rawValue
    time = press.time
    lineLatency = press.lineLatency
  }

  /// Puts the row into the record of a press.
  func fill(_ press: PressRecord, _ round: RoundRecord) {
    press.round = round
    press.index = index
    press.h = h
    press.v = v
    press.numeral = numeral
    press.due = due
    press.judgement = RoundMeasures.Judgement(rawValue: judgement) ?? .ignored
    press.time = time
    press.lineLatency = lineLatency
  }

  /// Takes what follows from the moves of a trial: one of its presses.
  mutating func takeWhatFollows(from press: RoundMeasures.Press) {
    index = press.index
    h = press.cell.h
    v = press.cell.v
    numeral = press.held
    due = press.due
    judgement = press.judgement.rawValue
    time = press.time
    lineLatency = press.lineLatency
  }
}
