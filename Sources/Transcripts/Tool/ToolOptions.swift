import TranscriptSyntax

/// The verbs of the tool.
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

  private(set) var verb = TranscriptVerb.check
  private(set) var paths: [String] = []
  private(set) var arePathsGiven = true
  fileprivate(set) var filter: String?
  /// The seed of a recorded session.
  fileprivate(set) var seed: String?
  fileprivate(set) var shard = (number: 1, count: 1)
  /// The number of workers; `nil` for one for each processor.
  fileprivate(set) var jobs: Int?
  /// The time limit of a command in milliseconds if its transcript has none.
  fileprivate(set) var timeLimit = 10_000
  fileprivate(set) var stopsAtFirstFailure = false
  fileprivate(set) var isInteractive = false
  fileprivate(set) var reports: [ReportChoice] = []
  /// The program that is driven instead of the tool's own sessions.
  fileprivate(set) var program: ProgramDescription?
  fileprivate(set) var makesHoles = false
  /// `true` if transcripts may use all files.
  fileprivate(set) var isTrusted = false
  fileprivate(set) var asksForHelp = false
  /// The first error in the arguments.
  private(set) var fault: TranscriptToolFault?

  /// Parses the arguments; after an invalid one, the others are parsed, too.
  init(_ arguments: [String]) {
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
    arePathsGiven = !paths.isEmpty
    if paths.isEmpty { paths = [Self.defaultFolder] }
  }

  /// Reads the verb; returns a fault if there is none.
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

  /// Reads an option with its value; returns a fault if the verb doesn't have it.
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

  /// The fault of the arguments as a whole.
  private var wholeFault: TranscriptToolFault? {
    if program?.words.isEmpty ?? false { return TranscriptToolFault("--command is missing") }
    if program?.prompts.isEmpty ?? false { return TranscriptToolFault("--prompt is missing") }
    if reports.count(where: { $0.path == nil }) > 1 {
      return TranscriptToolFault(
        "of several formats only one can go to the output (as in tap=FILE)")
    }
    return reports.isEmpty || verb.makesReports
      ? nil : TranscriptToolFault("\(verb.rawValue) makes no reports")
  }

  /// `true` if the verb needs the replies of blocks that pass.
  var keepsAnswers: Bool { verb == .audit || verb == .cover }

  /// The program that is driven; setting any part of it selects it.
  fileprivate var drivenProgram: ProgramDescription {
    get { program ?? ProgramDescription() }
    set { program = newValue }
  }

  fileprivate mutating func setShard(_ text: String) -> Bool {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1], number >= 1,
      number <= count
    else { return false }
    shard = (number, count)
    return true
  }

  fileprivate mutating func addReport(_ text: String) -> Bool {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = ReportKind(rawValue: String(parts[0])), parts.last != "" else { return false }
    reports.append(ReportChoice(kind: kind, path: parts.count > 1 ? String(parts[1]) : nil))
    return true
  }
}

/// An option with its help.
struct ToolOption: Sendable {
  /// The name, and the name of its value if it has one.
  let usage: String
  /// The line of the help; `nil` if the help does not mention the option.
  let summary: String?
  /// The verbs that have the option; `nil` for all.
  let verbs: Set<TranscriptVerb>?
  /// Sets the option; returns `false` if its value can't be used.
  fileprivate let apply: @Sendable (inout ToolOptions, String) -> Bool

  var name: Substring { usage.prefix { $0 != " " } }
  var hasValue: Bool { usage.contains(" ") }

  private init(
    _ usage: String, _ summary: String?, verbs: Set<TranscriptVerb>? = nil,
    _ apply: @escaping @Sendable (inout ToolOptions, String) -> Bool
  ) {
    self.usage = usage
    self.summary = summary
    self.verbs = verbs
    self.apply = apply
  }

  func isKnown(_ verb: TranscriptVerb) -> Bool { verbs?.contains(verb) ?? true }

  /// All options, in the order of the help.
  static let all =
    [
      ToolOption("--jobs N", "so many processes at once") { options, value in
        options.jobs = Int(value)
        return options.jobs.map { 1...1024 ~= $0 } ?? false
      },
      ToolOption("--shard I/N", "only part I of N of the files") { $0.setShard($1) },
      ToolOption("--filter PATTERN", "only cases whose file and name hold it (* and ?)") {
        $0.filter = $1
        return true
      },
      ToolOption("--first", "stop at the first failure") { options, _ in
        options.stopsAtFirstFailure = true
        return true
      },
      ToolOption("--timeout TIME", "how long a command may take (10s)") { options, value in
        guard let limit = milliseconds(value) else { return false }
        options.timeLimit = limit
        return true
      },
      ToolOption("--format KIND[=FILE]", "human, tap, junit or jsonl; several with files") {
        $0.addReport($1)
      },
      ToolOption("-i", "bless: ask for each command", verbs: [.bless]) { options, _ in
        options.isInteractive = true
        return true
      },
      ToolOption("--holes", "bless, diff: make holes of what differs", verbs: [.bless, .diff]) {
        options, _ in
        options.makesHoles = true
        return true
      },
      ToolOption("--seed TEXT", "record: what the session is drawn from") { options, value in
        options.seed = value
        return options.verb == .record && !value.isEmpty && !value.utf8.contains(0x0a)
      },
      ToolOption("--trust", "let transcripts read and write any file") { options, _ in
        options.isTrusted = true
        return true
      },
    ] + ofPrograms
    + ["--help", "-h"].map { name in
      ToolOption(name, nil) { options, _ in
        options.asksForHelp = true
        return true
      }
    }

  /// The options of a program that is driven; any of them selects that program.
  private static let ofPrograms = [
    ToolOption("--command WORDS", "drive another program; {seed} is replaced in WORDS") {
      $0.drivenProgram.words = ProgramDescription.words(of: $1) ?? []
      return !$0.drivenProgram.words.isEmpty
    },
    ToolOption("--prompt TEXT", "what ends its replies; may come several times") {
      guard let prompt = OutputEncoding.unescaped($1), !prompt.isEmpty else { return false }
      $0.drivenProgram.prompts.append(prompt)
      return true
    },
    ToolOption("--synchronize LINE", "sent behind each line, to get the prompt") {
      $0.drivenProgram.synchronization = Array($1.utf8)
      return true
    },
    ToolOption("--refused PATTERN", "a reply with such a line is a refusal") {
      $0.drivenProgram.refusal = try? LinePattern($1)
      return $0.drivenProgram.refusal != nil
    },
    ToolOption("--terminal", "give it a pseudo-terminal") { options, _ in
      options.drivenProgram.usesTerminal = true
      return true
    },
  ]
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

    a program that is driven runs where the tool does, and may do all that you may

    a program that ends with a status other than 0 has crashed; where that comes
    of the last line of its session, the line is refused

    exit status: 0 as expected, 1 a mismatch, 2 bad usage or a file that can't be
    used, 3 a crash or a timeout

    """
}

/// Returns rows of words with their summaries in one column.
private func table(_ rows: [(words: String, summary: String)]) -> String {
  let width = rows.reduce(0) { max($0, $1.words.utf8.count) } + 2
  return rows.map { words, summary in
    "  \(words)\(String(repeating: " ", count: width - words.utf8.count))\(summary)"
  }.joined(separator: "\n")
}
