import TestSupport

private let cells = ["3 3", "3 4", "1 5", "1 4", "2 6", "4 1"]
private let start =
  "start 4x6:" + cells.map { $0.replacing(" ", with: ",") }.joined(separator: ";")

/// Measures presses into a store that are read together and stored in one transaction.
///
/// `sqlite3` inserts the same rows without validating them.
func storedPress(_ workshop: Workshop) -> [Table] {
  let roundCount = 20_000
  let round = "\(start)\n" + cells.map { "press \($0)\n" }.joined()
  let lines = workshop.file("rounds", String(repeating: round, count: roundCount))
  var inserts = "CREATE TABLE round(a, b);CREATE TABLE press(a, b, c, d, e, f, g, h);BEGIN;\n"
  for number in 0..<roundCount {
    inserts += "INSERT INTO round VALUES(\(number), '4x6:3,3;3,4;1,5;1,4;2,6;4,1');\n"
    for index in cells.indices {
      inserts += "INSERT INTO press VALUES(\(number), \(index), 3, 3, 1, 1, 'right', 0);\n"
    }
  }
  let statements = workshop.file("inserts", inserts + "COMMIT;\n")
  let contenders = [
    Contender(
      name: "chimp", words: workshop.shell("rm -f batched* && \(workshop.chimp) --store batched"),
      input: lines),
    Contender(
      name: "sqlite3", words: workshop.shell("rm -f plain && sqlite3 plain"), input: statements),
  ]
  let count = Double(roundCount * cells.count)
  return [
    Table(
      title: "piped press into a store", unit: "us", limits: [.init(other: "sqlite3", most: 20)],
      lines: interleaved(contenders, rounds: 5) { contender in
        duration(contender.words, input: contender.input).map { $0 / count }
      })
  ]
}

/// Counts the commits of presses that are sent one by one, each after the reply to the one before.
func commitOfPress(_ workshop: Workshop) -> [Table] {
  let modes = ["piped": [], "machine": ["--machine"]]
  let lines = modes.sorted { $0.key < $1.key }.map { name, options in
    let path = "\(workshop.folder)/\(name)-store"
    var sample = Sample()
    if let player = try? LiveProgram(options + ["--store", path], program: workshop.chimp) {
      /// Sends a line, and waits for all of its reply.
      func ask(_ line: String) {
        guard options.isEmpty else {
          player.send(line)
          return _ = player.answer()
        }
        _ = player.ask(line, boardLines: 7)
      }
      ask(start)
      let before = commitCount(path)
      for cell in cells { ask("press \(cell)") }
      // Fewer commits than presses would be replies to presses that are not stored.
      let count = commitCount(path) - before
      if count >= cells.count { sample.add(Double(count) / Double(cells.count)) }
    }
    return Table.Line(name: name, sample: sample)
  }
  return [
    Table(
      title: "commits for a single press", unit: "commits",
      limits: lines.map { .init(line: $0.name, most: 1) }, lines: lines)
  ]
}

/// Returns the number of commits in the write-ahead log of a store.
private func commitCount(_ store: String) -> Int {
  let log = TemporaryFolder.bytes(at: store + "-wal")
  guard log.count > 32 else { return 0 }
  let pageSize = log[8..<12].reduce(0) { $0 << 8 | Int($1) }
  // The header of a page that ends a commit has the size of the store in bytes 4 to 7.
  return stride(from: 32, to: log.count, by: 24 + pageSize).count { start in
    log[(start + 4)..<(start + 8)].contains { $0 != 0 }
  }
}
