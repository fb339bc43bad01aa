#if Lab
  import Characters
  import ChimpApplication
  import Records
  import Shell

  /// How a store is sent.
  extension LabProgram {
    /// How long is tried again without `--follow`, in milliseconds.
    private static var patience: Int { 5_000 }
    /// How often is looked whether the store has changed, in milliseconds.
    private static var glance: Int { 10 }
    /// How often is looked for programs that were killed, in milliseconds.
    private static var round: Int { 1_000 }

    /// Sends a store until everything is acknowledged, or for ever.
    func send(_ path: String, _ url: String, _ follows: Bool) throws(LabFault) -> ExitStatus {
      let store = try stored(try PortableStore(path))
      let total = try stored(try store.count())
      var (report, attempt, lastSuccess) = (Sender.Report(), 0, now)
      while true {
        var sender: Sender?
        do throws(LabFault) {
          let database = try stationDatabase(url)
          let made = Sender(store, database, report: report, clocks: environment.clocks)
          sender = made
          try made.greet()
          var told = now
          try made.sendAll { count in
            (attempt, lastSuccess) = (0, now)
            guard now - told >= Self.round else { return }
            told = now
            tell(
              language.pick(
                "\(min(count, total)) of \(counted(total, "trial"))",
                "\(min(count, total))/\(total)試行"))
          }
          (attempt, lastSuccess) = (0, now)
          guard follows else { return conclude(made.report) }
          tell(
            language.pick(
              "everything is there; following \"\(path)\"", "すべて送りました。続けて \(path) を見ています"))
          try follow(store, made, database)
        } catch {
          report = sender?.report ?? report
          if case .database(.interrupted) = error, follows { return conclude(report) }
          guard error.isPassing, follows || now - lastSuccess < Self.patience else { throw error }
          if attempt == 0, follows {
            tell(
              language.pick(
                "\(error.words(in: language)); trying again until it works",
                "\(error.words(in: language))。うまくいくまで試します"))
          }
          pause(attempt, follows)
          attempt += 1
        }
      }
    }

    private var now: Int { environment.clocks()[1] }

    private func stationDatabase(_ url: String) throws(LabFault) -> LabDatabase {
      let database = try database(url)
      guard try database.check() == .station else {
        throw .notStation(database.connection.place.user)
      }
      return database
    }

    /// Sends what changes, until the user wants an end.
    private func follow(
      _ store: PortableStore, _ sender: Sender, _ database: LabDatabase
    ) throws(LabFault) {
      var (version, looked): (UInt32?, Int) = (nil, 0)
      // A shell that was killed reads no more, and wants no more either.
      while !environment.isInterrupted(), output.fault == nil {
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
      let count = after.trialCount - before.trialCount
      if count > 0 {
        let presses = counted(after.pressCount - before.pressCount, "press", "presses")
        say(
          language.pick(
            "acknowledged: \(counted(count, "trial")), \(presses)",
            "受け取られました: \(count)試行、\(after.pressCount - before.pressCount)押下"))
      }
      tellDiffering(after.differing.subtracting(before.differing))
      tellDamaged(after.damagedNumbers.subtracting(before.damagedNumbers))
    }

    private func tellDamaged(_ numbers: Set<Int>) {
      guard !numbers.isEmpty else { return }
      tell(
        language.pick(
          "not what was written, and not sent: rounds \(named(numbers.sorted().map { "\($0)" })): "
            + "see \"check-store\"",
          "書いたときと違うので送りません: ラウンド \(named(numbers.sorted().map { "\($0)" }))（check-store で調べます）"))
    }

    private func tellDiffering(_ rows: Set<String>) {
      guard !rows.isEmpty else { return }
      tell(
        language.pick(
          "there with another body: \(named(rows.sorted())): both are kept, \"chimp-lab verify\" "
            + "says which is sound",
          "サーバーでは内容が違います: \(named(rows.sorted()))。両方を残します。chimp-lab verify で確かめます"))
    }

    private func conclude(_ report: Sender.Report) -> ExitStatus {
      tellDiffering(report.differing)
      tellDamaged(report.damagedNumbers)
      let erased = report.erasedCount
      say(
        language.pick(
          "acknowledged: \(counted(report.trialCount, "trial")), "
            + counted(report.pressCount, "press", "presses")
            + (erased == 0 ? "" : "; left out: \(counted(erased, "trial")) of erased participants"),
          "受け取られました: \(report.trialCount)試行、\(report.pressCount)押下\(erased == 0 ? "" : "。消した参加者の\(erased)試行は除きました")"
        ))
      return report.differing.isEmpty && report.damagedNumbers.isEmpty ? .success : .failed
    }

    /// Waits before the next attempt: longer each time, and never as long as other stations.
    private func pause(_ attempt: Int, _ follows: Bool) {
      let longest = min(50 << min(attempt, 7), follows ? 5_000 : 500)
      var rest = Int.random(in: longest / 2...longest)
      while rest > 0, !environment.isInterrupted() {
        environment.sleep(min(rest, 50))
        rest -= 50
      }
    }
  }

  extension LabFault {
    /// Whether the same may succeed a little later.
    var isPassing: Bool {
      if case .database(let fault) = self { fault.isPassing } else { false }
    }
  }

  extension Comparison {
    /// The comparison in lines.
    func words(_ station: String, _ database: String, _ language: Language) -> [String] {
      let titles =
        language == .english
        ? ["", "here", "sent", "acknowledged", "there", "differing"]
        : ["", "ここ", "送った", "受け取られた", "サーバー", "違う"]
      let table = lines.map { line in
        [line.name]
          + [line.here, line.sent, line.acknowledged, line.there, line.differing].map { "\($0)" }
      }
      return [
        language.pick("station \"\(station)\", \(database)", "ステーション \(station)、\(database)")
      ]
        + ([titles] + table).map { cells in
          zip(cells, titles).enumerated().map { place, cell in
            let gap = String(
              repeating: " ",
              count: max(0, (place == 0 ? 12 : displayWidth(cell.1)) - displayWidth(cell.0))
            )
            return place == 0 ? cell.0 + gap : gap + cell.0
          }.joined(separator: "  ")
        } + remarks(language)
    }

    /// What stands below the table.
    private func remarks(_ language: Language) -> [String] {
      var words = differing.map { language.pick("differs: \($0)", "違います: \($0)") }
      words += damagedNumbers.map {
        language.pick("round \($0) is not what was written", "ラウンド\($0)の記録は書いたときと違います")
      }
      if openCount > 0 {
        words.append(
          language.pick(
            "\(counted(openCount, "trial")) goes on, and is sent later",
            "\(openCount)試行は途中なので、あとで送ります"))
      }
      if erasedCount > 0 {
        words.append(
          language.pick(
            "\(counted(erasedCount, "trial")) of erased participants stay here",
            "消した参加者の\(erasedCount)試行はここに残ります"))
      }
      words.append(
        language.pick("last contact: ", "最後の連絡: ")
          + (lastContact.map {
            language.pick(
              "\($0.date), \(counted($0.seconds, "second")) ago", "\($0.date)、\($0.seconds)秒前")
          } ?? language.pick("never", "なし")))
      words.append(
        language.pick(
          "clock: \(skew.milliseconds) ms ahead of the server's, +-\(skew.error) ms",
          "時計: サーバーより\(skew.milliseconds)ミリ秒進んでいます（±\(skew.error)）"))
      words.append(
        agrees
          ? language.pick("store and server agree", "記録とサーバーは同じです")
          : language.pick("store and server do not agree", "記録とサーバーは違います"))
      return words
    }
  }
#endif
