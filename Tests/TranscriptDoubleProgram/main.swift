import ChimpSystem
import Glibc
import TranscriptDouble
import Transcripts

// The golden-file tool over the double, as a program: `transcript-double VERB ...`.

func write(_ bytes: [UInt8], to descriptor: Int32) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard written > 0 else { return }
    rest = rest.dropFirst(written)
  }
}

signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)
var environment = TranscriptEnvironment(
  programName: "transcript-double", output: { write($0, to: STDOUT_FILENO) },
  diagnostics: { write($0, to: STDERR_FILENO) },
  variable: { name in getenv(name).map { String(cString: $0) } })
environment.workerCommand = ["/proc/self/exe"]
let path = environment.variable("PATH") ?? ""
environment.variables = { ["PATH=\(path)", "HOME=/"] }
if let count = environment.variable("DESCRIPTORS").flatMap({ rlim_t($0) }) {
  var limit = rlimit(rlim_cur: count, rlim_max: count)
  setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}
environment.processorCount = sysconf(Int32(_SC_NPROCESSORS_ONLN))
environment.fileOperations.allowsNameless = getenv("NAMED") == nil
var step = 0
if let killedAt = getenv("KILLED_AT").flatMap({ Int(String(cString: $0)) }) {
  environment.fileOperations.isFailing = {
    step += 1
    if step == killedAt { kill(getpid(), SIGKILL) }
    return false
  }
}
if getenv("AS_NOBODY") != nil && getuid() == 0 {
  guard setgid(65_534) == 0, setuid(65_534) == 0 else { exit(99) }
}
environment.answer = { readLine() }
let tool = TranscriptTool(sessions: DoubleSessionMaker(), environment: environment)
exit(tool.run(arguments: Array(CommandLine.arguments.dropFirst())))
