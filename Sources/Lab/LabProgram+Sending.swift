#if Lab
  import Archive
  import Exchange
  import Records
  import Shell

  extension LabProgram {
    /// The time in milliseconds for which sending is tried again without `--follow`.
    private static var timeout: Int { 5_000 }
    /// The milliseconds between two checks whether the store has changed.
    private static var checkInterval: Int { 10 }
    /// The milliseconds between two checks for killed programs.
    private static var slowCheckInterval: Int { 1_000 }

    /// Performs `send`: sends a store; with `--follow`, until the user presses Ctrl-C.
    ///
    /// After a temporary failure it reconnects, with growing pauses. Rows that the server has
    /// acknowledged are not sent again.
    func send(_ arguments: LabCommand.Arguments) throws -> ExitStatus {
      let path = arguments.words[0]
      let follows = arguments.options.contains("--follow")
      _ = try DatabaseAddress(arguments.words[1])
      let store = try store(path, isAwaited: follows)
      let total = try store.count()
      var report = Sender.Report()
      var attempts = Attempts(lastSuccess: now)
      while true {
        var sender: Sender?
        do {
          let database = try stationDatabase(arguments.words[1])
          let made = Sender(store, database, report: report, clocks: clocks)
          sender = made
          try sendAll(made, of: total, &attempts)
          guard follows else { return conclude(made.report) }
          warn("everything is there; following \"\(path)\"", "すべて送りました。続けて \(path) を見ています")
          try sendRepeatedly(store, made, database)
        } catch {
          report = sender?.report ?? report
          let failure = error as? LabError
          if failure == .database(.interrupted), follows { return conclude(report) }
          let canWait = follows || now - attempts.lastSuccess < Self.timeout
          guard let failure, failure.isPassing, canWait else { throw error }
          if attempts.count == 0, follows {
            let words = failure.words(in: language)
            warn("\(words); trying again until it works", "\(words)。うまくいくまで試します")
          }
          pause(attempts.count, follows)
          attempts.count += 1
        }
      }
    }

    /// The attempts to connect since the last success.
    private struct Attempts {
      var count = 0
      /// The time of the last success, or of the start.
      var lastSuccess: Int

      mutating func succeed(at time: Int) {
        count = 0
        lastSuccess = time
      }
    }

    /// Sends what the server has not acknowledged, and reports progress.
    private func sendAll(
      _ sender: Sender, of total: Int, _ attempts: inout Attempts
    ) throws {
      try sender.recordContact()
      var progress = Progress(total: total, reported: now)
      try sender.sendAll { count in
        attempts.succeed(at: now)
        reportProgress(count, &progress)
      }
      attempts.succeed(at: now)
    }

    /// The progress of one connection that sends trials.
    private struct Progress {
      /// The number of trials in the store at the start.
      let total: Int
      /// The time of the last progress report.
      var reported: Int
    }

    /// Writes the number of sent trials, at most once a second.
    private func reportProgress(_ count: Int, _ progress: inout Progress) {
      guard now - progress.reported >= Self.slowCheckInterval else { return }
      progress.reported = now
      let sent = min(count, progress.total)
      warn(
        "\(sent) of \(counted(progress.total, "trial"))", "\(sent)/\(progress.total)試行")
    }

    /// The monotonic time in milliseconds.
    private var now: Int { clocks()[1] }

    /// Opens a store.
    ///
    /// With `isAwaited` it need not exist yet; then it is opened later.
    private func store(_ path: String, isAwaited: Bool) throws(RecordError) -> PortableStore {
      var hasTold = false
      while true {
        do throws(RecordError) { return try PortableStore(path) } catch {
          guard isAwaited, error.isAboutNoStore, !isInterrupted() else { throw error }
          if !hasTold { warn("waiting for \"\(path)\"", "\(path) ができるのを待っています") }
          hasTold = true
          sleep(50)
        }
      }
    }

    /// Sends changes of the store as they happen.
    private func sendRepeatedly(
      _ store: PortableStore, _ sender: Sender, _ database: LabDatabase
    ) throws {
      var version: UInt32?
      var looked = 0
      // The shell that read the output was killed; there is nothing left to report to.
      while !isInterrupted(), output.fault == nil {
        let found = try store.version()
        if found != version || now - looked >= Self.slowCheckInterval {
          let before = sender.report
          try sender.sendChanges()
          version = found
          looked = now
          reportNews(before, sender.report)
        }
        try database.connection.rest(Self.checkInterval)
      }
      throw LabError.database(.interrupted)
    }

    /// Writes what has been sent between two states of the sender.
    private func reportNews(_ before: Sender.Report, _ after: Sender.Report) {
      let trials = after.trialCount - before.trialCount
      if trials > 0 { sayAcknowledged(trials, after.pressCount - before.pressCount) }
      reportDiffering(after.differing.subtracting(before.differing))
      reportDamaged(after.damagedNumbers.subtracting(before.damagedNumbers))
    }

    /// Writes the numbers of acknowledged rows and of skipped trials.
    private func sayAcknowledged(_ trials: Int, _ presses: Int, skipped: Int = 0) {
      say(
        "acknowledged: \(counted(trials, "trial")), \(counted(presses, "press", "presses"))"
          + (skipped == 0 ? "" : "; left out: \(counted(skipped, "trial")) of erased participants"),
        "受け取られました: \(trials)試行、\(presses)押下" + (skipped == 0 ? "" : "。消した参加者の\(skipped)試行は除きました"))
    }

    /// Writes a warning about damaged rounds; does nothing without one.
    private func reportDamaged(_ numbers: Set<Int>) {
      guard !numbers.isEmpty else { return }
      let list = firstFive(numbers.sorted().map { "\($0)" }, in: language)
      warn(
        "not what was written, and not sent: rounds \(list): see \"check-store\"",
        "書いたときと違うので送りません: ラウンド \(list)（check-store で調べます）")
    }

    /// Writes a warning about rows that the server has with other values; does nothing without one.
    private func reportDiffering(_ rows: Set<String>) {
      guard !rows.isEmpty else { return }
      let list = firstFive(rows.sorted(), in: language)
      warn(
        "there with another body: \(list): both are kept, \"chimp-lab verify\" says which is sound",
        "サーバーでは内容が違います: \(list)。両方を残します。chimp-lab verify で確かめます")
    }

    /// Writes the result and returns the exit status.
    private func conclude(_ report: Sender.Report) -> ExitStatus {
      reportDiffering(report.differing)
      reportDamaged(report.damagedNumbers)
      sayAcknowledged(report.trialCount, report.pressCount, skipped: report.erasedCount)
      return report.differing.isEmpty && report.damagedNumbers.isEmpty ? .success : .failed
    }

    /// Waits before the next attempt, longer each time, with random jitter.
    private func pause(_ attempt: Int, _ follows: Bool) {
      let longest = min(50 << min(attempt, 7), follows ? 5_000 : 500)
      var rest = Int.random(in: longest / 2...longest)
      while rest > 0, !isInterrupted() {
        sleep(min(rest, 50))
        rest -= 50
      }
    }
  }

  extension RecordError {
    /// `true` if the error is that the store does not exist yet, for which `--follow` waits.
    var isAboutNoStore: Bool {
      switch self {
      case .missing, .empty: true
      default: false
      }
    }
  }
#endif
