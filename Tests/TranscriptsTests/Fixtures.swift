import ChimpSystem
import Glibc
import TestSupport
import TranscriptDouble
@testable import Transcripts

extension TemporaryFolder {
  /// Writes a text to a file and returns the path; creates the folders of its name.
  @discardableResult
  func write(_ name: String, _ text: String) -> String { write(name, Array(text.utf8)) }

  /// Writes bytes to a file and returns the path; creates the folders of its name.
  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) -> String {
    let parts = name.split(separator: "/")
    for count in 1..<max(1, parts.count) {
      mkdir("\(path)/\(parts[..<count].joined(separator: "/"))", 0o755)
    }
    write(bytes, name)
    return "\(path)/\(name)"
  }

  /// Returns the text of a file, or `no file` if there is none.
  func read(_ name: String) -> String {
    access("\(path)/\(name)", R_OK) == 0 ? text(name) : "no file"
  }
}

/// A sink of the tool's output and diagnostics.
private final class Collector {
  var output: [UInt8] = []
  var diagnostics: [UInt8] = []
}

/// Runs the golden-file tool in this process or, with workers, as a program of its own.
///
/// The path of the folder is removed from the output.
func runTool(
  _ arguments: [String], in folder: TemporaryFolder, variables: [String: String] = [:],
  operations: FileOperations = .init(), answer: @escaping () -> String? = { nil },
  inWorkers: Bool = false,
  hasColor: Bool = false
) -> FinishedRun {
  if inWorkers { return runInWorkers(arguments, in: folder, variables: variables) }
  let collector = Collector()
  var environment = TranscriptEnvironment(
    programName: "tool", output: { collector.output += $0 },
    diagnostics: { collector.diagnostics += $0 }, variable: { variables[$0] })
  environment.answer = answer
  environment.hasColor = hasColor
  environment.variables = {
    ["PATH=\(getenv("PATH").map { String(cString: $0) } ?? "")", "HOME=/"]
  }
  environment.fileOperations = operations
  let tool = TranscriptTool(sessions: DoubleSessionMaker(), environment: environment)
  let status = tool.run(arguments: arguments)
  return FinishedRun(
    status: status, relative(collector.output, to: folder),
    relative(collector.diagnostics, to: folder))
}

/// Runs the tool as a program, because the test runner can't be started again as a worker.
private func runInWorkers(
  _ arguments: [String], in folder: TemporaryFolder, variables: [String: String]
) -> FinishedRun {
  let results = TemporaryFolder()
  let status = runDouble(
    arguments, variables: variables.map { "\($0)=\($1)" },
    output: "\(results.path)/output", diagnostics: "\(results.path)/diagnostics")
  return FinishedRun(
    status: status >> 8, relative(results.bytes("output"), to: folder),
    relative(results.bytes("diagnostics"), to: folder)
      .replacing("transcript-double: ", with: "tool: "))
}

/// The path of `transcript-double`, which is built beside the test runner.
let doublePath = builtProgram("transcript-double")

/// Runs `transcript-double` until it exits, and returns its wait status.
func runDouble(
  _ arguments: [String], variables: [String] = [], input: String = "/dev/null",
  output: String = "/dev/null", diagnostics: String = "/dev/null"
) -> Int32 {
  waitForExit(
    startDouble(
      arguments, variables: variables, input: input, output: output, diagnostics: diagnostics))
}

/// Waits until a process has ended and returns its wait status.
func waitForExit(_ process: pid_t) -> Int32 {
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0 && errno == EINTR {}
  return status
}

/// Starts `transcript-double` and returns its process identifier.
func startDouble(
  _ arguments: [String], variables: [String], input: String = "/dev/null",
  output: String = "/dev/null", diagnostics: String = "/dev/null"
) -> pid_t {
  let words = CStrings([doublePath] + arguments)
  let path = getenv("PATH").map { String(cString: $0) } ?? ""
  let variables = CStrings(variables + ["SWIFT_BACKTRACE=enable=no", "PATH=\(path)"])
  var actions = posix_spawn_file_actions_t()
  var attributes = posix_spawnattr_t()
  posix_spawn_file_actions_init(&actions)
  posix_spawnattr_init(&attributes)
  defer {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }
  // NB: the threads that run tests block signals.
  var nothing = sigset_t()
  posix_spawnattr_setsigmask(&attributes, &nothing)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
  posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
  for (descriptor, path) in [(Int32(1), output), (2, diagnostics)] {
    posix_spawn_file_actions_addopen(
      &actions, descriptor, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  }
  var process: pid_t = 0
  let failure = posix_spawn(
    &process, doublePath, &actions, &attributes, words.pointers, variables.pointers)
  return failure == 0 ? process : -1
}

/// Returns output as text, with the path of a folder removed.
private func relative(_ bytes: [UInt8], to folder: TemporaryFolder) -> String {
  let prefix = Array("\(folder.path)/".utf8)
  var result: [UInt8] = []
  var offset = 0
  while offset < bytes.count {
    if bytes[offset...].starts(with: prefix) {
      offset += prefix.count
    } else {
      result.append(bytes[offset])
      offset += 1
    }
  }
  return String(decoding: result, as: UTF8.self)
}

/// Returns the text of a transcript: the line with the format, then these lines.
func text(_ lines: String...) -> String {
  (["@ chimp-transcript 1"] + lines).joined(separator: "\n") + "\n"
}

/// Parses a transcript and runs it with sessions of the double in this process.
func performed(_ bytes: [UInt8]) throws -> TranscriptRun {
  let options = ToolOptions(["check"])
  var run = try TranscriptRun(FileJob(path: "t", bytes: bytes), options)
  let environment = TranscriptEnvironment(
    programName: "tool", output: { _ in }, diagnostics: { _ in })
  let report = Report([], environment)
  try run.perform(Job(try ToolTask(options, environment, DoubleSessionMaker(), [], report)))
  return run
}

extension TranscriptRun {
  /// The outcomes of the transcript's own blocks.
  var outcomes: [TranscriptOutcome] { blocks.map(\.outcome) }
}

/// Returns the comparison of the expected lines of a reply with its real lines.
func comparison(_ answer: [String], _ output: [String]) throws -> Comparison {
  let file = (["@ chimp-transcript 1", "> x"] + answer).joined(separator: "\n")
  let transcript = try Transcript(Array(file.utf8))
  let bytes = Array(output.map { $0 + "\n" }.joined().utf8)
  return Comparison(
    transcript.blocks[0].alternatives[0], OutputLine.lines(of: bytes),
    bindings: Bindings())
}

extension Alignment {
  /// A step of the alignment; the steps cover all expected and all actual lines.
  enum Step: Equatable {
    /// The expectation matches these lines.
    case kept(Int, lines: Range<Int>)
    case removed(Int)
    case inserted(line: Int)
  }

  /// The steps in order; removals come before insertions at the same position.
  var steps: [Step] {
    var steps: [Step] = []
    var line = 0
    for (index, lines) in (kept + [lineCount..<lineCount]).enumerated() {
      guard let lines else {
        steps.append(.removed(index))
        continue
      }
      steps += (line..<lines.lowerBound).map { .inserted(line: $0) }
      if index < kept.count { steps.append(.kept(index, lines: lines)) }
      line = lines.upperBound
    }
    return steps
  }
}

/// Texts as an array of C strings, freed when the object is deinitialized.
final class CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ texts: [String]) {
    count = texts.count
    pointers = .allocate(capacity: count + 1)
    for (index, text) in texts.enumerated() { (pointers + index).initialize(to: strdup(text)) }
    (pointers + count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}
