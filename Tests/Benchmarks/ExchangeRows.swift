import Glibc

/// The rows of the table about import, export and summaries: their time and memory.
struct ExchangeRows {
  /// The number of presses, and the form of their identifiers: random, as in the program, or
  /// numbered.
  private struct Workload {
    let count: Int
    let hasRandomNames: Bool
  }

  private static let pressesPerTrial = 5
  private static let workloads = [
    Workload(count: 10_000, hasRandomNames: false),
    Workload(count: 130_000, hasRandomNames: true),
    Workload(count: 1_000_000, hasRandomNames: false),
  ]
  private let workshop: Workshop

  init(_ workshop: Workshop) {
    self.workshop = workshop
  }

  var tables: [Table] {
    var time = Table(
      title: "an import, export, summary or report, for each press", unit: "us", limits: [])
    var memory = Table(title: "resident memory of them", unit: "MiB", limits: [])
    var (growth, longest) = (0.0, 0.0)
    for workload in Self.workloads {
      let count = workload.count
      write(workload)
      let commands = [
        "import in-\(count).csv", "export out-\(count).csv", "summary include=scripts",
        "report out-\(count).html include=scripts",
      ]
      for command in commands {
        let name = "\(command.prefix { $0 != " " }), \(count) presses"
        var (took, peak) = (Sample(), Sample())
        let result = run(command, "\(count)")
        took.add(result.time / Double(count))
        peak.add((result.memory.max() ?? 0) / 1024)
        if command.hasPrefix("export") { growth = Self.growth(result.memory) }
        let note = workload.hasRandomNames ? "with random names" : ""
        time.lines.append(Table.Line(name: name, sample: took, note: note))
        memory.lines.append(Table.Line(name: name, sample: peak, note: note))
      }
      var page = stat()
      stat("\(workshop.folder)/out-\(count).html", &page)
      longest = max(longest, Double(page.st_size) / 1e6)
      time.lines += peers(count)
    }
    time.remarks = [
      "the limits are 6 us for an import, 3 us for an export, 1 us for a summary and 3 us for a "
        + "report",
      "the longest report has \(shown(longest)) MB, the limit is 2",
    ]
    memory.remarks = [
      "the second half of the last export takes \(shown(growth)) x the memory of the first, "
        + "the limit is 1.00; no import or export may take more than 12 MiB"
    ]
    return [time, memory, longTrials]
  }

  /// Returns the times in which `sqlite3` imports, exports and sums the same rows, without
  /// validation and without an index; empty if it is not installed.
  private func peers(_ count: Int) -> [Table.Line] {
    guard workshop.has("sqlite3") else { return [] }
    let store = "sqlite3 plain-\(count)"
    let commands = [
      (
        "sqlite3 .import, \(count)",
        "\(store) -cmd '.mode csv' -cmd '.import in-\(count).csv trial' "
          + "'.import in-\(count)-presses.csv press'"
      ),
      (
        "sqlite3 -csv, \(count)",
        "(\(store) -csv 'SELECT * FROM trial' && \(store) -csv 'SELECT * FROM press') "
          + "> plain-\(count).csv"
      ),
      (
        "sqlite3 sums, \(count)",
        "sqlite3 store-\(count) 'SELECT test, count(*), sum(outcome IS \"passed\"), avg(time) "
          + "FROM Round GROUP BY test; SELECT avg(lineLatency) FROM Press'"
      ),
    ]
    return commands.map { name, command in
      var took = Sample()
      let start = now()
      _ = workshop.output(of: ["sh", "-c", "cd \(workshop.folder); \(command)"], input: "")
      took.add((now() - start) / Double(count))
      return Table.Line(
        name: name, sample: took,
        note: name.contains("sums") ? "means, unproven" : "two plain tables")
    }
  }

  /// The row for the import of a single trial with up to 9,801 presses, one for each cell of the
  /// largest board; the unit is microseconds a press.
  private var longTrials: Table {
    var table = Table(title: "an import of one trial, for each press", unit: "us", limits: [])
    for count in [99, 990, 9801] {
      let cells = (0..<count).map { (h: $0 % 99 + 1, v: $0 / 99 + 1) }
      let board = cells.map { "\($0.h),\($0.v)" }.joined(separator: ";")
      let presses = cells.map { "\($0.h) \($0.v)" }.joined(separator: " ")
      let name = "trial-\(count)"
      _ = workshop.output(
        of: ["sh", "-c", "cd \(workshop.folder); exec \(workshop.chimp)"],
        input: "start 99x99:\(board)\npress \(presses)\nexport \(name).csv\n")
      _ = run("version", name)
      var took = Sample()
      took.add(run("import \(name).csv", name).time / Double(count))
      table.lines.append(Table.Line(name: "\(count) presses", sample: took, note: ""))
    }
    return table
  }

