#if Lab
  import ChimpSystem
  import Exchange
  import Shell

  extension LabProgram {
    /// Performs `compare`: compares a store with the server.
    func compare(_ arguments: LabCommand.Arguments) throws -> ExitStatus {
      let store = try PortableStore(arguments.words[0])
      let database = try stationDatabase(arguments.words[1])
      let comparison = try Comparison(store, database, clocks: clocks)
      let station = database.address.user
      say("station \"\(station)\", \(database.name)", "ステーション \(station)、\(database.name)")
      for line in table(of: comparison) + remarks(on: comparison) { say(line) }
      return comparison.agrees ? .success : .disagreement
    }

    /// Returns the numbers of rows by table, below titles.
    private func table(of comparison: Comparison) -> [String] {
      let titles =
        language == .english
        ? ["", "here", "sent", "acknowledged", "there", "differing"]
        : ["", "ここ", "送信済み", "受領済み", "サーバー", "相違"]
      let table = comparison.lines.map { line in
        [line.name]
          + [line.here, line.sent, line.acknowledged, line.there, line.differing].map { "\($0)" }
      }
      return ([titles] + table).map { cells in
        zip(cells, titles).enumerated().map { index, cell in
          let width = index == 0 ? 12 : displayWidth(cell.1)
          let gap = String(repeating: " ", count: max(0, width - displayWidth(cell.0)))
          return index == 0 ? cell.0 + gap : gap + cell.0
        }.joined(separator: "  ")
      }
    }

    /// Returns a note for each difference, with its reason.
    private func remarks(on comparison: Comparison) -> [String] {
      var words = comparison.differing.map { language.pick("differs: \($0)", "違います: \($0)") }
      words += comparison.damagedNumbers.map {
        language.pick("round \($0) is not what was written", "ラウンド\($0)の記録は書いたときと違います")
      }
      let open = comparison.openCount
      let erased = comparison.erasedCount
      if open > 0 {
        let running = counted(open, "trial is", "trials are")
        words.append(language.pick("\(running) running, and sent later", "\(open)試行は途中なので、あとで送ります"))
      }
      if erased > 0 {
        let gone = counted(erased, "trial")
        words.append(
          language.pick("\(gone) of erased participants stay here", "消した参加者の\(erased)試行はここに残ります"))
      }
      let contact = comparison.lastContact.map {
        language.pick(
          "\($0.date), \(counted($0.seconds, "second")) ago", "\($0.date)、\($0.seconds)秒前")
      }
      let skew = comparison.skew
      return words + [
        language.pick("last contact: ", "最後の連絡: ") + (contact ?? language.pick("never", "なし")),
        language.pick(
          "clock: \(abs(skew.milliseconds)) ms \(skew.milliseconds < 0 ? "behind" : "ahead of") "
            + "the server's, +-\(skew.error) ms",
          "時計: サーバーより\(abs(skew.milliseconds))ミリ秒"
            + "\(skew.milliseconds < 0 ? "遅れて" : "進んで")います（±\(skew.error)）"),
        comparison.agrees
          ? language.pick("store and server agree", "記録とサーバーは同じです")
          : language.pick("store and server do not agree", "記録とサーバーは違います"),
      ]
    }
  }
#endif
