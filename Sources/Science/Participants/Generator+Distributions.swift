package import Examiner
import Glibc

extension Generator {
  /// A number from 0 to below 1, in steps of 2^-53.
  mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// A standard normal number, by the method of Box and Muller.
  package mutating func normal() -> Double {
    let radius = sqrt(-2 * log(1 - unit()))
    return radius * cos(2 * .pi * unit())
  }
}
