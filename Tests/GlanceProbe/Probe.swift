import Glibc
import TestSupport

/// The cases of one input in one style, one case for each moment.
struct Probe {
  let program: String
  let style: ProbeStyle
  let inputIndex: Int
  private let folder = TemporaryFolder()

  init(program: String, style: ProbeStyle, inputIndex: Int) {
    self.program = program
    self.style = style
    self.inputIndex = inputIndex
    folder.write(Array("start 5 8 5\nwait 3000\n".utf8), "waits.txt")
  }

  /// The highest number of repetitions of a case in which the probe was too slow.
  private static var longestRepetition: Int { 5 }
  /// The longest wait for the record of a suspended trial, in tenths of a second.
  private static var longestWait: Int { 30 }

  /// Runs the case of each moment and returns the results.
  func run(_ moments: [ProbeMoment]) -> [ProbeResult] {
    let input = ProbeInput.all(folder: folder.path)[inputIndex]
    return moments.enumerated().map { number, moment in
      var result = ProbeResult()
      for repeatCount in 0...Self.longestRepetition {
        result = ProbeResult(repeatCount: repeatCount)
        perform(input, at: moment, "\(number)-\(repeatCount)", &result)
        if result.isMeasured { break }
      }
      let name = "\(style.name), \(input.name), \(moment.rawValue): "
      result.failures = result.failures.map { name + $0 }
      return result
    }
  }

  /// Runs one case: starts a session, waits for the moment, makes the input and checks the result.
  private func perform(
    _ input: ProbeInput, at moment: ProbeMoment, _ name: String, _ result: inout ProbeResult
  ) {
    let store = folder.path + "/probe-\(name).sqlite"
    if style.isClosed { enrol(in: store) }
    guard
      let session = ProbeSession(style, program: program, folder: folder.path, store: store),
      session.watch(until: { style.isClosed ? $0.isWaiting : $0.typed == "" })
    else { return result.failures.append("no prompt") }
    if !style.isClosed { session.type("start inoue-210\r") }
    guard session.watch(until: { $0.screen.text.contains("ready: 5") || $0.isWaiting }) else {
      return result.failures.append("no test: \(session.screen.text)")
    }
    session.watch(30)
    session.type("\r")
    guard session.watch(until: { $0.hasFixation }) else {
      return result.failures.append("no fixation mark: \(session.screen.text)")
    }
    session.measure()
    var inputTime = ProbeSession.now + 100
    if moment != .fixation {
      guard session.watch(until: { $0.appeared != nil }), let appeared = session.appeared else {
        return result.failures.append("no numerals")
      }
      inputTime = appeared + (moment == .early ? 20 : 150)
    }
    session.watch(inputTime - ProbeSession.now)
    session.perform(input.action)
    result.delay = (session.inputTime ?? inputTime) - inputTime
    session.watch(1_500)
    checkResult(session, input, store, &result)
  }

  /// Creates a study and enrols a participant, whose first block has the same trials.
  private func enrol(in store: String) {
    let study = folder.file(
      "probe.study",
      "@ chimp-study 1\nname probe\nparticipants 1\ncondition short inoue-210 trials=9\n")
    let maker = try? LiveProgram(["--machine", "--store", store], program: program)
    for line in ["study check \(study)", "enrol P1"] {
      maker?.send(line)
      _ = maker?.answer()
    }
    _ = maker?.finish()
  }

  /// Presses all cells, which is the only way to end a trial in a closed session.
  private func pressEverything(_ session: ProbeSession) {
    session.type("\r")
    session.watch(50)
    for column in 1...8 {
      for row in 1...5 { session.type("\(column)\(row)") }
    }
  }

  /// Compares the screen and the stored trial with the expectations, and adds each failure to the
  /// result.
  private func checkResult(
    _ session: ProbeSession, _ input: ProbeInput, _ store: String, _ result: inout ProbeResult
  ) {
    result.delay = max(result.delay, session.delay)
    if let appeared = session.appeared {
      let end = session.disappeared ?? ProbeSession.now
      result.glance = end - appeared
    }
    if !style.isClosed, !session.hasEnded, !input.mayEndTrial, session.typed != "" {
      result.failures.append("kept for later: \"\(session.typed ?? "no prompt")\"")
    }
    if style.isClosed {
      pressEverything(session)
    } else {
      // The first Ctrl-C may clear a line, the next one asks, and the last one leaves the test. On
      // lines all of them only tell of "stop".
      for _ in 1...3 {
        session.type("\u{3}")
        session.watch(50)
      }
      session.type("stop\r")
    }
    var record = record(of: store)
    for _ in 1...Self.longestWait where !record.isOver && !session.hasEnded {
      session.watch(100)
      record = self.record(of: store)
    }
    result.isExcluded = record.isExcluded
    if input.isPress, let glance = result.glance, glance < GlanceProbe.shortestGlance,
      !record.isExcluded
    {
      result.failures.append("seen for only \(Int(glance)) ms: \(record.text)")
    }
    if let glance = result.glance, glance > GlanceProbe.longestGlance, !record.isExcluded {
      result.failures.append("seen for \(Int(glance)) ms: \(record.text)")
    }
    if input.isCounted, record.earlyInputs == 0 {
      result.failures.append("no early input is recorded: \(record.text)")
    }
  }

  private struct Record {
    var text = "no record"
    var isExcluded = false
    var isOver = false
    var earlyInputs: Int?
  }

  /// Returns the stored record of the first trial; an empty one if there is none.
  private func record(of path: String) -> Record {
    let query =
      "SELECT coalesce(\"holdMet\", '-') || '|' || coalesce(\"earlyInputs\", '-') || '|' || "
      + "coalesce(\"outcome\", '-') || '|' || trim(\"moves\") FROM \"Round\" ORDER BY rowid LIMIT 1"
    guard let text = Database.value(query, path) else { return Record() }
    let parts = text.split(separator: "|", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4 else { return Record(text: text) }
    let wasResumed = parts[3].contains("resumed")
    let wasHidden = parts[2] == "gave-up" && parts[3].contains("hide")
    return Record(
      text: text, isExcluded: parts[0] == "0" || wasResumed || wasHidden,
      isOver: parts[2] != "-", earlyInputs: Int(parts[1]))
  }
}

extension ProbeSession {
  fileprivate var isWaiting: Bool { screen.text.contains("shows the numerals") }
}
