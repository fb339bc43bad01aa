import Archive
import Game
import Records
@testable import Screens
import Shell
import TestSupport

/// A scripted session on a store.
///
/// It never ends its stored session, as if it were killed, unless `quit` is called.
final class ScriptedSession {
  private let output = OutputWriter(sink: MemorySink())
  private let console: Console<Application>
  private let application: Application

  /// Creates a session on the store at a path; `running` has the names of the processes that count
  /// as running.
  init(
    _ path: String, process: String, running: Set<String> = [], now: Int? = nil,
    declared: DeclaredPlayer = DeclaredPlayer(.script),
    configure: @escaping (inout StoreSettings) -> Void = { _ in }
  ) {
    let records = RecordsEnvironment(
      path: path,
      configure: { settings in
        settings.reserve = 0
        if let now { settings.environment.now = { now } }
        configure(&settings)
      })
    records.ownProcess = { process }
    records.declared = declared
    records.isRunning = { running.contains($0) }
    application = Application(
      output: output, environment: ApplicationEnvironment(sessionSeed: .script, records: records))
    console = makeConsole(application, output)
  }

  /// Performs lines and returns their replies as lines, without the boards.
  @discardableResult
  func play(_ lines: String...) -> [String] {
    lines.flatMap { line in
      reply(line).split(separator: "\n").map { String($0) }.filter { !$0.hasPrefix("  ") }
    }
  }

  /// Performs a line and returns its complete reply.
  func reply(_ line: String) -> String {
    let bytes = output.capture(keeping: false) { console.perform(line: Array(line.utf8)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  func quit() { application.close() }
}

/// Returns a console that performs the lines of a test on an application, and drops diagnostics.
func makeConsole(
  _ application: Application, _ output: OutputWriter, isMachine: Bool = false,
  folder: SessionFolder? = nil
) -> Console<Application> {
  Console(
    application, table: Application.table(isMachine: isMachine), folder: folder,
    speaker: application.speaker, diagnostics: OutputWriter(sink: MemorySink()),
    options: ConsoleOptions(), programVersion: "",
    recordingFormat: TranscriptFormat(seed: .script))
}
