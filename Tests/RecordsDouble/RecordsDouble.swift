import Glibc
import Records

/// One entry that a program has written.
final class Entry: Record {
  @Column var writer = ""
  @Column var number = 0
  let state = RecordState()

  static func declareColumns(in columns: inout Columns<Entry>) {
    columns.declare("writer", \._writer)
    columns.declare("number", \._number)
  }

  static func declareTemplates(in templates: inout Templates<Entry>) {
    templates.declare("allEntries")
  }
}

/// A program that uses a store, for tests with more than one process.
@main
struct RecordsDouble {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 2 else { return say("usage: records-double VERB PATH [WORD ...]") }
    do {
      switch words[0] {
      case "write": try write(words[1], writer: words[2], count: Int(words[3]) ?? 0)
      case "read-only": try readOnly(words[1])
      case "wait": try wait(words[1], times: Int(words[2]) ?? 0)
      default: say("unknown verb")
      }
    } catch {
      say("\(error)")
    }
  }

  /// Saves entries one by one, and prints each number after its save.
  private static func write(_ path: String, writer: String, count: Int) throws {
    let context = try open(settings(path))
    for number in 0..<count {
      try context.insert(Entry.self) {
        $0.writer = writer
        $0.number = number
      }
      try context.save()
      say("\(number)")
    }
  }

  /// Opens a store as a user other than root and tries to save.
  private static func readOnly(_ path: String) throws {
    if geteuid() == 0 {
      guard setgid(65_534) == 0, setuid(65_534) == 0 else { return say("still root") }
    }
    let context = try open(settings(path))
    say("\(context.store.condition)")
    say("\(try context.fetch(Entry.self, "allEntries").map(\.number))")
    try context.insert(Entry())
    try context.save()
    say("saved")
  }

  /// Saves, and prints the lock's holder before each wait.
  private static func wait(_ path: String, times: Int) throws {
    var settings = settings(path)
    var count = 0
    settings.isWaitWorthwhile = { wait in
      count += 1
      if let holder = wait.holder { say("\(holder.process)") }
      return count < times
    }
    let context = try open(settings)
    try context.insert(Entry())
    try context.save()
    say("saved")
  }

  /// Opens a store and creates a context.
  private static func open(_ settings: StoreSettings) throws -> RecordContext {
    try RecordContext(try Store.open(settings), Schema([Entry.self]))
  }

  /// Returns the settings of a store at a path.
  private static func settings(_ path: String) -> StoreSettings {
    let table = Migration.Step.createTable(
      "Entry", [.column("writer", .text), .column("number", .integer)])
    return StoreSettings(
      location: .file(path), application: 0x6368_696d, migrations: [Migration("entries", [table])],
      environment: .system())
  }

  /// Writes a line immediately, so that a killed program loses no line that it has printed.
  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = Glibc.write(1, bytes, bytes.count)
  }
}
