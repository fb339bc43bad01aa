import Transcripts

/// Returns a screen that has received a text, in which `␛` stands for the escape character.
func screen(_ output: String, columns: Int = 10, rows: Int = 4) -> TerminalScreen {
  var screen = TerminalScreen(columns: columns, rows: rows)
  screen.receive(escaped(output).utf8)
  return screen
}

/// Returns a text with escape characters for `␛`.
func escaped(_ text: String) -> String {
  String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "␛" ? "\u{1b}" : $0 }))
}

/// Returns the rows of a screen after an output, without empty ones at the end.
func shown(_ output: String, columns: Int = 10, rows: Int = 4) -> String {
  var text = screen(output, columns: columns, rows: rows).text
  while text.last?.isEmpty == true { text.removeLast() }
  return text.joined(separator: "\n")
}

/// Returns bytes as text, with `␛` for the escape character and numbers for other controls.
func visible(_ bytes: [UInt8]) -> String {
  String(decoding: bytes, as: UTF8.self).unicodeScalars.reduce(into: "") { text, scalar in
    switch scalar.value {
    case 0x1b: text += "␛"
    case 0..<0x20, 0x7f: text += "<\(scalar.value)>"
    default: text.unicodeScalars.append(scalar)
    }
  }
}
