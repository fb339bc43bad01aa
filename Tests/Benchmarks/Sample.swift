/// Repeated measurements of one quantity.
struct Sample {
  private var values: [Double] = []

  var isEmpty: Bool { values.isEmpty }

  /// Adds a measurement.
  mutating func add(_ value: Double) {
    values.append(value)
  }

  /// The median of the measurements; 0 if there is none.
  var median: Double { quantile(0.5) }

  /// The interquartile range divided by the median.
  var spread: Double { median == 0 ? 0 : (quantile(0.75) - quantile(0.25)) / median }

  /// Returns the median of the ratios between the measurements of the same round.
  ///
  /// Only measurements of the same round are divided, because a slow machine slows both.
  func ratio(to other: Sample) -> Double {
    guard values.count == other.values.count else {
      return other.median == 0 ? 0 : median / other.median
    }
    var ratios = Sample()
    for (own, value) in zip(values, other.values) where value > 0 { ratios.add(own / value) }
    return ratios.median
  }

  /// Returns the value below which a share of the measurements lies, such as 0.5 for the median.
  private func quantile(_ part: Double) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }
}

/// Returns a number with three significant digits, as the table shows it.
func shown(_ value: Double) -> String {
  let decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
  var scale = 1
  for _ in 0..<decimals { scale *= 10 }
  let scaled = Int((value * Double(scale)).rounded())
  guard decimals > 0 else { return "\(scaled)" }
  let fraction = "\(scaled % scale)"
  let zeros = String(repeating: "0", count: decimals - fraction.utf8.count)
  return "\(scaled / scale).\(zeros)\(fraction)"
}

extension String {
  /// Returns the text filled up with blanks to a width: on its right, or with `right` on its left.
  func padded(to width: Int, right: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - unicodeScalars.count))
    return right ? blanks + self : self + blanks
  }
}
