import Testing

/// Tests of the links of README and of the articles, which readers follow on GitHub.
struct LinkTests {
  /// The paths of README, of the pages for contributors and of all articles.
  private static var articles: [String] {
    let sources = HouseFiles.root + "/Sources"
    let catalogs = HouseFiles.names(in: sources).map { "\(sources)/\($0)/\($0).docc" }
    let pages = catalogs.flatMap { catalog in
      HouseFiles.names(in: catalog).filter { $0.hasSuffix(".md") }.map { catalog + "/" + $0 }
    }
    let others = HouseFiles.names(in: HouseFiles.root + "/.github")
      .filter { $0.hasSuffix(".md") }.map { "\(HouseFiles.root)/.github/\($0)" }
    return [HouseFiles.root + "/README.md"] + others + pages
  }

  /// Returns the lines of a text that are in no block of code.
  private static func prose(of text: String) -> [Substring] {
    var isCode = false
    return text.split(separator: "\n").filter { line in
      if line.hasPrefix("```") { isCode.toggle() }
      return !isCode && !line.hasPrefix("    ")
    }
  }

  /// Returns the targets of links such as `[Playing](Playing.md)` to files of the repository.
  private static func targets(in text: String) -> [Substring] {
    prose(of: text).joined(separator: "\n").split(separator: "](").dropFirst()
      .map { $0.prefix { $0 != ")" } }
      // The host's own page of releases is no file.
      .filter { !$0.contains(":") && $0 != "../../releases" }
  }

  /// Returns the anchors that GitHub gives the headings of a text, such as `the-file`.
  private static func anchors(in text: String) -> [String] {
    prose(of: text).filter { $0.hasPrefix("#") }.map { line in
      line.drop { $0 == "#" }.dropFirst().lowercased()
        .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
        .replacing(" ", with: "-")
    }
  }

  /// Returns `true` if a target, seen from an article, is a file, and its anchor a heading there.
  private static func leadsSomewhere(_ target: Substring, from article: String) -> Bool {
    let parts = target.split(separator: "#", omittingEmptySubsequences: false)
    let folder = article.prefix(through: article.lastIndex(of: "/") ?? article.startIndex)
    let path = parts[0].isEmpty ? article : String(folder + parts[0])
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    let name = path[path.index(after: slash)...]
    guard HouseFiles.names(in: String(path[..<slash])).contains(String(name)) else { return false }
    return parts.count == 1
      || anchors(in: HouseFiles.text(of: path)).contains(String(parts[1]))
  }

  @Test func `Every link of an article leads to a file and to a heading in it`() {
    var count = 0
    for article in Self.articles {
      let targets = Self.targets(in: HouseFiles.text(of: article))
      count += targets.count
      for target in targets where !Self.leadsSomewhere(target, from: article) {
        Issue.record("\(article): no \(target)")
      }
    }
    #expect(count > 20)
  }

  @Test func `Only lists of topics have links that GitHub does not follow`() {
    for article in Self.articles {
      for line in Self.prose(of: HouseFiles.text(of: article)) where line.contains("doc:") {
        #expect(line.hasPrefix("- <doc:"), "\(article): \(line)")
      }
    }
  }
}
