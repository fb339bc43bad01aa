import ChimpSystem
import Glibc
import Transcripts

/// Sends a recorded output to a screen, and prints the screen.
///
/// `screen-replay COLUMNSxROWS FILE [STEP | picture]`
///
/// The last screen is printed as rows with their styles, or as an SVG. With a step every screen
/// after so many bytes is printed, after a line `@ BYTES ROW COLUMN` with the cursor, from 0.
let words = CommandLine.arguments
let size = words.dropFirst().first?.split(separator: "x").compactMap { Int($0) } ?? []
let isPicture = words.last == "picture"
let step = isPicture || words.count < 4 ? nil : Int(words[3])
guard size.count == 2, words.count > 2, step.map({ $0 > 0 }) ?? (isPicture || words.count == 3),
  let bytes = try? readFile(words[2])
else {
  print("usage: screen-replay COLUMNSxROWS FILE [STEP | picture]")
  exit(2)
}

var screen = TerminalScreen(columns: size[0], rows: size[1])
var rest = bytes[...]
while let step, !rest.isEmpty {
  screen.receive(rest.prefix(step))
  rest = rest.dropFirst(step)
  print("@ \(rest.startIndex) \(screen.cursor.row) \(screen.cursor.column)")
  printRows(of: screen)
}
screen.receive(rest)
if isPicture {
  print(screen.picture(title: words[2]), terminator: "")
} else if step == nil {
  printRows(of: screen)
}

/// Prints the rows of a screen with their styles.
func printRows(of screen: TerminalScreen) {
  for row in screen.styledRows { print(row.lines.joined(separator: "\n")) }
}
