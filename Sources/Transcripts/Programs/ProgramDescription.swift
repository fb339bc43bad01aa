struct ProgramDescription: Sendable {
  /// The words of the call, the program first; `{seed}` in them is what the transcript says.
  var words: [String] = []
  /// What ends a reply; where there are several, any of them.
  var prompts: [[UInt8]] = []
  /// A line that is sent behind each line, and makes the program print its prompt.
  var synchronization: [UInt8]?
  /// A reply with a line of this look is a refusal.
  var refusal: LinePattern?
  /// Whether the program is to believe that somebody sits at a terminal.
  var usesTerminal = false
  /// Whether it is interrupted with this process; otherwise somebody else ends it.
  var isInterrupted = false
  /// Whether every process that is left behind is ended with it; they are children of this one.
  var endsOrphans = false

  /// Whether it greets with a prompt before the first line.
  var greets: Bool { synchronization == nil && !prompts.contains { $0.last == 0x0a } }

  /// Takes a call apart: blanks part words; quotes and backslashes are read as a shell does.
  static func words(of call: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in call.unicodeScalars {
      if isEscaped {
        word = (word ?? "") + String(scalar)
        isEscaped = false
      } else if scalar == "\\" && quote != "'" {
        isEscaped = true
        word = word ?? ""
      } else if scalar == quote {
        quote = nil
      } else if quote == nil && (scalar == "'" || scalar == "\"") {
        quote = scalar
        word = word ?? ""
      } else if quote == nil && (scalar == " " || scalar == "\t") {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(scalar)
      }
    }
    guard quote == nil, !isEscaped else { return nil }
    return words + (word.map { [$0] } ?? [])
  }

  /// Reads `\n`, `\t`, `\r`, `\e`, `\\` and `\xNN` in a prompt.
  static func unescaped(_ text: String) -> [UInt8]? {
    let output = try? OutputEncoding.decode(Array(text.utf8)[...], severalLines: true)
    return output.flatMap { $0.isEnded ? Array($0.text) : nil }
  }
}
