/// What the tool can be asked to do.
package enum TranscriptVerb: String, CaseIterable, Sendable {
  case check
  case diff
  case bless
  case record
  case replay
  case audit
  case shrink
  case cover
  /// Run by the tool itself.
  case worker

  var makesReports: Bool { self == .check || self == .bless }
}

/// The arguments of the tool, taken apart.
struct ToolOptions {
  /// What is run where no path is given.
  static let defaultFolder = "transcripts"

  /// A part of all files.
  struct Shard: Equatable {
    var number = 1
    var count = 1
  }

  var verb = TranscriptVerb.check
  var paths: [String] = []
  /// Whether the paths are the caller's.
  private(set) var arePathsGiven = true
  /// What the path and the name of a case have to look like, in any part of them.
  var filter: String?
  /// What a recorded session is drawn from.
  var seed: String?
  /// Whether the answers of blocks that pass are kept too.
  var keepsAnswers = false
  var shard = Shard()
  /// How many workers run at once; nil for as many as there are processors.
  var jobs: Int?
  /// How many milliseconds a command may take where its transcript does not say.
  var timeLimit = 10_000
  var stopsAtFirstFailure = false
  var isInteractive = false
  var reports: [ReportChoice] = []
  /// The program that is driven instead of the tool's own sessions.
  var program: ProgramDescription?
  /// The arguments that a worker has to have too.
  private(set) var workerOptions: [String] = []
  var makesHoles = false
  /// Whether transcripts may do with all files what their commands say.
  private(set) var isTrusted = false
  let argumentCount: Int
  private(set) var asksForHelp = false
  /// The first thing that is wrong with the arguments.
  private(set) var fault: ToolFault?
  /// What is known of a run that was lost, in the program that was started over for it.
  private(set) var unfinished: UnfinishedRun?

  /// Takes the arguments apart; where one can't be used, the others are taken all the same.
  init(_ arguments: [String]) {
    argumentCount = arguments.count
    var rest = arguments[...]
    note { options throws(ToolFault) in try options.takeVerb(&rest) }
    while let argument = rest.popFirst() {
      if argument == "--" {
        paths += rest
        break
      }
      if argument.hasPrefix("-") && argument.utf8.count > 1 {
        note { options throws(ToolFault) in try options.takeOption(argument, &rest) }
      } else {
        paths.append(argument)
      }
    }
    note { options throws(ToolFault) in try options.checkIsWhole() }
    if verb == .audit || verb == .cover {
      keepsAnswers = true
      workerOptions.append("--keep-answers")
    }
    arePathsGiven = !paths.isEmpty
    if paths.isEmpty && verb != .worker { paths = [Self.defaultFolder] }
  }

  private mutating func note(_ take: (inout ToolOptions) throws(ToolFault) -> Void) {
    do throws(ToolFault) { try take(&self) } catch { fault = fault ?? error }
  }

  private mutating func takeVerb(_ rest: inout ArraySlice<String>) throws(ToolFault) {
    guard let word = rest.first else { throw .missingVerb }
    guard let verb = TranscriptVerb(rawValue: word) else {
      // An option in this place may have a value.
      if !word.hasPrefix("-") { rest.removeFirst() }
      throw .unknownVerb(word)
    }
    rest.removeFirst()
    self.verb = verb
  }

  private func checkIsWhole() throws(ToolFault) {
    if let program {
      guard !program.words.isEmpty else { throw .missingOption("--command") }
      guard !program.prompts.isEmpty else { throw .missingOption("--prompt") }
    }
    if reports.count(where: { $0.path == nil }) > 1 { throw .reportsMixed }
    guard reports.isEmpty || verb.makesReports else { throw .noReports(verb) }
  }

  /// Whether nothing has been written when a run is lost, and nothing is left behind.
  var canStartOver: Bool {
    verb == .check && program == nil && reports.allSatisfy { $0.path == nil }
  }

  /// Takes `--option value` or `--option=value`.
  private mutating func takeOption(
    _ argument: String, _ rest: inout ArraySlice<String>
  ) throws(ToolFault) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    if takeFlag(name) {
      if parts.count > 1 { throw .badValue(option: name, value: String(parts[1])) }
      return
    }
    guard Self.optionsWithValue.contains(name) else { throw .unknownOption(argument) }
    guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
      throw .missingValue(name)
    }
    guard take(name, value) || takeProgram(name, value) else {
      throw .badValue(option: name, value: value)
    }
  }

  private mutating func takeFlag(_ name: String) -> Bool {
    switch (name, verb) {
    case ("--first", _):
      stopsAtFirstFailure = true
      workerOptions.append(name)
    case ("--trust", _):
      isTrusted = true
      workerOptions.append(name)
    case ("--terminal", _):
      changeProgram { $0.usesTerminal = true }
      workerOptions.append(name)
    case ("--help", _), ("-h", _): asksForHelp = true
    case ("--keep-answers", .worker): keepsAnswers = true
    case ("-i", .bless): isInteractive = true
    case ("--holes", .bless), ("--holes", .diff): makesHoles = true
    default: return false
    }
    return true
  }

  private mutating func changeProgram(_ change: (inout ProgramDescription) -> Void) {
    var changed = program ?? ProgramDescription()
    change(&changed)
    program = changed
  }

  static let optionsWithValue: Set<String> = [
    "--command", "--prompt", "--seed", "--refused", "--synchronize",
    "--filter", "--format", "--jobs", "--shard", "--timeout", ProgramRestart.option,
  ]

  private mutating func takeProgram(_ name: String, _ value: String) -> Bool {
    workerOptions += [name, value]
    switch name {
    case "--command":
      guard let words = ProgramDescription.words(of: value), !words.isEmpty else { return false }
      changeProgram { $0.words = words }
    case "--prompt":
      guard let prompt = ProgramDescription.unescaped(value), !prompt.isEmpty else { return false }
      changeProgram { $0.prompts.append(prompt) }
    case "--synchronize": changeProgram { $0.synchronization = Array(value.utf8) }
    case "--refused":
      guard let pattern = try? LinePattern(Array(value.utf8)[...]) else { return false }
      changeProgram { $0.refusal = pattern }
    default: return false
    }
    return true
  }

  private mutating func take(_ name: String, _ value: String) -> Bool {
    switch name {
    case "--filter": filter = value
    case "--seed":
      guard verb == .record, !value.isEmpty, !value.utf8.contains(0x0a) else { return false }
      seed = value
    case "--format":
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let kind = ReportKind(rawValue: String(parts[0])), parts.count < 2 || !parts[1].isEmpty
      else { return false }
      reports.append(ReportChoice(kind: kind, path: parts.count > 1 ? String(parts[1]) : nil))
    case "--jobs":
      guard let count = Int(value), count > 0, count <= 1024 else { return false }
      jobs = count
    case "--timeout":
      guard let limit = TimeLimit.milliseconds(value) else { return false }
      timeLimit = limit
      workerOptions += [name, value]
    case "--shard":
      let numbers = value.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let number = numbers[0], let count = numbers[1],
        number >= 1, number <= count
      else { return false }
      shard = Shard(number: number, count: count)
    case ProgramRestart.option:
      guard verb == .check, let run = UnfinishedRun(value) else { return false }
      unfinished = run
    default: return false
    }
    return true
  }
}
