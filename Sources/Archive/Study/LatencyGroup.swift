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
  /// The milliseconds to the first press: from the mask after a hold, otherwise from the moment at
  /// which the numerals could be seen.
  var firstPressLatency: Double? {
    let isHeld = condition == Condition.hold.rawValue && measures.lookEnded != 1
    return isHeld
      ? measures.firstPressFromMask.map(Double.init) : sinceShown(measures.firstPressFromOnset)
  }

  /// Returns a time since the onset as one since the numerals could be seen.
  ///
  /// With a hold, the onset is the moment at which the board was ready, and the first trial of a
  /// program may show its numerals half a second later.
  func sinceShown(_ time: Int?) -> Double? {
    time.map { Double($0 - (exposure.measuredShown ?? 0)) }
  }
}
