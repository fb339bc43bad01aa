import ChimpSystem
import Glibc
import Transcripts

/// Sends a recorded output to a screen, and prints the screen after every so many bytes.
///
/// `screen-replay COLUMNSxROWS FILE [STEP]`
///
/// Each screen is a line `@ BYTES ROW COLUMN` with the cursor, from 0, and the rows with their
/// styles. Without a step only the last screen is printed, without that line.
let words = CommandLine.arguments
let numbers = words.dropFirst().first?.split(separator: "x").compactMap { Int($0) } ?? []
let step = words.count > 3 ? Int(words[3]) ?? 0 : Int.max
guard numbers.count == 2, words.count > 2, step > 0, let bytes = try? readFile(words[2]) else {
  print("usage: screen-replay COLUMNSxROWS FILE [STEP]")
  exit(2)
}

var screen = TerminalScreen(columns: numbers[0], rows: numbers[1])
var offset = 0
while offset < bytes.count {
  let end = min(bytes.count, offset + min(step, bytes.count))
  screen.receive(bytes[offset..<end])
  offset = end
  if words.count > 3 { print("@ \(offset) \(screen.cursor.row) \(screen.cursor.column)") }
  if words.count > 3 || offset == bytes.count {
    for row in screen.styledRows { print(row.lines.joined(separator: "\n")) }
  }
}
