/// A pseudorandom generator of test cases, which gives the same ones on every machine.
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  /// Returns the next random number of 64 bits.
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Returns a random number in `0..<bound`.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// Returns `true` once in `count` calls on average.
  mutating func once(in count: Int) -> Bool { below(count) == 0 }

  /// Returns one of the choices by chance.
  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }

  /// Returns fewer than `count` random bytes, many of which have a meaning in the format of
  /// transcripts.
  mutating func bytes(below count: Int) -> [UInt8] {
    (0..<below(count)).map { _ in
      once(in: 4) ? UInt8(below(256)) : pick(Array("\n\r\t \\>|=~@#:!a1{}\u{1b}\u{0}é".utf8))
    }
  }
}
