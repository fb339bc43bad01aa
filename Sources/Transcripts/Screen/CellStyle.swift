/// The colour of a cell: the terminal's own, one of 256 by its number, or any.
package enum CellColor: Hashable, Sendable {
  case standard
  case palette(UInt8)
  case direct(red: UInt8, green: UInt8, blue: UInt8)
}

/// The attributes of a cell.
///
///     var style = CellStyle()
///     style.apply([.init(value: 1), .init(value: 31)])
///     style.description  // bold red
package struct CellStyle: Hashable, Sendable {
  /// The attributes that are on or off.
  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    package static let bold = Self(rawValue: 1)
    package static let faint = Self(rawValue: 1 << 1)
    package static let italic = Self(rawValue: 1 << 2)
    package static let blink = Self(rawValue: 1 << 3)
    package static let reverse = Self(rawValue: 1 << 4)
    package static let hidden = Self(rawValue: 1 << 5)
    package static let strikeThrough = Self(rawValue: 1 << 6)
  }

  /// The lines below a text, in the order of their numbers in `ESC [ 4 : n m`.
  package enum Underline: UInt8, CaseIterable, Sendable {
    case none
    case single
    case double
    case curly
    case dotted
    case dashed
  }

  package var attributes: Attributes = []
  package var underline = Underline.none
  package var foreground = CellColor.standard
  package var background = CellColor.standard

  package init() {}

  /// The style of erased cells, which keep nothing but the background.
  var blank: CellStyle {
    var blank = CellStyle()
    blank.background = background
    return blank
  }
}

extension CellStyle {
  /// Changes the style as `ESC [ … m` asks; unknown numbers are skipped.
  mutating func apply(_ parameters: [ControlSequence.Parameter]) {
    var rest = parameters[...]
    if rest.isEmpty { self = CellStyle() }
    while let first = rest.popFirst() {
      let parts = rest.prefix { $0.isPart }
      rest = rest.dropFirst(parts.count)
      switch first.value ?? 0 {
      case 4 where !parts.isEmpty:
        let number = UInt8(exactly: parts.first?.value ?? 0)
        underline = number.flatMap(Underline.init) ?? underline
      case 38, 48, 58:
        let isDivided = !parts.isEmpty
        let color = isDivided ? Self.color(ofParts: parts) : Self.popColor(from: &rest)
        if first.value == 38 { foreground = color ?? foreground }
        if first.value == 48 { background = color ?? background }
      case let number where parts.isEmpty:
        if !applyAttribute(number) { applyColor(number) }
      default: break
      }
    }
  }

  /// Sets or resets an attribute by its number; returns `false` for other numbers.
  private mutating func applyAttribute(_ number: Int) -> Bool {
    switch number {
    case 0: self = CellStyle()
    case 1: attributes.insert(.bold)
    case 2: attributes.insert(.faint)
    case 3: attributes.insert(.italic)
    case 4: underline = .single
    case 5, 6: attributes.insert(.blink)
    case 7: attributes.insert(.reverse)
    case 8: attributes.insert(.hidden)
    case 9: attributes.insert(.strikeThrough)
    case 21: underline = .double
    case 22: attributes.subtract([.bold, .faint])
    case 23: attributes.remove(.italic)
    case 24: underline = .none
    case 25: attributes.remove(.blink)
    case 27: attributes.remove(.reverse)
    case 28: attributes.remove(.hidden)
    case 29: attributes.remove(.strikeThrough)
    default: return false
    }
    return true
  }

  /// Sets one of the sixteen colours, or the terminal's own, by its number.
  private mutating func applyColor(_ number: Int) {
    switch number {
    case 30...37: foreground = .palette(UInt8(number - 30))
    case 39: foreground = .standard
    case 40...47: background = .palette(UInt8(number - 40))
    case 49: background = .standard
    case 90...97: foreground = .palette(UInt8(number - 90 + 8))
    case 100...107: background = .palette(UInt8(number - 100 + 8))
    default: break
    }
  }

  /// Returns the colour of `5:n`, `2:r:g:b` or `2:space:r:g:b`.
  private static func color(ofParts parts: ArraySlice<ControlSequence.Parameter>) -> CellColor? {
    let numbers = parts.map { $0.value ?? 0 }
    switch (numbers[0], numbers.count) {
    case (5, 2...): return palette(numbers[1])
    case (2, 4): return direct(numbers[1...])
    case (2, 5...): return direct(numbers[2...])
    default: return nil
    }
  }

  /// Consumes the parameters of a colour, `5;n` or `2;r;g;b`, and returns it.
  ///
  /// Returns `nil` if they are incomplete or out of range.
  private static func popColor(
    from rest: inout ArraySlice<ControlSequence.Parameter>
  ) -> CellColor? {
    let kind = rest.popFirst()?.value
    let count = kind == 5 ? 1 : kind == 2 ? 3 : 0
    let numbers = rest.prefix(count).map { $0.value ?? 0 }
    rest = rest.dropFirst(count)
    guard count > 0, numbers.count == count else { return nil }
    return count == 1 ? palette(numbers[0]) : direct(numbers[...])
  }

  private static func palette(_ number: Int) -> CellColor? {
    UInt8(exactly: number).map(CellColor.palette)
  }

  private static func direct(_ numbers: ArraySlice<Int>) -> CellColor? {
    let bytes = numbers.prefix(3).compactMap { UInt8(exactly: $0) }
    guard bytes.count == 3 else { return nil }
    return .direct(red: bytes[0], green: bytes[1], blue: bytes[2])
  }
}
