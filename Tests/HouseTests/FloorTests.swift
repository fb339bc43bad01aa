import Testing

/// Tests that rooms import only what is below them in README's picture of the floors.
struct FloorTests {
  /// The imports along a floor; every other import goes down.
  private static let alongFloors: [String: Set<String>] = [
    "Exchange": ["Archive"],
    "Statistics": ["Archive"],
    "Game": ["Examiner", "Science"],
    "Science": ["Examiner"],
    "Studies": ["Examiner", "Game", "Science"],
    "Shell": ["ChimpSystem"],
    "Terminal": ["ChimpSystem", "Events", "Shell"],
    "Records": ["ChimpSystem", "Observing"],
    "Transcripts": ["ChimpSystem"],
  ]

  /// The only room that imports each C target with a library behind it.
  private static let owners = ["CEditLine": "chimp", "CSQLite": "Records", "CPostgreSQL": "Lab"]

  /// Returns the floor of each room in README's picture, counted from the top.
  static func floors() -> [String: Int] {
    let names = ["program", "screens", "data", "game", "libraries", "C"]
    var floors: [String: Int] = [:]
    for line in HouseFiles.text(of: HouseFiles.root + "/README.md").split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard let name = words.first, let floor = names.firstIndex(of: name),
        line.dropFirst(name.count).hasPrefix("  ")
      else { continue }
      for room in words.dropFirst() { floors[room] = floor }
    }
    return floors
  }

  /// Returns the modules that the files of each folder of `Sources` import.
  static func imports() -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    let sources = HouseFiles.root + "/Sources"
    for room in HouseFiles.names(in: sources) where !room.hasPrefix(".") {
      found[room] = []
      for file in HouseFiles.swift(below: sources + "/" + room) {
        found[room]?.formUnion(modules(in: HouseFiles.text(of: file)))
      }
    }
    return found
  }

  @Test func `README's picture shows every room once`() {
    #expect(Set(Self.floors().keys) == Set(Self.imports().keys))
    #expect(Self.floors().count > 15)
  }

  @Test func `Imports go down, or along a floor where the list says so`() {
    let floors = Self.floors()
    var along: [String: Set<String>] = [:]
    for (room, modules) in Self.imports() {
      for module in modules where module != "Glibc" {
        guard let own = floors[room], let other = floors[module] else {
          Issue.record("\(room) imports \(module), which is no room")
          continue
        }
        #expect(own <= other, "\(room) imports \(module), which is above it")
        if own == other { along[room, default: []].insert(module) }
      }
    }
    #expect(along == Self.alongFloors)
  }

  @Test func `Only one room each imports libedit, SQLite and libpq`() {
    let imports = Self.imports()
    for (library, owner) in Self.owners {
      let users = imports.filter { $0.value.contains(library) }.keys.sorted()
      #expect(users == [owner], "\(library)")
    }
  }

  @Test func `The examiner and the observed values import nothing`() {
    let imports = Self.imports()
    #expect(imports["Examiner"] == [])
    #expect(imports["Observing"] == [])
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

  /// Returns the modules that a source imports.
  static func modules(in source: String) -> [String] {
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
