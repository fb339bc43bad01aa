/// The result of one input at one moment.
struct ProbeResult {
  /// The time that the numerals were visible, in milliseconds.
  ///
  /// It is `nil` if none appeared, or if a press ended the round, which shows them again.
  var glance: Double?
  /// True if the record excludes the trial.
  var isExcluded = false

  /// The maximum delay of the probe's own observations and inputs, in milliseconds.
  var delay = 0.0
  /// The number of earlier attempts, in which the probe was late.
  var repeatCount = 0
  var failures: [String] = []

  /// The maximum delay of a valid measurement.
  static var longestDelay: Double { 6 }

  var isMeasured: Bool { delay <= Self.longestDelay }
}

/// The format of a result as a line of a file.
extension ProbeResult {
  /// The fields and the failures, separated by tabs.
  var line: String {
    let fields = [
      glance.map { "\($0)" } ?? "-", isExcluded ? "1" : "0", "\(delay)", "\(repeatCount)",
    ]
    let texts = failures.map { failure in
      failure.split { $0.isWhitespace }.joined(separator: " ")
    }
    return (fields + texts).joined(separator: "\t")
  }

  /// Parses a line; returns `nil` for any other text.
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
