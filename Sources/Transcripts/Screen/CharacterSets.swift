/// The two character sets that a program switches between, each of which is ASCII or line drawing.
struct CharacterSets: Equatable, Sendable {
  /// The signs of the line drawing set for the characters from `_` to `~`.
  private static let drawings = Array(" ◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·".unicodeScalars)

  /// `true` if set G0 is line drawing.
  var isFirstDrawing = false
  /// `true` if set G1 is line drawing.
  var isSecondDrawing = false
  /// `true` while set G1 is in use.
  var isShifted = false

  /// Returns the sign that is shown for a character.
  func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard isShifted ? isSecondDrawing : isFirstDrawing, ("_"..."~").contains(scalar) else {
      return scalar
    }
    return Self.drawings[Int(scalar.value) - 0x5f]
  }
}
