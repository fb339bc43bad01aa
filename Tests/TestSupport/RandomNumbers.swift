/// A pseudorandom generator (SplitMix64), which gives the same numbers for the same seed.
package struct RandomNumbers {
  private var state: UInt64

  /// Creates a generator; each seed is valid.
  package init(seed: UInt64) {
    state = seed
  }

  /// Returns the next random number of 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a random number in `0..<limit`.
  package mutating func below(_ limit: Int) -> Int {
    Int(next() % UInt64(limit))
  }
}
