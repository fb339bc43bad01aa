import ChimpSystem
import Game
import Glibc
import Records
@testable import Screens
import Shell
import Statistics
import TestSupport

/// An output sink all of whose writes fail with a system error.
final class FailingSink: OutputSink {
  let supportsMarks = false
  let fault: SystemError

  init(_ number: Int32) {
    fault = SystemError(number: number)
  }

  func write(_ bytes: Span<UInt8>, marks: [OutputMark]) -> SystemError? {
    fault
  }
}

/// A terminal with a size and a measured timing, on which nobody types.
final class StillTerminal: TerminalProvider {
  let size: TerminalSize?
  private let sample: TimingSample

  init(size: TerminalSize? = nil, sample: TimingSample = TimingSample(requestedHold: 0)) {
    self.size = size
    self.sample = sample
  }

  let endsBySignal = false
  let isInterrupted = false
  let hasStage = false
  let lineDevice = PressInput.line
  let digitDelay: Int? = nil

  func makeSink() -> any OutputSink { MemorySink() }
  func makeSource(
    for console: Console<Application>, beginning: SessionBeginning, stage: LiveStage
  ) -> any LineSource { TextLines([]) }
  func report(_ line: String) -> Bool { false }
  func confirm(_ question: String) -> Bool { false }
  func copy(_ text: String) {}
  func forgetLines(where isForgotten: (String) -> Bool) {}
  func writeNow() {}
  func sleepInGlance(_ milliseconds: Int) -> Bool { false }
  func measureTiming(holdCount: Int) -> TimingSample { sample }
}

/// Runs the program in this process with a text as its standard input; `configure` changes its
/// environment.
func run(
  _ arguments: [String], input: String = "", variables: [String: String] = [:],
  configure: (ProgramEnvironment) -> Void = { _ in }
) -> FinishedRun {
  let output = MemorySink()
  let diagnostics = MemorySink()
  let folder = TemporaryFolder()
  let descriptor = open(folder.file("input", input), O_RDONLY)
  defer { close(descriptor) }
  let environment = ProgramEnvironment(
    arguments: arguments, variable: { variables[$0] }, input: descriptor, output: output,
    diagnostics: diagnostics, randomNumber: { 42 })
  environment.diagnosticsAreTerminal = true
  configure(environment)
  let status = Program(environment).run()
  return FinishedRun(
    status: status, String(decoding: output.bytes, as: UTF8.self),
    String(decoding: diagnostics.bytes, as: UTF8.self))
}

/// Runs commands, each as an option `-c`, on the store at a path; `configure` changes its settings.
func run(
  _ commands: [String], on store: String, options: [String] = [],
  configure: @escaping (inout StoreSettings) -> Void = { _ in }
) -> FinishedRun {
  run(["--store", store] + options + commands.flatMap { ["-c", $0] }) { environment in
    environment.configureStore = { settings in
      settings.reserve = 0
      configure(&settings)
    }
  }
}
