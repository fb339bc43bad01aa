import Glibc

extension Double {
  /// The number with so many decimals.
  package func decimal(_ places: Int) -> String {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = (magnitude * Double(scale)).rounded()
    guard scaled < 1e15 else { return "\(self)" }
    let (whole, rest) = Int(scaled).quotientAndRemainder(dividingBy: scale)
    let decimals = places > 0 ? "." + "\(scale + rest)".dropFirst() : ""
    return (self < 0 && scaled > 0 ? "-" : "") + "\(whole)" + decimals
  }

  package var percent: String { (100 * self).decimal(1) }
}
