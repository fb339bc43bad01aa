import Glibc
@testable import Records
import TestSupport
import Testing

/// Tests of several processes that use one store, some of which are killed.
struct ProcessTests {
  /// Returns the numbers that a writer has saved, in ascending order.
  private func numbers(_ path: String, _ writer: String) -> [Int] {
    let text = "SELECT group_concat(number) FROM (SELECT number FROM Entry WHERE writer = '"
    return (Database.value(text + writer + "' ORDER BY number)", path) ?? "")
      .split(separator: ",").compactMap { Int($0) }
  }

  @Test func `Two programs write to one file`() throws {
    let folder = TemporaryFolder()
    let children = try ["a", "b", "c"].map { try Child("write", folder.file, $0, "60") }
    for child in children { #expect(child.lines() == (0..<60).map { "\($0)" }) }
    for writer in ["a", "b", "c"] { #expect(numbers(folder.file, writer) == Array(0..<60)) }
    #expect(Database.value("PRAGMA integrity_check", folder.file) == "ok")
  }

  @Test func `All saves that a killed program has acknowledged exist`() throws {
    let folder = TemporaryFolder()
    var generator = RandomNumbers(seed: UInt64(getpid()))
    for round in 0..<40 {
      let child = try Child("write", folder.file, "r\(round)", "1000000")
      var last = -1
      for _ in 0..<generator.below(30) { last = child.line().flatMap { Int($0) } ?? last }
      // Work of random length, so that the process is killed at any moment.
      var busy = generator.below(200_000)
      while busy > 0 { busy &-= 1 }
      child.kill()
      while let line = child.line() { last = Int(line) ?? last }
      guard access(folder.file, F_OK) == 0 else { continue }
      #expect(Database.value("PRAGMA integrity_check", folder.file) == "ok")
      let found = Database.value("SELECT 1 FROM sqlite_master WHERE name = 'Entry'", folder.file)
      let saved = found == nil ? [] : numbers(folder.file, "r\(round)")
      #expect(saved == Array(0..<saved.count))
      #expect(saved.count == last + 1 || saved.count == last + 2)
    }
  }

  @Test func `A waiting program learns the lock's holder, and may stop waiting`() throws {
    let folder = TemporaryFolder()
    #expect(try Child("write", folder.file, "a", "1").lines() == ["0"])
    let holder = try Holder(folder.file)
    let lines = try Child("wait", folder.file, "3").lines()
    let own = "\(getpid())"
    #expect(lines == [own, own, own, "stopped waiting for '\(folder.file)'"])
    holder.release()
    #expect(try Child("wait", folder.file, "3").lines() == ["saved"])
  }

  @Test func `The holder of a lock is named on standard error, unless the program names it`() throws
  {
    let folder = TemporaryFolder()
    #expect(try Child("write", folder.file, "a", "1").lines() == ["0"])
    let holder = try Holder(folder.file)
    let own = LockHolder.holder(of: folder.file)
    let program = "\(own?.program ?? "") (process \(getpid()))"
    #expect(
      try Child("save", folder.file).lines() == [
        "waiting for \(program) to end its work on '\(folder.file)'",
        "locked by \(program): '\(folder.file)'",
      ])
    holder.release()
    #expect(try Child("save", folder.file).lines() == ["saved"])
  }

  @Test func `A wait has a limit and random sleeps`() throws {
    let folder = TemporaryFolder()
    let fixture = StoreFixture()
    var settings = fixture.settings(.file(folder.file))
    settings.waitLimit = 100
    let context = try fixture.context(settings)
    let holder = try Holder(folder.file)
    try context.news("one")
    // A connection of this process holds the lock, like a job.
    let error = #expect(throws: RecordError.self) { try context.save() }
    #expect(error?.description == "locked by a job of this session: '\(folder.file)'")
    #expect(fixture.slept.reduce(0, +) >= 100)
    #expect(fixture.slept.allSatisfy { (1...10).contains($0) })
    #expect(Set(fixture.slept).count > 3)
    fixture.onSleep = { holder.release() }
    try context.save()
    #expect(try context.allNews() == ["one"])
  }

  @Test func `Changes of another program are merged with unsaved ones`() throws {
    let folder = TemporaryFolder()
    let fixture = StoreFixture()
    let (here, there) = (
      try fixture.context(.file(folder.file)), try fixture.context(.file(folder.file))
    )
    let own = try here.news("one", 1)
    try here.save()
    let other = try #require(try there.record(News.self, objectId: own.objectId))
    let list = try there.list(News.self, "allNews")
    other.body = "there"
    own.title = "here"
    own.headline = "kept"
    try here.save()
    try there.save()
    #expect([other.title, other.body] == ["here", "there"])
    #expect(own.headline == "kept")
    #expect(try here.allNews() == ["here"])
    #expect(own.body == "there")
    #expect(own.headline == nil)
    try here.delete(own)
    try here.news("two", 2)
    try here.save()
    other.title = "late"
    #expect(throws: RecordError.vanished(entity: "News", objectId: own.objectId)) {
      try there.save()
    }
    there.rollback()
    try there.refresh()
    #expect(other.phase == .deleted)
    #expect(list.elements.map(\.title) == ["two"])
  }
}

