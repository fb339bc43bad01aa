/// A pseudorandom generator that gives the same numbers in every release: xoshiro256**.
///
/// It is by Blackman and Vigna. The standard library does not promise that its own algorithms never
/// change.
///
///     var generator = Generator(text: "4x6n5#1/apple")
///     generator.draw(5, outOf: 24) { print($0) }
public struct Generator: Sendable {
  public static let version = 1

  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// Creates a generator from its state, which must not be all zeros.
  public init(state: (UInt64, UInt64, UInt64, UInt64)) { self.state = state }

  /// Creates a generator from a hash, which SplitMix64 expands to the full state.
  public init(_ hash: TextHash) {
    var spreader = SplitMix(state: hash.value)
    state = (spreader.next(), spreader.next(), spreader.next(), spreader.next())
  }

  /// Creates a generator from a text.
  public init(text: String) {
    var hash = TextHash()
    for byte in text.utf8 { hash.add(byte) }
    self.init(hash)
  }

  /// Returns the next 64 random bits.
  public mutating func next() -> UInt64 {
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

  /// Returns a uniformly distributed number in `0..<bound` (Lemire's multiply and reject).
  public mutating func next(below bound: Int) -> Int {
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

/// A hash of a text that is computed byte by byte (FNV-1a).
///
/// The same bytes have the same hash on every machine, in whatever pieces they are added.
///
///     var hash = TextHash()
///     for byte in "apple".utf8 { hash.add(byte) }
public struct TextHash: Sendable {
  public fileprivate(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Creates the hash of the empty text.
  public init() {}

  /// Adds the next byte of the text.
  public mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}

/// The generator SplitMix64 by Vigna, which expands one number to many.
///
///     var numbers = SplitMix(state: 7)
///     let first = numbers.next()
public struct SplitMix: Sendable {
  private var state: UInt64

  /// Creates a generator from any number.
  public init(state: UInt64) { self.state = state }

  /// Returns the next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }
}

extension Generator {
  /// Chooses `count` distinct numbers from `0..<total` in random order, and calls a closure with
  /// each.
  ///
  /// It is a shuffle that stops after `count` steps. Both implementations draw the same numbers; if
  /// few are drawn from many, a dictionary holds the swapped ones, so that the cost depends on
  /// `count` and not on `total`.
  public mutating func draw(_ count: Int, outOf total: Int, _ body: (Int) -> Void) {
    precondition(count >= 0 && count <= total)
    if total <= Self.denseFactor * count {
      drawDense(count, outOf: total, body)
    } else {
      drawSparse(count, outOf: total, body)
    }
  }

  private static var denseFactor: Int { 16 }

  /// Chooses the numbers with an array of all numbers.
  public mutating func drawDense(_ count: Int, outOf total: Int, _ body: (Int) -> Void) {
    var numbers = Array(0..<total)
    for index in 0..<count {
      let pick = index + next(below: total - index)
      body(numbers[pick])
      numbers[pick] = numbers[index]
    }
  }

  /// Chooses the same numbers as `drawDense`, with a dictionary of the swapped numbers only.
  public mutating func drawSparse(_ count: Int, outOf total: Int, _ body: (Int) -> Void) {
    var moved: [Int: Int] = [:]
    for index in 0..<count {
      let pick = index + next(below: total - index)
      body(moved[pick] ?? pick)
      moved[pick] = moved[index] ?? index
    }
  }
}
