import ChimpSystem
import Game
@testable import Screens
import Shell
import TestSupport
import Testing
import Transcripts

/// Tests of the sentences that users see in Japanese: no English is left in them, and lists have
/// their columns below each other.
struct WordBookTests {
  /// Transcripts that play for seconds; their sentences are in others, too.
  private static let longStories: Set = [
    "fit.txt", "people.txt", "simulations.txt", "spoken-fit.txt", "study-exclusions.txt",
    "study-groups.txt",
  ]
  /// Transcripts of texts for programs, whose names and meanings are English.
  private static let machineStories: Set = ["figure-members.txt"]

  @Test func `No sentence is left in the other language`() throws {
    let names = ShownNames()
    var faults: [String] = []
    var lineCount = 0
    let others = Self.longStories.union(Self.machineStories)
    for story in JapaneseStory.all where !others.contains(story.name) {
      let typed = names.all.union(try story.inputs().flatMap(englishWords(in:)))
      for line in try story.replies() where !ShownNames.isMachineFormat(line) {
        lineCount += 1
        let words = englishWords(in: line).filter { !typed.contains($0) }
        if !words.isEmpty {
          faults.append("\(story.name): \(words.joined(separator: " ")): \(line)")
        }
      }
    }
    #expect(faults == [])
    #expect(lineCount > 8000)
  }

  @Test func `The manual has no English sentence in Japanese`() {
    let names = ShownNames().all
    let lines = run(["--language", "ja", "--man"]).output.split(separator: "\n")
      .filter { !$0.hasPrefix(".") }.map { String($0).replacing("\\-", with: "-") }
    #expect(lines.filter { englishWords(in: $0).contains { !names.contains($0) } } == [])
    #expect(lines.count > 200)
  }

  @Test(
    arguments: [
      ("降参: 0/3", []), ("gave up: 0 of 3", ["gave", "up", "of"]),
      ("盤 3x2n3#1/a の pressed, tc67", ["pressed"]), ("~/.pgpass, data.csv, --trust, d_z", []),
      ("new=\"\\u{ad}x\\n\" KEY topLabelText", ["new"]), ("It isn't masked.", ["isn't", "masked"]),
    ] as [(String, [String])])
  func `English words are found beside identifiers, files, options and Japanese`(
    line: String, words: [String]
  ) {
    #expect(englishWords(in: line) == words)
  }

