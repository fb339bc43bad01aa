import Archive
import ChimpSystem
@testable import Exchange
import Glibc
import Shell
import TestSupport
import Testing

/// Tests of a file that gets its name when it is complete, and of the file that it replaces.
struct FileDraftTests {
  private let folder = TemporaryFolder()

  /// Returns the operations of the system with or without unnamed files.
  private func operations(isNameless: Bool) -> FileOperations {
    var operations = FileOperations()
    operations.allowsNameless = isNameless
    return operations
  }

  @Test func `A file has no name until it is whole, where the system has such files`() throws {
    let draft = try FileDraft(NamedFile(folder.path + "/data.jsonl"))
    try draft.write { $0.append(7) }
    try draft.finish()
    #expect(folder.files == [])
    try draft.publish(replacing: false)
    #expect(folder.files == ["data.jsonl"])
    #expect(folder.bytes("data.jsonl") == [7])
  }

  @Test(arguments: [true, false])
  func `A replaced file stays until all files have their names`(_ isNameless: Bool) throws {
    folder.write([1], "data.jsonl")
    chmod(folder.path + "/data.jsonl", 0o640)
    let draft = try FileDraft(
      NamedFile(folder.path + "/data.jsonl"), operations(isNameless: isNameless))
    try draft.finish()
    try draft.publish(replacing: true, keepingOld: true)
    #expect(folder.files.count == 2)
    #expect(Leftover.all(beside: folder.path + "/data.jsonl") == [])
    draft.retract()
    #expect(folder.files == ["data.jsonl"])
    #expect(folder.bytes("data.jsonl") == [1])
  }

  @Test(arguments: [true, false])
  func `A file that took the name meanwhile stays`(_ isNameless: Bool) throws {
    let path = folder.path + "/data.jsonl"
    let draft = try FileDraft(NamedFile(path), operations(isNameless: isNameless))
    try draft.finish()
    folder.write([1], "data.jsonl")
    #expect(throws: Refusal.exists(path)) { try draft.publish(replacing: false) }
    #expect(folder.files == ["data.jsonl"])
    #expect(folder.bytes("data.jsonl") == [1])
  }
}
