import Foundation
import Testing

/// Returns the lines between each line that `start` accepts and the next one that `end` accepts,
/// without their common indentation.
private func blocks(
  _ text: String, from start: (Substring) -> Bool, to end: (Substring) -> Bool
) -> [[String]] {
  var found: [[String]] = []
  var current: [Substring]?
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if let lines = current, end(line) {
      let margin = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
      found.append(lines.map { String($0.dropFirst(margin)) })
      current = nil
    } else if current != nil {
      current?.append(line)
    } else if start(line) {
      current = []
    }
  }
  return found
}

@Test func `The article's examples are the ones that are compiled and run`() throws {
  let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  let package = tests.deletingLastPathComponent().deletingLastPathComponent()
  let article = package.appendingPathComponent("Sources/Observing/Observing.docc/Observing.md")
  let written = blocks(
    try String(contentsOf: article, encoding: .utf8), from: { $0 == "```swift" },
    to: { $0 == "```" })
  let compiled = blocks(
    try String(contentsOf: tests.appendingPathComponent("ArticleExamples.swift"), encoding: .utf8),
    from: { $0.contains("// example: ") }, to: { $0.hasSuffix("// end") })
  #expect(written.count == 10)
  #expect(Set(written) == Set(compiled))
  #expect(written.count == compiled.count)
}
