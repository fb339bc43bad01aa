import Game
import Shell

extension StudyFile {
  /// The keys of a condition, whose `hold=` may be a list such as `200,400,800`.
  static var holdParameters: [Parameter] {
    TestSettings.parameters.map { parameter in
      parameter.name == "hold" ? .key("hold", .text, "MS[,MS...]") : parameter
    } + [.key("runs", .choice(TestSettings.Runs.allCases.map(\.rawValue)))]
  }

  /// Throws unless `hold=` is a number within the limits, or a list of different ones; does nothing
  /// without the key.
  func checkHoldText() throws(StudyError) {
    guard let text = invocation.text(key: "hold"), let column = invocation.column(key: "hold")
    else { return }
    let limits = TestSettings.plainHoldLimits
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count > 1 else {
      guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
        throw StudyError(syntax: .notNumber("hold", text, column: column))
      }
      guard let hold = Int(text), limits.contains(hold) else {
        throw StudyError(syntax: .outOfRange("hold", text, limits, column: column))
      }
      return
    }
    let holds = parts.compactMap { Int($0) }.filter(limits.contains)
    guard holds.count == parts.count, zip(holds, parts).allSatisfy({ "\($0)" == $1 }),
      HoldSequence.counts.contains(holds.count)
    else {
      let counts = HoldSequence.counts
      throw StudyError(
        "\"\(text)\" is not a list of holds such as 200,400,800: \(counts.lowerBound) "
          + "to \(counts.upperBound) numbers from \(limits.lowerBound) to \(limits.upperBound)",
        "200,400,800 のような提示時間の並びではありません（\(limits.lowerBound)から\(limits.upperBound)の数を"
          + "\(counts.lowerBound)から\(counts.upperBound)個）: \(text)", column: column)
    }
    for (index, hold) in holds.enumerated() where holds[..<index].contains(hold) {
      throw StudyError(
        "hold= has \(hold) twice", "hold= に \(hold) が2つあります", column: column)
    }
  }

  /// Reads the rule for runs of holds, and checks that each hold comes equally often.
  ///
  /// Practice may have any number of trials.
  func readHolds(
    _ settings: inout TestSettings, of preset: TestPreset, isPractice: Bool
  ) throws(StudyError) {
    if let text = invocation.text(key: "runs") { TestSettings.runsKey.set(&settings, text) }
    guard let holds = settings.holds else {
      guard settings.runs == nil else {
        throw StudyError(
          "runs= needs several holds, such as hold=200,400,800",
          "runs= には hold=200,400,800 のように複数の提示時間が必要です",
          column: invocation.column(key: "runs"))
      }
      return
    }
    guard !isPractice, let count = TestSeries(preset, settings).trialLimit,
      !count.isMultiple(of: holds.count)
    else { return }
    throw StudyError(
      "\(counted(count, "trial")) can't have \(holds.count) holds equally often",
      "\(count)試行に\(holds.count)個の提示時間を同じ回数ずつ入れることはできません",
      column: invocation.column(key: "trials") ?? invocation.column(key: "hold"))
  }
}
