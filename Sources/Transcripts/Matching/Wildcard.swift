/// A pattern of names: `*` is any text, `?` any character.
struct Wildcard {
  private let pattern: [UInt8]

  init(_ pattern: String) {
    self.pattern = Array(pattern.utf8)
  }

  /// Whether the whole text looks like it.
  func matches(_ text: String) -> Bool {
    let text = Array(text.utf8)
    var place = 0
    var index = 0
    var star: (index: Int, place: Int)?
    while place < text.count {
      if index < pattern.count, pattern[index] == UInt8(ascii: "*") {
        star = (index, place)
        index += 1
      } else if index < pattern.count,
        pattern[index] == UInt8(ascii: "?") || pattern[index] == text[place]
      {
        index += 1
        place += 1
      } else if let (starIndex, starPlace) = star {
        star = (starIndex, starPlace + 1)
        index = starIndex + 1
        place = starPlace + 1
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
