import Glibc
import Records
import Shell

/// Looks for damage in the store, and for rows that are not what was written.
struct CheckStore: StoreOperation {
  struct Report {
    let rowCount: Int
    let findings: [Store.Finding]
  }

  let source: StoreSource
  /// Whether the indexes are left out.
  let isQuick: Bool

  func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    let report = try run.withStore(of: source) { store throws(StoreWorkStop) in
      try run.trying(check(store, run))
    }
    try run.checkCancelled()
    guard !isQuick, report.findings.isEmpty else { return report }
    let rounds = try run.forEachTrial(of: source, except: []) { _ throws(StoreWorkStop) in }
    return Report(
      rowCount: report.rowCount,
      findings: rounds.damaged.map { .contradiction(entity: RoundRecord.entity, row: $0) })
  }

  private func check(
    _ store: Store, _ run: OperationRun<StoreWorkFault>
  ) throws(StoreError) -> Report {
    let schema = StoreLayout.schema
    let count = (try? store.rowCount(of: schema)) ?? 0
    let language = source.language
    // SQLite does not tell how far it is with the file, so the file counts as much as all rows.
    let total = max(1, count * 2)
    run.report(completed: 0, of: total, language.words(for: .file))
    var findings = try store.checkFile(isQuick: isQuick)
    run.report(completed: total / 2, of: total, language.words(for: .rows))
    do throws(StoreError) {
      findings += try store.checkRows(of: schema) { checked in
        run.report(completed: min(count + checked, total), of: total, language.words(for: .rows))
        return !run.isCancelled
      }
    } catch {
      // In a damaged file whole tables may be missing.
      if findings.isEmpty { throw error }
    }
    if !run.isCancelled { run.report(completed: total, of: total) }
    return Report(rowCount: count, findings: findings)
  }
}

/// Copies the store, as it is at the moment, to another file.
struct Backup: StoreOperation {
  let source: StoreSource
  let file: FilePlace
  let replaces: Bool

  /// Answers how many bytes the copy has.
  func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Int {
    try run.check(file, of: source)
    do throws(StoreWorkStop) {
      try run.withStore(of: source) { store throws(StoreWorkStop) in
        try run.making(
          file,
          store.backup(to: file.path, replacing: replaces) { rest, total in
            run.report(completed: total - rest, of: total)
            return !run.isCancelled
          })
      }
    } catch {
      switch error {
      case .failed(.store(.exists)), .failed(.file(_, .exists)): throw .failed(.exists(file.name))
      default: throw error
      }
    }
    var facts = stat()
    return stat(file.path, &facts) == 0 ? Int(facts.st_size) : 0
  }
}

/// Writes what is left of a damaged store to a new file.
struct Recover: StoreOperation {
  let source: StoreSource
  let file: FilePlace

  /// Answers how many rows were left.
  func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Int {
    try run.check(file, of: source)
    return try run.withStore(of: source) { store throws(StoreWorkStop) in
      try run.making(
        file,
        store.recover(to: file.path, schema: StoreLayout.schema) { count in
          run.report(completed: count, of: 0, source.language.words(for: .savedRows))
          return !run.isCancelled
        })
    }
  }
}

/// Has another program send the store to a server; see `Lab`.
struct SendStore: StoreOperation {
  /// What stands before a line that is no result.
  private static var mark: String { "chimp-lab: " }

  let source: StoreSource
  let words: [String]

  /// Answers what the program said of its result.
  func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> [String] {
    let end: ProgramRun.End
    do throws(SystemFault) {
      end = try ProgramRun(words).run(while: { !run.isCancelled }) { line in
        run.report(completed: 0, of: 0, line)
      }
    } catch { throw .failed(.cannotRead(words[0], error)) }
    try run.checkCancelled()
    let results = end.lines.filter { !$0.hasPrefix(Self.mark) }
    if end.status == 0 { return results }
    let reason = end.lines.last { $0.hasPrefix(Self.mark) }
    throw .failed(.lab(reason.map { String($0.dropFirst(Self.mark.count)) }))
  }
}

/// A quick check of a file, by a thread and a connection of its own, while the file is used.
final class BackgroundCheck {
  private let queue = OperationQueue(width: 1, executor: ThreadExecutor())
  private var found: Result<[Store.Finding], StoreError>?

  init(path: String) {
    queue.enqueue(QueuedOperation(QuickCheck(path: path)) { [weak self] in self?.found = $0 })
  }

  /// What was found; nil as long as the check goes on.
  var findings: Result<[Store.Finding], StoreError>? {
    queue.collect()
    return found
  }

  func wait() -> Result<[Store.Finding], StoreError>? {
    queue.waitUntilIdle()
    return findings
  }
}

/// Looks for damage in a file as quickly as that can be done.
private struct QuickCheck: Operation {
  let path: String

  func perform(
    _ run: OperationRun<StoreError>
  ) throws(OperationStop<StoreError>) -> [Store.Finding] {
    do throws(StoreError) {
      let store = try Store.open(StoreLayout.settings(.file(path, mustExist: true)))
      // Each page is looked at once.
      try store.limitCache(200)
      return try store.checkFile(isQuick: true)
    } catch { throw .failed(error) }
  }
}
