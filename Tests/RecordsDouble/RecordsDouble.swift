import Glibc
import Records

/// The record of one number that a writer saved.
final class Entry: Record {
  @Column var writer = ""
  @Column var number = 0
  let state = RecordState()

  static func declareColumns(in columns: inout Columns<Entry>) {
    columns.declare("writer", \._writer)
    columns.declare("number", \._number)
  }

  static func declareTemplates(in templates: inout Templates) {
    templates.declare("allEntries")
  }
}

/// A program that uses a store, for tests with several processes.
@main
struct RecordsDouble {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 2 else { return printLine("usage: records-double VERB PATH [WORD ...]") }
    do {
      switch words[0] {
      case "write": try write(words[1], writer: words[2], count: Int(words[3]) ?? 0)
      case "read-only": try readOnly(words[1])
      case "wait": try wait(words[1], times: Int(words[2]) ?? 0)
      case "hold": try hold(words[1])
      case "save": try save(words[1])
      default: printLine("unknown verb")
      }
    } catch {
      printLine("\(error)")
    }
  }

  /// Inserts and saves entries one by one, and prints the number of each after its save.
  private static func write(_ path: String, writer: String, count: Int) throws {
    let context = try open(settings(path))
    for number in 0..<count {
      try context.insert(Entry.self) {
        $0.writer = writer
        $0.number = number
      }
      try context.save()
      printLine("\(number)")
    }
  }

  /// Opens a store as an unprivileged user, prints its entries and tries to save one.
  private static func readOnly(_ path: String) throws {
    if geteuid() == 0 {
      guard setgid(65_534) == 0, setuid(65_534) == 0 else { return printLine("still root") }
    }
    let context = try open(settings(path))
    printLine("\(context.store.condition)")
    printLine("\(try context.fetch(Entry.self, "allEntries").map(\.number))")
    try context.insert(Entry())
    try context.save()
    printLine("saved")
  }

  /// Saves an entry, and prints the process that holds the lock before each wait for it.
  private static func wait(_ path: String, times: Int) throws {
    var settings = settings(path)
    var count = 0
    settings.isWaitWorthwhile = { wait in
      count += 1
      if let holder = wait.holder { printLine("\(holder.process)") }
      return count < times
    }
    let context = try open(settings)
    try context.insert(Entry())
    try context.save()
    printLine("saved")
  }

  /// Saves an entry and keeps the store open until the process is killed.
  private static func hold(_ path: String) throws {
    let context = try open(settings(path))
    try context.insert(Entry())
    try context.save()
    printLine("holding")
    while true { pause() }
    withExtendedLifetime(context) {}
  }

  /// Saves an entry with the usual settings, except for a short timeout, and prints the standard
  /// error, too.
  private static func save(_ path: String) throws {
    dup2(STDOUT_FILENO, STDERR_FILENO)
    var settings = settings(path)
    settings.waitLimit = 600
    let context = try open(settings)
    try context.insert(Entry())
    try context.save()
    printLine("saved")
  }

  /// Opens the store with these settings and returns a new context.
  private static func open(_ settings: StoreSettings) throws -> RecordContext {
    try RecordContext(try Store.open(settings), Schema([Entry.self]))
  }

  /// Returns the settings of the store at a path.
  private static func settings(_ path: String) -> StoreSettings {
    let table = Migration.Step.createTable(
      "Entry", [.column("writer", .text), .column("number", .integer)])
    return StoreSettings(
      location: .file(path), application: 0x6368_696d, migrations: [Migration("entries", [table])],
      environment: .system())
  }

  /// Writes a line without a buffer, so that a killed program loses no line that it has printed.
  private static func printLine(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = Glibc.write(1, bytes, bytes.count)
  }
}
