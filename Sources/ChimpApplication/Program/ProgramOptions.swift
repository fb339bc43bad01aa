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

  package var inputs: [Input] = []
  package var seed: SessionSeed?
  /// The file of the records, where one is named.
  package var storePath: String?
  /// Whether the records are kept in memory, even on a terminal.
  package var storesInMemory: Bool { storePath == Self.memory }

  /// The name that stands for no file, as it does for SQLite.
  private static var memory: String { ":memory:" }
  package var color = Color.auto
  /// Where the time comes from; nil to choose by the input.
  package var clock: SessionClock.Kind?
  package var console = Console.Options()
  /// How boards are shown on a terminal, where that is said.
  package var boardStyle: LiveStage.Style?
  /// The language that is spoken; nil where the terminal's locale tells.
  package var language: Language?
  package var readsConfiguration = true
  package var asksForHelp = false
  package var asksForVersion = false

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
        try take(option: word, &rest)
      }
    }
  }

  /// The settings that an option has set for this session.
  var givenSettings: [String] {
    (boardStyle == nil ? [] : ["board"]) + (color == .auto ? [] : ["color"])
      + (console.echoes ? ["echo"] : [])
  }

  private mutating func take(option: String, _ rest: inout ArraySlice<String>) throws(UsageFault) {
    if try takeFlag(option) { return }
    let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isJoined = option.hasPrefix("--") && parts.count == 2
    let name = isJoined ? String(parts[0]) : option
    guard let take = Self.valueTakers[name] else {
      if isJoined, Self.flagNames.contains(name) { throw .surplusValue(name) }
      throw .unknownOption(name)
    }
    guard let value = isJoined ? String(parts[1]) : rest.popFirst() else {
      throw .missingValue(name)
    }
    try take(&self, value)
  }

  private mutating func takeFlag(_ option: String) throws(UsageFault) -> Bool {
    switch option {
    case "--machine": console.isMachine = true
    case "--echo": console.echoes = true
    case "--bail": console.bails = true
    case "--restricted": console.isRestricted = true
    case "--no-config": readsConfiguration = false
    case "--help", "-h": asksForHelp = true
    case "--version": asksForVersion = true
    default: return false
    }
    return true
  }

  private static var flagNames: [String] {
    ["--machine", "--echo", "--bail", "--restricted", "--no-config", "--help", "--version"]
  }

  private typealias ValueTaker = (inout ProgramOptions, String) throws(UsageFault) -> Void

  private static var valueTakers: [String: ValueTaker] {
    [
      "-c": { options, value in options.inputs.append(.command(value)) },
      "--seed": { options, value throws(UsageFault) in
        do throws(SeedFault) { options.seed = try SessionSeed(value) } catch {
          throw .badSeed(error)
        }
      },
      "--store": { options, value throws(UsageFault) in
        guard !value.isEmpty else { throw .emptyPath }
        options.storePath = value
      },
      "--clock": { options, value throws(UsageFault) in
        guard let clock = SessionClock.Kind(rawValue: value) else {
          throw .notOneOf(["real", "virtual"], "--clock", value)
        }
        options.clock = clock
      },
      "--board": { options, value throws(UsageFault) in
        guard let style = LiveStage.Style(rawValue: value) else {
          throw .notOneOf(LiveStage.Style.allCases.map(\.rawValue), "--board", value)
        }
        options.boardStyle = style
      },
      "--language": { options, value throws(UsageFault) in
        guard let language = Language(rawValue: value) else {
          throw .notOneOf(Language.allCases.map(\.rawValue), "--language", value)
        }
        options.language = language
      },
      "--color": { options, value throws(UsageFault) in
        guard let color = Color(rawValue: value) else {
          throw .notOneOf(Color.allCases.map(\.rawValue), "--color", value)
        }
        options.color = color
      },
    ]
  }
}

/// Why the words behind the program's name can't be taken.
package enum UsageFault: Error, Equatable {
  case unknownOption(String)
  case missingValue(String)
  case surplusValue(String)
  case badSeed(SeedFault)
  case emptyPath
  /// The choices, the option and the value that is none of them.
  case notOneOf([String], String, String)
}
