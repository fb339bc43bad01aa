/// Measures the import and the export of 130,000 presses of simulated participants.
///
/// `sqlite3` does it with two plain tables, without validation and without an index.
func exchange(_ workshop: Workshop) -> [Table] {
  let chimp = workshop.chimp
  _ = workshop.output(
    of: "\(chimp) --store played -c 'simulate 549 inoue-masking seed=a' -c 'export in.csv'")
  let imports = [
    (name: "chimp", command: "rm -f own* && \(chimp) --store own -c 'import in.csv'"),
    (
      name: "sqlite3",
      command: "rm -f plain && sqlite3 plain -cmd '.mode csv' -cmd '.import in.csv trial' "
        + "'.import in-presses.csv press'"
    ),
  ]
  let exports = [
    (name: "chimp", command: "rm -f out* && \(chimp) --store played -c 'export out.csv'"),
    (
      name: "sqlite3",
      command: "sqlite3 plain -csv 'SELECT * FROM trial; SELECT * FROM press' > plain.csv"
    ),
  ]
  return [("import", imports), ("export", exports)].map { name, commands in
    table("\(name) of 130,000 presses", limit: 3, workshop, commands)
  }
}

/// Measures a summary of 1,000,000 presses; `sqlite3` makes sums over the same store.
func summary(_ workshop: Workshop) -> [Table] {
  _ = workshop.output(
    of: "\(workshop.chimp) --store large -c 'simulate 4223 inoue-masking seed=a'")
  let commands = [
    (name: "chimp", command: "\(workshop.chimp) --store large -c 'summary include=simulated'"),
    (
      name: "sqlite3",
      command: "sqlite3 large 'SELECT test, count(*), sum(outcome IS \"passed\"), avg(time) "
        + "FROM Round GROUP BY test; SELECT avg(lineLatency) FROM Press'"
    ),
  ]
  return [table("summary of 1,000,000 presses", limit: 6, workshop, commands)]
}

/// Measures commands of the shell in the folder of the workshop.
private func table(
  _ title: String, limit: Double, _ workshop: Workshop,
  _ commands: [(name: String, command: String)]
) -> Table {
  let contenders = commands.map { Contender(name: $0.name, words: workshop.shell($0.command)) }
  return Table(
    title: title, unit: "s", limits: [.init(other: "sqlite3", most: limit)],
    lines: interleaved(contenders, rounds: 5) { contender in
      duration(contender.words).map { $0 / 1e6 }
    })
}
