import Science

/// Collects the times of a participant's right presses, in total and by position.
///
/// With a rule for outliers, all times are kept until ``applied()``, because the rule may depend on
/// their standard deviation.
struct PressTimes: Sendable {
  private struct Press: Sendable {
    let index: Int
    let time: Double
  }

  private(set) var first = LatencyTally()
  private(set) var later = LatencyTally()
  private(set) var positions: [LatencyTally] = []
  private(set) var trimmed: TrimmedTimes?
  private var pending: [Press] = []

  init(_ rule: LatencyTrim?) { trimmed = rule.map { TrimmedTimes($0) } }

  /// Adds the times of a trial's presses; `nil` stands for an unknown time.
  mutating func add(_ times: [Double?]) {
    for (index, time) in times.enumerated() {
      if let time, trimmed != nil, time > 0, time < .infinity {
        pending.append(Press(index: index, time: time))
      } else {
        record(time, at: index)
      }
    }
  }

  private mutating func record(_ time: Double?, at index: Int) {
    if index == 0 { first.add(time) } else { later.add(time) }
    while positions.count <= index { positions.append(LatencyTally()) }
    positions[index].add(time)
  }

  /// Returns the times without outliers; first and later presses have separate bounds.
  func applied() -> PressTimes {
    guard let rule = trimmed?.rule else { return self }
    var kept = self
    kept.pending = []
    for isFirst in [true, false] {
      let presses = pending.filter { ($0.index == 0) == isFirst }
      // A rule of deviations has no bounds for a single time, which is kept.
      let outcome = try? rule.applied(to: presses.map(\.time))
      for press in presses {
        guard let bounds = outcome?.bounds,
          press.time < bounds.lower || press.time > bounds.upper
        else {
          kept.record(press.time, at: press.index)
          continue
        }
      }
      kept.trimmed?.add(below: outcome?.belowCount ?? 0, above: outcome?.aboveCount ?? 0)
    }
    return kept
  }
}
