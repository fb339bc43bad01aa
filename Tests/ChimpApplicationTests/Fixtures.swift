import ChimpApplication
import Console
import Glibc
import SystemCalls
import TestSupport

/// The result of a run of the program.
struct ProgramResult: Equatable {
  var status: Int32
  var output: String
  var diagnostics: String
}

/// A sink that accepts a number of pieces and then fails.
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

/// Runs the program on a text as its standard input.
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
