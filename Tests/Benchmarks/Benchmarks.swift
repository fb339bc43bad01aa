import Glibc

/// Prints the time and the memory of this program in proportion to a C program and to other
/// programs.
///
/// With names of rows as arguments, only these are printed: `Benchmarks [ROW ...]`.
@main
struct Benchmarks {
  private static var rows: [(name: String, run: (ProgramRows) -> Table)] {
    [
      ("piped", { $0.pipedCommand() }),
      ("request", { $0.requestAndReply() }),
      ("start", { $0.startAndEnd() }),
      ("memory", { $0.memory() }),
      ("prompt", { $0.firstPrompt() }),
    ]
  }

  /// Prints the rows about exports, imports and summaries.
  private static func exchangeRecords(_ write: (String) -> Void) {
    guard let workshop = Workshop() else { return write("first: swift build -c release") }
    for table in ExchangeRows(workshop).tables { write(table.text) }
  }

  /// Prints the rows about storing rounds.
  private static func keepRounds(_ write: (String) -> Void) {
    guard let workshop = Workshop() else { return write("first: swift build -c release") }
    for table in StoreRows(workshop).tables { write(table.text) }
  }

  /// Prints the rows about simulations.
  private static func simulate(_ write: (String) -> Void) {
    guard let workshop = Workshop() else { return write("first: swift build -c release") }
    for table in SimulationRows(workshop).tables { write(table.text) }
  }

  /// Prints the rows about regressions.
  private static func fitRegressions(_ write: (String) -> Void) {
    for table in StatisticRows().tables { write(table.text) }
  }

  /// Prints the rows about the golden-file tool.
  private static func checkTranscripts(_ write: (String) -> Void) {
    guard let workshop = Workshop() else { return write("first: swift build -c release") }
    for table in TranscriptRows(workshop).tables { write(table.text) }
  }

  static func main() {
    signal(SIGPIPE, SIG_IGN)
    let words = CommandLine.arguments
    if words.count == 3 && words[1] == recordsMemoryWord { return print(memoryOfRecords(words[2])) }
    let wanted = Set(words.dropFirst())
    let libraries = [
      ("observing", benchmarkObserving), ("events", benchmarkEvents), ("records", benchmarkRecords),
      ("transcripts", checkTranscripts), ("exchange", exchangeRecords), ("store", keepRounds),
      ("simulations", simulate), ("statistics", fitRegressions),
    ]
    let known = rows.map(\.name) + libraries.map(\.0)
    guard wanted.isSubset(of: known) else {
      return print("usage: Benchmarks [\(known.joined(separator: "|")) ...]")
    }
    if wanted.isEmpty || !wanted.isDisjoint(with: rows.map(\.name)) { comparePrograms(wanted) }
    for (name, run) in libraries where wanted.isEmpty || wanted.contains(name) {
      run { print($0) }
    }
  }

  /// Prints the rows with these names that compare whole programs; all of them if the set is empty.
  private static func comparePrograms(_ wanted: Set<String>) {
    guard let workshop = Workshop(), let programs = ProgramRows(workshop) else {
      return print("first: swift build -c release (and a clang in PATH, for the baseline)")
    }
    for row in rows where wanted.isEmpty || wanted.contains(row.name) {
      print(row.run(programs).text)
      fflush(nil)
    }
  }
}
