import Archive
@testable import Exchange
import FaultyFiles
import Glibc
import Records
import SampleData
import Shell
import TestSupport
import Testing

/// Tests that run every operation through all states of an operation.
struct OperationStateTests {
  /// The results and errors of operations, as lines.
  private final class Log {
    var lines: [String] = []
  }

  private let folder = TemporaryFolder()
  private let log = Log()
  private let source: StoreSource

  /// The file that the operations read.
  private static let lines = ExchangeText.lines((0..<40).map { Sample($0) })
  /// The store into which the file was imported; each test begins with a copy.
  private static let store = Result {
    let imported = try OperationStateTests(withStore: nil)
    let queue = OperationQueue(width: 1, executor: InlineExecutor())
    queue.enqueue(imported.operation("import"))
    #expect(imported.log.lines == ["import: 40 200"])
    return imported.folder.bytes("store")
  }

  init() throws { try self.init(withStore: Self.store.get()) }

  /// Creates the files of the operations; a new store if it gets none.
  private init(withStore store: [UInt8]?) throws {
    let path = folder.path + "/store"
    var settings = StoreSettings(
      location: .file(path), application: StoreLayout.application,
      migrations: StoreLayout.migrations, environment: .system())
    settings.reserve = 0
    source = StoreSource(path: path, like: settings)
    folder.write(Self.lines, "data.jsonl")
    if let store { folder.write(store, "store") } else { _ = try Store.open(settings) }
  }

  /// Returns an operation for a queue that logs its result with its name.
  private func queued<Work: StoreOperation>(
    _ work: Work, _ name: String, _ words: @escaping (Work.Success) -> String
  ) -> QueuedOperation {
    QueuedOperation(work) { [log] result in
      switch result {
      case .success(let success): log.lines.append("\(name): \(words(success))")
      case .failure(let fault): log.lines.append("\(name): \(Refusal(fault).words(in: .english))")
      }
    }
  }

  /// Returns a new operation by the name of its command, such as `backup`.
  private func operation(
    _ name: String, to file: String = "copy", source other: StoreSource? = nil
  ) -> QueuedOperation {
    let source = other ?? source
    let path = NamedFile(folder.path + "/" + file)
    return switch name {
    case "backup":
      queued(Backup(source: source, file: path, replaces: true), name) {
        $0 > 100_000 ? "large" : "small"
      }
    case "recover": queued(Recover(source: source, file: path), name) { "\($0)" }
    case "check":
      queued(CheckStore(source: source, isQuick: false), name) { "\($0.findings.count)" }
    case "export":
      queued(Export(source: source, file: path, format: .csv, replaces: true), name) {
        "\($0.trialCount) \($0.pressCount)"
      }
    default:
      queued(
        Import(source: source, file: NamedFile(folder.path + "/data.jsonl"), format: .jsonl), name
      ) {
        "\($0.trialCount) \($0.pressCount)"
      }
    }
  }

  private static let names = ["backup", "recover", "check", "export", "import"]

  @Test(arguments: names)
  func `An operation waits, is ready, executes and succeeds`(_ name: String) throws {
    let executor = DeferredExecutor()
    let queue = OperationQueue(width: 1, executor: executor)
    let first = operation("check")
    let second = operation("check")
    let third = operation(name)
    #expect(third.state == nil)
    queue.enqueue(first)
    queue.enqueue(second)
    third.predecessors = [first]
    queue.enqueue(third)
    #expect(third.state == .pending)
    executor.performNext()
    queue.collect()
    #expect(third.state == .ready)
    executor.performNext()
    queue.collect()
    #expect(third.state == .executing)
    executor.performNext()
    queue.collect()
    #expect(third.state == .finished(.success))
    #expect(third.progress?.percent == 100)
    #expect(log.lines.count == 3)
  }

  @Test(arguments: names)
  func `An operation that is cancelled before it begins does nothing`(_ name: String) throws {
    let executor = DeferredExecutor()
    let queue = OperationQueue(width: 1, executor: executor)
    let first = operation(name)
    let second = operation(name)
    queue.enqueue(first)
    queue.enqueue(second)
    queue.cancel(second)
    #expect(second.state == .finished(.cancelled))
    queue.cancel(first)
    #expect(first.state == .executing)
    executor.performNext()
    queue.collect()
    #expect(first.state == .finished(.cancelled))
    #expect(log.lines == [])
    #expect(folder.files == ["data.jsonl", "store"])
  }

