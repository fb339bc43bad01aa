import Testing

/// Tests that each target throws errors of one type only.
struct ErrorTypeTests {
  /// Returns the types of a source that conform to `Error`.
  ///
  /// A conformance is expected in the line of the declaration.
  private static func errorTypes(in source: String) -> [String] {
    source.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      let keywords = ["enum", "struct", "class", "actor", "extension"]
      guard let keyword = words.firstIndex(where: { keywords.contains(String($0)) }),
        !line.contains("//"), let colon = line.lastIndex(of: ":")
      else { return nil }
      let conformances = line[colon...].split { !$0.isLetter }
      let isConstraint = line[colon...].contains(">")
      guard conformances.contains("Error"), !isConstraint, keyword + 1 < words.count else {
        return nil
      }
      return String(words[keyword + 1].prefix { $0.isLetter })
    }
  }

  @Test func `A target has one type of errors`() {
    var found: [String: [String]] = [:]
    for file in HouseFiles.swift(below: HouseFiles.root + "/Sources") {
      let path = file.dropFirst((HouseFiles.root + "/Sources/").count)
      let target = String(path.prefix { $0 != "/" })
      found[target, default: []] += Self.errorTypes(in: HouseFiles.text(of: file))
    }
    #expect(found.filter { $0.value.count > 1 } == [:])
    #expect(found["Archive"] == ["ArchiveError"])
    #expect(found.values.count { !$0.isEmpty } > 12)
  }

  @Test func `A type of errors is found with other conformances and generic parameters`() {
    let source = """
      package indirect enum StoreError: Error, Equatable, Sendable {
        struct Reason: Equatable {}
      package enum RunError<Failure: Error>: Error {
      private struct Portion<Item, Failure: Error> {
      // enum NoError: Error {}
      extension Int: Error {}
      """
    #expect(Self.errorTypes(in: source) == ["StoreError", "RunError", "Int"])
  }
}
