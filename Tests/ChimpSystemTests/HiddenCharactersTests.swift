import ChimpSystem
import Testing

struct HiddenCharactersTests {
  @Test func `Hidden scalars are controls, separators and Unicode's default-ignorable ones`() {
    var differing: [String] = []
    for scalar in Self.allScalars {
      let properties = scalar.properties
      let isControl =
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: (0xfff9...0xfffb).contains(scalar.value)
        }
      let isIgnorable = properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
      if scalar.isHidden != (isControl || isIgnorable) {
        differing.append(scalar.escaped(asASCII: true))
      }
    }
    #expect(differing == [])
  }

  @Test func `The table of hidden scalars is pinned`() {
    var ranges: [ClosedRange<UInt32>] = []
    for scalar in Self.allScalars where scalar.isHidden {
      if let last = ranges.last, last.upperBound + 1 == scalar.value {
        ranges[ranges.count - 1] = last.lowerBound...scalar.value
      } else {
        ranges.append(scalar.value...scalar.value)
      }
    }
    let texts = ranges.map { range in
      let first = String(range.lowerBound, radix: 16)
      return range.count == 1 ? first : first + "-" + String(range.upperBound, radix: 16)
    }
    #expect(
      texts.joined(separator: " ") == """
        0-1f 7f-9f ad 34f 61c 115f-1160 17b4-17b5 180e 200b-200f 2028-202e 2060-206f 3164 feff \
        ffa0 fff0-fffb 1bca0-1bca3 1d173-1d17a e0000-e00ff e01f0-e0fff
        """)
  }

  private static var allScalars: some Sequence<Unicode.Scalar> {
    (0...0x10ffff as ClosedRange<UInt32>).lazy.compactMap { Unicode.Scalar($0) }
  }
}
