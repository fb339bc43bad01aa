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
    press.judgement = RoundReport.Judgement(rawValue: judgement) ?? .ignored
    press.time = time
    press.lineLatency = lineLatency
  }

  var reasonAgainst: LineReason? {
    if format != ExchangeVersion.current { return .unknownFormat(format) }
    let checks = [
      ("press_id", !pressId.isEmpty), ("trial_id", !trialId.isEmpty), ("index", index > 0),
      ("h", BoardSize.limits.contains(h)), ("v", BoardSize.limits.contains(v)),
      ("judgement", RoundReport.Judgement(rawValue: judgement) != nil),
    ]
    return checks.first { !$0.1 }.map { .badValue(column: $0.0) }
  }
}
