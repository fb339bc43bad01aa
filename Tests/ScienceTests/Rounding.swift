import Glibc
import Science

extension Double {
  /// Returns the number as text, rounded to a number of decimals.
  func rounded(_ decimals: Int) -> String {
    let scale = pow(10, Double(decimals))
    let whole = Int((abs(self) * scale).rounded())
    let digits = String(whole)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = self < 0 && whole > 0 ? "-" : ""
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}

extension Estimate {
  /// Returns the value and its interval as text, such as `0.5 [0.1, 0.9]`, rounded to a number of
  /// decimals.
  func text(_ decimals: Int) -> String {
    let bounds = "\(interval.lower.rounded(decimals)), \(interval.upper.rounded(decimals))"
    return "\(value.rounded(decimals)) [\(bounds)]"
  }
}

extension PairedOutcomes {
  /// Creates the outcomes of boards that were played under two conditions, from the number of
  /// boards passed under both, only one, or neither of them.
  init(both: Int, onlyFirst: Int, onlySecond: Int, neither: Int) {
    self.init()
    for _ in 0..<both { add(first: true, second: true) }
    for _ in 0..<onlyFirst { add(first: true, second: false) }
    for _ in 0..<onlySecond { add(first: false, second: true) }
    for _ in 0..<neither { add(first: false, second: false) }
  }
}
