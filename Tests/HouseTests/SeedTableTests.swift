import Foundation
import Testing

/// Tests that the article's table of the seeds' elements agrees with the transcript of the same
/// commands.
struct SeedTableTests {
  private struct Row {
    let number: String
    let cells: [String]
  }

  /// Returns the rows of the article's two tables: the elements of the seeds and the differences
  /// from them.
  private static func rows() throws -> (elements: [Row], differences: [Row]) {
    let article = HouseFiles.text(of: HouseFiles.root + "/Sources/Screens/Screens.docc/Playing.md")
    let parts = article.components(separatedBy: "What differs from the seeds, and why:")
    try #require(parts.count == 2)
    let tables = parts.map { part in
      part.split(separator: "\n").compactMap { line -> Row? in
        let cells = line.components(separatedBy: " | ")
        guard line.hasPrefix("| "), cells.count == 3, let first = cells[0].dropFirst(2).first,
          "ABCDE".contains(first), cells[0].dropFirst(3).allSatisfy(\.isNumber)
        else { return nil }
        return Row(number: String(cells[0].dropFirst(2)), cells: Array(cells.dropFirst()))
      }
    }
    return (tables[0], tables[1])
  }

  @Test func `Each of the 84 elements has a number, and the differences are about them`() throws {
    let (elements, differences) = try Self.rows()
    let counts = [("A", 15), ("B", 23), ("C", 21), ("D", 19), ("E", 6)]
    let numbers = counts.flatMap { letter, count in (1...count).map { "\(letter)\($0)" } }
    #expect(elements.map(\.number) == numbers)
    #expect(numbers.count == 84)
    let known = differences.compactMap { numbers.firstIndex(of: $0.number) }
    #expect(known.count == differences.count)
    #expect(known == known.sorted())
    #expect(differences.count == 22)
  }

  @Test func `The commands of the table are those of a transcript, in the same order`() throws {
    let commands = try Self.rows().elements.map { row in
      String(row.cells[1].dropFirst().prefix { $0 != "`" })
    }
    let lines = HouseFiles.text(of: HouseFiles.root + "/transcripts/seeds.txt").split(
      separator: "\n")
    // Identifiers differ between sessions.
    let played = lines.filter { $0.hasPrefix("> ") }.map {
      String($0.dropFirst(2)).replacing("d8jm", with: "ID")
    }
    #expect(commands == played)
  }
}
