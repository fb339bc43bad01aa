import SampleData
@testable import Screens
import TestSupport
import Testing

/// Tests of the mark by which files belong to one export.
struct ExportMarkTests {
  private let folder = TemporaryFolder(isInMemory: true)

  /// Exports three trials, some of the data again, and the same trials with the machine's name.
  private func exports() -> TemporaryFolder {
    let folder = TemporaryFolder()
    let store = ["--store", folder.path + "/store"]
    let result = run(
      store + ["--seed", "apple"],
      input: """
        start 3 3 3
        press 1 1
        give-up
        export \(folder.path)/one.csv
        export \(folder.path)/same.csv
        export \(folder.path)/two.csv host=yes
        start 3 3 3
        give-up
        export \(folder.path)/three.csv

        """
    ) { $0.machine = { "HOSTNAMEHERE" } }
    #expect(result.status == 0, "\(result)")
    return folder
  }

  @Test(arguments: ["two", "three"], ["-presses", "-sessions", ""])
  func `Files of two exports are refused, also where their rows fit`(
    _ other: String, _ replaced: String
  ) {
    let folder = exports()
    folder.write(folder.bytes("one\(replaced).csv"), "\(other)\(replaced).csv")
    let result = run(["-c", "import \(folder.path)/\(other).csv"])
    let (file, otherFile) = replaced == "-presses" ? ("-presses", "") : ("", "-sessions")
    // Trials that are replaced have neither the sessions nor the presses of the others.
    #expect(
      result.output == """
        error: \(folder.path)/\(other)\(file).csv:2: it belongs to another export than \
        "\(folder.path)/\(other)\(otherFile).csv"

        """)
    #expect(result.status == 1)
  }

  @Test func `The same data gives the same files, from another store, too`() {
    let folder = exports()
    let result = run([
      "-c", "import \(folder.path)/one.csv", "-c", "export \(folder.path)/again.csv",
    ])
    #expect(result.status == 0, "\(result)")
    for part in ["", "-presses", "-sessions", "-long"] {
      #expect(folder.text("one\(part).csv") == folder.text("same\(part).csv"))
      #expect(folder.text("one\(part).csv") == folder.text("again\(part).csv"))
      #expect(folder.text("one\(part).csv").contains("export_id\r\n"))
      #expect(!folder.text("one\(part).csv").contains("aaaaaaaaaaaaaaa"))
    }
  }

  /// Returns the cells of a line with their quotes.
  private func cells(of line: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    for character in line {
      if character == "\"" { isQuoted.toggle() }
      guard character != "," || isQuoted else {
        cells.append("")
        continue
      }
      cells[cells.count - 1].append(character)
    }
    return cells
  }

  @Test func `Files without a mark are imported, but not beside files with one`() {
    let folder = exports()
    for part in ["", "-presses", "-sessions"] {
      let lines = folder.text("one\(part).csv").split(separator: "\r\n")
      let heads = lines[0].split(separator: ",")
      let names: [Substring] = [
        "agent", "look", "hold_tolerance", "planned_interval", "measured_interval",
        "planned_fixation", "measured_fixation", "answers", "turns", "first_turn", "tokens",
        "finished", "interrupted", "estimate_outside",
      ]
      let later = Set(names.compactMap { heads.firstIndex(of: $0) })
      // The mark is the last cell.
      let cut = lines.map { line in
        cells(of: line).dropLast().enumerated().filter { !later.contains($0.offset) }
          .map(\.element).joined(separator: ",") + "\r\n"
      }
      folder.write(Array(cut.joined().utf8), "old\(part).csv")
    }
    #expect(run(["-c", "import \(folder.path)/old.csv"]).status == 0)
    folder.write(folder.bytes("one-presses.csv"), "old-presses.csv")
    let result = run(["-c", "import \(folder.path)/old.csv"])
    #expect(
      result.output == """
        error: \(folder.path)/old-presses.csv:2: it belongs to another export than \
        "\(folder.path)/old.csv"

        """)
  }

  @Test
  func `Trials and presses of two exports are refused, in whichever order they were replaced`()
    throws
  {
    let samples = (0..<3).map { Sample($0) }
    var begun = samples
    begun[2] = samples[2].begun
    let others = (3..<6).map { Sample($0) }
    let exports = [[samples[0]], samples, begun, others, []]
    for (one, trials) in exports.enumerated() {
      for (other, presses) in exports.enumerated() where one != other {
        folder.write(ExchangeText.table(trials.map(\.trial)), "data.csv")
        folder.write(ExchangeText.table(presses.flatMap(\.presses)), "data-presses.csv")
        let sessions = ExchangeText.sessions(trials)
        folder.write(ExchangeText.table(sessions), "data-sessions.csv")
        let result = run(["-c", "import \(folder.path)/data.csv"])
        #expect(result.status == 1)
        #expect(
          result.output.hasPrefix("error: \(folder.path)/data-presses.csv:"), "\(one) \(other)")
      }
    }
  }
}
