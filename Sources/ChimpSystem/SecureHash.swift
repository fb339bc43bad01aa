/// The hash function SHA-256 (FIPS 180-4), and its keyed form HMAC (RFC 2104).
///
/// ```swift
/// var hash = SecureHash()
/// hash.hash(of: Array("abc".utf8)).count      // 32
/// ```
public struct SecureHash {
  /// The round constants of SHA-256: the first 32 bits of fractions of cube roots of primes.
  private let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
  private var schedule = [UInt32](repeating: 0, count: 64)
  private var state: [UInt32] = []

  public init() {}

  /// Returns the SHA-256 hash of some bytes: 32 bytes.
  public mutating func hash(of text: [UInt8]) -> [UInt8] {
    var text = text
    let bitCount = UInt64(text.count) * 8
    text.append(0x80)
    text.append(contentsOf: repeatElement(0, count: (120 - text.count % 64) % 64))
    for shift in stride(from: 56, through: 0, by: -8) {
      text.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    state = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c,
      0x1f83_d9ab, 0x5be0_cd19,
    ]
    for start in stride(from: 0, to: text.count, by: 64) { compress(text, at: start) }
    return state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  /// Returns the HMAC of some bytes with a key of at most 64 bytes.
  public mutating func hash(of text: [UInt8], key: [UInt8]) -> [UInt8] {
    let key = key + Array(repeating: 0, count: max(0, 64 - key.count))
    let inner = hash(of: key.map { $0 ^ 0x36 } + text)
    return hash(of: key.map { $0 ^ 0x5c } + inner)
  }

  private mutating func compress(_ text: [UInt8], at start: Int) {
    for index in 0..<16 {
      let first = start + index * 4
      schedule[index] =
        UInt32(text[first]) << 24 | UInt32(text[first + 1]) << 16
        | UInt32(text[first + 2]) << 8 | UInt32(text[first + 3])
    }
    for index in 16..<64 {
      let old = schedule[index - 15]
      let recent = schedule[index - 2]
      schedule[index] =
        schedule[index - 16] &+ (Self.mixed(old, 7, 18) ^ (old >> 3)) &+ schedule[index - 7]
        &+ (Self.mixed(recent, 17, 19) ^ (recent >> 10))
    }
    mix()
  }

  private mutating func mix() {
    var a = state[0]
    var b = state[1]
    var c = state[2]
    var d = state[3]
    var e = state[4]
    var f = state[5]
    var g = state[6]
    var h = state[7]
    for index in 0..<64 {
      let first =
        h &+ (Self.mixed(e, 6, 11) ^ Self.rotated(e, 25)) &+ ((e & f) ^ (~e & g))
        &+ constants[index] &+ schedule[index]
      let second = (Self.mixed(a, 2, 13) ^ Self.rotated(a, 22)) &+ ((a & b) ^ (a & c) ^ (b & c))
      h = g
      g = f
      f = e
      e = d &+ first
      d = c
      c = b
      b = a
      a = first &+ second
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static func mixed(_ word: UInt32, _ first: UInt32, _ second: UInt32) -> UInt32 {
    rotated(word, first) ^ rotated(word, second)
  }
}