  @Test func `In the Japanese help, blanks separate Latin words from the others`() {
    let table = Application.table(isMachine: false)
    let lines = table.commands.flatMap {
      $0.help(in: .japanese)
    }
    let touching = lines.filter { line in
      zip(line, line.dropFirst()).contains { first, second in
        first.isLatin && second.isJapanese || first.isJapanese && second.isLatin
      }
    }
    #expect(touching == [])
    #expect(lines.count > 200)
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

/// A transcript whose lines are played in a Japanese session.
private struct JapaneseStory {
  /// The file name of the transcript.
  let name: String
  private let path: String

  /// All stories of the folder `transcripts`.
  static var all: [JapaneseStory] {
    let folder = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let path = folder + "/transcripts"
    return (TemporaryFolder.names(in: path) ?? []).filter { $0.hasSuffix(".txt") }.sorted().map {
      JapaneseStory(name: $0, path: path + "/" + $0)
    }
  }

  /// The parsed transcript.
  private func transcript() throws -> Transcript {
    try Transcript(Array(TemporaryFolder.text(at: path).utf8))
  }

  /// Returns the lines that are typed in all sessions of the story.
  func inputs() throws -> [String] {
    let transcript = try transcript()
    return transcript.blocks.map { String(decoding: transcript.input(of: $0), as: UTF8.self) }
  }

  /// Returns the lines of all replies, in new sessions that reply in Japanese from the beginning.
  ///
  /// Lines that would change the language are skipped.
  func replies() throws -> [String] {
    let transcript = try transcript()
    let maker = ScriptSessionMaker()
    var lines: [String] = []
    for part in transcript.cases {
      let session = try maker.session(
        seed: part.directives[.seed]?.argument, folder: TranscriptFolder())
      try #require(session.speak("ja"))
      for block in transcript.blocks[part.blocks] {
        let input = transcript.input(of: block)
        guard !input.starts(with: "set language ".utf8) else { continue }
        let reply = session.perform(input[...])
        lines += String(decoding: reply.output, as: UTF8.self).split(separator: "\n").map(
          String.init)
        if reply.hasEnded { break }
      }
    }
    return lines
  }
}

/// The names that stand in sentences of both languages: what users type, and what is cited.
private struct ShownNames {
  /// Names that no table of the program has: programs, words of files, statistics, values of
  /// options and settings, words of the sample studies, and identifiers of news without a digit.
  private static let others: Set = [
    "asciicast", "asciinema", "bash", "chimp", "chimp-lab", "chimprc", "fish", "zsh",
    "chimp-study", "copy-presses", "leave", "session", "sqlite", "table", "transcript", "trial",
    "end", "guest", "hold-ends", "ln", "look", "mid-p", "ms", "press",
    "always", "ascii", "auto", "blocks", "braille", "en", "ja", "line", "live", "never", "on",
    "plain",
    "person", "real", "script", "spoken", "virtual", "context", "withheld", "delay",
    "control", "hand", "lab", "long", "memory", "remarks", "short", "stress",
    "catm", "xxmn", "ymyt",
  ]

  private(set) var all = Self.others

  /// Collects the names of commands, keys, values, examples, tests, settings and objects.
  init() {
    let table = Application.table(isMachine: true)
    for command in table.commands {
      all.formUnion(([command.name] + command.aliases).map { "\($0)" })
      all.formUnion(command.examples.flatMap(englishWords(in:)))
      command.forms.flatMap { $0.parameters + $0.keys }.forEach { add($0) }
    }
    all.formUnion(table.groups.map(\.name))
    all.formUnion(table.topics(.english).map(\.name))
    all.formUnion(englishWords(in: ObservedKey.names))
    for test in TestPreset.all {
      all.insert(test.name)
      all.formUnion(test.published.map(\.source).flatMap(englishWords(in:)))
      if case .paper(let source) = test.source { all.formUnion(englishWords(in: source)) }
    }
    addSettingsAndObjects()
  }

  /// Adds the name of a parameter, and the values among which it chooses.
  private mutating func add(_ parameter: Parameter) {
    all.insert("\(parameter.name)")
    switch parameter.kind {
    case .choice(let words), .flag(let words): all.formUnion(words)
    default: break
    }
  }

  /// Adds the first words of the lines that list settings and the objects of the event tree.
  private mutating func addSettingsAndObjects() {
    let output = run(["-c", "set", "-c", "tree"]).output
    for line in output.split(separator: "\n") {
      if let name = englishWords(in: String(line)).first { all.insert(name) }
    }
  }

  /// Returns whether a line is in a format for programs, which is the same in both languages: JSON,
  /// the event tree, or an observed change.
  static func isMachineFormat(_ line: String) -> Bool {
    let text = line.drop { $0 == " " }
    let isTree = text.hasPrefix("[x] ") || text.hasPrefix("[ ] ")
    let changes: Set = [
      "setting", "insertion", "removal", "replacement", "move", "update", "batch",
    ]
    let isChange = text.split(separator: " ").dropFirst().first.map { changes.contains("\($0)") }
    return text.hasPrefix("{\"") || isTree || isChange == true
  }
}

/// Returns the lower-case English words of a line.
///
/// Identifiers, escapes, options, file names, single letters, and words with a digit, a capital or
/// an underscore are none.
///
///     englishWords(in: "盤 8x5n5#1/apple: it is gone")  // ["apple", "it", "is", "gone"]
private func englishWords(in line: String) -> [String] {
  let line = line.contains("\\") ? line.replacing(/\\(u\{[0-9a-f]+\}|.)/, with: " ") : line
  func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
  }
  let parts = line.unicodeScalars.split {
    !isAlphanumeric($0) && !"._'-#".unicodeScalars.contains($0)
  }
  return parts.compactMap { part in
    guard let end = part.lastIndex(where: isAlphanumeric) else { return nil }
    let word = String(part[...end])
    let isLowerCase = word.allSatisfy { $0.isLowercase || "'-".contains($0) }
    return isLowerCase && word.count > 1 && word.first != "-" ? word : nil
  }
}

extension Character {
  fileprivate var isLatin: Bool { isASCII && isLetter }
  /// `true` for a letter of Japanese text; punctuation needs no blank beside it.
  fileprivate var isJapanese: Bool { !isASCII && isLetter }
}
