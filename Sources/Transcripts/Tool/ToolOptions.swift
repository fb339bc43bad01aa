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

  private(set) var verb = TranscriptVerb.check
  private(set) var paths: [String] = []
  private(set) var filter: String?
  /// The seed of a recorded session; `nil` for none.
  private(set) var seed: String?
  private(set) var shard = (number: 1, count: 1)
  /// The number of worker processes; `nil` for one for each processor.
  private(set) var jobs: Int?
  /// The default time limit of a command in milliseconds.
  private(set) var timeLimit = 10_000
  private(set) var stopsAtFirstFailure = false
  private(set) var isInteractive = false
  /// The report formats, each with its file; `nil` for the standard output.
  private(set) var reports: [(kind: ReportKind, path: String?)] = []
  /// The program to test instead of the tool's own sessions; `nil` for the latter.
  private(set) var program: ProgramDescription?
  private(set) var makesHoles = false
  /// The folder for pictures of screens that differ; `nil` for none.
  private(set) var pictureFolder: String?
  /// The report whose edits to apply; `nil` for a bless that runs the files.
  private(set) var editReport: String?
  /// `true` to let transcripts use all files.
  private(set) var isTrusted = false
  private(set) var asksForHelp = false
  /// The name of the code blocks with transcripts in Markdown files.
  private var fence: String
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
    let isApplied = (option.hasValue || value == nil) && apply(name, value ?? "")
    return isApplied ? nil : TranscriptToolFault("\(name) can't be \"\(value ?? "")\"")
  }

  /// Applies an option; returns `false` if its value can't be used.
  private mutating func apply(_ name: String, _ value: String) -> Bool {
    let parts = value.split(
      separator: name == "--shard" ? "/" : "=", maxSplits: 1, omittingEmptySubsequences: false)
    switch name {
    case "--jobs":
      jobs = Int(value)
      return jobs.map { 1...1024 ~= $0 } ?? false
    case "--shard":
      guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]) else {
        return false
      }
      shard = (number, count)
      return number >= 1 && number <= count
    case "--filter": filter = value
    case "--first": stopsAtFirstFailure = true
    case "--timeout":
      guard let limit = milliseconds(value) else { return false }
      timeLimit = limit
    case "--format":
      guard let kind = ReportKind(rawValue: String(parts[0])), parts.last != "" else {
        return false
      }
      reports.append((kind, parts.count > 1 ? String(parts[1]) : nil))
    case "--fence":
      fence = value
      return !value.isEmpty && !value.contains(" ")
    case "--pictures":
      pictureFolder = value
      return !value.isEmpty
    case "--from":
      editReport = value
      return !value.isEmpty
    case "-i": isInteractive = true
    case "--holes": makesHoles = true
    case "--seed":
      seed = value
      return verb == .record && !value.isEmpty && !value.utf8.contains(0x0a)
    case "--trust": isTrusted = true
    case "--help", "-h": asksForHelp = true
    default:
      var driven = program ?? ProgramDescription()
      defer { program = driven }
      return driven.apply(name, value)
    }
    return true
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

extension ProgramDescription {
  /// Applies an option of the program that is driven; returns `false` if its value can't be used.
  fileprivate mutating func apply(_ name: String, _ value: String) -> Bool {
    switch name {
    case "--command":
      words = Self.words(of: value) ?? []
      return !words.isEmpty
    case "--prompt", "--continue":
      guard (try? ProgramPrompt(value, marker: "x")) != nil else { return false }
      if name == "--prompt" { prompts.append(value) } else { continuations.append(value) }
    case "--synchronize": synchronization = value
    case "--clean": isClean = true
    case "--refused":
      refusal = try? LinePattern(value)
      return refusal != nil
    default: usesTerminal = true
    }
    return true
  }
}

/// An option with its help.
struct ToolOption: Sendable {
  /// The name, and the name of its value if it has one.
  let usage: String
  /// The explanation in the help; `nil` for a hidden option.
  var summary: String?
  /// The verbs that have the option; `nil` for all verbs.
  var verbs: Set<TranscriptVerb>?

  var name: Substring { usage.prefix { $0 != " " } }
  var hasValue: Bool { usage.contains(" ") }

  func isKnown(_ verb: TranscriptVerb) -> Bool { verbs?.contains(verb) ?? true }

  /// All options, in the order of the help.
  static let all = [
    ToolOption(usage: "--jobs N", summary: "so many processes at once"),
    ToolOption(usage: "--shard I/N", summary: "only part I of N of the files"),
    ToolOption(
      usage: "--filter PATTERN", summary: "only cases whose file and name hold it (* and ?)"),
    ToolOption(usage: "--first", summary: "stop at the first failure"),
    ToolOption(usage: "--timeout TIME", summary: "how long a command may take (10s)"),
    ToolOption(
      usage: "--format KIND[=FILE]",
      summary: "human, tap, junit, jsonl or json; several with files"),
    ToolOption(
      usage: "--pictures FOLDER", summary: "write the screens that differ, as SVG",
      verbs: [.check, .bless]),
    ToolOption(
      usage: "--fence NAME", summary: "the code blocks of Markdown files to run"),
    ToolOption(
      usage: "--from FILE", summary: "bless: the edits of a report of --format json",
      verbs: [.bless]),
    ToolOption(usage: "-i", summary: "bless: ask for each command", verbs: [.bless]),
    ToolOption(
      usage: "--holes", summary: "bless, diff: holes where old and new answer differ",
      verbs: [.bless, .diff]),
    ToolOption(usage: "--seed TEXT", summary: "record: what the session is drawn from"),
    ToolOption(usage: "--trust", summary: "let transcripts read and write any file"),
    ToolOption(
      usage: "--command WORDS", summary: "drive another program; {seed} is replaced in WORDS"),
    ToolOption(
      usage: "--prompt PATTERN", summary: "what ends its replies; may come several times"),
    ToolOption(
      usage: "--continue PATTERN", summary: "what it prints for a line that continues a command"),
    ToolOption(
      usage: "--synchronize LINE", summary: "sent behind each command, to get the prompt"),
    ToolOption(usage: "--refused PATTERN", summary: "a reply with such a line is a refusal"),
    ToolOption(usage: "--terminal", summary: "give it a pseudo-terminal"),
    ToolOption(usage: "--clean", summary: "let it inherit no environment variable but PATH"),
    ToolOption(usage: "--help"),
    ToolOption(usage: "-h"),
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
