import Glibc
import Testing

/// The walls of the house: which target may import which.
struct ImportWallTests {
  /// What each target may import; Foundation is in no row, because it doubles the start-up.
  private static let allowed: [String: Set<String>] = [
    "Examiner": [],
    "Observing": [],
    "ObservingDriver": ["Glibc", "Observing"],
    "observing-driver": ["Glibc", "ObservingDriver"],
    "Records": ["CSQLite", "Glibc", "Observing"],
    "Science": ["Examiner", "Glibc"],
    "Shell": ["Glibc", "Observing"],
    "Transcripts": ["Glibc", "Synchronization"],
    "ChimpApplication": ["Examiner", "Glibc", "Observing", "Records", "Shell", "Transcripts"],
    "chimp": ["ChimpApplication", "CEditLine", "Glibc", "Shell", "Transcripts"],
    "Benchmarks": ["Glibc", "Observing", "Records", "Shell"],
  ]

  /// The folder that holds `Package.swift`.
  private static var house: String {
    var folder = #filePath.split(separator: "/")
    folder.removeLast(3)
    return "/" + folder.joined(separator: "/")
  }

  @Test func `Every target imports only what its wall lets through`() {
    var violations: [String] = []
    var fileCount = 0
    for file in swiftFiles(below: Self.house + "/Sources") {
      let place = file.dropFirst((Self.house + "/Sources/").count)
      let target = String(place.prefix { $0 != "/" })
      fileCount += 1
      for module in importedModules(in: file) {
        guard let allowed = Self.allowed[target] else {
          violations.append("\(target) has no row in the table")
          continue
        }
        if !allowed.contains(module) { violations.append("\(place) imports \(module)") }
      }
    }
    #expect(violations == [])
    #expect(fileCount > 40)
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
    let others = names(in: Self.house).filter { !$0.hasPrefix(".") && !allowed.contains($0) }
    #expect(others == [])
  }

  private func importedModules(in path: String) -> [String] {
    Self.modules(in: text(of: path))
  }

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

  private func swiftFiles(below folder: String) -> [String] {
    names(in: folder).flatMap { name -> [String] in
      let path = folder + "/" + name
      if name.hasSuffix(".swift") { return [path] }
      return name.hasPrefix(".") ? [] : swiftFiles(below: path)
    }
  }

  private func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private func text(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&piece, 1, piece.count, file), count > 0 {
      bytes += piece[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
