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

/// The arguments of the tool, taken apart.
struct ToolOptions {
  static let defaultFolder = "transcripts"

  private(set) var verb = TranscriptVerb.check
  private(set) var paths: [String] = []
  private(set) var arePathsGiven = true
  fileprivate(set) var filter: String?
  /// What a recorded session is drawn from.
  fileprivate(set) var seed: String?
  fileprivate(set) var shard = (number: 1, count: 1)
  /// How many workers run at once; nil for as many as there are processors.
  fileprivate(set) var jobs: Int?
  /// How many milliseconds a command may take where its transcript does not say.
  fileprivate(set) var timeLimit = 10_000
  fileprivate(set) var stopsAtFirstFailure = false
  fileprivate(set) var isInteractive = false
  fileprivate(set) var reports: [ReportChoice] = []
  /// The program that is driven instead of the tool's own sessions.
  private(set) var program: ProgramDescription?
  fileprivate(set) var makesHoles = false
  /// Whether transcripts may do with all files what their commands say.
  fileprivate(set) var isTrusted = false
  fileprivate(set) var asksForHelp = false
  /// The first thing that is wrong with the arguments.
  private(set) var fault: ToolFault?

  /// Takes the arguments apart; where one can't be used, the others are taken all the same.
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
    fault = fault ?? missing
    arePathsGiven = !paths.isEmpty
    if paths.isEmpty { paths = [Self.defaultFolder] }
  }

  private mutating func parseVerb(_ rest: inout ArraySlice<String>) -> ToolFault? {
    guard let word = rest.first else { return .missingVerb }
    guard let verb = TranscriptVerb(rawValue: word) else {
      // An option in this place may have a value.
      if !word.hasPrefix("-") { rest.removeFirst() }
      return .unknownVerb(word)
    }
    rest.removeFirst()
    self.verb = verb
    return nil
  }

  private mutating func parseOption(
    _ argument: String, _ rest: inout ArraySlice<String>
  ) -> ToolFault? {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = ToolOption.all.first(where: { $0.name == name && $0.isKnown(verb) }) else {
      return .unknownOption(argument)
    }
    var value = parts.count > 1 ? String(parts[1]) : nil
    if option.hasValue {
      value = value ?? rest.popFirst()
      guard value != nil else { return .missingValue(name) }
    }
    let isApplied = (option.hasValue || value == nil) && option.apply(&self, value ?? "") != nil
    return isApplied ? nil : .badValue(name, value ?? "")
  }

  /// What is wrong with the arguments as a whole.
  private var missing: ToolFault? {
    if program?.words.isEmpty ?? false { return .missingOption("--command") }
    if program?.prompts.isEmpty ?? false { return .missingOption("--prompt") }
    if reports.count(where: { $0.path == nil }) > 1 { return .reportsMixed }
    return reports.isEmpty || verb.makesReports ? nil : .noReports(verb)
  }

  var keepsAnswers: Bool { verb == .audit || verb == .cover }

  /// The program as far as it is described; from then on it is driven.
  fileprivate var described: ProgramDescription {
    get { program ?? ProgramDescription() }
    set { program = newValue }
  }
}

struct ToolOption: Sendable {
  let usage: String
  /// Nil where the help does not tell of it.
  let summary: String?
  /// Who knows it; nil for every verb.
  var verbs: Set<TranscriptVerb>?
  /// Takes the value; nil where it can't be that.
  let apply: @Sendable (inout ToolOptions, String) -> Void?

  var name: Substring { usage.prefix { $0 != " " } }
  var hasValue: Bool { usage.contains(" ") }

  func isKnown(_ verb: TranscriptVerb) -> Bool { verbs?.contains(verb) ?? true }

  private init(
    _ usage: String, _ summary: String?, verbs: Set<TranscriptVerb>? = nil,
    _ apply: @escaping @Sendable (inout ToolOptions, String) -> Void?
  ) { (self.usage, self.summary, self.verbs, self.apply) = (usage, summary, verbs, apply) }

  static let all = [
    ToolOption("--jobs N", "so many processes at once") { options, value in
      Int(value).flatMap { 1...1024 ~= $0 ? $0 : nil }.map { options.jobs = $0 }
    },
    ToolOption("--shard I/N", "only part I of N of the files") { options, value in
      let numbers = value.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let number = numbers[0], let count = numbers[1],
        number >= 1, number <= count
      else { return nil }
      options.shard = (number, count)
    },
    ToolOption("--filter PATTERN", "only cases whose file and name hold it (* and ?)") {
      $0.filter = $1
    },
    ToolOption("--first", "stop at the first failure") { options, _ in
      options.stopsAtFirstFailure = true
    },
    ToolOption("--timeout TIME", "how long a command may take (10s)") { options, value in
      milliseconds(value).map { options.timeLimit = $0 }
    },
    ToolOption(
      "--format KIND[=FILE]", "human, tap, junit or jsonl; several with files"
    ) { options, value in
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let kind = ToolOptions.ReportKind(rawValue: String(parts[0])), parts.last != ""
      else { return nil }
      options.reports.append(.init(kind: kind, path: parts.count > 1 ? String(parts[1]) : nil))
    },
    ToolOption("-i", "bless: ask for each command", verbs: [.bless]) { options, _ in
      options.isInteractive = true
    },
    ToolOption(
      "--holes", "bless, diff: make holes of what differs", verbs: [.bless, .diff]
    ) { options, _ in options.makesHoles = true },
    ToolOption("--seed TEXT", "record: what the session is drawn from") { options, value in
      guard options.verb == .record, !value.isEmpty, !value.utf8.contains(0x0a) else { return nil }
      options.seed = value
    },
    ToolOption("--trust", "let transcripts read and write any file") { options, _ in
      options.isTrusted = true
    },
    ToolOption(
      "--command WORDS", "drive another program; {seed} is replaced in WORDS"
    ) { options, value in
      guard let words = ProgramDescription.words(of: value), !words.isEmpty else { return nil }
      options.described.words = words
    },
    ToolOption("--prompt TEXT", "what ends its replies; may come several times") {
      options, value in
      guard let prompt = ProgramDescription.unescaped(value), !prompt.isEmpty else { return nil }
      options.described.prompts.append(prompt)
    },
    ToolOption("--synchronize LINE", "sent behind each line, to get the prompt") {
      $0.described.synchronization = Array($1.utf8)
    },
    ToolOption("--refused PATTERN", "a reply with such a line is a refusal") { options, value in
      (try? LinePattern(Array(value.utf8)[...])).map { options.described.refusal = $0 }
    },
    ToolOption("--terminal", "give it a pseudo-terminal") { options, _ in
      options.described.usesTerminal = true
    },
    ToolOption("--help", nil) { options, _ in options.asksForHelp = true },
    ToolOption("-h", nil) { options, _ in options.asksForHelp = true },
  ]
}

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

private func table(_ rows: [(words: String, summary: String)]) -> String {
  let width = rows.reduce(0) { max($0, $1.words.utf8.count) } + 2
  return rows.map { words, summary in
    "  \(words)\(String(repeating: " ", count: width - words.utf8.count))\(summary)"
  }.joined(separator: "\n")
}
