import Glibc
import SystemCalls
import TestSupport
import Testing

@testable import Archive
@testable import Console
@testable import Exchange
@testable import Operations

/// Tests of an export of several files, which get their final names together or not at all.
struct PublicationTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private let names = [
    "data-long.csv", "data-presses.csv", "data-sessions.csv", "data.csv",
    "data.csv.dictionary.txt",
  ]

  /// Returns a writer whose files are complete but still have temporary names.
  private func writer() throws -> ExportWriter {
    let writer = try ExportWriter(ExchangeFiles(NamedFile(folder.path + "/data.csv"), .csv), .csv)
    try writer.finish()
    return writer
  }

  @Test(arguments: [0, 1, 2, 3, 4], [false, true])
  func `Where a file can't have its name, all is as it was before`(
    _ number: Int, _ replaces: Bool
  ) throws {
    if replaces { for name in names { folder.write(Array("old \(name)".utf8), name) } }
    var count = 0
    let path = folder.path + "/" + [names[4], names[0], names[2], names[1], names[3]][number]
    #expect(throws: ArchiveError.cannotWrite(path, SystemError(number: EIO))) {
      try writer().publish(replacing: replaces) {
        defer { count += 1 }
        errno = EIO
        return count == number
      }
    }
    #expect(folder.files == (replaces ? names : []))
    for name in folder.files { #expect(folder.bytes(name) == Array("old \(name)".utf8)) }
  }

  @Test func `Where only some files are there, what is new is taken back`() throws {
    folder.write([1], "data.csv")
    var count = 0
    #expect(throws: ArchiveError.self) {
      try writer().publish(replacing: true) {
        count += 1
        return count == 5
      }
    }
    #expect(folder.files == ["data.csv"])
    #expect(folder.bytes("data.csv") == [1])
  }

  @Test func `What was replaced is gone when all have their names`() throws {
    for name in names { folder.write([1], name) }
    try writer().publish(replacing: true)
    #expect(folder.files == names)
    for name in names { #expect(folder.bytes(name).count > 1) }
  }

  @Test
  func `Trials and presses of two exports are refused, in whichever order they were replaced`()
    throws
  {
    let samples = (0..<3).map { Sample($0) }
    var begun = samples
    begun[2] = samples[2].begun
    let others = (3..<6).map { Sample($0) }
    let exports = [[samples[0]], samples, begun, others, []]
    for (one, trials) in exports.enumerated() {
      for (other, presses) in exports.enumerated() where one != other {
        folder.write(ExchangeText.table(trials.map(\.trial)), "data.csv")
        folder.write(ExchangeText.table(presses.flatMap(\.presses)), "data-presses.csv")
        let sessions = ExchangeText.sessions(trials)
        folder.write(ExchangeText.table(sessions), "data-sessions.csv")
        let result = run(["-c", "import \(folder.path)/data.csv"])
        #expect(result.status == 1)
        #expect(
          result.output.hasPrefix("error: \(folder.path)/data-presses.csv:"), "\(one) \(other)")
      }
    }
  }
}
