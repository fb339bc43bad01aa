import Glibc

/// Judges the time and the memory of the program by their limits, most of them in proportion to
/// other programs that run beside it.
///
/// `Benchmarks [ROW ...]` measures all rows, or those with these names. It exits with status 1 if
/// a row is over its limit or could not be measured.
@main
struct Benchmarks {
  private static var rows: [(name: String, measure: (Workshop) -> [Table])] {
    [
      ("piped", pipedCommand), ("start", startAndEnd), ("prompt", firstPrompt), ("memory", memory),
      ("key", keyToPicture), ("store", storedPress), ("commit", commitOfPress),
      ("exchange", exchange), ("summary", summary), ("simulate", simulatedGames),
      ("golden", goldenFiles), ("observing", observing),
    ]
  }

  static func main() {
    signal(SIGPIPE, SIG_IGN)
    let names = CommandLine.arguments.dropFirst()
    guard names.allSatisfy({ name in rows.contains { $0.name == name } }) else {
      print("usage: Benchmarks [\(rows.map(\.name).joined(separator: "|")) ...]")
      exit(2)
    }
    guard let verdicts = measure(Set(names)) else {
      print("first: swift build -c release (clang must be in PATH, for the program in C)")
      exit(2)
    }
    exit(verdicts.contains { $0.isOver } ? 1 : 0)
  }

  /// Measures and prints the rows with these names, all of them if the set is empty, and returns
  /// their verdicts; `nil` without a release build.
  private static func measure(_ names: Set<String>) -> [Verdict]? {
    guard let workshop = Workshop() else { return nil }
    var verdicts: [Verdict] = []
    for row in rows where names.isEmpty || names.contains(row.name) {
      for table in row.measure(workshop) {
        print(table.text)
        fflush(nil)
        verdicts += table.verdicts
      }
    }
    for verdict in verdicts { print(verdict.text) }
    print(
      """

      By hand, at most 30 s: a build after a change of the lowest room that all others see:
        swift build && echo 'package let changed = 1' >> Sources/ChimpSystem/Paths.swift
        time swift build; git checkout Sources/ChimpSystem/Paths.swift
      A hold of 210 ms is measured by .ci/glance.
      """)
    return verdicts
  }
}
