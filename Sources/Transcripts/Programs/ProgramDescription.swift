import ChimpSystem
import Glibc

/// The description of another program to test: command line, prompts and patterns.
struct ProgramDescription: TranscriptSessionMaker {
  /// The program and its arguments; `{seed}` in them is replaced by the seed of the transcript.
  var words: [String] = []
  /// The prompts, any of which ends a reply.
  var prompts: [String] = []
  /// The prompts after each line of a command but the last one; empty to send all lines at once.
  var continuations: [String] = []
  /// A line that is sent after each command, so that the program prints its prompt.
  var synchronization: String?
  /// The pattern of an output line that marks the reply as an error.
  var refusal: LinePattern?
  /// `true` to run the program in a pseudo-terminal.
  var usesTerminal = false
  /// `true` for an environment without the variables of the tool, but for `PATH`.
  var isClean = false
  /// `true` if its standard error is a part of the replies of its own.
  var keepsErrors = false
  /// The screen of its terminal, if replies are pictures of it; otherwise `nil`.
  var screen: ScreenSize?
  /// The processes that are killed with the program; `nil` to kill none.
  var descendants: Descendants?
  /// The environment variables of the tool, as `NAME=VALUE`.
  var variables: [String] = []
  /// The time limit for a reply in milliseconds.
  var timeLimit = 0

  func session(seed: String?) throws(TranscriptToolFault) -> any TranscriptSession {
    try session(seed: seed, folder: nil)
  }

  /// Starts the program with the seed, in a folder of its own if there is one.
  ///
  /// Throws if the program can't be started, or if only one of its command and the session has a
  /// seed.
  func session(
    seed: String?, folder: TranscriptFolder?
  ) throws(TranscriptToolFault) -> any TranscriptSession {
    let hasSeed = words.contains { $0.pieces(between: "{seed}").count > 1 }
    guard hasSeed == (seed != nil) else {
      throw TranscriptToolFault(
        hasSeed
          ? "the command needs a seed, but the session has none"
          : "the command takes no seed (as in \"--seed {seed}\")")
    }
    var start = self
    start.words = words.map { $0.pieces(between: "{seed}").joined(separator: seed ?? "") }
    // The program is named as seen from the folder of the tool.
    if let name = start.words.first, name.contains("/"), let path = resolvedPath(name) {
      start.words[0] = path
    }
    let path = try folder?.path()
    start.variables = variables(in: path)
    if let screen { return try ScreenSession(start, screen, folder: path) }
    return try PromptSession(start, folder: path)
  }

  /// Returns the environment of the program: the same on every machine, with a home in its folder.
  ///
  /// A program that runs where the tool does has the environment of the tool.
  private func variables(in folder: String?) -> [String] {
    let terminal = screen == nil ? "dumb" : "xterm-256color"
    guard let folder else {
      return variables.filter { !$0.hasPrefix("TERM=") } + ["TERM=\(terminal)"]
    }
    let own = [
      "LANG": "C.UTF-8", "TZ": "UTC", "COLUMNS": "\(screen?.columns ?? 80)",
      "LINES": "\(screen?.rows ?? 24)", "TERM": terminal,
      "HOME": folder, "TMPDIR": folder, "PWD": folder,
    ]
    let inherited = variables.filter { variable in
      let name = String(variable.prefix { $0 != "=" })
      let isOfUser = name == "LANGUAGE" || name.hasPrefix("LC_") || name.hasPrefix("XDG_")
      if own[name] != nil || isOfUser { return false }
      return !isClean || name == "PATH"
    }
    return inherited + own.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }

  func offers(_ requirement: String) -> Bool { false }

  /// Returns the replies of another process of the program, in a folder of its own.
  ///
  /// A program that runs where the tool does must not do everything there twice.
  func prediction(
    seed: String?, folder: TranscriptFolder?
  ) throws(TranscriptToolFault) -> TranscriptPrediction? {
    guard folder != nil else { return nil }
    let other = try session(seed: seed, folder: folder)
    return { line in withExtendedLifetime(folder) { other.perform(line[...]) } }
  }

  /// Splits a command line into words as a shell does; returns `nil` for an open quote.
  static func words(of call: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in call.unicodeScalars {
      if isEscaped {
        word = (word ?? "") + String(scalar)
        isEscaped = false
      } else if scalar == "\\" && quote != "'" {
        isEscaped = true
        word = word ?? ""
      } else if scalar == quote {
        quote = nil
      } else if quote == nil && (scalar == "'" || scalar == "\"") {
        quote = scalar
        word = word ?? ""
      } else if quote == nil && (scalar == " " || scalar == "\t") {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(scalar)
      }
    }
    guard quote == nil, !isEscaped else { return nil }
    return words + (word.map { [$0] } ?? [])
  }
}
