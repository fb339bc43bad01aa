import Records
package import Shell

/// What the commands about the store as a whole ask for.
package enum StoreAction: Action, Equatable {
  case check(isQuick: Bool)
  case backup(to: String, replaces: Bool)
  case export(to: String, ExchangeFormat?, replaces: Bool)
  case `import`(from: String, ExchangeFormat?)
  case recover(to: String)
}

/// Makes the operations that the commands ask for, and has the view tell what comes of them.
package final class StoreController {
  private let delegate: ApplicationDelegate
  private let view: StoreView

  /// Makes a controller of the delegate's store.
  package init(_ delegate: ApplicationDelegate, view: StoreView) {
    self.delegate = delegate
    self.view = view
  }

  /// The operation that a command asks for; nil where it has been refused, with words.
  package func operation(for action: StoreAction) -> QueuedOperation? {
    do throws(StoreWorkFault) {
      switch action {
      case .check(let isQuick):
        return queued(CheckStore(try source(), isQuick: isQuick), "check-store") {
          [delegate, view] report in
          delegate.heed(report.findings)
          view.show(report)
        }
      case .backup(let path, let replaces):
        let source = try source(forFileOf: "backup")
        return queued(Backup(source, to: path, replaces: replaces), "backup") { [view] count in
          view.showBackup(byteCount: count, path)
        }
      case .export(let path, let format, let replaces):
        let operation = Export(
          try source(forFileOf: "export"), to: path, try self.format(format, path),
          replaces: replaces)
        return queued(operation, "export", then: view.show)
      case .import(let path, let format):
        let operation = Import(
          try source(forFileOf: "import"), from: path, try self.format(format, path))
        return queued(operation, "import") { [view] report in view.show(report, path) }
      case .recover(let path):
        let source = try source(forFileOf: "recover")
        return queued(Recover(source, to: path), "recover") { [view] count in
          view.showRecovery(rowCount: count, path)
        }
      }
    } catch {
      view.refuse(error)
      return nil
    }
  }

  private func queued<Work: StoreOperation>(
    _ operation: Work, _ name: String, then show: @escaping (Work.Success) -> Void
  ) -> QueuedOperation {
    QueuedOperation(operation, terms: OperationTerms(name)) { [delegate, view] result in
      do throws(StoreWorkFault) { show(try result.get()) } catch {
        // NB: a file of the user's that can't be written is no fault of the store.
        if case .store(let fault) = error, fault.path == operation.source.path {
          delegate.note(fault)
        }
        view.refuse(error)
      }
    }
  }

  private func format(
    _ format: ExchangeFormat?, _ path: String
  ) throws(StoreWorkFault) -> ExchangeFormat {
    guard let format = format ?? ExchangeFormat(endingOf: path) else { throw .noFormat(path) }
    return format
  }

  private func source() throws(StoreWorkFault) -> StoreSource {
    guard let source = delegate.storeSource else { throw .notInFile }
    // NB: who opens the file anew would take our log for that of another file.
    do throws(StoreError) { try delegate.checkFiles() } catch { throw .store(error) }
    return source
  }

  private func source(forFileOf command: String) throws(StoreWorkFault) -> StoreSource {
    guard !delegate.surroundings.isRestricted else { throw .restricted(command) }
    return try source()
  }
}
