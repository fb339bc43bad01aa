import ChimpSystem
import Glibc
import TestSupport

/// An attack on holds: tries to keep numerals on the screen for longer than their hold, by means
/// that users have.
///
/// `glance-probe [--part N/M] [--moments fixation,early,late] [--program PATH] [--only NAME]
/// [--style NAME]`
///
/// `glance-probe --holds N [--program PATH]` measures holds instead, and `--piped-holds N` those of a
/// program that reads a pipe.
///
/// `glance-probe --summarize FILE` summarizes the results of parts that ran with `--results FILE`.
///
/// Each input is made at each moment in each style: the numerals must disappear within 250 ms, or
/// the trial must be excluded; a press must not make them disappear early. The probe measures its
/// own delays, too: a case with a late probe says nothing about the program and is repeated.
@main
struct GlanceProbe {
  /// The longest time from the numerals to the mask that is allowed, in milliseconds, as the
  /// terminal shows it.
  static var longestGlance: Double { 250 }
  /// The shortest time that is allowed after a press, in milliseconds.
  static var shortestGlance: Double { 180 }

  static func main() {
    var program = programPath
    var part = 0
    var partCount = 1
    var moments = ProbeMoment.allCases
    var only: String?
    var styles = ProbeStyle.all
    var holdCount: Int?
    var pipedCount: Int?
    var file: String?
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst(), let value = words.popFirst() {
      switch word {
      case "--program": program = value
      case "--only": only = value
      case "--style": styles = ProbeStyle.all.filter { $0.name == value }
      case "--holds": holdCount = Int(value)
      case "--piped-holds": pipedCount = Int(value)
      case "--results": file = value
      case "--summarize":
        let lines = TemporaryFolder.text(at: value).split(separator: "\n")
        return summarize(lines.compactMap { ProbeResult(line: $0) })
      case "--part":
        let numbers = value.split(separator: "/").compactMap { Int($0) }
        guard numbers.count == 2, numbers[1] > 0 else { exitProgram("usage: --part N/M") }
        part = numbers[0] % numbers[1]
        partCount = numbers[1]
      case "--moments":
        moments = ProbeMoment.allCases.filter { value.split(separator: ",").contains("\($0)") }
      default: exitProgram("unknown option: \(word)")
      }
    }
    if let holdCount { return measureHolds(holdCount, program) }
    if let pipedCount { return measurePipedHolds(pipedCount, program) }
    run(program, part, partCount, styles, moments, only, file)
  }

  /// Plays rounds with a hold of 210 ms and prints statistics of the holds that the store contains.
  private static func measureHolds(_ count: Int, _ program: String) {
    let folder = TemporaryFolder()
    let store = folder.path + "/holds.sqlite"
    guard
      let session = ProbeSession(
        ProbeStyle.all[1], program: program, folder: folder.path, store: store),
      session.watch(until: { $0.typed == "" })
    else { exitProgram("no prompt") }
    for _ in 1...count {
      session.type("start 5 8 5 hold=210\r")
      session.watch(until: { !$0.numerals.isEmpty })
      session.watch(until: { $0.numerals.isEmpty && $0.hasMask })
    }
    session.type("give-up\r")
    session.watch(300)
    let list = Database.value("SELECT group_concat(measuredHold) FROM Round", store) ?? ""
    let holds = list.split(separator: ",").compactMap { Double($0) }.sorted()
    guard !holds.isEmpty else { exitProgram("no holds") }
    let mean = holds.reduce(0, +) / Double(holds.count)
    let variance = holds.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(holds.count - 1)
    let missed = holds.count { ($0 - 210).magnitude > 21 }
    printLine(
      "\(holds.count) holds of 210 ms: median \(holds[holds.count / 2]), sd "
        + "\((variance.squareRoot() * 100).rounded() / 100), \(holds[0]) to "
        + "\(holds[holds.count - 1]) ms; \(missed) were not met")
  }

  /// Plays a test with a hold of 210 ms through a pipe, and measures how long its reader can see the
  /// numerals of each trial.
  ///
  /// Exits with status 1 if more than a tenth of the looks are too long or too short.
  private static func measurePipedHolds(_ count: Int, _ program: String) {
    let options = ["--clock", "real", "--player", "person"]
    guard let session = try? LiveProgram(options, program: program) else {
      exitProgram("the program does not start")
    }
    session.send("start plain hold=210 trials=\(count)")
    var looks: [Double] = []
    var beginning = 0
    while looks.count < count, let line = session.line() {
      if line.hasPrefix("round \(looks.count + 1): 5 numerals") {
        beginning = monotonicMilliseconds()
      }
      guard line.hasPrefix("hidden: ") else { continue }
      looks.append(Double(monotonicMilliseconds() - beginning))
      session.send("give-up")
    }
    let wrong = looks.count { $0 < shortestGlance || $0 > longestGlance }
    let shown = looks.sorted().map { "\(Int($0.rounded()))" }
    printLine("\(looks.count) looks through a pipe: \(shown.joined(separator: " ")) ms")
    if looks.count < count || wrong * 10 > count { exit(1) }
  }

  /// Runs the cases of one part out of `partCount`, and prints their results or appends them to a
  /// file.
  private static func run(
    _ program: String, _ part: Int, _ partCount: Int, _ styles: [ProbeStyle],
    _ moments: [ProbeMoment], _ only: String?, _ file: String?
  ) {
    var results: [ProbeResult] = []
    let inputs = ProbeInput.all(folder: TemporaryFolder().path)
    var index = 0
    for style in styles {
      for input in inputs.indices {
        index += 1
        guard index % partCount == part, only == nil || inputs[input].name == only else { continue }
        let latest = Probe(program: program, style: style, inputIndex: input).run(moments)
        for result in latest {
          let heading = result.isMeasured ? "FAULT" : "NOT MEASURED, \(Int(result.delay)) ms late:"
          for failure in result.failures { printLine("\(heading) \(failure)") }
        }
        results += latest
      }
    }
    guard let file else { return summarize(results) }
    let descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    let bytes = Array(results.map { $0.line + "\n" }.joined().utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      exitProgram("can't write \(file)")
    }
  }

  /// Prints a summary of all cases.
  ///
  /// Exits with status 1 if a case failed, or if the probe was too slow in more than a tenth of the
  /// cases.
  private static func summarize(_ results: [ProbeResult]) {
    let measured = results.filter(\.isMeasured)
    let glances = measured.filter { !$0.isExcluded }.compactMap(\.glance).sorted()
    let failureCount = measured.count { !$0.failures.isEmpty }
    func text(_ glance: Double?) -> String { glance.map { "\(Int($0.rounded())) ms" } ?? "-" }
    printLine("cases            \(results.count)")
    printLine("faulty           \(failureCount)")
    printLine("repeated         \(results.count { $0.repeatCount > 0 }); the probe was late")
    printLine("repetitions      \(results.reduce(0) { $0 + $1.repeatCount })")
    printLine("not measured     \(results.count - measured.count), the probe was late each time")
    printLine("don't count      \(measured.count(where: \.isExcluded))")
    printLine("glances counted  \(glances.count)")
    printLine("median           \(text(glances.isEmpty ? nil : glances[glances.count / 2]))")
    printLine("longest          \(text(glances.last))")
    if failureCount > 0 || measured.count * 10 < results.count * 9 { exit(1) }
  }
}
