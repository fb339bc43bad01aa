import Foundation
import ObservingExamples
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
      found.append(withoutMargin(lines))
      current = nil
    } else if current != nil {
      current?.append(line)
    } else if start(line) {
      current = []
    }
  }
  return found
}

/// Returns lines without their common indentation.
private func withoutMargin(_ lines: [Substring]) -> [String] {
  let margin = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
  return lines.map { String($0.dropFirst(margin)) }
}

/// Returns the indented examples in the documentation comments of a source file.
private func commentedExamples(_ text: String) -> [[String]] {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    line.drop { $0 == " " }
  }
  var found: [[String]] = []
  for comment in lines.split(whereSeparator: { !$0.hasPrefix("///") }) {
    var example: [Substring] = []
    for line in comment.map({ $0.dropFirst(3) }) + ["."] {
      let isCode = line.hasPrefix("     ")
      // An empty line belongs to an example if code follows it.
      if isCode || line.isEmpty && !example.isEmpty {
        example.append(line)
        continue
      }
      while example.last?.isEmpty == true { example.removeLast() }
      if !example.isEmpty { found.append(withoutMargin(example)) }
      example = []
    }
  }
  return found
}

/// The folder of this repository.
private let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()

/// The folder of the library's sources.
private let library = repository.appendingPathComponent("Sources/Observing")

/// Returns the examples that a file of the outside package compiles.
private func compiledExamples(_ name: String) throws -> [[String]] {
  let folder = repository.appendingPathComponent("Tests/Outsiders/Observing")
  return blocks(
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8),
    from: { $0.contains("// example: ") }, to: { $0.hasSuffix("// end") })
}

@Test func `The article's examples are the ones that are compiled`() throws {
  let article = library.appendingPathComponent("Observing.docc/Observing.md")
  let written = blocks(
    try String(contentsOf: article, encoding: .utf8), from: { $0 == "```swift" },
    to: { $0 == "```" })
  let compiled = try compiledExamples("ArticleExamples.swift")
  #expect(written.count == 12)
  #expect(Set(written) == Set(compiled))
  #expect(written.count == compiled.count)
}

@Test func `The examples in the comments are the ones that are compiled`() throws {
  let files = try FileManager.default.contentsOfDirectory(atPath: library.path)
    .filter { $0.hasSuffix(".swift") }.map { library.appendingPathComponent($0) }
  let written = try files.flatMap { commentedExamples(try String(contentsOf: $0, encoding: .utf8)) }
  let compiled = try compiledExamples("CommentExamples.swift") + compiledExamples("Model.swift")
  #expect(written.count > 30)
  #expect(Set(written).symmetricDifference(compiled) == [])
}

@Test(arguments: Example.all)
func `Each example prints what it promises`(example: Example) async throws {
  #expect(try await example.result() == example.printed, "\(example.name)")
}