/// Tests of files and folders that an unprivileged user can't write.
struct ReadOnlyTests {
  private let folder = TemporaryFolder()

  /// Creates a store with two entries by another process.
  private func fill() throws {
    chmod(folder.path, 0o777)
    #expect(try Child("write", folder.file, "a", "2").lines() == ["0", "1"])
  }

  @Test func `A file that can't be written is opened for reading`() throws {
    try fill()
    chmod(folder.file, 0o444)
    let bytes = folder.bytes()
    let lines = try Child("read-only", folder.file).lines()
    let refusal = "can't save: '\(folder.file)' is read-only"
    #expect(lines == ["readOnly", "[0, 1]", refusal])
    #expect(folder.bytes() == bytes)
  }

  @Test func `A folder that can't be written is opened for reading`() throws {
    try fill()
    chmod(folder.file, 0o666)
    chmod(folder.path, 0o555)
    let bytes = folder.bytes()
    let names = folder.files
    let lines = try Child("read-only", folder.file).lines()
    let refusal = "can't save: '\(folder.file)' is read-only"
    #expect(lines == ["readOnly", "[0, 1]", refusal])
    #expect(folder.bytes() == bytes)
    #expect(folder.files == names)
  }

  /// The files beside the database file that exist when a read-only store is opened.
  enum NeighbourFiles: CaseIterable {
    case emptyLog
    case logOfKilled
    case logAndIndexOfKilled
    case logOfKilledAndSecretIndex
    case livingProgram
  }

  @Test(arguments: NeighbourFiles.allCases)
  func `A user without write permission reads the whole file and creates nothing beside it`(
    _ beside: NeighbourFiles
  ) throws {
    try fill()
    let writer = try Child("write", folder.file, "b", "1000000")
    #expect(writer.line() == "0")
    if beside != .livingProgram { writer.kill() }
    switch beside {
    case .emptyLog:
      try Database.run("PRAGMA wal_checkpoint(TRUNCATE)", folder.file)
      folder.write([], "store-wal")
    case .logOfKilled: unlink(folder.file + "-shm")
    case .logOfKilledAndSecretIndex: chmod(folder.file + "-shm", 0o600)
    case .logAndIndexOfKilled, .livingProgram: break
    }
    chmod(folder.file, 0o444)
    let names = folder.files
    let lines = try Child("read-only", folder.file).lines()
    #expect(lines.first == "readOnly")
    #expect(lines.dropFirst().first?.hasPrefix("[0, 1, 0") ?? false)
    #expect(lines.last == "can't save: '\(folder.file)' is read-only")
    #expect(folder.files == names)
    for name in names {
      var facts = stat()
      stat(folder.path + "/" + name, &facts)
      #expect(facts.st_uid == geteuid())
    }
    guard beside == .livingProgram else { return }
    #expect(writer.line() == "1")
  }

  @Test func `A log without read permission is named in the error`() throws {
    try fill()
    let writer = try Child("write", folder.file, "b", "1000000")
    #expect(writer.line() == "0")
    writer.kill()
    chmod(folder.file, 0o444)
    chmod(folder.file + "-wal", 0o600)
    let lines = try Child("read-only", folder.file).lines()
    #expect(lines == ["can't open '\(folder.file)-wal': permission denied"])
  }

  @Test func `A readable log in a read-only folder is not changed`() throws {
    try fill()
    let writer = try Child("write", folder.file, "b", "1000000")
    #expect(writer.line() == "0")
    writer.kill()
    unlink(folder.file + "-shm")
    chmod(folder.file, 0o666)
    chmod(folder.path, 0o555)
    let lines = try Child("read-only", folder.file).lines()
    #expect(lines.first == "readOnly")
    #expect(lines.dropFirst().first?.hasPrefix("[0, 1, 0") ?? false)
  }

  @Test func `A file that can't even be read is refused`() throws {
    try fill()
    chmod(folder.file, 0)
    let lines = try Child("read-only", folder.file).lines()
    #expect(lines == ["can't open '\(folder.file)': permission denied"])
  }
}
