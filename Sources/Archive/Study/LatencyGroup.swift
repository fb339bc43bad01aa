import Game

/// A participant's trials of one cell of the design, whose latencies are compared.
struct LatencyGroup: Hashable {
  let participant: String
  let condition: String?
  /// The hold of a condition that mixes several; `nil` otherwise.
  let hold: Int?

  init(_ participant: String, _ values: Trial) {
    self.participant = participant
    condition = values.studyCondition
    hold = values.mixesHolds ? values.requestedHold : nil
  }
}

extension Trial {
  /// The milliseconds to the first press: from the mask after a hold, otherwise from the onset.
  var firstPressLatency: Double? {
    let isHeld = condition == Condition.hold.rawValue && measures.lookEnded != 1
    return (isHeld ? measures.firstPressFromMask : measures.firstPressFromOnset).map(Double.init)
  }
}
