import Characters
import ChimpApplication
import Controllers
import Console
import Glibc
import TestSupport
import Testing

/// Tests of the source files in `Words`: the Japanese sentences contain no English words except
/// names.
struct WordBookTests {
  /// Words that users type, and names, which may stand in Japanese sentences.
  private static let extraNames = """
    chimp swift build traits Lab PostgreSQL chimprc sqlite chimp.sqlite chimp-lab transcript memory
    data-presses.csv data-sessions.csv data-long.csv data-participants.csv session
    data.csv.dictionary.txt trial table test test_state moves null Enter Esc Ctrl-C x e.g
    https example.org a.png share local store clock c y real virtual auto always
    Inoue Matsuzawa Monkey Ladder McNemar Newcombe Welch Williams Watson Levitt Wilson ascii blocks
    braille t d ln m h name page bash zsh fish
    ja-choices choice is excluded leave erase Brain Imaging Data Structure Ctrl-D
    """

  /// The names of all commands, keys and values that users can type.
  private var names: Set<String> {
    var names = Set(Self.extraNames.split { $0 == " " || $0 == "\n" }.map(String.init))
    for command in Application.table(isMachine: true).commands {
      names.insert("\(command.name)")
      for parameter in command.forms.flatMap({ $0.parameters + $0.keys }) {
        names.insert("\(parameter.name)")
        if case .choice(let choices) = parameter.kind { names.formUnion(choices) }
        if case .flag(let words) = parameter.kind { names.formUnion(words) }
      }
    }
    return names.union(CommandGroup.allCases.map(\.rawValue)).union([
      "live", "plain", "line", "spoken", "en", "ja", "look", "press-N", "end", "asciinema",
      "asciicast", "SVG", "ms", "Holm", "p", "boards", "paired",
    ])
  }

  private static var sources: [(name: String, text: String)] {
    var house = #filePath.split(separator: "/")
    house.removeLast(3)
    let targets = "/" + house.joined(separator: "/") + "/Sources/"
    return ["Words", "ChimpApplication/Words"].flatMap { sources(in: targets + $0) }
  }

  /// Returns the name and the text of each Swift file in a folder.
  private static func sources(in folder: String) -> [(name: String, text: String)] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var sources: [(String, String)] = []
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasSuffix(".swift") else { continue }
      sources.append((name, TemporaryFolder.text(at: folder + "/" + name)))
    }
    return sources
  }

  @Test func `No sentence is left in the other language`() {
    var (faults, count) = ([String](), 0)
    let names = names
    for (file, text) in Self.sources {
      // A study file contains both languages.
      for literal in Literals(text).all
      where (literal.isJapanese || literal.isSecond) && !literal.text.contains("@ chimp-study 1") {
        count += 1
        for word in literal.words where !names.contains(word) && word != word.uppercased() {
          faults.append("\(file): \(word): \(literal.text)")
        }
      }
    }
    #expect(faults == [])
    #expect(count > 400)
  }

  @Test func `The columns of a list begin below each other in both languages`() {
    for language in Language.allCases {
      let output = run([
        "--language", language.rawValue, "-c", "start 2 2 1", "-c", "1 1", "-c", "2 1", "-c",
        "rounds", "-c", "round",
      ]).output
      let lines = output.split(separator: "\n").map(String.init)
      let presses = lines.filter { $0.contains("line_latency") || $0.contains("行の間隔") }
      #expect(presses.map { $0.split(separator: " ").count } == [7], "\(presses)")
      let heads = lines.filter { $0.hasPrefix(" ") && !$0.contains(":") || $0.contains("2000-") }
      let list = heads.drop { !$0.contains("onset") && !$0.contains("提示") }.prefix(2)
      let starts = list.map { line in
        line.indices.filter { index in
          line[index] != " " && index > line.startIndex
            && line[line.index(before: index)] == " "
        }.map { displayWidth(String(line[..<$0])) }.suffix(2)
      }
      #expect(starts.count == 2 && starts.first?.last == starts.last?.last, "\(list)")
    }
  }
}

/// A scanner for the string literals of a Swift source.
private struct Literals {
  struct Literal {
    var text: String
    /// `true` if the literal is the second, Japanese one of a pair.
    let isSecond: Bool

    var isJapanese: Bool { text.unicodeScalars.contains { $0.displayWidth == 2 } }

    /// The English words of the literal: runs of ASCII letters, except options.
    var words: [String] {
      let parts = text.split { !($0.isASCII && ($0.isLetter || "-._".contains($0))) }
      return parts.filter { !$0.hasPrefix("-") }.map { word in
        var word = word
        while let last = word.last, !last.isLetter { word.removeLast() }
        while let first = word.first, !first.isLetter { word.removeFirst() }
        return String(word)
      }.filter { !$0.isEmpty }
    }
  }

  private(set) var all: [Literal] = []
  private var rest: Substring

  init(_ text: String) {
    rest = text[...]
    scanCode(until: nil, isSecond: false)
  }

  /// Scans code up to a closing parenthesis and collects its literals.
  ///
  /// The second argument of `pick`, `lines` and `CommandWords` is Japanese.
  private mutating func scanCode(until end: Character?, isSecond: Bool, ofPair: Bool = false) {
    var (isSecond, before) = (isSecond, "")
    var depth = 0
    while let character = rest.popFirst() {
      switch character {
      case "\"": scanLiteral(isSecond: isSecond)
      case "/" where rest.first == "/": rest = rest.drop { $0 != "\n" }
      case "(":
        let isPair = ["pick", "lines", "CommandWords"].contains { before.hasSuffix($0) }
        scanCode(until: ")", isSecond: isSecond && !isPair, ofPair: isPair)
      case "[": depth += 1
      case "]": depth -= 1
      case "," where ofPair && depth == 0: isSecond = true
      case ")" where end == ")": return
      default: break
      }
      before = String((before + String(character)).suffix(12))
    }
  }

  /// Scans a string literal and adds it to the list.
  private mutating func scanLiteral(isSecond: Bool) {
    let isLong = rest.hasPrefix("\"\"")
    if isLong { rest = rest.dropFirst(2) }
    var literal = Literal(text: "", isSecond: isSecond)
    while let character = rest.popFirst() {
      if character == "\"", !isLong { break }
      if character == "\"", rest.hasPrefix("\"\"") {
        rest = rest.dropFirst(2)
        break
      }
      guard character == "\\" else {
        literal.text.append(character)
        continue
      }
      if rest.first == "(" {
        rest.removeFirst()
        scanCode(until: ")", isSecond: false)
        literal.text.append("…")
      } else {
        rest = rest.dropFirst()
        literal.text.append(" ")
      }
    }
    all.append(literal)
  }
}
