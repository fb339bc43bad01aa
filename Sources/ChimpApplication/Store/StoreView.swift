package import Records
package import Shell

/// Says what has been done to the store as a whole.
package final class StoreView {
  private let speaker: Speaker

  /// Makes a view that speaks.
  package init(_ speaker: Speaker) { self.speaker = speaker }

  /// Says why nothing is done, or no more.
  package func refuse(_ fault: StoreWorkFault) { speaker.refuse { $0.words(for: fault) } }

  /// Says what a check has found.
  package func show(_ report: CheckStore.Report) {
    for line in speaker.language.lines(of: report) { speaker.say { _ in line } }
  }

  /// Says what another program has said.
  package func show(_ lines: [String]) {
    for line in lines { speaker.say { _ in line } }
  }

  /// Says that the store has been copied.
  package func showBackup(byteCount: Int, _ path: String, lostCount: Int) {
    speaker.say { $0.backup(byteCount: byteCount, path, lostCount: lostCount) }
  }

  /// Says what has been written to which files.
  package func show(_ report: Export.Report, lostCount: Int) {
    speaker.say { $0.export(report, lostCount: lostCount) }
  }

  /// Says what has been written to which folder.
  func show(_ report: BIDSExport.Report, _ path: String, lostCount: Int) {
    speaker.say { $0.export(report, path, lostCount: lostCount) }
  }

  /// Says what has been taken into the store.
  package func show(_ report: Import.Report, _ path: String) {
    speaker.say { $0.imported(report, path) }
  }

  /// Says what has been taken of another store's studies; who was left out is refused.
  func show(_ report: MergeStudies.Report, _ path: String) {
    speaker.say { $0.merged(report, path) }
    if !report.refused.isEmpty { speaker.refuse { $0.refusedByMerge(report) } }
  }

  /// Says how many news have been written to a file.
  package func show(_ report: ExportNews.Report, _ path: String) {
    speaker.say { $0.export(report, path) }
  }

  /// Says how many news have been taken into the store.
  package func show(_ report: ImportNews.Report, _ path: String) {
    speaker.say { $0.imported(report, path) }
  }

  /// Says that what was left of the store has been written.
  package func showRecovery(rowCount: Int, _ path: String) {
    speaker.say { $0.recovery(rowCount: rowCount, path) }
  }
}

/// What is known of a store.
struct StoreStatus {
  /// The file of the store; nil where it is in memory.
  var path: String?
  var condition: Store.Condition?
  /// How many rows there are; nil where they can't be counted.
  var rowCount: Int?
  /// Who else has the file open.
  var others: [LockHolder] = []
}

/// What is told about the store beside the replies.
package enum StoreNotice: Equatable, Sendable {
  case failed(StoreError)
  /// Something was left out that no reply mentions.
  case omitted(RecordError)
  case waiting(StoreWait)
  case hasRoomAgain(path: String)
  case canOnlyBeRead(path: String)
  case diskIsFull(path: String)
  case onlyReadFromNowOn
  case lost(StoreError)
  case rescued(Store.Rescue)
  case endNotKept(RoundFault)
  case settingNotRestored(String, ArgumentFault)
  case settingNotKept(String, RecordError)
}