  /// Returns the largest value of the second half divided by the largest one of the first half; 1
  /// means that memory does not grow.
  private static func growth(_ memory: [Double]) -> Double {
    let middle = memory.count / 2
    return (memory[middle...].max() ?? 0) / max(1, memory[..<middle].max() ?? 0)
  }

  /// Runs a command on a store; returns its time in microseconds and samples of its resident memory
  /// in KiB.
  private func run(_ command: String, _ store: String) -> (time: Double, memory: [Double]) {
    let words =
      "cd \(workshop.folder); exec \(workshop.chimp) --store store-\(store) -c '\(command)'"
    let start = now()
    guard
      let child = ChildProgram(["sh", "-c", words], input: .file("/dev/null"), output: .pipe)
    else { return (0, []) }
    var memory: [Double] = []
    var waiting = pollfd(fd: child.output, events: Int16(POLLIN), revents: 0)
    repeat {
      memory.append(currentMemory(of: child.processIdentifier))
    } while poll(&waiting, 1, 5) == 0
    child.wait()
    return (now() - start, memory)
  }

  /// Writes the CSV files of the trials and of the presses that are imported.
  private func write(_ workload: Workload) {
    let count = workload.count
    func name(_ kind: String, _ number: Int) -> String {
      workload.hasRandomNames ? Self.randomName(number, kind) : "\(kind)\(number)"
    }
    write(
      "in-\(count).csv", count: count / Self.pressesPerTrial,
      header: "format,trial_id,created," + Self.sessionColumns("") + ","
        + Self.sessionColumns("resumption_") + ",block,trial,phase,test,condition,mask,empty_cell,"
        + "requested_hold,measured_hold,count,numerals,board,seeded_board,generator,onset,"
        + "onset_date,moves,outcome,right_before_error,time,study_time,recall_time,"
        + "first_press_from_onset,first_press_from_mask"
    ) { number in
      "2,\(name("trial", number)),0,p1,p1,0,session\(number / 100),0,,chimp,pipe,virtual,"
        + "1,7,,,,,,,,,,,,1,\(number + 1),test,inoue-masking,masking,first,wrong,,,"
        + "5,1..5,\"\(Self.board)\",4x6n5#1/apple,1,0,2000-01-01T00:00:00.000Z,"
        + "\"\(Self.moves)\",passed,5,36,0,36,0,0"
    }
    write(
      "in-\(count)-presses.csv", count: count,
      header: "format,press_id,trial_id,created,index,h,v,numeral,due,judgement,time,line_latency"
    ) { number in
      let (trial, index) = number.quotientAndRemainder(dividingBy: Self.pressesPerTrial)
      let numeral = index + 1
      return
        "2,\(name("press", number)),\(name("trial", trial)),0,\(numeral),\(Self.cells[index]),"
        + "\(numeral),\(numeral),"
        + "right,\(9 * index),\(index == 0 ? 0 : 9)"
    }
  }

  /// Returns an identifier of 15 letters and digits, which depends only on the number and the kind.
  private static func randomName(_ number: Int, _ kind: String) -> String {
    let letters = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    var state = UInt64(number * 2 + (kind == "trial" ? 1 : 0))
    let bytes = (0..<15).map { _ in
      state = (state ^ (state >> 31)) &* 0x9E37_79B9_7F4A_7C15 &+ 0x632B_E59B_D9B4_E019
      return letters[Int(state >> 59)]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let cells = ["3,3", "3,4", "1,5", "1,4", "2,6"]
  private static let board = "4x6:" + cells.joined(separator: ";")
  private static let moves = cells.enumerated().map { index, cell in
    "\(9 * index) press " + cell.split(separator: ",").joined(separator: " ")
  }.joined(separator: ";")

  /// Returns the names of the columns of a session, each with a prefix, separated by commas.
  private static func sessionColumns(_ prefix: String) -> String {
    [
      "participant_id", "participant", "participant_created", "session_id", "session_created",
      "session_ended", "program_version", "input_mode", "clock", "clock_resolution", "session_seed",
    ].map { prefix + $0 }.joined(separator: ",")
  }

  /// Writes a file with a header and a number of lines; does nothing if it can't be created.
  private func write(_ name: String, count: Int, header: String, _ line: (Int) -> String) {
    guard let file = fopen("\(workshop.folder)/\(name)", "w") else { return }
    defer { fclose(file) }
    fputs(header + "\n", file)
    for number in 0..<count { fputs(line(number) + "\n", file) }
  }
}
