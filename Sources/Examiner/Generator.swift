/// The generator of random bits, version 1: xoshiro256** by Blackman and Vigna.
///
/// It is written out here because boards must be the same for ever; the standard library may
/// change what it does with random bits.
package struct Generator: Sendable {
  package static let version = 1

  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// Starts from four words that are not all zero.
  package init(state: (UInt64, UInt64, UInt64, UInt64)) { self.state = state }

  /// Starts from a text, by the hash of it, which is spread over the state by SplitMix64.
  package init(_ hash: TextHash) {
    var spreader = SplitMix(state: hash.value)
    state = (spreader.next(), spreader.next(), spreader.next(), spreader.next())
  }

  /// Starts from a text that is at hand.
  package init(text: String) {
    var hash = TextHash()
    for byte in text.utf8 { hash.add(byte) }
    self.init(hash)
  }

  /// The next 64 random bits.
  package mutating func next() -> UInt64 {
    let product = state.1 &* 5
    let result = ((product << 7) | (product >> 57)) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = (state.3 << 45) | (state.3 >> 19)
    return result
  }

  /// A number from 0 to below `bound`, each equally likely (Lemire's multiply and reject).
  package mutating func next(below bound: Int) -> Int {
    precondition(bound > 0)
    let bound = UInt64(bound)
    var product = next().multipliedFullWidth(by: bound)
    if product.low < bound {
      let threshold = (0 &- bound) % bound
      while product.low < threshold { product = next().multipliedFullWidth(by: bound) }
    }
    return Int(product.high)
  }
}

/// The hash of a text that comes byte by byte: FNV-1a by Fowler, Noll and Vo.
package struct TextHash: Sendable {
  package fileprivate(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Makes the hash of a text that has no bytes yet.
  package init() {}

  /// Takes the next byte.
  package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}

/// Spreads one word over many: SplitMix64 by Vigna.
package struct SplitMix: Sendable {
  private var state: UInt64

  /// Starts from any word.
  package init(state: UInt64) { self.state = state }

  /// The next word.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }
}

extension Generator {
  /// Draws `count` different numbers out of 0..<total, every sequence equally likely.
  ///
  /// A shuffle that stops after `count` steps. Where few are drawn from many, the numbers that were
  /// swapped away are kept in a dictionary, so that the cost follows `count` and not `total`; all
  /// ways give the same numbers.
  @inline(__always)
  package mutating func draw(_ count: Int, outOf total: Int, _ take: (Int) -> Void) {
    precondition(count >= 0 && count <= total)
    if total <= 128 {
      drawSmall(count, outOf: total, take)
    } else if total <= Self.denseFactor * count {
      drawDense(count, outOf: total, take)
    } else {
      drawSparse(count, outOf: total, take)
    }
  }

  private static var denseFactor: Int { 16 }

  /// Draws numbers below a total, each once; keeps an array of all of them.
  @inline(__always)
  package mutating func drawDense(_ count: Int, outOf total: Int, _ take: (Int) -> Void) {
    var numbers = [UInt32](repeating: 0, count: total)
    for index in numbers.indices { numbers[index] = UInt32(truncatingIfNeeded: index) }
    for index in 0..<count {
      let pick = index + next(below: total - index)
      take(Int(numbers[pick]))
      numbers[pick] = numbers[index]
    }
  }

  /// Draws as `drawDense` does, and allocates nothing.
  @inline(__always)
  private mutating func drawSmall(_ count: Int, outOf total: Int, _ take: (Int) -> Void) {
    var numbers = InlineArray<128, UInt8>(repeating: 0)
    for index in 0..<total { numbers[index] = UInt8(truncatingIfNeeded: index) }
    for index in 0..<count {
      let pick = index + next(below: total - index)
      take(Int(numbers[pick]))
      numbers[pick] = numbers[index]
    }
  }

  /// Draws the same numbers; keeps only those that have moved.
  package mutating func drawSparse(_ count: Int, outOf total: Int, _ take: (Int) -> Void) {
    var moved: [Int: Int] = [:]
    for index in 0..<count {
      let pick = index + next(below: total - index)
      take(moved[pick] ?? pick)
      moved[pick] = moved[index] ?? index
    }
  }
}
