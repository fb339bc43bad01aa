#if Lab
  import ChimpApplication
  import Records

  /// The SHA-256 of what a row says.
  ///
  /// It is taken of the table, the name and each column that holds something, in their order:
  /// `trials`, `4:abcd`, `block=1:1`, … each as `NAME=LENGTH:VALUE;`, where the length counts bytes
  /// and numbers are decimal. A column that came in a later format is left out of the hash of a row
  /// that was sent in an earlier one, so that new columns never make old rows different.
  struct ContentHash {
    private var digest = SecureHash()
    private var text: [UInt8] = []

    /// The hash of a row, in the format of a version of the tables.
    mutating func hash(
      _ row: PortableRow, of table: LabTable, format: Int = PortableTable.currentVersion
    ) -> [UInt8] {
      text.removeAll(keepingCapacity: true)
      append(table.name, row.id)
      for (column, value) in zip(table.columns, row.values) where column.version <= format {
        switch value {
        case .integer(let number): append(column.name, "\(number)")
        case .text(let text): append(column.name, text)
        default: break
        }
      }
      return digest.hash(of: text)
    }

    private mutating func append(_ name: String, _ value: String) {
      text.append(contentsOf: name.utf8)
      text.append(UInt8(ascii: "="))
      text.append(contentsOf: "\(value.utf8.count)".utf8)
      text.append(UInt8(ascii: ":"))
      text.append(contentsOf: value.utf8)
      text.append(UInt8(ascii: ";"))
    }
  }

  /// SHA-256 as FIPS 180-4 has it.
  struct SecureHash {
    private static var beginning: [UInt32] {
      [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c,
        0x1f83_d9ab, 0x5be0_cd19,
      ]
    }

    private let constants = Self.constants
    private var schedule = [UInt32](repeating: 0, count: 64)
    private var state: [UInt32] = []

    /// The 32 bytes that stand for a text.
    mutating func hash(of text: [UInt8]) -> [UInt8] {
      var text = text
      let bitCount = UInt64(text.count) * 8
      text.append(0x80)
      text.append(contentsOf: repeatElement(0, count: (120 - text.count % 64) % 64))
      for shift in stride(from: 56, through: 0, by: -8) {
        text.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
      }
      state = Self.beginning
      for start in stride(from: 0, to: text.count, by: 64) { take(text, at: start) }
      return state.flatMap { word in
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
      }
    }

    private mutating func take(_ text: [UInt8], at start: Int) {
      for place in 0..<16 {
        let first = start + place * 4
        schedule[place] =
          UInt32(text[first]) << 24 | UInt32(text[first + 1]) << 16
          | UInt32(text[first + 2]) << 8 | UInt32(text[first + 3])
      }
      for place in 16..<64 {
        let (old, recent) = (schedule[place - 15], schedule[place - 2])
        schedule[place] =
          schedule[place - 16] &+ (Self.mixed(old, 7, 18) ^ (old >> 3)) &+ schedule[place - 7]
          &+ (Self.mixed(recent, 17, 19) ^ (recent >> 10))
      }
      mix()
    }

    private mutating func mix() {
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      var (e, f, g, h) = (state[4], state[5], state[6], state[7])
      for place in 0..<64 {
        let first =
          h &+ (Self.mixed(e, 6, 11) ^ Self.rotated(e, 25)) &+ ((e & f) ^ (~e & g))
          &+ constants[place] &+ schedule[place]
        let second =
          (Self.mixed(a, 2, 13) ^ Self.rotated(a, 22)) &+ ((a & b) ^ (a & c) ^ (b & c))
        (h, g, f, e) = (g, f, e, d &+ first)
        (d, c, b, a) = (c, b, a, first &+ second)
      }
      for (place, word) in [a, b, c, d, e, f, g, h].enumerated() { state[place] &+= word }
    }

    @inline(__always)
    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
      word >> count | word << (32 - count)
    }

    @inline(__always)
    private static func mixed(_ word: UInt32, _ first: UInt32, _ second: UInt32) -> UInt32 {
      rotated(word, first) ^ rotated(word, second)
    }

    /// The first 32 bits behind the point of the cube roots of the first 64 primes.
    private static var constants: [UInt32] {
      var (constants, number) = ([UInt32](), 2)
      while constants.count < 64 {
        if (2..<number).allSatisfy({ number % $0 != 0 }) {
          constants.append(fraction(ofCubeRootOf: UInt64(number)))
        }
        number += 1
      }
      return constants
    }

    /// The largest root whose cube is not above the number times 2^96, without its whole part.
    private static func fraction(ofCubeRootOf number: UInt64) -> UInt32 {
      var root: UInt64 = 0
      for bit in stride(from: 35, through: 0, by: -1) {
        let next = root | 1 << UInt64(bit)
        let square = next.multipliedFullWidth(by: next)
        // A square below 2^72 times a root below 2^36 is below 2^128.
        let low = square.low.multipliedFullWidth(by: next)
        let high = square.high * next + low.high
        if (high, low.low) <= (number << 32, 0) { root = next }
      }
      return UInt32(truncatingIfNeeded: root)
    }
  }
#endif
