@testable import Archive
@testable import Exchange
import Game
import Glibc
import Records
import SampleData
import Shell
import TestSupport
import Testing

/// Tests of importing files in which something was changed.
struct ChangedFileTests {
  private let folder = TemporaryFolder(isInMemory: true)

  @Test func `A file with one random change is refused, or what it imports is valid`() throws {
    var numbers = RandomNumbers(seed: 11)
    let samples = (0..<3).map { Sample($0) } + [Sample(3).resumed(by: Sample.session(4))]
    let text = ExchangeText.lines(samples)
    let (trials, presses) = (
      ExchangeText.table(samples.map(\.trial)), ExchangeText.table(samples.flatMap(\.presses))
    )
    let sessions = ExchangeText.table(ExchangeText.sessions(samples))
    var refusedCount = 0
    // A refused file leaves the store empty for the next one.
    var empty: Store?
    for number in 0..<400 {
      let store = try empty ?? newStore()
      var files = number % 2 == 0 ? [text] : [trials, presses, sessions]
      Self.change(&files[numbers.below(files.count)], &numbers)
      let fault: (any Error)?
      if files.count == 1 {
        folder.write(files[0], "data.jsonl")
        fault = importFile("data.jsonl", .jsonl)
      } else {
        folder.write(files[0], "data.csv")
        folder.write(files[1], "data-presses.csv")
        folder.write(files[2], "data-sessions.csv")
        fault = importFile("data.csv", .csv)
      }
      empty = fault == nil ? nil : store
      let context = try RecordContext(store, StoreLayout.schema)
      if let fault {
        refusedCount += 1
        guard let line = fault as? RefusedRow, line.table == nil, line.number > 0 else {
          Issue.record("\(number): \(Refusal(fault).words(in: .english))")
          continue
        }
        #expect(try context.fetch(RoundRecord.self, "allRounds").isEmpty)
      }
      #expect(try store.checkRows(of: StoreLayout.schema) == [])
      for round in try context.fetch(RoundRecord.self, "allRounds") {
        let kept = try #require(round.kept, "\(number)")
        var replay = RoundReplay(kept)
        while let step = replay.next() {
          if case .moved(_, .failure) = step { Issue.record("\(number)") }
        }
        #expect(replay.endsTheSame, "\(number)")
      }
    }
    #expect(refusedCount > 200 && refusedCount < 400)
  }

  /// Changes a random byte, line or field.
  private static func change(_ bytes: inout [UInt8], _ numbers: inout RandomNumbers) {
    let index = numbers.below(bytes.count)
    switch numbers.below(5) {
    case 0: bytes[index] = UInt8(numbers.below(256))
    case 1: bytes[index] = Array("0123456789,;\"\n{}:x".utf8)[numbers.below(18)]
    case 2: bytes.remove(at: index)
    case 3: bytes.insert(UInt8(numbers.below(128)), at: index)
    default:
      var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map { Array($0) }
      let (one, other) = (numbers.below(lines.count), numbers.below(lines.count))
      if numbers.below(2) == 0 { lines.swapAt(one, other) } else { lines[one] = lines[other] }
      bytes = Array(lines.joined(separator: [10]))
    }
  }

  private var settings: StoreSettings {
    var settings = StoreSettings(
      location: .file(folder.path + "/fuzz"), application: StoreLayout.application,
      migrations: StoreLayout.migrations, environment: .system())
    settings.reserve = 0
    return settings
  }

  /// Creates a store in the place of the last one, which must be closed.
  private func newStore() throws -> Store {
    for file in folder.files where file.hasPrefix("fuzz") { unlink(folder.path + "/" + file) }
    return try Store.open(settings)
  }

  /// Imports a file into the store and returns the error if the file is refused.
  private func importFile(_ name: String, _ format: ExchangeFormat) -> (any Error)? {
    let operation = Import(
      source: StoreSource(path: folder.path + "/fuzz", like: settings),
      file: NamedFile(folder.path + "/" + name), format: format)
    do { _ = try operation.perform(OperationRun()) } catch { return error }
    return nil
  }
}
