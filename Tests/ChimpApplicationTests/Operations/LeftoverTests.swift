import Glibc
import Records
import Shell
import TestSupport
import Testing

@testable import ChimpApplication

/// Files that killed programs left beside what they were going to write.
struct LeftoverTests {
  private let folder = TemporaryFolder()

  private func chimp(_ command: String) -> ProgramResult {
    run(["--store", folder.path + "/store", "-c", command]) {
      $0.configureStore = { $0.reserve = 0 }
    }
  }

  private func put(_ names: String...) {
    for name in names { folder.write([1], name) }
  }

  @Test(arguments: ["backup", "export format=jsonl"])
  func `What nobody writes any more is removed by the next one with the same name`(
    _ command: String
  ) {
    put("copy.new-1a", "copy.new-ffffffffffffffff", "copy.new-1a-journal", "copy.new-1a-pages")
    put("copy", "copy.old-2", "copy.new-", "copy.new-x", "copy.newer-1", "other.new-1a", "copy.old")
    put("copy.new-11111111111111111", "copy.new-1a.txt")
    #expect(chimp("\(command) \(folder.path)/copy --force").status == 0)
    let own = command == "backup" ? [] : ["copy.dictionary.txt"]
    #expect(
      folder.files == ["copy"] + own + [
        "copy.new-", "copy.new-11111111111111111", "copy.new-1a.txt", "copy.new-x", "copy.newer-1",
        "copy.old", "other.new-1a", "store",
      ])
  }

  @Test func `What somebody is writing stays, and so does all that is left of a file`() throws {
    put("copy.new-1", "copy.old-2")
    let writer = open(folder.path + "/copy.new-1", O_RDONLY)
    #expect(flock(writer, LOCK_EX) == 0)
    let candidate = try CandidateFile(for: folder.path + "/copy", number: 3)
    CandidateFile.tidy(beside: folder.path + "/copy")
    #expect(folder.files == ["copy.new-1", "copy.new-3", "copy.old-2"])
    candidate.remove()
    close(writer)
    CandidateFile.tidy(beside: folder.path + "/copy")
    #expect(folder.files == ["copy.old-2"])
  }

  @Test func `A name that is taken is not taken again`() throws {
    put("copy.new-3")
    let candidate = try CandidateFile(for: folder.path + "/copy", number: 3)
    #expect(folder.files.count == 2)
    #expect(folder.bytes("copy.new-3") == [1])
    candidate.remove()
    #expect(folder.files == ["copy.new-3"])
  }

  @Test func `An export holds what it is going to replace until all have their names`() throws {
    put("data.jsonl")
    let draft = try FileDraft(FilePlace(folder.path + "/data.jsonl"))
    CandidateFile.tidy(beside: folder.path + "/data.jsonl")
    try draft.finish()
    try draft.publish(replacing: true) { rename($0, $1) }
    CandidateFile.tidy(beside: folder.path + "/data.jsonl")
    draft.retract()
    #expect(folder.files == ["data.jsonl"])
    #expect(folder.bytes("data.jsonl") == [1])
  }
}
