import Console
import Events
import Examiner
import Game

/// What the words behind the program's name ask for.
struct ProgramOptions: Equatable, Sendable {
  enum Input: Equatable, Sendable {
    case command(String)
    case file(String)
    case standardInput
  }

  enum Color: String, CaseIterable, Sendable { case auto, always, never }

  enum Page: Equatable, Sendable {
    case help, version, manual
    case completion(CompletionScript.Shell)
  }

  var inputs: [Input] = []
  var seed: SessionSeed?
  var storePath: String?
  /// Whether the records are kept in memory, even on a terminal.
  var storesInMemory: Bool { storePath == ":memory:" }
  var participant: String?
  var color = Color.auto
  /// Where the time comes from; nil to choose by the input.
  var clock: SessionClock.Kind?
  var console = Console.Options()
  var boardStyle: LiveStage.Style?
  /// The language that is spoken; nil where the terminal's locale tells.
  var language: Language?
  var readsConfiguration = true
  var page: Page?

  init(_ words: [String]) throws(UsageFault) {
    var rest = words[...]
    var areOptionsOver = false
    while let word = rest.popFirst() {
      if areOptionsOver || word == "-" || !word.hasPrefix("-") {
        inputs.append(word == "-" && !areOptionsOver ? .standardInput : .file(word))
      } else if word == "--" {
        areOptionsOver = true
      } else {
        try parse(word, &rest)
      }
    }
  }

  /// The settings that an option has set for this session.
  var givenSettings: [String] {
    (boardStyle == nil ? [] : ["board"]) + (color == .auto ? [] : ["color"])
      + (console.echoes ? ["echo"] : []) + (participant == nil ? [] : ["participant"])
  }

  private mutating func parse(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageFault) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isJoined = word.hasPrefix("--") && parts.count == 2
    let name = isJoined ? String(parts[0]) : word
    guard let option = name == "-h" ? .help : ProgramOption(rawValue: name) else {
      throw .unknownOption(name)
    }
    guard option.value.kind != .none else {
      guard !isJoined else { throw .surplusValue(name) }
      return try apply(option, "")
    }
    guard let value = isJoined ? String(parts[1]) : rest.popFirst() else {
      throw .missingValue(name)
    }
    try apply(option, value)
  }

  /// Takes an option with its value, which is one of the choices where there are some.
  mutating func apply(_ option: ProgramOption, _ text: String) throws(UsageFault) {
    if case .choice(let choices) = option.value.kind, !choices.contains(text) {
      throw .notOneOf(choices, option.rawValue, text)
    }
    switch option {
    case .command: inputs.append(.command(text))
    case .seed:
      do throws(SeedError) { seed = try SessionSeed(text) } catch { throw .badSeed(error) }
    case .store:
      guard !text.isEmpty else { throw .emptyPath }
      storePath = text
    case .participant:
      guard ParticipantCode.isValid(text) else { throw .badParticipant }
      participant = text
    case .echo: console.echoes = true
    case .bail: console.bails = true
    case .machine: console.isMachine = true
    case .restricted: console.isRestricted = true
    case .noConfiguration: readsConfiguration = false
    case .clock: clock = SessionClock.Kind(rawValue: text)
    case .color: color = Color(rawValue: text) ?? .auto
    case .board: boardStyle = LiveStage.Style(rawValue: text)
    case .language: language = Language(rawValue: text)
    case .manual: page = .manual
    case .completion: page = CompletionScript.Shell(rawValue: text).map(Page.completion)
    case .version: page = .version
    case .help: page = .help
    }
  }
}

enum UsageFault: Error, Equatable {
  case unknownOption(String)
  case missingValue(String)
  case surplusValue(String)
  case badSeed(SeedError)
  case badParticipant, emptyPath
  /// The choices, the option and the value that is none of them.
  case notOneOf([String], String, String)
}

/// An option of the program: help, manual and completion tell what stands here.
enum ProgramOption: String, CaseIterable, Sendable {
  case command = "-c", seed = "--seed", store = "--store", participant = "--participant"
  case echo = "--echo", bail = "--bail", machine = "--machine", restricted = "--restricted"
  case noConfiguration = "--no-config", clock = "--clock", color = "--color", board = "--board"
  case language = "--language", manual = "--man", completion = "--completion", version = "--version"
  case help = "--help"

  enum Value: Equatable, Sendable {
    case none, text, command, file
    case choice([String])
  }

  /// The value, and what the help calls it.
  var value: (kind: Value, name: String) {
    switch self {
    case .command: (.command, "COMMAND")
    case .seed: (.text, "TEXT")
    case .store: (.file, "PATH")
    case .participant: (.text, "CODE")
    case .clock: (.choice(["real", "virtual"]), "KIND")
    case .color: (.choice(ProgramOptions.Color.allCases.map(\.rawValue)), "WHEN")
    case .board: (.choice(LiveStage.Style.allCases.map(\.rawValue)), "STYLE")
    case .language: (.choice(Language.allCases.map(\.rawValue)), "LANG")
    case .completion: (.choice(CompletionScript.Shell.allCases.map(\.rawValue)), "SHELL")
    case .echo, .bail, .machine, .restricted, .noConfiguration, .manual, .version, .help:
      (.none, "")
    }
  }

  /// The option as the help writes it.
  var usage: String { value.kind == .none ? rawValue : "\(rawValue) \(value.name)" }
}
