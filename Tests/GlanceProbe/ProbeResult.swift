/// What came of one input at one moment.
struct ProbeResult {
  /// How long the numerals were on the screen, in milliseconds; `nil` if none came, or if a press
  /// ended the round, which shows them again.
  var glance: Double?
  /// Whether the record says that the trial does not count.
  var isExcluded = false
  /// How much later than it should the probe may have looked or typed, in milliseconds.
  var delay = 0.0
  /// How often the case was tried before, because the probe was late.
  var repeatCount = 0
  var faults: [String] = []

  /// The longest delay with which a case says something of the program.
  static var longestDelay: Double { 6 }

  var isMeasured: Bool { delay <= Self.longestDelay }
}

/// A result as a line of a file.
extension ProbeResult {
  /// The fields of the line, then its faults, separated by tabs.
  var line: String {
    let fields = [
      glance.map { "\($0)" } ?? "-", isExcluded ? "1" : "0", "\(delay)", "\(repeatCount)",
    ]
    let words = faults.map { fault in fault.split { $0.isWhitespace }.joined(separator: " ") }
    return (fields + words).joined(separator: "\t")
  }

  /// Parses a line; returns `nil` where it is none.
  init?(line: Substring) {
    let fields = line.split(separator: "\t")
    guard fields.count >= 4, let delay = Double(fields[2]), let repeatCount = Int(fields[3]) else {
      return nil
    }
    self.init(
      glance: Double(fields[0]), isExcluded: fields[1] == "1", delay: delay,
      repeatCount: repeatCount, faults: fields.dropFirst(4).map { String($0) })
  }
}
