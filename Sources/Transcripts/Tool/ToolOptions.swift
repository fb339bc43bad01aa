import ChimpSystem

/// The commands of the transcript tool, such as `check` and `bless`.
enum TranscriptVerb: String, CaseIterable, Sendable {
  case check, diff, bless, record, replay, audit, shrink, cover

  var makesReports: Bool { self == .check || self == .bless }

  var usage: String {
    switch self {
    case .record: "record FILE"
    case .replay, .shrink: "\(rawValue) FILE[:LINE]"
    default: rawValue
    }
  }

  var summary: String {
    switch self {
    case .check: "run transcripts and tell what differs"
    case .diff: "tell what a bless would change, as a unified difference"
    case .bless: "take over what came, and nothing that did not run"
    case .record: "answer the lines of the input and write them down"
    case .replay: "play a session to a line and hand it over"
    case .audit: "tell what transcripts would not notice"
    case .shrink: "tell the shortest session that still fails"
    case .cover: "tell commands and refusals that no transcript has"
    }
  }
}

/// The parsed arguments of the tool.
struct ToolOptions {
  static let defaultFolder = "transcripts"

  fileprivate(set) var verb = TranscriptVerb.check
  fileprivate(set) var paths: [String] = []
  fileprivate(set) var filter: String?
  /// The seed of a recorded session; `nil` for none.
  fileprivate(set) var seed: String?
  fileprivate(set) var shard = (number: 1, count: 1)
  /// The number of worker processes; `nil` for one for each processor.
  fileprivate(set) var jobs: Int?
  /// The default time limit of a command in milliseconds.
  fileprivate(set) var timeLimit = 10_000
  fileprivate(set) var stopsAtFirstFailure = false
  fileprivate(set) var isInteractive = false
  /// The report formats, each with its file; `nil` for the standard output.
  fileprivate(set) var reports: [(kind: ReportKind, path: String?)] = []
  /// The program to test instead of the tool's own sessions; `nil` for the latter.
  fileprivate(set) var program: ProgramDescription?
  fileprivate(set) var makesHoles = false
  /// The folder for pictures of screens that differ; `nil` for none.
  fileprivate(set) var pictureFolder: String?
  /// The report whose edits to apply; `nil` for a bless that runs the files.
  fileprivate(set) var editReport: String?
  /// `true` to let transcripts use all files.
  fileprivate(set) var isTrusted = false
  fileprivate(set) var asksForHelp = false
  /// The name of the code blocks with transcripts in Markdown files.
  fileprivate var fence: String
  /// The kinds of holes besides the general ones.
  let kinds: HoleKinds
  /// The first error in the arguments; `nil` if there is none.
  private(set) var fault: TranscriptToolFault?

  /// Parses the arguments; after an invalid one, the others are parsed, too.
  init(_ arguments: [String], fence: String = "transcript", kinds: HoleKinds = HoleKinds()) {
    self.fence = fence
    self.kinds = kinds
    var rest = arguments[...]
    fault = parseVerb(&rest)
    while let argument = rest.popFirst() {
      if argument == "--" {
        paths += rest
        break
      }
      if argument.hasPrefix("-") && argument.utf8.count > 1 {
        let found = parseOption(argument, &rest)
        fault = fault ?? found
      } else {
        paths.append(argument)
      }
    }
    fault = fault ?? wholeFault
  }

  /// Parses the verb; returns an error if there is none.
  private mutating func parseVerb(_ rest: inout ArraySlice<String>) -> TranscriptToolFault? {
    let verbs = TranscriptVerb.allCases.map(\.rawValue).joined(separator: ", ")
    guard let word = rest.first else {
      return TranscriptToolFault("a verb is missing (known: \(verbs))")
    }
    guard let verb = TranscriptVerb(rawValue: word) else {
      // An option at this position may have a value.
      if !word.hasPrefix("-") { rest.removeFirst() }
      return TranscriptToolFault("unknown verb \"\(word)\" (known: \(verbs))")
    }
    rest.removeFirst()
    self.verb = verb
    return nil
  }

  /// Parses an option and its value; returns an error if the verb doesn't have it.
  private mutating func parseOption(
    _ argument: String, _ rest: inout ArraySlice<String>
  ) -> TranscriptToolFault? {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = ToolOption.all.first(where: { $0.name == name && $0.isKnown(verb) }) else {
      return TranscriptToolFault("unknown option \"\(argument)\"")
    }
    var value = parts.count > 1 ? String(parts[1]) : nil
    if option.hasValue {
      value = value ?? rest.popFirst()
      guard value != nil else { return TranscriptToolFault("\(name) needs a value") }
    }
    let isApplied = (option.hasValue || value == nil) && option.apply(&self, value ?? "")
    return isApplied ? nil : TranscriptToolFault("\(name) can't be \"\(value ?? "")\"")
  }

