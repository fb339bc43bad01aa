#if Lab
  import Archive
  import Console
  import Exchange
  import Records

  extension LabProgram {
    /// How long is tried again without `--follow`, in milliseconds.
    private static var patience: Int { 5_000 }
    /// How often is looked whether the store has changed, in milliseconds.
    private static var glance: Int { 10 }
    /// How often is looked for programs that were killed, in milliseconds.
    private static var round: Int { 1_000 }

    func send(_ arguments: LabCommand.Arguments) throws(LabFault) -> ExitStatus {
      let (path, follows) = (arguments.words[0], arguments.options.contains("--follow"))
      _ = try DatabaseAddress(arguments.words[1])
      let store = try store(path, isAwaited: follows)
      let total = try stored(try store.count())
      var (report, attempt, lastSuccess) = (Sender.Report(), 0, now)
      while true {
        var sender: Sender?
        do throws(LabFault) {
          let database = try stationDatabase(arguments.words[1])
          let made = Sender(store, database, report: report, clocks: clocks)
          sender = made
          try made.greet()
          var told = now
          try made.sendAll { count in
            (attempt, lastSuccess) = (0, now)
            guard now - told >= Self.round else { return }
            told = now
            let sent = min(count, total)
            tell("\(sent) of \(counted(total, "trial"))", "\(sent)/\(total)試行")
          }
          (attempt, lastSuccess) = (0, now)
          guard follows else { return conclude(made.report) }
          tell("everything is there; following \"\(path)\"", "すべて送りました。続けて \(path) を見ています")
          try follow(store, made, database)
        } catch {
          report = sender?.report ?? report
          if case .database(.interrupted) = error, follows { return conclude(report) }
          guard error.isPassing, follows || now - lastSuccess < Self.patience else { throw error }
          if attempt == 0, follows {
            let words = language.words(for: error)
            tell("\(words); trying again until it works", "\(words)。うまくいくまで試します")
          }
          pause(attempt, follows)
          attempt += 1
        }
      }
    }

    private var now: Int { clocks()[1] }

    /// The store at a path; one that may be awaited need not be there before somebody plays.
    private func store(_ path: String, isAwaited: Bool) throws(LabFault) -> PortableStore {
      var hasTold = false
      while true {
        do throws(LabFault) { return try stored(try PortableStore(path)) } catch {
          guard isAwaited, error.isAboutNoStore, !isInterrupted() else { throw error }
          if !hasTold { tell("waiting for \"\(path)\"", "\(path) ができるのを待っています") }
          hasTold = true
          sleep(50)
        }
      }
    }

    private func follow(
      _ store: PortableStore, _ sender: Sender, _ database: LabDatabase
    ) throws(LabFault) {
      var (version, looked): (UInt32?, Int) = (nil, 0)
      // A shell that was killed reads no more, and wants no more either.
      while !isInterrupted(), output.fault == nil {
        let found = try stored(try store.version())
        if found != version || now - looked >= Self.round {
          let before = sender.report
          try sender.sendChanges()
          (version, looked) = (found, now)
          tellNews(before, sender.report)
        }
        try database.connection.rest(Self.glance)
      }
      throw .database(.interrupted)
    }

    private func tellNews(_ before: Sender.Report, _ after: Sender.Report) {
      let trials = after.trialCount - before.trialCount
      if trials > 0 { sayAcknowledged(trials, after.pressCount - before.pressCount) }
      tellDiffering(after.differing.subtracting(before.differing))
      tellDamaged(after.damagedNumbers.subtracting(before.damagedNumbers))
    }

    private func sayAcknowledged(_ trials: Int, _ presses: Int, leftOut: Int = 0) {
      say(
        "acknowledged: \(counted(trials, "trial")), \(counted(presses, "press", "presses"))"
          + (leftOut == 0 ? "" : "; left out: \(counted(leftOut, "trial")) of erased participants"),
        "受け取られました: \(trials)試行、\(presses)押下" + (leftOut == 0 ? "" : "。消した参加者の\(leftOut)試行は除きました"))
    }

    private func tellDamaged(_ numbers: Set<Int>) {
      guard !numbers.isEmpty else { return }
      let list = language.named(numbers.sorted().map { "\($0)" })
      tell(
        "not what was written, and not sent: rounds \(list): see \"check-store\"",
        "書いたときと違うので送りません: ラウンド \(list)（check-store で調べます）")
    }

    private func tellDiffering(_ rows: Set<String>) {
      guard !rows.isEmpty else { return }
      let list = language.named(rows.sorted())
      tell(
        "there with another body: \(list): both are kept, \"chimp-lab verify\" says which is sound",
        "サーバーでは内容が違います: \(list)。両方を残します。chimp-lab verify で確かめます")
    }

    private func conclude(_ report: Sender.Report) -> ExitStatus {
      tellDiffering(report.differing)
      tellDamaged(report.damagedNumbers)
      sayAcknowledged(report.trialCount, report.pressCount, leftOut: report.erasedCount)
      return report.differing.isEmpty && report.damagedNumbers.isEmpty ? .success : .failed
    }

    /// Waits before the next attempt: longer each time, and never as long as other stations.
    private func pause(_ attempt: Int, _ follows: Bool) {
      let longest = min(50 << min(attempt, 7), follows ? 5_000 : 500)
      var rest = Int.random(in: longest / 2...longest)
      while rest > 0, !isInterrupted() {
        sleep(min(rest, 50))
        rest -= 50
      }
    }
  }

  extension LabFault {
    var isAboutNoStore: Bool {
      switch self {
      case .store(.store(.missing)), .store(.store(.empty)): true
      default: false
      }
    }

    var isPassing: Bool { if case .database(let fault) = self { fault.isPassing } else { false } }
  }
#endif
