import TestSupport

extension RandomNumbers {
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