  @Test(arguments: names)
  func `An operation that is cancelled amid its work leaves nothing half`(_ name: String) throws {
    let queue = OperationQueue(width: 1, executor: InlineExecutor())
    let cancelled = operation(name)
    if name == "import" {
      let samples = (40..<140).map { Sample($0) }
      folder.write(ExchangeText.lines(samples), "data.jsonl")
    }
    cancelled.onProgress = { _ in queue.cancel(cancelled) }
    queue.enqueue(cancelled)
    #expect(cancelled.state == .finished(.cancelled))
    #expect(log.lines == [])
    #expect(folder.files == ["data.jsonl", "store"])
    #expect(Database.value("SELECT count(*) FROM Round", source.path) == "40")
  }

  @Test(arguments: names)
  func `An operation whose store is missing fails with its reason`(_ name: String) throws {
    let queue = OperationQueue(width: 1, executor: InlineExecutor())
    unlink(source.path)
    let failed = operation(name)
    queue.enqueue(failed)
    #expect(failed.state == .finished(.failure))
    #expect(log.lines == ["\(name): no such file: '\(source.path)'"])
    #expect(folder.files == ["data.jsonl"])
  }

  @Test(arguments: ["backup", "export"])
  func `A save during a copy neither disturbs the copy nor gets into it`(_ name: String) throws {
    let queue = OperationQueue(width: 1, executor: InlineExecutor())
    // NB: a backup reports its progress every 64 pages.
    try Database.run(
      "INSERT INTO News VALUES (1, 'x', 0, 0, 0, 'large', hex(zeroblob(500000)), NULL, 0, '')",
      source.path)
    let copy = operation(name)
    var isFirst = true
    copy.onProgress = { progress in
      guard isFirst, name == "export" || progress.percent ?? 0 > 0 else { return }
      #expect(progress.percent != 100)
      isFirst = false
      try? Database.run("DELETE FROM Press; DELETE FROM Round", source.path)
    }
    queue.enqueue(copy)
    #expect(!isFirst)
    #expect(Database.value("SELECT count(*) FROM Round", source.path) == "0")
    if name == "backup" {
      let path = folder.path + "/copy"
      #expect(Database.value("SELECT count(*) FROM Press", path) == "200")
    } else {
      #expect(log.lines == ["export: 40 200"])
    }
  }

  @Test(arguments: names)
  func `Operations on several threads all finish`(_ name: String) throws {
    let queue = OperationQueue(width: 3, executor: ThreadExecutor())
    let operations = (0..<3).map { operation(name, to: "copy-\($0)") }
    for operation in operations { queue.enqueue(operation) }
    queue.waitUntilIdle()
    #expect(operations.map(\.end) == [.success, .success, .success])
    #expect(Database.value("SELECT count(*) FROM Round", source.path) == "40")
  }

  @Test(arguments: ["backup", "recover", "import"])
  func `A full disk fails an operation at whichever write, and nothing half is left`(
    _ name: String
  ) throws {
    let files = "full-\(folder.path)"
    #expect(faulty_register(files) == 0)
    var settings = StoreSettings(
      location: .file(source.path), application: StoreLayout.application, migrations: [],
      environment: .system())
    settings.fileSystem = files
    let faulty = StoreSource(path: source.path, like: settings)
    folder.write(ExchangeText.lines((40..<60).map { Sample($0) }), "data.jsonl")
    var write: Int32 = 0
    // Far more writes than the operation makes, so that a failure of another kind ends the test.
    while write < 10_000 {
      let queue = OperationQueue(width: 1, executor: InlineExecutor())
      let operation = operation(name, source: faulty)
      faulty_arm(files, FAULTY_FULL, write)
      queue.enqueue(operation)
      faulty_arm(files, FAULTY_NONE, 0)
      if operation.end == .success { break }
      try #require(operation.end == .failure)
      let path = name == "import" ? source.path : folder.path + "/copy"
      try #require(log.lines.last == "\(name): can't save: the disk of '\(path)' is full")
      // NB: a log that could not grow exists, but is empty.
      #expect(folder.bytes("store-wal") == [])
      #expect(
        folder.files.filter { !["store-shm", "store-wal"].contains($0) } == ["data.jsonl", "store"])
      #expect(Database.value("SELECT count(*) FROM Round", source.path) == "40")
      write += write < 20 ? 1 : 37
    }
    #expect(write > 5)
  }

  @Test func `An error that no user can cause is a refusal with its type`() {
    #expect(
      Refusal(RecordError.saveInsideSave).words(in: .english) == "\(RecordError.saveInsideSave)")
    #expect(Refusal(Refusal.noLab as any Error) == .noLab)
    let mistake = Refusal(OperationCancellation())
    #expect(mistake.words(in: .english) == "mistake of the program: OperationCancellation()")
    #expect(mistake.words(in: .japanese) == "プログラムの誤りです: OperationCancellation()")
  }
}
