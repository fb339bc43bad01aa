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
        do { options.seed = try SessionSeed(value) } catch { throw .badValue("--seed", "\(error)") }
      },
      "--store": { options, value throws(UsageFault) in
        guard !value.isEmpty else { throw .badValue("--store", "a path has at least 1 byte") }
        options.storePath = value
      },
      "--clock": { options, value throws(UsageFault) in
        guard let clock = SessionClock.Kind(rawValue: value) else {
          throw .badValue("--clock", "\"\(value)\" is not one of real, virtual")
        }
        options.clock = clock
      },
      "--board": { options, value throws(UsageFault) in
        guard let style = LiveStage.Style(rawValue: value) else {
          throw .badValue("--board", "\"\(value)\" is not one of live, plain, line")
        }
        options.boardStyle = style
      },
      "--color": { options, value throws(UsageFault) in
        guard let color = Color(rawValue: value) else {
          throw .badValue("--color", "\"\(value)\" is not one of auto, always, never")
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
  case badValue(String, String)
}

extension UsageFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownOption(let name): "unknown option \"\(name)\" (see chimp --help)"
    case .missingValue(let name): "option \"\(name)\" needs a value"
    case .surplusValue(let name): "option \"\(name)\" takes no value"
    case .badValue(let name, let words): "option \"\(name)\": \(words)"
    }
  }
}

extension ProgramOptions {
  /// What `--help` prints.
  package static let help = """
    usage: chimp [OPTIONS] [FILE ...]
           chimp transcript VERB [FILE ...]

    The chimpanzee memory test: numerals stand at random cells of a board, you look, they
    are masked, you press them in ascending order. Without FILE, commands are read from
    standard input; "help" there lists them.

      -c COMMAND      run the command, and read no standard input
      --seed TEXT     draw the boards from this text
      --store PATH    keep the records in this file; ":memory:" is memory (default: on a
                      terminal $XDG_DATA_HOME/chimp/chimp.sqlite, memory otherwise)
      --echo          show each line before its reply
      --bail          end at the first refused command
      --machine       frame replies for a driving program; a number before a command is
                      echoed, so that "press" has to stand before the cells
      --restricted    let no command touch a file, and keep at most 1000 rows and news
      --no-config     do not run the commands of chimprc first
      --clock KIND    real or virtual (default: real on a terminal, virtual otherwise)
      --color WHEN    auto, always or never
      --board STYLE   on a terminal: live, plain (ASCII only) or line (default: live)
      --version       print the version
      --help          print this

    Exit status: 0; 1 if a command was refused; 2 for bad usage or a file that can't be used;
    3 for a fault of the store.

    """
}
