import Glibc
import Terminal
import TestSupport
import Testing

/// Tests of the colours of the board as colour-blind people see them.
struct ColorVisionTests {
  private typealias Color = (red: Double, green: Double, blue: Double)

  /// The matrices that convert linear colours to those which people without one type of cone cells
  /// see (Machado and others, 2009).
  private static let visions: [(name: String, rows: [Color])] = [
    ("usual", [(1, 0, 0), (0, 1, 0), (0, 0, 1)]),
    (
      "protanopia",
      [
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
      ]
    ),
    (
      "deuteranopia",
      [
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
      ]
    ),
    (
      "tritanopia",
      [
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
      ]
    ),
  ]

  /// The text and background colours of common terminals: xterm, VGA, Solarized and Tango, dark and
  /// light.
  private static let schemes: [(text: Int, ground: Int)] = [
    (0xe5e5e5, 0x000000), (0x000000, 0xffffff), (0xaaaaaa, 0x000000), (0x839496, 0x002b36),
    (0x657b83, 0xfdf6e3), (0xd3d7cf, 0x2e3436), (0x2e3436, 0xffffff), (0xffffff, 0x000000),
  ]

  /// Returns the RGB value of a colour in the terminal's cube of 6 x 6 x 6 colours, which begin
  /// with number 16.
  private func fixedColor(_ number: Int) -> Int {
    let levels = [0, 95, 135, 175, 215, 255]
    let offset = number - 16
    return levels[offset / 36] << 16 | levels[offset / 6 % 6] << 8 | levels[offset % 6]
  }

  /// Returns the RGB value of the colour in which a style is drawn.
  private func color(of look: TextGrid.Style) throws -> Int {
    var grid = TextGrid(columns: 1, rowCount: 1) { _ in 1 }
    grid.put("x", row: 0, column: 0, look)
    let text = try #require(grid.rows(hasColor: true).first)
    let prefix = "\u{1b}[1;38;5;"
    #expect(text.hasPrefix(prefix) && text.hasSuffix("mx\u{1b}[0m"))
    return fixedColor(try #require(Int(text.dropFirst(prefix.count).prefix { $0 != "m" })))
  }

  /// Returns the linear colour that people see instead of an RGB value, if the matrix describes
  /// their vision.
  private func seen(_ color: Int, _ rows: [Color]) -> Color {
    func linear(_ shift: Int) -> Double {
      let part = Double(color >> shift & 0xff) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    let (red, green, blue) = (linear(16), linear(8), linear(0))
    let parts = rows.map {
      min(1, max(0, $0.red * red + $0.green * green + $0.blue * blue))
    }
    return (parts[0], parts[1], parts[2])
  }

  /// Converts a linear RGB colour to the CIELAB space, and returns its lightness and the two colour
  /// axes.
  private func lab(_ color: Color) -> Color {
    func root(_ part: Double) -> Double {
      part > 0.008856 ? cbrt(part) : 7.787 * part + 16.0 / 116
    }
    let (red, green, blue) = color
    let x = root((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    let y = root(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
    let z = root((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))
  }

  /// Returns the CIELAB distance of two RGB values for people whose vision the matrix describes.
  private func distance(_ one: Int, _ other: Int, _ rows: [Color]) -> Double {
    let (one, other) = (lab(seen(one, rows)), lab(seen(other, rows)))
    let (lightness, red, blue) = (
      one.red - other.red, one.green - other.green, one.blue - other.blue
    )
    return (lightness * lightness + red * red + blue * blue).squareRoot()
  }

  @Test func `Right, wrong, text and ground differ for everybody in each colour scheme`() throws {
    let (good, bad) = (try color(of: .good), try color(of: .bad))
    for (text, ground) in Self.schemes {
      let pairs = [(good, bad), (good, text), (bad, text), (good, ground), (bad, ground)]
      for (name, rows) in Self.visions {
        for (one, other) in pairs + [(text, ground)] {
          #expect(distance(one, other, rows) >= 20, "\(name) \(one) \(other) on \(ground)")
        }
      }
    }
  }

  @Test func `Without colours the same is only bold`() {
    var grid = TextGrid(columns: 3, rowCount: 1) { _ in 1 }
    grid.put("a", row: 0, column: 0, .good)
    grid.put("b", row: 0, column: 1, .bad)
    grid.put("c", row: 0, column: 2, .dim)
    #expect(
      grid.rows(hasColor: false)
        == ["\u{1b}[1ma\u{1b}[0m\u{1b}[1mb\u{1b}[0mc\u{1b}[0m"])
  }
}
