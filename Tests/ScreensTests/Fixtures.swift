import ChimpSystem
import Glibc
import Screens
import Shell
import TestSupport

/// The exit status, the output and the diagnostics of a run of the program.
struct ProgramResult: Equatable {
  var status: Int32
  var output: String
  var diagnostics: String
}

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

/// Runs the program in this process with a text as its standard input; `configure` changes its
/// environment.
func run(
  _ arguments: [String], input: String = "", variables: [String: String] = [:],
  configure: (ProgramEnvironment) -> Void = { _ in }
) -> ProgramResult {
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
  return ProgramResult(
    status: status, output: String(decoding: output.bytes, as: UTF8.self),
    diagnostics: String(decoding: diagnostics.bytes, as: UTF8.self))
}
