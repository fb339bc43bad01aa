import Archive
import Examiner
import Game
import Screens
import Shell

/// Runs the bytes as the input of a scripted session; the fuzzer reports every input that traps.
///
/// The first byte selects the session's options. The session is restricted and does not access
/// files, so that no input can harm the machine.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  let bytes = UnsafeBufferPointer(start: start, count: count)
  fixture.perform(mode: bytes[0], Array(bytes.dropFirst()))
  return 0
}

nonisolated(unsafe) private let fixture = Fixture()

/// The objects that all inputs share, because creating them takes longer than running most inputs.
private final class Fixture {
  private let sink = MemorySink()
  private let output: OutputWriter
  private let diagnostics = OutputWriter(sink: MemorySink())
  private let tables = [false, true].map {
    Application.table(isMachine: $0, isRestricted: true)
  }

  init() {
    output = OutputWriter(sink: sink)
  }

  /// Runs an input with the options that the bits of `mode` select.
  func perform(mode: UInt8, _ input: [UInt8]) {
    output.hasColor = mode & 8 != 0
    var options = ConsoleOptions()
    options.isRestricted = true
    options.machineFormat = mode & 1 != 0 ? .frames : nil
    options.echoes = mode & 2 != 0
    options.bails = mode & 4 != 0
    let application = Application(
      output: output, environment: ApplicationEnvironment(sessionSeed: .script))
    let table = tables[options.isMachine ? 1 : 0]
    let console = Console(
      application, table: table, speaker: application.speaker, diagnostics: diagnostics,
      options: options, programVersion: "", recordingFormat: TranscriptFormat(seed: .script))
    _ = console.run(TextLines(input))
    output.flush()
    _ = sink.consume()
    guard mode & 16 != 0 else { return }
    let text = String(decoding: input.prefix(100), as: UTF8.self)
    _ = table.hint(for: text)
    _ = table.completion(of: text, context)
  }
}

/// A context of completions without files.
private let context = CompletionContext(settings: [Setting("seed", Text("", ""), value: { "" })]) {
  _ in []
}