  /// Changes the program that is driven; returns `false` if a value can't be used.
  fileprivate mutating func changeProgram(_ change: (inout ProgramDescription) -> Bool) -> Bool {
    var driven = program ?? ProgramDescription()
    defer { program = driven }
    return change(&driven)
  }

  /// The error of the arguments as a whole; `nil` if there is none.
  private var wholeFault: TranscriptToolFault? {
    if program?.words.isEmpty ?? false { return TranscriptToolFault("--command is missing") }
    if reports.count(where: { $0.path == nil }) > 1 {
      return TranscriptToolFault(
        "of several formats only one can go to the output (as in tap=FILE)")
    }
    if editReport != nil && (!paths.isEmpty || isInteractive || makesHoles || !reports.isEmpty) {
      return TranscriptToolFault("--from names the files and the edits, with no other choice")
    }
    return reports.isEmpty || verb.makesReports
      ? nil : TranscriptToolFault("\(verb.rawValue) makes no reports")
  }

  /// Returns the name of the code blocks to run in a file; `nil` for a plain transcript.
  func fence(of path: String) -> String? {
    path.hasSuffix(".md") || path.hasSuffix(".markdown") ? fence : nil
  }

  /// `true` if the verb needs the replies of blocks that pass.
  var keepsReplies: Bool { verb == .audit || verb == .cover }
}

/// An option with its help.
struct ToolOption: Sendable {
  /// The name, and the name of its value if it has one.
  let usage: String
  /// The explanation in the help; `nil` for a hidden option.
  let summary: String?
  /// The verbs that have the option; `nil` for all verbs.
  let verbs: Set<TranscriptVerb>?
  /// Applies the option with its value, which is empty without one; returns `false` if the value
  /// can't be used.
  let apply: @Sendable (inout ToolOptions, String) -> Bool

  /// Creates an option with a value.
  init(
    _ usage: String, _ summary: String, verbs: Set<TranscriptVerb>? = nil,
    apply: @escaping @Sendable (inout ToolOptions, String) -> Bool
  ) {
    self.usage = usage
    self.summary = summary
    self.verbs = verbs
    self.apply = apply
  }

  /// Creates an option without a value.
  init(
    _ name: String, _ summary: String? = nil, verbs: Set<TranscriptVerb>? = nil,
    set: @escaping @Sendable (inout ToolOptions) -> Void
  ) {
    usage = name
    self.summary = summary
    self.verbs = verbs
    apply = { options, _ in
      set(&options)
      return true
    }
  }

  var name: Substring { usage.prefix { $0 != " " } }
  var hasValue: Bool { usage.contains(" ") }

  func isKnown(_ verb: TranscriptVerb) -> Bool { verbs?.contains(verb) ?? true }

  /// All options, in the order of the help.
  static let all = ofRuns + ofBlesses + ofSessions + ofPrograms + ofHelp

