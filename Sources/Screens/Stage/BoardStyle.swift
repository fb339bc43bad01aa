/// The way in which boards are shown; the raw values are the choices of `set board`.
///
///     BoardStyle.live.isInPlace  // true
///     BoardStyle.spoken.isInPlace  // false
enum BoardStyle: String, CaseIterable, Sendable {
  /// As a live picture, with filled areas for masks and large digits where they fit.
  case live
  /// As a live picture of ASCII characters.
  case plain
  /// As lines of text, as in scripts.
  case line
  /// As sentences, for screen readers.
  case spoken

  /// `true` if boards are shown as a live picture.
  var isInPlace: Bool { self == .live || self == .plain }
}
