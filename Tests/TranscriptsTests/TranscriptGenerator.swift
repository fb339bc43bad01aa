import TestSupport

/// A generator of random transcripts that are valid.
struct TranscriptGenerator {
  var dice: RandomNumbers

  /// Returns a random transcript, sometimes with a byte order mark, with CRLF, or without a final
  /// line end.
  mutating func transcript() -> [UInt8] {
    let lineEnd = dice.once(in: 4) ? "\r\n" : "\n"
    var lines = ["@ chimp-transcript 1"] + fillers()
    if dice.once(in: 3) {
      lines.append(dice.pick(["@ seed 7", "@ timeout 20s", "@ skip \"why\""]))
    }
    lines += blocks()
    for number in 0..<dice.below(3) {
      lines.append("@ case number \(number)")
      if dice.once(in: 3) { lines.append(dice.pick(["@ requires adding", "@ xfail \"why not\""])) }
      lines += fillers() + blocks()
    }
    lines = lines.map { dice.once(in: 8) ? $0 + dice.pick([" ", "\t", "  "]) : $0 }
    let text = lines.joined(separator: lineEnd) + (dice.once(in: 4) ? "" : lineEnd)
    return (dice.once(in: 4) ? [0xef, 0xbb, 0xbf] : []) + Array(text.utf8)
  }

  /// Returns up to two comments or blank lines.
  private mutating func fillers() -> [String] {
    (0..<dice.below(3)).map { _ in dice.pick(["# a comment", "#", "", "   ", "#!x", "# é > |"]) }
  }

  /// Returns the lines of one to four blocks.
  private mutating func blocks() -> [String] {
    var lines: [String] = []
    for _ in 0...dice.below(4) {
      lines.append(dice.pick([">", "> echo a", "> add 2", "> > x", "> é", "> quit"]))
      if dice.once(in: 6) { lines.append("@ timeout 10m") }
      lines += fillers()
      lines += alternative()
      if dice.once(in: 6) { lines += ["@ also"] + alternative() }
    }
    return lines
  }

  /// Returns the lines of one expected reply.
  private mutating func alternative() -> [String] {
    var lines: [String] = []
    if dice.once(in: 2) { lines.append(dice.pick(["= ok", "= refused"])) }
    for _ in 0..<dice.below(4) {
      lines.append(
        dice.pick([
          "|", "| a", "|   1  .  2", "\\ a\\s", "\\ \\x00\\e", "~ took {ms}", "~ {} {int} {{",
          ": ...", ": 2..4", ": 1+", ":? maybe", "! panic", "| é", "| > echo",
        ]))
      lines += fillers()
    }
    if dice.once(in: 6) { lines.append("\\ no line end\\c") }
    return lines
  }
}