  private static let ofRuns = [
    ToolOption("--jobs N", "so many processes at once") { options, value in
      options.jobs = Int(value)
      return options.jobs.map { 1...1024 ~= $0 } ?? false
    },
    ToolOption("--shard I/N", "only part I of N of the files") { options, value in
      let parts = halves(of: value, at: "/")
      guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]) else {
        return false
      }
      options.shard = (number, count)
      return number >= 1 && number <= count
    },
    ToolOption("--filter PATTERN", "only cases whose file and name hold it (* and ?)") {
      options, value in
      options.filter = value
      return true
    },
    ToolOption("--first", "stop at the first failure") { $0.stopsAtFirstFailure = true },
    ToolOption("--timeout TIME", "how long a command may take (10s)") { options, value in
      guard let limit = milliseconds(value) else { return false }
      options.timeLimit = limit
      return true
    },
    ToolOption("--format KIND[=FILE]", "human, tap, junit, jsonl or json; several with files") {
      options, value in
      let parts = halves(of: value, at: "=")
      guard let kind = ReportKind(rawValue: parts[0]), parts.last != "" else { return false }
      options.reports.append((kind, parts.count > 1 ? parts[1] : nil))
      return true
    },
    ToolOption(
      "--pictures FOLDER", "write the screens that differ, as SVG", verbs: [.check, .bless]
    ) { options, value in
      options.pictureFolder = value
      return !value.isEmpty
    },
    ToolOption("--fence NAME", "the code blocks of Markdown files to run") { options, value in
      options.fence = value
      return !value.isEmpty && !value.contains(" ")
    },
  ]

  private static let ofBlesses = [
    ToolOption("--from FILE", "bless: the edits of a report of --format json", verbs: [.bless]) {
      options, value in
      options.editReport = value
      return !value.isEmpty
    },
    ToolOption("-i", "bless: ask for each command", verbs: [.bless]) { $0.isInteractive = true },
    ToolOption(
      "--holes", "bless, diff: holes where old and new answer differ", verbs: [.bless, .diff]
    ) { $0.makesHoles = true },
  ]

  private static let ofSessions = [
    ToolOption("--seed TEXT", "record: what the session is drawn from") { options, value in
      options.seed = value
      return options.verb == .record && !value.isEmpty && !value.utf8.contains(0x0a)
    },
    ToolOption("--trust", "let transcripts read and write any file") { $0.isTrusted = true },
  ]

  /// The options of a program that is driven.
  private static let ofPrograms = [
    ToolOption("--command WORDS", "drive another program; {seed} is replaced in WORDS") {
      options, value in
      options.changeProgram { program in
        program.words = ProgramDescription.words(of: value) ?? []
        return !program.words.isEmpty
      }
    },
    ToolOption("--prompt PATTERN", "what ends its replies; may come several times") {
      options, value in
      options.changeProgram { program in
        guard isPrompt(value) else { return false }
        program.prompts.append(value)
        return true
      }
    },
    ToolOption("--continue PATTERN", "what it prints for a line that continues a command") {
      options, value in
      options.changeProgram { program in
        guard isPrompt(value) else { return false }
        program.continuations.append(value)
        return true
      }
    },
    ToolOption("--synchronize LINE", "sent behind each command, to get the prompt") {
      options, value in
      options.changeProgram { program in
        program.synchronization = value
        return true
      }
    },
    ToolOption("--refused PATTERN", "a reply with such a line is a refusal") { options, value in
      options.changeProgram { program in
        program.refusal = try? LinePattern(value)
        return program.refusal != nil
      }
    },
    ToolOption("--terminal", "give it a pseudo-terminal") { options in
      _ = options.changeProgram { program in
        program.usesTerminal = true
        return true
      }
    },
    ToolOption("--clean", "let it inherit no environment variable but PATH") { options in
      _ = options.changeProgram { program in
        program.isClean = true
        return true
      }
    },
  ]

  private static let ofHelp = [
    ToolOption("--help") { $0.asksForHelp = true }, ToolOption("-h") { $0.asksForHelp = true },
  ]

  /// Splits a value at the first of a sign; returns the whole value without one.
  private static func halves(of value: String, at sign: Character) -> [String] {
    value.split(separator: sign, maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns whether a pattern can be a prompt.
  private static func isPrompt(_ pattern: String) -> Bool {
    (try? ProgramPrompt(pattern, marker: "x")) != nil
  }
}

/// Returns the help, in lines of at most 80 columns.
func toolHelp(programName: String) -> String {
  let options = ToolOption.all.compactMap { option in option.summary.map { (option.usage, $0) } }
  return """
    usage: \(programName) VERB [OPTIONS] [FILE[:LINE] or FOLDER ...]

    verbs:
    \(table(TranscriptVerb.allCases.map { ($0.usage, $0.summary) }))

    options:
    \(table(options))

    @ xfail, @ skip and @ timeout stand behind the line of their command, or right
    before it, where a blank line or an answer parts them from the command before

    @ seed and @ language stand before the commands of a session

    files that a session names are in a folder of its own, gone with the session;
    what a transcript includes is in the folder of the transcript

    a program that is driven may do all that you may; it runs in an empty folder of
    its own, with --trust where the tool does; {marker} in --synchronize and
    --prompt is a text that no output has by chance

    a program that ends with a status other than 0 has crashed, but for the last
    line of its session and for one with such a status, as in "= 3"

    exit status: 0 as expected, 1 a mismatch, 2 bad usage or a file that can't be
    used, 3 a crash or a timeout

    """
}

/// Returns rows of words with their summaries in one column.
private func table(_ rows: [(words: String, summary: String)]) -> String {
  let width = rows.reduce(0) { max($0, $1.words.utf8.count) } + 2
  return rows.map { words, summary in
    "  " + words.padded(to: width) + summary
  }.joined(separator: "\n")
}
