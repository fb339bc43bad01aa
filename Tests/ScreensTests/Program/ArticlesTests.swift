import Archive
import Game
@testable import Screens
import Shell
import TestSupport
import Testing

/// The tables of the article Articles: each element of the five articles that the program was made
/// of is shown by its command, and stands where the table says.
struct ArticlesTests {
  /// A row of a table, without the marks of code.
  private struct Row {
    let number: String
    let element: String
    let command: String
    let visible: String
    let path: String
    let symbol: String
  }

  /// The folder that contains `Package.swift`.
  private static var root: String {
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
  }

  /// The parts of the article: the elements, and what differs.
  private static var parts: [String] {
    TemporaryFolder.text(at: root + "/Sources/Screens/Screens.docc/Articles.md")
      .split(separator: "## What differs").map(String.init)
  }

  /// Returns the cells of the lines that are rows with a number such as `B12`.
  private static func cells(of text: String) -> [[String]] {
    text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: " | ", omittingEmptySubsequences: false).map(String.init)
      guard line.hasPrefix("| "), let first = cells[0].dropFirst(2).first, "ABCDE".contains(first),
        cells[0].dropFirst(3).allSatisfy(\.isNumber)
      else { return nil }
      return [String(cells[0].dropFirst(2))] + cells.dropFirst()
    }
  }

  /// Returns the rows of the elements.
  private static func rows() throws -> [Row] {
    try cells(of: parts[0]).map { cells in
      try #require(cells.count == 6, "\(cells)")
      let place = cells[5].split(separator: "`").map(String.init)
      return Row(
        number: cells[0], element: cells[1], command: cells[3].replacing("`", with: ""),
        visible: cells[4].replacing("`", with: ""), path: place[0], symbol: place[2])
    }
  }

  @Test func `Every row's command, in their order, prints what the row says`() throws {
    let output = OutputWriter(sink: MemorySink())
    let application = Application(
      output: output,
      environment: ApplicationEnvironment(
        sessionSeed: try SessionSeed("7"), records: RecordsEnvironment(path: nil)))
    let console = makeConsole(application, output)
    var identifier = ""
    for row in try Self.rows() {
      let line = row.command.replacing("ID", with: identifier)
      let bytes = output.capture(keeping: false) { console.perform(line: Array(line.utf8)) }
      let reply = String(decoding: bytes, as: UTF8.self)
      let visible = row.visible.replacing("ID", with: identifier)
      #expect(reply.contains(visible), "\(row.number) \(line): \(reply)")
      if identifier.isEmpty, reply.hasPrefix("added ") {
        identifier = String(reply.dropFirst("added ".count).prefix { $0 != ":" })
      }
    }
    #expect(identifier.count == 4)
  }

  @Test func `Every row names a file with the words to look for`() throws {
    for row in try Self.rows() {
      let folder = row.path.hasPrefix("Tests/") ? Self.root : Self.root + "/Sources"
      let text = TemporaryFolder.text(at: "\(folder)/\(row.path)")
      #expect(text.contains(row.symbol), "\(row.number): \(row.path), \(row.symbol)")
    }
  }

  @Test func `The rows are numbered in order, and each difference is about one of them`() throws {
    let rows = try Self.rows()
    let counts = [("A", 19), ("B", 29), ("C", 21), ("D", 24), ("E", 7)]
    let numbers = counts.flatMap { letter, count in (1...count).map { "\(letter)\($0)" } }
    #expect(rows.map(\.number) == numbers)
    let differences = Self.cells(of: Self.parts[1])
    let places = differences.compactMap { cells in numbers.firstIndex(of: cells[0]) }
    #expect(places.count == differences.count)
    #expect(places.count >= 60)
    #expect(places == places.sorted())
    #expect(differences.allSatisfy { $0.count == 3 })
  }

  @Test func `The transcript of the articles has the commands of the tables`() throws {
    let lines = TemporaryFolder.text(at: Self.root + "/transcripts/articles.txt").split(
      separator: "\n")
    let played = lines.filter { $0.hasPrefix("> ") }.map {
      String($0.dropFirst(2)).replacing("d8jm", with: "ID")
    }
    #expect(try Self.rows().map(\.command) == played)
  }
}
