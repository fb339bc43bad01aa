package import Examiner
package import Shell

/// What the words behind the program's name ask for.
package struct ProgramOptions: Equatable, Sendable {
  /// Where commands come from.
  package enum Input: Equatable, Sendable {
    case command(String)
    case file(String)
    case standardInput
  }

  /// When replies are coloured.
  package enum Color: String, CaseIterable, Sendable {
    case auto
    case always
    case never
  }

  /// What is printed instead of a session.
  package enum Page: Equatable, Sendable {
    case help
    case version
    case manual
    case completion(CompletionScript.Shell)
  }

  package var inputs: [Input] = []
  package var seed: SessionSeed?
  /// The file of the records, where one is named.
  package var storePath: String?
  /// Whether the records are kept in memory, even on a terminal.
  package var storesInMemory: Bool { storePath == ":memory:" }
  /// The code of whoever plays, where it is given.
  package var participant: String?
  package var color = Color.auto
  /// Where the time comes from; nil to choose by the input.
  package var clock: SessionClock.Kind?
  package var console = Console.Options()
  var boardStyle: LiveStage.Style?
  /// The language that is spoken; nil where the terminal's locale tells.
  package var language: Language?
  package var readsConfiguration = true
  package var page: Page?

  /// Reads the words, in order.
  package init(_ words: [String]) throws(UsageFault) {
    var rest = words[...]
    var areOptionsOver = false
    while let word = rest.popFirst() {
      if areOptionsOver || word == "-" || !word.hasPrefix("-") {
        inputs.append(word == "-" && !areOptionsOver ? .standardInput : .file(word))
      } else if word == "--" {
        areOptionsOver = true
      } else {
        try take(word, &rest)
      }
    }
  }

  /// The settings that an option has set for this session.
  var givenSettings: [String] {
    (boardStyle == nil ? [] : ["board"]) + (color == .auto ? [] : ["color"])
      + (console.echoes ? ["echo"] : []) + (participant == nil ? [] : ["participant"])
  }

  private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageFault) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isJoined = word.hasPrefix("--") && parts.count == 2
    let name = isJoined ? String(parts[0]) : word
    guard let option = name == "-h" ? .help : ProgramOption(rawValue: name) else {
      throw .unknownOption(name)
    }
    guard option.value.kind != .none else {
      guard !isJoined else { throw .surplusValue(name) }
      return try take(option, "")
    }
    guard let value = isJoined ? String(parts[1]) : rest.popFirst() else {
      throw .missingValue(name)
    }
    try take(option, value)
  }
}

/// Why the words behind the program's name can't be taken.
package enum UsageFault: Error, Equatable {
  case unknownOption(String)
  case missingValue(String)
  case surplusValue(String)
  case badSeed(SeedFault)
  case badParticipant
  case emptyPath
  /// The choices, the option and the value that is none of them.
  case notOneOf([String], String, String)
}
