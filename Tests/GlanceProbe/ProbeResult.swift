/// The result of one case.
struct ProbeResult {
  /// The time for which the numerals were visible, in milliseconds.
  ///
  /// It is `nil` if none appeared, or if a press ended the round, which shows them again.
  var glance: Double?
  /// `true` if the record marks the trial as excluded from statistics.
  var isExcluded = false

  /// The longest delay of the probe itself, in reading the screen or in making the input, in
  /// milliseconds.
  var delay = 0.0
  /// The number of earlier attempts at this case; each was discarded because the probe was too
  /// slow.
  var repeatCount = 0
  var failures: [String] = []

  /// The longest delay of the probe, in milliseconds, with which a measurement is valid.
  static var longestDelay: Double { 6 }

  var isMeasured: Bool { delay <= Self.longestDelay }
}

/// The result as a line of a results file.
extension ProbeResult {
  /// The measurements and then the failures, separated by tabs.
  var line: String {
    let fields = [
      glance.map { "\($0)" } ?? "-", isExcluded ? "1" : "0", "\(delay)", "\(repeatCount)",
    ]
    let texts = failures.map { failure in
      failure.split { $0.isWhitespace }.joined(separator: " ")
    }
    return (fields + texts).joined(separator: "\t")
  }

  /// Parses a line of a results file; returns `nil` if the line has another format.
  init?(line: Substring) {
    let fields = line.split(separator: "\t")
    guard fields.count >= 4, let delay = Double(fields[2]), let repeatCount = Int(fields[3]) else {
      return nil
    }
    self.init(
      glance: Double(fields[0]), isExcluded: fields[1] == "1", delay: delay,
      repeatCount: repeatCount, failures: fields.dropFirst(4).map { String($0) })
  }
}
