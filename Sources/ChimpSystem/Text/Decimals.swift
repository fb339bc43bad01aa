import Glibc

extension Double {
  /// Returns the number with a fixed number of decimals; a zero has no sign.
  ///
  /// From 10¹⁵ on, scaled by the decimals, the shortest description is returned instead.
  ///
  ///     (-0.04).decimal(1)  // "0.0"
  public func decimal(_ places: Int) -> String {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = (magnitude * Double(scale)).rounded()
    guard scaled < 1e15 else { return "\(self)" }
    let (whole, rest) = Int(scaled).quotientAndRemainder(dividingBy: scale)
    let decimals = places > 0 ? "." + "\(scale + rest)".dropFirst() : ""
    return (self < 0 && scaled > 0 ? "-" : "") + "\(whole)" + decimals
  }

  /// The number as a percentage with one decimal and no sign: 0.5 is "50.0".
  ///
  /// A share that is half-way between two texts is rounded up, also if it was computed as a mean,
  /// which is less by a rounding error.
  public var percent: String { (100 * self * (1 + 1e-12)).decimal(1) }
}
