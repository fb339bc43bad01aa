import ChimpSystem
import Glibc
import Lab
import Shell

/// The executable of the lab, which passes arguments, descriptors, clocks and signals to the
/// program.
@main
struct ChimpLab {
  #if Lab
    /// Runs the command of the arguments, and exits with its status.
    static func main() {
      // A closed output is reported as an error, and must not end the program.
      signal(SIGPIPE, SIG_IGN)
      // Without overwriting, so that an address, a service file or the user's own variable has
      // priority; a Unix socket has no TLS.
      setenv("PGSSLMODE", "verify-full", 0)
      var signals = Self.signals
      sigprocmask(SIG_BLOCK, &signals, nil)
      let variable = { (name: String) in getenv(name).map { String(cString: $0) } }
      let program = LabProgram(
        output: DescriptorSink(descriptor: STDOUT_FILENO),
        diagnostics: DescriptorSink(descriptor: STDERR_FILENO), clocks: clocks,
        sleep: { usleep(UInt32($0) * 1000) }, isInterrupted: isInterrupted,
        locale: isatty(STDOUT_FILENO) == 1 ? variable : nil)
      exit(program.run(Array(CommandLine.arguments.dropFirst())))
    }

    /// The signals that end the program; they are blocked and stay pending until it polls them.
    private static var signals: sigset_t {
      var signals = sigset_t()
      sigemptyset(&signals)
      for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
      return signals
    }

    /// Returns true if one of the signals is pending.
    private static func isInterrupted() -> Bool {
      var waiting = sigset_t()
      sigpending(&waiting)
      return [SIGINT, SIGTERM, SIGHUP].contains { sigismember(&waiting, $0) == 1 }
    }

    /// Returns the wall clock and the monotonic clock, in milliseconds.
    private static func clocks() -> [Int] {
      [CLOCK_REALTIME, CLOCK_MONOTONIC].map { nanoseconds(of: $0) / 1_000_000 }
    }
  #else
    /// Reports that the program was built without the package trait `Lab`, and exits with the
    /// status of an invalid command line.
    static func main() {
      let output = OutputWriter(sink: DescriptorSink(descriptor: STDERR_FILENO))
      output.write(text: "chimp-lab: built without PostgreSQL: apt-get install libpq-dev, then ")
      output.write(text: "swift build --traits Lab\n")
      output.flush()
      exit(2)
    }
  #endif
}
