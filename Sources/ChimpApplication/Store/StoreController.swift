import Records
package import Shell

/// What the commands about the store as a whole ask for.
package enum StoreAction: Action, Equatable {
  case check(isQuick: Bool)
  case backup(to: FilePlace, replaces: Bool)
  case export(to: FilePlace, ExchangeFormat?, replaces: Bool)
  case `import`(from: FilePlace, ExchangeFormat?)
  case recover(to: FilePlace)
  case exportNews(to: FilePlace, ExchangeFormat?, replaces: Bool)
  case importNews(from: FilePlace, ExchangeFormat?)
}

/// Makes the operations that the commands ask for, and has the view tell what comes of them.
package final class StoreController {
  private let delegate: ApplicationDelegate
  private let view: StoreView
  private let news: () -> NewsModel
  /// The import that was asked for last: what reads the store waits for it, and what it brings is
  /// there then.
  private weak var lastImport: QueuedOperation?
  /// Brings all rounds into the store, and answers how many older ones nobody knows any more.
  private let gather: () throws(RecordError) -> Int

  /// Makes a controller of the delegate's store.
  init(
    _ delegate: ApplicationDelegate, view: StoreView, news: @escaping () -> NewsModel,
    gather: @escaping () throws(RecordError) -> Int
  ) {
    self.delegate = delegate
    self.view = view
    self.news = news
    self.gather = gather
  }

  /// The operation that a command asks for; nil where it has been refused, with words.
  package func operation(for action: StoreAction) -> QueuedOperation? {
    do throws(StoreWorkFault) {
      return switch action {
      case .check(let isQuick): try check(isQuick: isQuick)
      case .backup(let file, let replaces): try backup(to: file, replaces: replaces)
      case .export(let file, let format, let replaces):
        try export(to: file, format, replaces: replaces)
      case .import(let file, let format): try importing(file, format)
      case .recover(let file): try recover(to: file)
      case .exportNews(let file, let format, let replaces):
        try exportNews(to: file, format, replaces: replaces)
      case .importNews(let file, let format): try importNews(from: file, format)
      }
    } catch {
      view.refuse(error)
      return nil
    }
  }

  private func check(isQuick: Bool) throws(StoreWorkFault) -> QueuedOperation {
    let source = try source().source
    return queued(CheckStore(source, isQuick: isQuick), "check-store") {
      [delegate, view] report in
      delegate.heed(report.findings)
      view.show(report)
    }
  }

  private func backup(
    to file: FilePlace, replaces: Bool
  ) throws(StoreWorkFault) -> QueuedOperation {
    try refuseIfRestricted("backup")
    let (source, lost) = try source()
    return queued(Backup(source, to: file, replaces: replaces), "backup") { [view] count in
      view.showBackup(byteCount: count, file.name, lostCount: lost)
    }
  }

  private func export(
    to file: FilePlace, _ format: ExchangeFormat?, replaces: Bool
  ) throws(StoreWorkFault) -> QueuedOperation {
    try refuseIfRestricted("export")
    let format = try self.format(format, file)
    let (source, lost) = try source()
    let operation = Export(source, to: file, format, replaces: replaces)
    return queued(operation, "export") { [delegate, view] report in
      if !report.damagedRounds.isEmpty { delegate.noteDamagedRows() }
      view.show(report, lostCount: lost)
    }
  }

  private func importing(
    _ file: FilePlace, _ format: ExchangeFormat?
  ) throws(StoreWorkFault) -> QueuedOperation {
    try refuseIfRestricted("import")
    let format = try self.format(format, file)
    let operation = Import(try source().source, from: file, format)
    return queuedImport(operation, "import") { [view] report in view.show(report, file.name) }
  }

  private func exportNews(
    to file: FilePlace, _ format: ExchangeFormat?, replaces: Bool
  ) throws(StoreWorkFault) -> QueuedOperation {
    try refuseIfRestricted("news export")
    let format = try self.format(format, file)
    let operation = ExportNews(delegate.storeSource, to: file, format, replaces: replaces)
    return queued(operation, "news export") { [delegate, view] report in
      if report.damagedCount > 0 { delegate.noteDamagedRows() }
      view.show(report, file.name)
    }
  }

  private func importNews(
    from file: FilePlace, _ format: ExchangeFormat?
  ) throws(StoreWorkFault) -> QueuedOperation {
    try refuseIfRestricted("news import")
    let format = try self.format(format, file)
    let operation = ImportNews(delegate.storeSource, from: file, format)
    let queued = queuedImport(operation, "news import") { [view] report in
      view.show(report, file.name)
    }
    queued.addListener { [news] end in news().follow(end) }
    return queued
  }

  private func recover(to file: FilePlace) throws(StoreWorkFault) -> QueuedOperation {
    try refuseIfRestricted("recover")
    guard delegate.surroundings.path != nil else { throw .notInFile }
    let source = try source().source
    return queued(Recover(source, to: file), "recover") { [view] count in
      view.showRecovery(rowCount: count, file.name)
    }
  }

  private func queued<Work: StoreOperation>(
    _ operation: Work, _ name: String, priority: Int = 0,
    then show: @escaping (Work.Success) -> Void
  ) -> QueuedOperation {
    // NB: an import that fails brings nothing, and keeps nobody from the store.
    let terms = OperationTerms(name, priority: priority, runsAfterFailure: true)
    let queued = QueuedOperation(operation, terms: terms) { [delegate, view] result in
      do throws(StoreWorkFault) { show(try result.get()) } catch {
        // NB: a file of the user's that can't be written is no fault of the store.
        if case .store(let fault) = error, fault.path == operation.source.path {
          delegate.note(fault)
        }
        view.refuse(error)
      }
    }
    if let lastImport, lastImport.state?.isFinished == false { queued.predecessors = [lastImport] }
    return queued
  }

  /// An import goes before what waits with it.
  private func queuedImport<Work: StoreOperation>(
    _ operation: Work, _ name: String, then show: @escaping (Work.Success) -> Void
  ) -> QueuedOperation {
    let queued = queued(operation, name, priority: 1, then: show)
    lastImport = queued
    return queued
  }

  private func format(
    _ format: ExchangeFormat?, _ file: FilePlace
  ) throws(StoreWorkFault) -> ExchangeFormat {
    guard let format = format ?? ExchangeFormat(endingOf: file.name) else {
      throw .noFormat(file.name)
    }
    return format
  }

  /// The store with all rounds in it.
  private func source() throws(StoreWorkFault) -> (source: StoreSource, lostCount: Int) {
    // NB: who opens the file anew would take our log for that of another file.
    do throws(StoreError) { try delegate.checkFiles() } catch { throw .store(error) }
    do throws(RecordError) { return (delegate.storeSource, try gather()) } catch {
      throw .record(error)
    }
  }

  private func refuseIfRestricted(_ command: String) throws(StoreWorkFault) {
    if delegate.surroundings.isRestricted { throw .restricted(command) }
  }
}
