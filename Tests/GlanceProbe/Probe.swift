import Glibc
import TestSupport

/// Tries one input at several moments, in one style.
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

  /// How often a case is repeated for which the probe was late.
  private static var longestRepetition: Int { 5 }
  /// How long the record of a stopped trial may take to be written, in tenths of a second.
  private static var longestWait: Int { 30 }

  func run(_ moments: [ProbeMoment]) -> [ProbeResult] {
    let input = ProbeInput.all(folder: folder.path)[inputIndex]
    return moments.enumerated().map { number, moment in
      var result = ProbeResult()
      for repeatCount in 0...Self.longestRepetition {
        result = ProbeResult(repeatCount: repeatCount)
        perform(input, at: moment, "\(number)-\(repeatCount)", &result)
        if result.isMeasured { break }
      }
      let place = "\(style.name), \(input.name), \(moment.rawValue): "
      result.faults = result.faults.map { place + $0 }
      return result
    }
  }

  private func perform(
    _ input: ProbeInput, at moment: ProbeMoment, _ name: String, _ result: inout ProbeResult
  ) {
    let store = folder.path + "/probe-\(name).sqlite"
    guard
      let session = ProbeSession(style, program: program, folder: folder.path, store: store),
      session.watch(until: { $0.typed == "" })
    else { return result.faults.append("no prompt") }
    session.type("start inoue-210\r")
    guard session.watch(until: { $0.screen.text.contains("ready: 5") || $0.isWaiting }) else {
      return result.faults.append("no test: \(session.screen.text)")
    }
    session.watch(30)
    session.type("\r")
    guard session.watch(until: { $0.hasFixation }) else {
      return result.faults.append("no fixation mark: \(session.screen.text)")
    }
    session.measure()
    var inputTime = ProbeSession.now + 100
    if moment != .fixation {
      guard session.watch(until: { $0.appeared != nil }), let appeared = session.appeared else {
        return result.faults.append("no numerals")
      }
      inputTime = appeared + (moment == .early ? 20 : 150)
    }
    session.watch(inputTime - ProbeSession.now)
    session.perform(input.deed)
    result.delay = (session.inputTime ?? inputTime) - inputTime
    session.watch(1_500)
    judge(session, input, store, &result)
  }

  private func judge(
    _ session: ProbeSession, _ input: ProbeInput, _ store: String, _ result: inout ProbeResult
  ) {
    result.delay = max(result.delay, session.delay)
    if let appeared = session.appeared {
      let end = session.disappeared ?? ProbeSession.now
      result.glance = end - appeared
    }
    if !session.hasEnded, !input.mayEndTrial, session.typed != "" {
      result.faults.append("kept for later: \"\(session.typed ?? "no prompt")\"")
    }
    session.type("\u{3}")
    session.watch(50)
    session.type("stop\r")
    var fact = record(of: store)
    for _ in 1...Self.longestWait where !fact.isOver && !session.hasEnded {
      session.watch(100)
      fact = record(of: store)
    }
    result.isExcluded = fact.isExcluded
    if fact.endedByPress { result.glance = nil }
    if let glance = result.glance, glance > GlanceProbe.longestGlance, !fact.isExcluded {
      result.faults.append("seen for \(Int(glance)) ms: \(fact.text)")
    }
    if input.isCounted, fact.earlyInputs == 0 {
      result.faults.append("no early input is recorded: \(fact.text)")
    }
  }

  private struct Record {
    var text = "no record"
    var isExcluded = false
    var endedByPress = false
    var isOver = false
    var earlyInputs: Int?
  }

  /// What the store says of the first trial.
  private func record(of path: String) -> Record {
    let query =
      "SELECT coalesce(\"holdMet\", '-') || '|' || coalesce(\"earlyInputs\", '-') || '|' || "
      + "coalesce(\"outcome\", '-') || '|' || trim(\"moves\") FROM \"Round\" ORDER BY rowid LIMIT 1"
    guard let text = Database.value(query, path) else { return Record() }
    let parts = text.split(separator: "|", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4 else { return Record(text: text) }
    return Record(
      text: text,
      isExcluded: parts[0] == "0" || parts[3].contains("resumed")
        || parts[2] == "gave-up" && parts[3].contains("hide"),
      endedByPress: parts[3].contains("press"), isOver: parts[2] != "-",
      earlyInputs: Int(parts[1]))
  }
}

extension ProbeSession {
  fileprivate var isWaiting: Bool { screen.text.contains("shows the numerals") }
}
