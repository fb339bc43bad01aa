import Glibc
import Testing

/// Tests that each target imports only the modules that README allows.
struct ImportWallTests {
  /// Returns the allowed imports of each target, from the table in README.
  ///
  /// Foundation is in no row, because it doubles the time to start.
  private func table() -> [String: Set<String>] {
    var rows: [String: Set<String>] = [:]
    for line in HouseFiles.text(of: HouseFiles.root + "/README.md").split(separator: "\n") {
      let cells = line.split(separator: "|").map { Self.names(in: $0) }
      guard line.hasPrefix("| `"), cells.count == 3,
        line.hasSuffix("` |") || line.hasSuffix("nothing |")
      else { continue }
      for target in cells[0] { rows[target] = Set(cells[2]) }
    }
    return rows
  }

  /// Returns the texts between backquotes.
  private static func names(in cell: Substring) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }

  @Test func `Every target imports what README's table says, and nothing else`() {
    var found: [String: Set<String>] = [:]
    for file in HouseFiles.swift(below: HouseFiles.root + "/Sources") {
      let path = file.dropFirst((HouseFiles.root + "/Sources/").count)
      found[String(path.prefix { $0 != "/" }), default: []].formUnion(importedModules(in: file))
    }
    for name in HouseFiles.names(in: HouseFiles.root + "/Sources") where !name.hasPrefix(".") {
      found[name] = found[name] ?? []
    }
    let table = table()
    for target in Set(table.keys).union(found.keys) {
      #expect(found[target] == table[target], "\(target)")
    }
    #expect(found.count > 10)
  }

  @Test func `Imports are found in whatever way they are written`() {
    let source = """
      import Glibc
      package import Shell
        @testable import struct Examiner.Cell
      @preconcurrency public import Foundation.NSURL
      // import Nothing
      let text = "import Nothing"
      """
    #expect(Self.modules(in: source) == ["Glibc", "Shell", "Examiner", "Foundation"])
  }

  @Test func `The top level holds nothing but what it should`() {
    let allowed: Set = ["Package.swift", "README.md", "Sources", "Tests", "transcripts"]
    let others = HouseFiles.names(in: HouseFiles.root)
      .filter { !$0.hasPrefix(".") && !allowed.contains($0) }
    #expect(others == [])
  }

  /// Returns the modules that a file imports.
  private func importedModules(in path: String) -> [String] {
    Self.modules(in: HouseFiles.text(of: path))
  }

  /// Returns the modules that a source imports.
  private static func modules(in source: String) -> [String] {
    let words: Set = ["class", "enum", "func", "let", "protocol", "struct", "typealias", "var"]
    return source.split(separator: "\n").compactMap { line in
      var rest = line.split(separator: " ")[...]
      while let first = rest.first, first.hasPrefix("@") || Self.levels.contains(String(first)) {
        rest.removeFirst()
      }
      guard rest.popFirst() == "import",
        let module = rest.first(where: { !words.contains(String($0)) })
      else { return nil }
      return String(module.prefix { $0 != "." })
    }
  }

  private static let levels: Set = ["public", "package", "internal", "fileprivate", "private"]
}
