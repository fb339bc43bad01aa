import Glibc
import Records

/// The record of the benchmark, written as a user of the library would write it.
final class MeasuredNews: Record {
  @Column var title = ""
  @Column var body = ""
  @Column var imageURL: String?
  @Column var sortOrder = 0
  let state = RecordState()

  static func declareColumns(in columns: inout Columns<MeasuredNews>) {
    columns.declare("title", \._title)
    columns.declare("body", \._body)
    columns.declare("imageURL", \._imageURL)
    columns.declare("sortOrder", \._sortOrder)
  }

  static func declareTemplates(in templates: inout Templates<MeasuredNews>) {
    templates.declare("allNews", sortedBy: [.ascending(\.sortOrder), .ascending(\.objectId)])
  }
}

/// Prints the time and the memory of records, compared with the C interface of SQLite in the same
/// run.
func benchmarkRecords(_ write: (String) -> Void) {
  guard let workshop = Workshop(),
    let baseline = workshop.build("records", from: "records.c", "-lsqlite3")
  else { return write("first: swift build -c release (and a clang in PATH, for the baseline)") }
  var plain = [Sample](repeating: Sample(), count: 4)
  var ours = [Sample](repeating: Sample(), count: 4)
  let path = workshop.folder + "/records-store"
  for _ in 0..<7 {
    let words = workshop.output(of: [baseline, workshop.folder], input: "").split(separator: " ")
    for (index, word) in words.enumerated() { plain[index].add(microseconds(word)) }
    do {
      let measured = try RecordsBenchmark(path: path, isNew: true).measure()
      for (index, value) in measured.enumerated() { ours[index].add(value) }
    } catch {
      return write("the store failed: \(error)")
    }
  }
  write("records                             plain C     records   C : records   limit")
  let names = ["1,000 in one save", "200 saves of one", "fetch of 100,000"]
  for (index, limit) in [0.6, 0.8, 0.4].enumerated() {
    let ratio = plain[index].median / ours[index].median
    write(
      names[index].padded(to: 30) + "\(shown(plain[index].median)) µs".padded(to: 13, right: true)
        + "\(shown(ours[index].median)) µs".padded(to: 12, right: true)
        + shown(ratio).padded(to: 14, right: true) + "   >= \(shown(limit))"
        + (ratio >= limit ? ": holds" : ": DOES NOT HOLD"))
  }
  let (own, other) = (shown(ours[3].median / 1000), shown(plain[3].median / 1000))
  write("opening 100,000: \(own) ms (plain C \(other)), <= 2")
  let bytes = workshop.output(of: ["/proc/self/exe", recordsMemoryWord, path], input: "")
  write("a fetched record: \(bytes.split(separator: "\n").first ?? "?") bytes, <= 400")
}

/// The argument with which the benchmark starts itself to measure the memory of records.
let recordsMemoryWord = "records-memory"

/// Returns the memory of one record in bytes, or `?` on failure; to be called in a process of its
/// own.
func memoryOfRecords(_ path: String) -> String {
  let bytes = try? RecordsBenchmark(path: path, isNew: false).measureMemory()
  return bytes.map { shown($0) } ?? "?"
}

/// Returns the number at the beginning of a word such as `12.5us`; 0 if there is none.
private func microseconds(_ word: Substring) -> Double {
  Double(word.filter { $0.isNumber || $0 == "." }) ?? 0
}

/// One run of the measurements of records, on a store at a path.
private struct RecordsBenchmark {
  private let settings: StoreSettings

  init(path: String, isNew: Bool) {
    if isNew { for ending in ["", "-wal", "-shm"] { unlink(path + ending) } }
    let table = Migration.Step.createTable(
      "MeasuredNews",
      [
        .column("title", .text), .column("body", .text),
        .column("imageURL", .text, isOptional: true), .column("sortOrder", .integer),
      ])
    settings = StoreSettings(
      location: .file(path), application: 1, migrations: [Migration("news", [table])],
      environment: .system())
  }

  /// Returns the microseconds for each kind of work, then the bytes of a record.
  func measure() throws -> [Double] {
    let context = try open()
    // The first save creates the log; the plain program created it with its table.
    try save(100_000..<100_001, context)
    let batch = try time {
      for start in 0..<10 { try save(start * 1000..<start * 1000 + 1000, context) }
    }
    let single = try time {
      for number in 10_000..<10_200 { try save(number..<number + 1, context) }
    }
    try save(10_200..<100_000, context)
    let reader = try open()
    var found: [MeasuredNews] = []
    let fetched = try time { found = try reader.fetch(MeasuredNews.self, "allNews") }
    guard found.count == 100_001 else { return [] }
    let opening = try time { _ = try open() }
    return [batch / 10, single, fetched, opening]
  }

  /// Returns the bytes of memory for each fetched record.
  ///
  /// The result is valid only in a new process.
  func measureMemory() throws -> Double {
    let context = try open()
    let before = residentBytes()
    let found = try context.fetch(MeasuredNews.self, "allNews")
    return Double(residentBytes() - before) / Double(found.count)
  }

  /// Opens the store and returns a new context on it.
  private func open() throws -> RecordContext {
    try RecordContext(try Store.open(settings), Schema([MeasuredNews.self]))
  }

  /// Inserts a record for each of the numbers, and saves them in one transaction.
  private func save(_ numbers: Range<Int>, _ context: RecordContext) throws {
    for number in numbers {
      try context.insert(MeasuredNews.self) {
        $0.title = "Title \(number)"
        $0.body = "The body of the news \(number)"
        $0.sortOrder = number
      }
    }
    try context.save()
  }

  /// Returns the time that a closure takes, in microseconds.
  private func time(_ work: () throws -> Void) throws -> Double {
    let start = now()
    try work()
    return now() - start
  }

  /// Returns the resident memory of this process in bytes; 0 on failure.
  private func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 256)
    fgets(&text, 256, file)
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return (Int(words.dropFirst().first ?? "") ?? 0) * 4096
  }
}
