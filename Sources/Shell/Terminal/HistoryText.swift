/// What a history file holds: a line for each command, the latest last.
package enum HistoryText {
  /// How much of a file is read at most.
  package static let largestSize = 1 << 17
  /// How much is kept when a file has grown beyond that.
  package static let keptSize = 1 << 16

  /// Whether a line can be kept; one with control characters can't, for it would be several.
  package static func canKeep(_ line: some Collection<UInt8>) -> Bool {
    guard !line.isEmpty, line.count < keptSize / 4 else { return false }
    var isASCII = true
    for byte in line {
      guard byte >= 0x20 && byte != 0x7f || byte == 0x09 else { return false }
      isASCII = isASCII && byte < 0x80
    }
    return isASCII || String(validating: line, as: UTF8.self) != nil
  }

  /// The lines of a file, each one once, where it stands last.
  package static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var seen: Set<ArraySlice<UInt8>> = []
    var lines: [ArraySlice<UInt8>] = []
    for line in bytes.split(separator: 0x0a).reversed() where canKeep(line) {
      if seen.insert(line).inserted { lines.append(line) }
    }
    return lines.reversed()
  }

  /// The file's text with only the latest lines, each one once.
  package static func shortened(_ bytes: [UInt8]) -> [UInt8] {
    var kept: [ArraySlice<UInt8>] = []
    var size = 0
    for line in lines(of: bytes).reversed() {
      size += line.count + 1
      guard size <= keptSize else { break }
      kept.append(line)
    }
    return kept.reversed().flatMap { $0 + [0x0a] }
  }
}
