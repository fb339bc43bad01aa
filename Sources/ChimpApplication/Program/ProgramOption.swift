import Examiner
import Shell

/// An option of the program: help, manual and completion tell what stands here.
package enum ProgramOption: String, CaseIterable, Sendable {
  case command = "-c"
  case seed = "--seed"
  case store = "--store"
  case participant = "--participant"
  case echo = "--echo"
  case bail = "--bail"
  case machine = "--machine"
  case restricted = "--restricted"
  case noConfiguration = "--no-config"
  case clock = "--clock"
  case color = "--color"
  case board = "--board"
  case language = "--language"
  case manual = "--man"
  case completion = "--completion"
  case version = "--version"
  case help = "--help"

  /// What stands behind an option.
  package enum Value: Equatable, Sendable {
    case none
    case text
    case command
    case file
    case choice([String])
  }

  /// The value, and what the help calls it.
  package var value: (kind: Value, name: String) {
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
  package var usage: String { value.kind == .none ? rawValue : "\(rawValue) \(value.name)" }
}

extension ProgramOptions {
  /// Takes an option with its value, which is one of the choices where there are some.
  mutating func take(_ option: ProgramOption, _ text: String) throws(UsageFault) {
    if case .choice(let choices) = option.value.kind, !choices.contains(text) {
      throw .notOneOf(choices, option.rawValue, text)
    }
    switch option {
    case .command: inputs.append(.command(text))
    case .seed:
      do throws(SeedFault) { seed = try SessionSeed(text) } catch { throw .badSeed(error) }
    case .store:
      guard !text.isEmpty else { throw .emptyPath }
      storePath = text
    case .participant:
      guard Participant.isCode(text) else { throw .badParticipant }
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
