/// The rows about storing rounds while they are played.
struct StoreRows {
  private static let roundCount = 20_000
  private static let cells = ["3 3", "3 4", "1 5", "1 4", "2 6", "4 1"]
  private let workshop: Workshop

  init(_ workshop: Workshop) {
    self.workshop = workshop
  }

  var tables: [Table] { [batchedLines, longRound] }

  /// The row for lines that are read together and stored in one transaction.
  ///
  /// `sqlite3` inserts the same rows without validating them.
  private var batchedLines: Table {
    let board = Self.cells.map { $0.split(separator: " ").joined(separator: ",") }.joined(
      separator: ";")
    let presses = Self.cells.map { "press \($0)\n" }.joined()
    let round = "start 4x6:\(board)\n\(presses)"
    let lines = workshop.file(
      "rounds", String(repeating: round, count: Self.roundCount))
    let plain = workshop.file("inserts", inserts)
    let count = Double(Self.roundCount * Self.cells.count)
    var table = Table(
      title: "a piped press into a store (\(Int(count)) presses in \(Self.roundCount) rounds)",
      unit: "us", limits: [])
    let contenders = [
      ("chimp", "\(workshop.chimp) --store batched < \(lines)"),
      ("sqlite3", "sqlite3 plain < \(plain)"),
    ]
    for (name, command) in contenders where name == "chimp" || workshop.has(name) {
      var sample = Sample()
      for _ in 0..<3 {
        let start = now()
        _ = workshop.output(
          of: ["sh", "-c", "cd \(workshop.folder); rm -f batched* plain; \(command) | tail -1"],
          input: "")
        sample.add((now() - start) / count)
      }
      table.lines.append(Table.Line(name: name, sample: sample, note: ""))
    }
    table.remarks = ["the limit is 30 us"]
    return table
  }

  /// The SQL statements that insert rows for the same rounds and presses.
  private var inserts: String {
    var text = "CREATE TABLE round(a, b);CREATE TABLE press(a, b, c, d, e, f, g, h);BEGIN;\n"
    for number in 0..<Self.roundCount {
      text += "INSERT INTO round VALUES(\(number), '4x6:3,3;3,4;1,5;1,4;2,6;4,1');\n"
      for index in Self.cells.indices {
        text += "INSERT INTO press VALUES(\(number), \(index), 3, 3, 1, 1, 'right', 0);\n"
      }
    }
    return text + "COMMIT;\n"
  }

  /// The row for a press in a long round, whose line is committed before the next one is sent.
  ///
  /// `sqlite3` commits each row with the same durability.
  private var longRound: Table {
    let cells = (0..<1_000).map { (h: $0 % 99 + 1, v: $0 / 99 + 1) }
    let board = cells.map { "\($0.h),\($0.v)" }.joined(separator: ";")
    var table = Table(
      title: "a lone press into a store, in a round of 1000 on 99x99", unit: "us", limits: [])
    let words = ["sh", "-c", "cd \(workshop.folder); exec \(workshop.chimp) --store long"]
    guard let child = ChildProgram(words, input: .pipe, output: .pipe) else { return table }
    child.send("start 99x99:\(board)\n")
    _ = child.receive(lines: 101)
    var samples = [Sample](repeating: Sample(), count: 4)
    for (index, cell) in cells.enumerated() {
      samples[index / 250].add(time(of: "press \(cell.h) \(cell.v)\n", lines: 101, child))
    }
    child.closeInput()
    child.wait()
    for (index, sample) in samples.enumerated() {
      let name = "presses \(index * 250 + 1) to \(index * 250 + 250)"
      table.lines.append(Table.Line(name: name, sample: sample, note: ""))
    }
    table.remarks = [
      "the last quarter takes \(shown(samples[3].ratio(to: samples[0]))) x the first, "
        + "the limit is 1.50 (7.00 where it would cost as much as all before it)"
    ]
    if let rows = loneRows {
      table.lines.append(Table.Line(name: "sqlite3, a row", sample: rows, note: "one plain table"))
    }
    return table
  }

  /// The times in which `sqlite3` commits rows one by one; `nil` if it is not installed.
  private var loneRows: Sample? {
    let words = ["sh", "-c", "cd \(workshop.folder); exec sqlite3 lone"]
    guard workshop.has("sqlite3"), let child = ChildProgram(words, input: .pipe, output: .pipe)
    else { return nil }
    child.send("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE press(a, b);\n")
    _ = child.receive(lines: 1)
    var sample = Sample()
    for number in 0..<1_000 {
      let row = "INSERT INTO press VALUES(\(number), 'right'); SELECT 1;\n"
      sample.add(time(of: row, lines: 1, child))
    }
    child.closeInput()
    child.wait()
    return sample
  }

  /// Returns the time from sending a line to the last line of its reply, in microseconds.
  private func time(of line: String, lines: Int, _ child: ChildProgram) -> Double {
    let start = now()
    child.send(line)
    _ = child.receive(lines: lines)
    return now() - start
  }
}
