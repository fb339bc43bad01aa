import ChimpApplication
import Glibc
import Shell

let output = OutputWriter(sink: DescriptorSink(descriptor: STDOUT_FILENO))
let diagnostics = OutputWriter(sink: DescriptorSink(descriptor: STDERR_FILENO))
let application = Application(output: output, sessionSeed: try SessionSeed("1"))
let console = Console(
  table: Application.table(isMachine: false), receiver: application,
  settings: application.settings, output: output, diagnostics: diagnostics, options: .init(),
  programVersion: Application.programVersion)
let end = console.run(ByteReader(descriptor: STDIN_FILENO, flushing: output))
output.flush()
