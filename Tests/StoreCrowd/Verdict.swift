import Glibc
import TestSupport

/// The comparison of the store with the replies that the ledger contains.
struct Verdict {
  private(set) var lines: [String] = []
  private(set) var failures: [String]
  private let crowd: Crowd
  private let rounds: [Int: Ledger.Round]

  init(_ crowd: Crowd) {
    self.crowd = crowd
    let (rounds, alarms, waits) = crowd.ledger.result
    self.rounds = rounds
    failures = alarms
    let lost = compareRounds()
    compareImports()
    checkEnvironment()
    for (name, wait) in waits.sorted(by: { $0.key < $1.key }) {
      lines.append("\(name): longest wait \(wait) ms")
    }
    let counted = [
      "sessions", "rounds", "presses", "kills", "resumed", "imports", "backups", "checks",
      "exports", "refusals",
    ]
    let counts = counted.map { "\($0) \(crowd.ledger.number(of: $0))" }.joined(separator: ", ")
    lines.append(counts)
    lines.append(
      "lost \(lost), doubled \(crowd.ledger.number(of: "doubled")), alarms \(failures.count)")
  }

  /// Compares the stored presses of each round with the acknowledged ones; returns the number of
  /// rounds that differ.
  private mutating func compareRounds() -> Int {
    var lost = 0
    for (number, round) in rounds.sorted(by: { $0.key < $1.key }) {
      let kept =
        Database.value(
          "SELECT group_concat(h || ' ' || v, ';') FROM "
            + "(SELECT * FROM Press WHERE round = \(number) ORDER BY \"index\")", crowd.store) ?? ""
      let acknowledgedText = round.presses.joined(separator: ";")
      // A press without an answer may be kept or not.
      let possible = round.unanswered.map { (round.presses + [$0]).joined(separator: ";") }
      let exists = Database.value("SELECT 1 FROM Round WHERE row = \(number)", crowd.store) != nil
      if exists && (kept == acknowledgedText || kept == possible) { continue }
      lost += 1
      failures.append(
        "round \(number) of writer \(round.writer): told '\(acknowledgedText)', "
          + (exists ? "kept '\(kept)'" : "not kept"))
    }
    return lost
  }

  /// Compares the number of imported rounds in the store with the replies to `import`.
  private mutating func compareImports() {
    let kept = Database.value(
      "SELECT count(*) FROM Round WHERE count = 3 AND outcome = 'gave-up'", crowd.store)
    let acknowledgedText = crowd.ledger.number(of: "imported rounds")
    if kept != "\(acknowledgedText)" {
      failures.append("\(acknowledgedText) rounds were imported, kept are \(kept ?? "none")")
    }
  }

  /// Checks the integrity of the database, the names of the files beside it, and the diagnostics of
  /// all programs.
  private mutating func checkEnvironment() {
    for text in ["PRAGMA integrity_check", "PRAGMA foreign_key_check"] {
      let answer = Database.value(text, crowd.store) ?? "ok"
      if answer != "ok" { failures.append("\(text): \(answer)") }
    }
    let known = ["store", "store-reserve", "backup", "diagnostics"]
    for name in crowd.folder.files {
      if known.contains(name) || name.hasPrefix("import-") || name.hasPrefix("export") { continue }
      // A program that is killed while it creates the store leaves a file that the next one names.
      if name.hasPrefix("store.unfinished-") { continue }
      failures.append("there is a file '\(name)'")
    }
    for line in crowd.folder.text("diagnostics").split(separator: "\n") {
      if line.hasPrefix("chimp: waiting for ") || line.hasSuffix(" %") || line.contains(" % ") {
        continue
      }
      if line.contains("store.unfinished-"), line.contains("was left by a run that was killed") {
        continue
      }
      failures.append("diagnostics: \(line)")
    }
  }
}
