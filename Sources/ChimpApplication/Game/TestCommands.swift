import Examiner
import Shell

/// The commands about tests, and the keys of `start TEST`.
extension GameController {
  static var testCommands: [Command] {
    [
      Command(
        "begin", "begin the round that waits for it; an empty line does the same",
        CommandForm { _ in .message(.action(RoundAction.begin)) }, examples: ["begin"],
        notes: [
          "On a terminal each round of a test waits for it; a mark at the centre of the board",
          "comes first, for half a second.",
        ]),
      Command(
        "stop", "end a test before its end, and keep what was done",
        CommandForm { _ in .message(.action(RoundAction.stop)) }, examples: ["stop"]),
    ]
  }

  static var testKeys: [Parameter] {
    [
      .key("practice", .number(TestSettings.practiceLimits), "N"),
      .key("trials", .number(TestSettings.trialLimits), "N"), .key("count", .number(1...9801), "N"),
      .key("seed", .text, "TEXT"), .key("limit", .number(Rule.holdLimits), "MS"),
      .key("begin", .choice(["key", "countdown", "now"])),
      .key("feedback", .choice(["full", "outcome", "none"])), .key("numerals", .text, "1..9"),
      .key("adjacent", .choice(["yes", "no"])), .key("mask", .choice(["first", "never"])),
    ]
  }

  static var testNotes: [String] {
    [
      "practice=N      so many rounds come first that do not count",
      "trials=N        the test is over after so many rounds that count, at the latest",
      "count=N         the first board has so many numerals; kawai asks for 4 or 5",
      "seed=TEXT       draw the boards of the test from this text and their number in it",
      "begin=key       each round waits for \"begin\" or an empty line (the default where a person",
      "                plays); begin=countdown counts down; begin=now does neither (the default",
      "                of scripts)",
      "feedback=full   the end of a round shows the solution; feedback=outcome tells how it",
      "                ended, feedback=none only that it did",
      "muramatsu takes count=3, 4 or 5, numerals=1..9 or 1..19, adjacent=yes (each numeral is the",
      "next one of the one before) or no, and mask=first or never.",
    ]
  }

  /// Takes the keys of a test, as far as it takes them.
  static func testSettings(_ invocation: Invocation) throws(ArgumentFault) -> TestSettings {
    var settings = TestSettings()
    settings.practice = invocation.number(key: "practice") ?? 0
    settings.trials = invocation.number(key: "trials")
    settings.count = invocation.number(key: "count")
    settings.limit = invocation.number(key: "limit")
    settings.begin = invocation.text(key: "begin").flatMap { TestSettings.Begin(rawValue: $0) }
    settings.feedback =
      invocation.text(key: "feedback").flatMap { TestSettings.Feedback(rawValue: $0) } ?? .full
    settings.numerals = try range(invocation)
    settings.adjacency = invocation.text(key: "adjacent").flatMap {
      TestSettings.Adjacency(rawValue: $0)
    }
    settings.mask = invocation.text(key: "mask").flatMap { Rule.Mask(rawValue: $0) }
    if let text = invocation.text(key: "seed") {
      do { settings.seed = try SessionSeed(text) } catch {
        throw .invalid("\(error)", column: invocation.column(key: "seed"))
      }
    }
    if let preset = TestPreset.named(invocation.text(0)) { try check(settings, preset, invocation) }
    return settings
  }

  /// Refuses what a test can't be played with.
  private static func check(
    _ settings: TestSettings, _ preset: TestPreset, _ invocation: Invocation
  ) throws(ArgumentFault) {
    let name = preset.name
    if let counts = preset.counts {
      guard let count = settings.count ?? (preset.needsCount ? nil : preset.plan.count) else {
        let known = counts.map { "count=\($0)" }.joined(separator: " or ")
        throw .invalid("\(name) needs its count: \(known)", column: nil)
      }
      guard counts.contains(count) else {
        let known = counts.map { "\($0)" }.joined(separator: " or ")
        throw .invalid(
          "\(name) is played with \(known) numerals, not with \(count)",
          column: invocation.column(key: "count"))
      }
    }
    guard !preset.ranges.isEmpty else {
      for key in ["numerals", "adjacent", "mask"] as [StaticString]
      where invocation.column(key: key) != nil {
        throw .invalid("\(name) takes no \(key)=", column: invocation.column(key: key))
      }
      return
    }
    if let range = settings.numerals, !preset.ranges.contains(range) {
      let known = preset.ranges.map { "\($0.low)..\($0.high)" }.joined(separator: " or ")
      throw .invalid(
        "\(name) draws from \(known), not from \(range.low)..\(range.high)",
        column: invocation.column(key: "numerals"))
    }
  }
}
