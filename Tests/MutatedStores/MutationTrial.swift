import Archive
import Glibc
import Records
import TestSupport

/// The use of altered stores by the program, and the checks of its replies.
final class MutationTrial {
  private(set) var failures: [String] = []
  private var counts: [String: Int] = [:]
  private let program: String
  private let folder: TemporaryFolder
  private let seed: UInt64
  private let tables = StoreLayout.schema.tables
  private let original: [UInt8]
  private let own: [UInt8]
  private let ownRows: [[String: [StoredValue]]]
  private var path: String { folder.path }

  /// Creates the stores of two stations that take part in one study.
  init(program: String, folder: TemporaryFolder, seed: UInt64) {
    self.program = program
    self.folder = folder
    self.seed = seed
    _ = folder.file("m.study", Self.study)
    let check = "study check \(folder.path)/m.study"
    for (name, codes) in [("own", ["P1"]), ("other", ["P2", "P3"])] {
      var commands = [check, "news add First body=text", "news add Second"]
      for code in codes { commands += ["enrol \(code)"] + Self.block + Self.block + Self.block }
      commands += ["set participant \(name)", "start 2x1:1,1;2,1", "wait 160", "press 1 1"]
      commands += ["wait 160", "press 2 1", "start 3x3:1,1;2,2;3,3", "press 2 2", "start span"]
      commands += ["give-up", "wait 32", "stop", "start inoue-210 trials=1", "give-up"]
      let end = ProgramEnd(program, folder, store: folder.path + "/" + name, commands)
      if end.signal != 0 { failures.append("\(name): \(end.text)") }
    }
    for name in ["own", "other"] {
      RawStore(folder.path + "/" + name).run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    original = folder.bytes("other")
    own = folder.bytes("own")
    ownRows = Self.contents(of: folder.path + "/own", tables.map(\.name))
    for table in tables where !hasValidChecksums(of: table) {
      failures.append("checksum of \(table.name)")
    }
  }

  private static var study: String {
    """
    @ chimp-study 1
    name memory
    participants 30
    order latin
    boards paired
    break 2
    practice inoue-650 practice=1
    condition 210 inoue-210 trials=2
    condition 650 inoue-650 trials=1
    condition span span
    page start en
    | Hello

    """
  }

  private static var block: [String] {
    ["next", "next", "press 1 1", "wait 32", "give-up", "wait 32", "give-up", "stop"]
  }

  /// Returns `true` if the checksums of all rows of a table are those that this program computes.
  private func hasValidChecksums(of table: RawStore.Table) -> Bool {
    let store = RawStore(path + "/other")
    let rows = store.rows("SELECT row FROM \"\(table.name)\"") ?? []
    return rows.allSatisfy {
      if case .integer(let row) = $0[0] { store.hasValidChecksum(table, row: row) } else { false }
    }
  }

  /// Returns the rows of each table of a store, by their object identifiers.
  private static func contents(
    of path: String, _ tables: [String]
  ) -> [[String: [StoredValue]]] {
    let store = RawStore(path)
    return tables.map { table in
      let rows = store.rows("SELECT objectId, * FROM \"\(table)\"") ?? []
      return Dictionary(rows.map { ("\($0[0])", $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  var summary: String {
    let texts = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return "mutations: " + texts.joined(separator: ", ") + ", faults \(failures.count)"
  }

  /// Merges and opens the stores of the mutations with these numbers, and records failures.
  func run(_ numbers: Range<Int>, isVerbose: Bool) {
    for number in numbers {
      if number.isMultiple(of: 100), number > 0 { printLine("\(number): \(summary)") }
      guard let mutation = Mutation(number, seed, tables, original, folder) else {
        counts["not possible", default: 0] += 1
        continue
      }
      let trial = [merge(mutation), open(mutation)]
      if isVerbose { for text in [mutation.description] + trial.map(\.text) { printLine(text) } }
    }
  }

  /// Adds a message about a failed mutation to `failures`.
  private func fail(_ mutation: Mutation, _ message: String) {
    failures.append("\(mutation.number) \(mutation): \(message)")
  }

  /// Merges the changed store into the valid one, checks that this one stays valid, and uses it.
  private func merge(_ mutation: Mutation) -> ProgramEnd {
    clear()
    folder.write(own, "own")
    folder.write(mutation.bytes, "other")
    let end = use("own", ["merge \(path)/other"])
    counts["merged", default: 0] += 1
    if end.signal != 0 { fail(mutation, "merge: signal \(end.signal): \(end.diagnostics)") }
    let check = ProgramEnd(program, folder, store: path + "/own", ["check-store full"])
    if !check.output.hasSuffix("no damage found\n") {
      fail(mutation, "the own store: \(check.text)")
    }
    let now = Self.contents(of: path + "/own", tables.map(\.name))
    for (table, rows) in zip(tables, ownRows) where table.name != "Setting" {
      let index = tables.firstIndex { $0.name == table.name } ?? 0
      for (name, row) in rows where now[index][name] != row && !isOfOpenTest(row) {
        fail(mutation, "row \(name) of \(table.name) is another one")
      }
    }
    let answer = end.output.split(separator: "\n").first.map(String.init) ?? ""
    let isRefused = end.output.contains("error: \(path)/other: row ")
    // A merge takes studies only, and says how many other trials there are.
    let skipsRows = answer.split(separator: "; ").contains {
      $0.hasPrefix("left out ") && !$0.contains(" of no study ")
    }
    let isAccepted = answer.contains("trials added") && !skipsRows
    let acceptedKind = isAccepted ? "taken" : "refused as a store"
    let kind = isRefused ? "refused by row" : acceptedKind
    counts[kind, default: 0] += 1
    if kind == "refused as a store", !answer.hasPrefix("error: ") {
      fail(mutation, "nothing names a row: \(answer)")
    }
    if kind == "taken", getenv("MUTATED_STORES_TELL") != nil { printLine("taken \(mutation)") }
    if kind == "refused as a store", getenv("MUTATED_STORES_TELL") != nil {
      printLine("whole \(mutation): \(answer)")
    }
    return end
  }

  /// Returns `true` if a row belongs to a test that is not over.
  private func isOfOpenTest(_ row: [StoredValue]) -> Bool { row.contains(.text("open")) }

  /// Opens the changed store like the store of a user; expects that no program ends by a signal,
  /// and counts the checks that report the change.
  private func open(_ mutation: Mutation) -> ProgramEnd {
    clear()
    folder.write(mutation.bytes, "other")
    let check = ProgramEnd(program, folder, store: path + "/other", ["check-store full"])
    let end = use("other", ["resume"])
    counts["opened", default: 0] += 1
    for end in [check, end] where end.signal != 0 {
      fail(mutation, "own: signal \(end.signal): \(end.diagnostics)")
    }
    let isNamed = check.text.contains("row ") || check.text.contains("damaged")
    counts[isNamed ? "named by check-store" : "not named by check-store", default: 0] += 1
    if !isNamed, getenv("MUTATED_STORES_TELL") != nil {
      printLine("unnamed \(mutation): \(check.text)")
    }
    return end
  }

  /// Runs commands on a store, followed by all commands that read or write its contents.
  private func use(_ store: String, _ commands: [String]) -> ProgramEnd {
    let rows = (1...9).flatMap { ["round \($0)", "replay \($0)"] }
    let figures = [
      "summary include=all", "summary by=session include=all", "summary by=hold include=all",
      "compare 210 650 include=all", "compare P2 P3 include=all", "learning include=all",
      "results all include=all", "plot accuracy include=all", "plot learning include=all",
      "plot latency include=all", "plot position include=all", "plot span include=all",
      "plot times include=all", "fit P2 include=all",
    ]
    let files = [
      "export \(path)/x.csv --force", "export \(path)/x.jsonl --force",
      "export \(path)/bids format=bids", "report \(path)/r.html include=all --force",
      "backup \(path)/copy --force", "recover \(path)/left", "news export \(path)/n.csv",
    ]
    let study = ["study status", "enrol P8", "next P2", "next P3", "next P8", "next P8", "stop"]
    let others = [
      "rounds all", "rounds", "round", "status", "list", "sum", "credit", "coin", "mode credit",
      "news", "news add Third", "news list", "set", "again", "give-up", "history",
      "check-store quick", "simulate 1 study=memory",
    ]
    return ProgramEnd(
      program, folder, store: path + "/" + store,
      commands + study + rows + figures + files + others + study)
  }

  /// Deletes the files of the previous mutation.
  private func clear() {
    for name in folder.files where name != "m.study" && name != "bids" {
      unlink(path + "/" + name)
    }
    remove("\(path)/bids")
  }

  /// Deletes a file, or a folder with its contents.
  private func remove(_ path: String) {
    guard let names = TemporaryFolder.names(in: path) else {
      unlink(path)
      return
    }
    for name in names { remove("\(path)/\(name)") }
    rmdir(path)
  }
}
