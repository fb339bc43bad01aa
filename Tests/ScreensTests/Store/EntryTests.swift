@testable import Game
import Records
@testable import Screens
import TestSupport
import Testing

/// Tests of the validation of tests and times by an import, which accepts everything that was
/// exported.
struct EntryTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var file: String { folder.path + "/data.jsonl" }

  /// Runs commands without a store and returns the text of the file they export.
  private func export(_ commands: [String]) -> String {
    let words = (commands + ["export \(file) --force"]).flatMap { ["-c", $0] }
    _ = run(words)
    return folder.text("data.jsonl")
  }

  /// Imports a text into the store and returns the output.
  private func importText(_ text: String) -> String {
    folder.write(Array(text.utf8), "data.jsonl")
    let result = run(["--store", folder.path + "/store", "-c", "import \(file)"]) {
      $0.configureStore = { $0.reserve = 0 }
    }
    return result.output.split(separator: folder.path + "/").joined()
  }

  private static let hold = [
    "start inoue-650 trials=2 seed=z", "wait 800", "1 3", "wait 800", "1 2", "wait 50",
  ]
  private static let oldHold =
    ["start inoue-650 trials=2 seed=z press=ends-look"] + hold.dropFirst()
  private static let earlyPress =
    [
      "start inoue-650 trials=2 seed=z", "wait 640", "1 3", "wait 160", "1 3", "wait 50", "stop",
    ]
  private static let free = ["start 3 3 3 hold=100 limit=300 seed=k", "wait 500"]
  private static let strikes =
    ["start human-benchmark seed=z"]
    + Array(repeating: ["1 1", "give-up", "wait 32"], count: 3).joined()
  private static let procedure = ["adapt span sd=2", "give-up", "wait 32", "give-up", "stop"]

  /// Invalid files: the commands that create an export, the expected error, and the replacements in
  /// the export that cause it.
  private static let changes: [([String], String, [(String, String)])] = [
    (
      hold, "2: \"requested_hold\" contradicts \"test\" and \"test_settings\"",
      [("\"requested_hold\":650", "\"requested_hold\":50"), ("\"hold_met\":1", "\"hold_met\":0")]
    ),
    (
      hold, "2: \"requested_hold\" contradicts the moves",
      [
        ("\"requested_hold\":650", "\"requested_hold\":99999"),
        ("\"hold_met\":1", "\"hold_met\":0"),
      ]
    ),
    (
      hold, "2: \"requested_hold\" contradicts the moves",
      [
        ("\"hold_met\":1", "\"hold_met\":0"), ("656 hold-ends", "5 hold-ends"),
        ("_hold\":656", "_hold\":5"),
        ("study_time\":656", "study_time\":5"), ("\"recall_time\":144", "\"recall_time\":795"),
        ("_from_mask\":144", "_from_mask\":795"), ("\"recall_time\":160", "\"recall_time\":811"),
        ("_from_mask\":160", "_from_mask\":811"),
      ]
    ),
    (
      hold, "2: \"look_ended\" contradicts the moves",
      [
        ("\"hold_met\":1", "\"hold_met\":null"), ("656 hold-ends;800", "900"),
        ("measured_hold\":656", "measured_hold\":null"),
        ("study_time\":656", "study_time\":null"), ("\"recall_time\":144", "\"recall_time\":null"),
        ("_from_mask\":144", "_from_mask\":null"), ("time\":800", "time\":900"),
        ("from_onset\":800", "from_onset\":900"), ("latency\":800", "latency\":900"),
        ("masked\":1", "masked\":0"), ("line_presses\":0", "line_presses\":1"),
      ]
    ),
    (
      // A press that ends the look by the old rule, but only after the hold.
      oldHold, "2: \"requested_hold\" contradicts the moves",
      [
        ("\"hold_met\":1", "\"hold_met\":null"), ("656 hold-ends;800", "900"),
        ("measured_hold\":656", "measured_hold\":null"),
        ("\"look_ended\":0", "\"look_ended\":1"),
        ("study_time\":656", "study_time\":null"), ("\"recall_time\":144", "\"recall_time\":null"),
        ("_from_mask\":144", "_from_mask\":null"), ("time\":800", "time\":900"),
        ("from_onset\":800", "from_onset\":900"), ("latency\":800", "latency\":900"),
        ("masked\":1", "masked\":0"), ("line_presses\":0", "line_presses\":1"),
      ]
    ),
    (
      // An early press after the hold.
      earlyPress, "2: \"requested_hold\" contradicts the moves",
      [
        ("640 press 1 3;656 hold-ends", "690 press 1 3;700 hold-ends"),
        ("time\":640", "time\":690"), ("_hold\":656", "_hold\":700"),
        ("study_time\":656", "study_time\":700"), ("\"recall_time\":144", "\"recall_time\":100"),
        ("_from_mask\":144", "_from_mask\":100"),
      ]
    ),
    (hold, "2: \"finished\" contradicts the moves", [("\"finished\":1", "\"finished\":0")]),
    (hold, "2: \"finished\" contradicts the moves", [("\"finished\":1", "\"finished\":null")]),
    (procedure, "2: \"finished\" contradicts the moves", [("\"finished\":1", "\"finished\":2")]),
    (
      // Earlier trials of the file don't know that their test was finished.
      strikes, "6: \"finished\" contradicts the moves",
      [("\"finished\":1", "\"finished\":0")]
    ),
    (
      free, "2: \"limit\" contradicts the moves", [("\"limit\":300", "\"limit\":50000")]
    ),
    (
      hold, "2: \"limit\" contradicts the moves",
      [("\"limit\":null", "\"limit\":1"), ("trials=2 seed=z", "trials=2 seed=z limit=1")]
    ),
    (
      hold, "2: \"requested_hold\" contradicts \"test\" and \"test_settings\"",
      [("inoue-650", "inoue-210")]
    ),
    (
      hold, "2: \"test_settings\" contradicts \"test\"",
      [("inoue-650", "kawai"), ("trials=2 seed", "trials=2 count=9 seed")]
    ),
    (
      hold, "2: \"condition\" contradicts \"test\" and \"test_settings\"",
      [
        ("inoue-650", "kawai"), ("trials=2 seed", "trials=2 count=5 seed"),
        (" press=ignored", ""),
      ]
    ),
    (
      hold, "4: \"trial\" contradicts an earlier line", [("\"trial\":2", "\"trial\":1")]
    ),
    (
      hold, "4: \"trial\" contradicts \"test\" and \"test_settings\"",
      [("\"trial\":2", "\"trial\":5")]
    ),
    (
      strikes, "4: \"test\" contradicts an earlier line",
      [
        (
          "\"trial\":2,\"phase\":\"test\",\"test\":\"human-benchmark\"",
          "\"trial\":2,\"phase\":\"test\",\"test\":\"span\""
        ), ("\"strikes\":1", "\"strikes\":null"),
      ]
    ),
    (hold, "2: \"board\" contradicts \"test\" and \"test_settings\"", [("seed=z", "seed=other")]),
    (
      hold, "2: \"count\" contradicts \"test\" and \"test_settings\"",
      [("trials=2", "trials=2 count=9")]
    ),
    (
      hold, "2: \"line_rule\" contradicts \"test\" and \"test_settings\"",
      [("\"line_rule\":\"one\"", "\"line_rule\":\"any\"")]
    ),
    (
      hold, "2: \"line_presses\" contradicts the moves",
      [("\"line_presses\":0", "\"line_presses\":null")]
    ),
    (
      hold, "2: \"onset_date\" contradicts \"created\"",
      [("\"onset_date\":\"2000", "\"onset_date\":\"1970")]
    ),
    (
      hold, "2: \"shown\" contradicts the moves",
      [("\"shown\":null", "\"shown\":0")]
    ),
    (
      hold, "2: \"shown\" contradicts the moves",
      [
        ("\"shown\":null", "\"shown\":700"), ("virtual", "real"),
        ("\"measured_hold\":656", "\"measured_hold\":-44"), ("\"hold_met\":1", "\"hold_met\":0"),
      ]
    ),
    (
      hold, "2: \"acknowledged\" is before \"shown\"",
      [
        ("\"shown\":null,\"acknowledged\":null", "\"shown\":7,\"acknowledged\":6"),
        ("virtual", "real"), ("\"measured_hold\":656", "\"measured_hold\":649"),
      ]
    ),
    (
      procedure, "2: \"estimate_sd\" contradicts the trials of its test",
      [("\"estimate_sd\":", "\"estimate_sd\":-")]
    ),
    (
      procedure, "2: \"estimate\" contradicts the trials of its test",
      [("\"estimate\":", "\"estimate\":1")]
    ),
    (
      free, "2: \"estimate\" contradicts \"test\"", [("\"estimate\":null", "\"estimate\":\"1\"")]
    ),
    (
      strikes, "4: \"strikes\" contradicts the trials of its test",
      [("\"strikes\":1", "\"strikes\":2")]
    ),
  ]

  @Test(arguments: changes.indices)
  func `A row that contradicts its test or the time is refused by name`(_ number: Int) {
    let (commands, words, changes) = Self.changes[number]
    let text = export(commands)
    #expect(
      importText(changes.reduce(text) { $0.replacing($1.0, with: $1.1) })
        == "error: data.jsonl:\(words)\n")
    #expect(importText(text).hasPrefix("imported "))
  }

  @Test func `A test whose first trial is another, or that has no name, is refused`() {
    let text = export(Self.hold)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      importText((lines.prefix(1) + lines.dropFirst(3)).joined(separator: "\n")).hasPrefix(
        "imported 1 "))
    let id = lines[1].split(separator: "\"test_id\":")[1].prefix(17)
    let state = "\"test_state\":\"complete\",\"test_complete\":1"
    let open = text.replacing("\"test_state\":\"open\",\"test_complete\":0", with: state)
    #expect(
      importText(open.replacing("\"test_id\":\(id)", with: "\"test_id\":\"x\""))
        == "error: data.jsonl:2: \"test_id\" contradicts the others\n")
    let none = "\"test_state\":null,\"test_complete\":null"
    #expect(
      importText(
        open.replacing("\"test_id\":\(id)", with: "\"test_id\":null").replacing(state, with: none))
        == "error: data.jsonl:2: \"test_id\" contradicts \"test\"\n")
  }

  @Test func `The length of a path is a number in an exported line, and no text`() {
    let text = export(["start 3x3:1,1;2,2;3,1", "1 1 2 2 3 1", "start 1x1:1,1", "1 1"])
    let values = text.split(separator: "\n").compactMap { line in
      line.split(separator: "\"path_length\":").dropFirst().first?.prefix { $0 != "," }
    }
    #expect(values == ["2.828", "0.000"])
    #expect(
      importText(text.replacing("\"path_length\":2.828", with: "\"path_length\":2.829"))
        == "error: data.jsonl:2: \"path_length\" contradicts the board\n")
    #expect(importText(text) == "imported 2 trials and 4 presses from \"data.jsonl\"\n")
  }

  private static let turns = (0..<60).flatMap { number in
    ["\(number % 8 + 1) \(number % 5 + 1)", "wait \(number * 37 % 700)"]
  }
  private static let sessions: [[String]] =
    [
      ["start 5 4 6 wrong=again empty=ignore hold=210 limit=3000"] + turns,
      ["start 4 4 4 mask=never limit=400", "1 1 2 2", "wait 500"] + free + ["start 5 5 5", "hide"],
      [
        "disable hold", "start 3 3 3 hold=100 limit=100", "wait 900", "hide", "wait 90",
        "enable hold",
        "set seed a", "start inoue-650 trials=3", "wait 9000", "1 1", "wait 90", "give-up",
        "wait 90",
        "stop", "set participant P2", "start span practice=2 until=1 begin=countdown", "wait 9000",
      ] + turns,
    ]
    + TestPreset.names.flatMap { name in
      let start = "start \(name)" + (name == "kawai" ? " count=4" : "")
      return [
        [start] + turns + ["stop"],
        [
          start + (name == "zoo" ? "" : " trials=4 practice=1 limit=90")
            + " seed=q feedback=none"
        ] + turns + ["stop"],
      ]
    } + [
      ["start muramatsu count=3 numerals=1..9 adjacent=yes mask=never trials=4 limit=200"] + turns,
      ["start muramatsu count=3 numerals=1..9 adjacent=no seed=k"] + turns + ["stop"],
      ["adapt span method=staircase start=3 step=1 down=2"] + turns + ["stop"],
      ["adapt hold method=staircase start=430 count=3"] + turns + ["stop"],
      ["start human-benchmark"]
        + Array(repeating: ["give-up", "start human-benchmark"], count: 101).joined()
        + ["stop"],
      ["start inoue-masking trials=130"] + (turns + turns + turns + turns) + ["stop"],
    ]

  @Test(arguments: sessions.indices)
  func `Exported files are imported, and exported again the same`(_ number: Int) {
    let text = export(Self.sessions[number])
    #expect(text.contains("\"trial_id\""))
    let again = folder.path + "/again.jsonl"
    #expect(importText(text).hasPrefix("imported "))
    _ = run(["--store", folder.path + "/store", "-c", "export \(again)"])
    #expect(folder.text("again.jsonl") == text)
  }
}
