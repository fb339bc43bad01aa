import ChimpSystem
@testable import Exchange
import Glibc
import Shell
import TestSupport
import Testing

/// Tests of an export of several files, which get their final names together or not at all.
struct PublicationTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private let names = [
    "data-long.csv", "data-presses.csv", "data-sessions.csv", "data.csv",
    "data.csv.dictionary.txt",
  ]

  /// Writes an export of several files into a folder.
  private func write(
    into folder: TemporaryFolder, replacing: Bool, _ operations: FileOperations
  ) throws {
    let files = ExchangeFiles(NamedFile(folder.path + "/data.csv"), .csv)
    let writer = try ExportWriter(files, .csv, operations: operations)
    try writer.finish()
    try writer.publish(replacing: replacing)
  }

  @Test(arguments: [true, false], [[], [0], [3], [0, 1, 2, 3, 4]])
  func `Whichever system call fails, the files are as before`(
    _ isNameless: Bool, _ existing: [Int]
  ) throws {
    let old = existing.map { names[$0] }
    var failingCall = 1
    while failingCall < 100 {
      let folder = TemporaryFolder(isInMemory: true)
      for name in old { folder.write(Array("old \(name)".utf8), name) }
      let injector = FaultInjector(failingCall: failingCall, number: EIO)
      var operations = injector.operations(isNameless: isNameless)
      operations.largestWrite = .max
      do {
        try write(into: folder, replacing: !old.isEmpty, operations)
        // Only the mode could not be set, or the folder was not flushed.
        #expect(folder.files == names)
        #expect(old.allSatisfy { folder.bytes($0) != Array("old \($0)".utf8) })
      } catch {
        let refusals = names.map { name in
          Refusal.cannotWrite("\(folder.path)/\(name)", SystemError(number: EIO))
        }
        guard let refusal = error as? Refusal, refusals.contains(refusal) else { throw error }
        #expect(folder.files == old)
        for name in old { #expect(folder.bytes(name) == Array("old \(name)".utf8)) }
      }
      guard injector.hasFailed else { break }
      failingCall += 1
    }
    // The calls for each file: create, write, flush twice, give the name; and if there was one
    // before, set the mode, and link the nameless file twice.
    #expect(failingCall == 5 * 5 + old.count * (isNameless ? 3 : 1) + 1)
  }

  @Test func `While files get their names, the folder is locked for other exports`() throws {
    for name in names { folder.write([1], name) }
    let path = folder.path
    var isLocked: [Bool] = []
    var operations = FileOperations()
    operations.isFailing = {
      let descriptor = open(path, O_RDONLY | O_DIRECTORY)
      isLocked.append(flock(descriptor, LOCK_EX | LOCK_NB) != 0)
      close(descriptor)
      return false
    }
    let files = ExchangeFiles(NamedFile(folder.path + "/data.csv"), .csv)
    let writer = try ExportWriter(files, .csv, operations: operations)
    try writer.finish()
    #expect(isLocked.allSatisfy { !$0 })
    isLocked = []
    try writer.publish(replacing: true)
    #expect(isLocked.count >= names.count)
    #expect(isLocked.allSatisfy { $0 })
    let descriptor = open(path, O_RDONLY | O_DIRECTORY)
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    close(descriptor)
  }

  @Test func `Replaced files are gone when all files have their names`() throws {
    for name in names { folder.write([1], name) }
    try write(into: folder, replacing: true, FileOperations())
    #expect(folder.files == names)
    for name in names { #expect(folder.bytes(name).count > 1) }
  }
}
