import ChimpApplication
import Glibc
import Shell

signal(SIGPIPE, SIG_IGN)

var status = stat()
let hasStatus = fstat(STDIN_FILENO, &status) == 0

var environment = ProgramEnvironment(
  arguments: Array(CommandLine.arguments.dropFirst()),
  variable: { name in getenv(name).map { String(cString: $0) } },
  input: STDIN_FILENO,
  output: DescriptorSink(descriptor: STDOUT_FILENO),
  diagnostics: DescriptorSink(descriptor: STDERR_FILENO),
  randomNumber: { UInt32.random(in: .min ... .max) })
environment.inputIsTerminal = isatty(STDIN_FILENO) == 1
environment.inputIsFile = hasStatus && status.st_mode & S_IFMT == S_IFREG
environment.outputIsTerminal = isatty(STDOUT_FILENO) == 1

let terminal = TerminalSession()
environment.terminal = terminal
let exitStatus = Program(environment).run()
terminal?.finish()
exit(exitStatus)
