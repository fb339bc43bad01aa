import Testing

/// Tests that the links between pages lead to files, as a host of repositories follows them.
struct LinkTests {
  /// The pages: README, those for contributors, and all articles.
  private static var pages: [String] {
    let root = HouseFiles.root
    let others = HouseFiles.names(in: root + "/.github").map { "\(root)/.github/\($0)" }
    let articles = HouseFiles.names(in: root + "/Sources").flatMap { room in
      let catalog = "\(root)/Sources/\(room)/\(room).docc"
      return HouseFiles.names(in: catalog).map { "\(catalog)/\($0)" }
    }
    return ([root + "/README.md"] + others + articles).filter { $0.hasSuffix(".md") }
  }

  /// Returns the relative paths of the pages and pictures that a text links.
  static func links(in text: String) -> [String] {
    text.split(separator: "](").dropFirst().compactMap { rest in
      let path = rest.prefix { !")# \n".contains($0) }
      let isFile = [".md", ".html", ".svg"].contains { path.hasSuffix($0) }
      return isFile && !path.contains(":") ? String(path) : nil
    }
  }

  @Test func `Each link of README, of an article and of a page for contributors leads to a file`() {
    #expect(Self.pages.count > 30)
    for page in Self.pages {
      let folder = page.split(separator: "/").dropLast().map { "/" + $0 }.joined()
      for link in Self.links(in: HouseFiles.text(of: page)) {
        #expect(!HouseFiles.text(of: folder + "/" + link).isEmpty, "\(page): \(link)")
      }
    }
  }

  @Test func `Links are found on every line, with and without a heading`() {
    let text = "[a](B.md), [c](d/E.md#part)\n![f](g.svg) [h](https://i.md) let x = [Int](j)"
    #expect(Self.links(in: text) == ["B.md", "d/E.md", "g.svg"])
  }
}
