#if Lab
  import Archive
  import ChimpSystem
  import Records
  import Game
  import Shell
  import Studies

  /// The messages of `chimp-lab`: the error, then advice.
  extension Language {
    /// Returns the error message for a wrong command line.
    private func wordsForUsage(_ error: LabError) -> String {
      switch error {
      case .noCommand:
        pick("a command is missing (see chimp-lab --help)", "コマンドがありません（chimp-lab --help で説明します）")
      case .unknownCommand(let name):
        pick(
          "unknown command \"\(escaped(name))\" (see chimp-lab --help)",
          "\(escaped(name)) というコマンドはありません（chimp-lab --help で説明します）")
      case .unknownOption(let option, let command):
        pick(
          "\"\(command)\" has no option \"\(escaped(option))\" (see chimp-lab --help)",
          "\(command) に \(escaped(option)) はありません（chimp-lab --help で説明します）")
      case .wrongCount(let usage): pick("usage: chimp-lab \(usage)", "使い方: chimp-lab \(usage)")
      default: wordsForRole(error)
      }
    }

    /// Returns the error message for a failed command.
    func words(for error: LabError) -> String {
      switch error {
      case .database(let failure): words(for: failure)
      case .store(let cause as RecordError) where cause.isAboutNoStore:
        Refusal(cause).words(in: self)
          + pick(": name the file that \"status\" in chimp tells", "。chimp の status にあるファイルです")
      case .store(let cause): Refusal(cause).words(in: self)
      case .newer(let version):
        pick(
          "the database has version \(version), this program knows \(Schema.version): install the "
            + "chimp-lab that made it",
          "データベースは版\(version)、このプログラムは版\(Schema.version)です。データベースを作った chimp-lab を使ってください")
      case .older(let version):
        pick(
          "the database has version \(version), this program wants \(Schema.version): the owner "
            + "has to run \"chimp-lab init URL\"",
          "データベースは版\(version)、このプログラムは版\(Schema.version)です。持ち主が chimp-lab init URL を実行してください")
      case .encoding(let name):
        pick(
          "the database keeps texts as \(name): make it anew with \"createdb --encoding=UTF8 "
            + "--template=template0 NAME\"",
          "データベースの文字コードは \(name) です。createdb --encoding=UTF8 --template=template0 NAME で作り直してください")
      case .unknownStudy(let name, []):
        pick(
          "no study \"\(name)\" is there: no trial on the server belongs to a study",
          "研究 \(name) はありません。サーバーの試行はどの研究にも属していません")
      case .unknownStudy(let name, let known):
        pick(
          "no study \"\(name)\" is there: the server has \(named(known))",
          "研究 \(name) はありません。サーバーにあるのは: \(named(known))")
      case .badParticipant(let name):
        pick(
          "\"\(name)\" is no participant: \(ParticipantCode.rule(in: self))",
          "\(name) は参加者コードではありません: \(ParticipantCode.rule(in: self))")
      default: wordsForUsage(error)
      }
    }

    /// Returns the error message for a role without the required rights.
    private func wordsForRole(_ error: LabError) -> String {
      switch error {
      case .notMember(let name):
        pick(
          "\"\(name)\" is not enrolled: the owner has to run \"chimp-lab enrol URL \(name)\"",
          "\(name) は登録されていません。持ち主が chimp-lab enrol URL \(name) を実行してください")
      case .sees(let name):
        pick(
          "\"\(name)\" is a station, which sees its own rows only: use the address of the owner, "
            + "or of a reader (\"chimp-lab enrol URL NAME --reader\")",
          "\(name) はステーションで、自分の行しか見えません。持ち主か読み手（chimp-lab enrol URL NAME --reader）のアドレスを使ってください")
      case .notStation(let name):
        pick(
          "\"\(name)\" is no station: use the address that \"chimp-lab enrol URL STATION\" printed",
          "\(name) はステーションではありません。chimp-lab enrol URL STATION が表示したアドレスを使ってください")
      case .notOwner(let name):
        pick(
          "\"\(name)\" does not own the tables: "
            + "use the address with which \"chimp-lab init\" was run",
          "\(name) は表の持ち主ではありません。chimp-lab init を実行したアドレスを使ってください")
      case .isInUse(let holders):
        pick(
          "not done, because the tables are in use by \(names(of: holders)) for too long: end that, "
            + "then run the same line again",
          "表を\(names(of: holders))が使い続けているので、中止しました。それを終えてから、同じ行をもう一度実行してください")
      case .badStation(let name):
        pick(
          "\"\(name)\" is no name: it has 1 to 32 small letters, digits and \"-\", a letter first",
          "\(name) は名前になりません。英小文字で始まる1から32文字の英小文字、数字、ハイフンです")
      case .enrolledAlready(let name):
        pick(
          "\"\(name)\" is enrolled already, and its password is not kept: "
            + "\"--again\" makes a new one",
          "\(name) はもう登録されています。パスワードは残っていません。--again で新しく作ります")
      case .notEnrolled(let name):
        pick(
          "\"\(name)\" is not enrolled yet: leave \"--again\" out",
          "\(name) はまだ登録されていません。--again は要りません")
      case .foreignRole(let name):
        pick(
          "the server has a role \"\(name)\" that is not of this lab: choose another name",
          "サーバーには、このラボのものではない \(name) があります。別の名前にしてください")
      default: ""
      }
    }

    /// Returns the names of connections that hold locks on the tables.
    func names(of holders: [Ownership.LockHolder]) -> String {
      let names = holders.map {
        pick("\($0.role) (server process \($0.process))", "\($0.role)（サーバーのプロセス\($0.process)）")
      }
      return names.isEmpty
        ? pick("another connection", "別の接続") : names.joined(separator: pick(", ", "、"))
    }

    /// Returns the error message for an error of the database.
    func words(for fault: DatabaseFailure) -> String {
      switch fault {
      case .badAddress(let words):
        pick(
          "no address of a database" + (words.isEmpty ? "" : " (\(firstLine(words)))")
            + ": it is written like postgresql://room1-01@lab.example.org/chimp",
          "データベースのアドレスではありません" + (words.isEmpty ? "" : "（\(firstLine(words))）")
            + "。postgresql://room1-01@lab.example.org/chimp のように書きます"
        )
      case .passwordInAddress:
        pick(
          "a password in the address would be seen by everybody on this machine: put it into "
            + "~/.pgpass, a service file or PGPASSWORD, and leave it out of the address",
          "アドレスのパスワードは、この機械のだれにも見えます。~/.pgpass、サービスファイル、PGPASSWORD のどれかに書いてください")
      case .silent:
        pick(
          "the server accepts connections but does not answer: look at its log, or try again later",
          "サーバーはつながりますが、答えません。記録を見るか、あとで試してください")
      case .copying:
        pick(
          "the server answers in a way that no PostgreSQL does (it begins to copy rows): see what "
            + "runs at that address",
          "サーバーの答えが PostgreSQL のものではありません（行のコピーを始めました）。そのアドレスで何が動いているか確かめてください")
      case .cut(let words):
        pick(
          "the connection was cut (\(firstLine(words))): try again",
          "接続が切れました（\(firstLine(words))）。もう一度試してください")
      case .interrupted:
        pick(
          "interrupted: what was acknowledged is kept, the rest is sent next time",
          "中止しました。受け取られたものは残り、ほかは次に送ります")
      case .unreachable("", let words), .failed("", let words):
        firstLine(words) + adviceToConnect(words)
      case .unreachable(let state, let words), .failed(let state, let words):
        firstLine(words) + advice(state)
      }
    }

    /// Returns advice for a server that can't be reached; empty if there is none.
    private func adviceToConnect(_ words: String) -> String {
      if words.contains("password supplied") {
        pick(
          ": put the line that \"chimp-lab enrol\" printed into ~/.pgpass, with mode 600",
          "。chimp-lab enrol が表示した行を ~/.pgpass（モード 600）に書いてください")
      } else if words.contains("not support SSL") {
        pick(
          ": put \"ssl = on\" into the server's postgresql.conf, and start it anew",
          "。サーバーの postgresql.conf に ssl = on と書き、サーバーを起動し直してください")
      } else if DatabaseFailure.isAboutTrust(words) {
        pick(
          ": put the certificate of the server's authority into ~/.postgresql/root.crt, and use "
            + "the name that the server's certificate has",
          "。サーバーの認証局の証明書を ~/.postgresql/root.crt に置き、証明書にある名前を使ってください")
      } else {
        pick(
          ": see whether the server runs there and the network reaches it",
          "。サーバーが動いているか、ネットワークがつながるかを見てください")
      }
    }

    /// Returns advice for an SQLSTATE; empty if there is none.
    private func advice(_ state: String) -> String {
      switch state {
      case "28P01", "28000":
        pick(
          ": the password may be wrong or have expired: \"chimp-lab enrol URL STATION --again\", "
            + "run by the owner, gives a new one",
          "。パスワードが違うか、期限が切れています。持ち主が chimp-lab enrol URL STATION --again で新しく作れます")
      case "3D000":
        pick(
          ": \"createdb NAME\", run as the database's owner, makes it",
          "。データベースの持ち主が createdb NAME で作ります")
      case "3F000", "42P01":
        pick(
          ": the owner has to run \"chimp-lab init URL\" first",
          "。先に持ち主が chimp-lab init URL を実行してください")
      case "42501":
        pick(
          ": the role may not do that: use the address that \"chimp-lab enrol\" printed",
          "。その権限がありません。chimp-lab enrol が表示したアドレスを使ってください")
      case "53100":
        pick(
          ": the server's disk is full: make room there; nothing here is lost",
          "。サーバーのディスクがいっぱいです。空けてください。ここの記録は無事です")
      case "53300":
        pick(
          ": raise max_connections on the server, or try again later",
          "。サーバーの max_connections を増やすか、あとで試してください")
      case "57P03", "57P01", "57P02":
        pick(
          ": the server begins or ends: try again in a moment", "。サーバーが始まるか終わるところです。少しあとで試してください")
      default: " (\(state))"
      }
    }

    /// Returns the first line of a server's message, without its error number.
    private func firstLine(_ words: String) -> String {
      guard let first = words.split(separator: "\n").first.map(String.init) else {
        return pick("no reason was given", "理由は不明です")
      }
      let state = DatabaseFailure.state(in: first)
      guard !state.isEmpty else { return escaped(first) }
      let parts = first.split(separator: ":", omittingEmptySubsequences: false)
      return escaped(parts.filter { $0.drop { $0 == " " } != state }.joined(separator: ":"))
    }

    /// Returns the first five names, and the number of the others.
    func named(_ things: [String]) -> String {
      let rest = things.count - 5
      return things.prefix(5).joined(separator: pick(", ", "、"))
        + (rest > 0 ? pick(" and \(rest) more", "、ほか\(rest)") : "")
    }

    /// Returns the reply of `compare`: a table, then notes.
    func words(for comparison: Comparison, of station: String, with database: String) -> [String] {
      let titles =
        self == .english
        ? ["", "here", "sent", "acknowledged", "there", "differing"]
        : ["", "ここ", "送信済み", "受領済み", "サーバー", "相違"]
      let table = comparison.lines.map { line in
        [line.name]
          + [line.here, line.sent, line.acknowledged, line.there, line.differing].map { "\($0)" }
      }
      let rows = ([titles] + table).map { cells in
        zip(cells, titles).enumerated().map { index, cell in
          let width = index == 0 ? 12 : displayWidth(cell.1)
          let gap = String(repeating: " ", count: max(0, width - displayWidth(cell.0)))
          return index == 0 ? cell.0 + gap : gap + cell.0
        }.joined(separator: "  ")
      }
      return [pick("station \"\(station)\", \(database)", "ステーション \(station)、\(database)")]
        + rows + remarks(on: comparison)
    }

    /// Returns a note for each difference, with its reason.
    private func remarks(on comparison: Comparison) -> [String] {
      var words = comparison.differing.map { pick("differs: \($0)", "違います: \($0)") }
      words += comparison.damagedNumbers.map {
        pick("round \($0) is not what was written", "ラウンド\($0)の記録は書いたときと違います")
      }
      let open = comparison.openCount
      let erased = comparison.erasedCount
      if open > 0 {
        let running = counted(open, "trial is", "trials are")
        words.append(pick("\(running) running, and sent later", "\(open)試行は途中なので、あとで送ります"))
      }
      if erased > 0 {
        let gone = counted(erased, "trial")
        words.append(pick("\(gone) of erased participants stay here", "消した参加者の\(erased)試行はここに残ります"))
      }
      let contact = comparison.lastContact.map {
        pick("\($0.date), \(counted($0.seconds, "second")) ago", "\($0.date)、\($0.seconds)秒前")
      }
      let skew = comparison.skew
      return words + [
        pick("last contact: ", "最後の連絡: ") + (contact ?? pick("never", "なし")),
        pick(
          "clock: \(abs(skew.milliseconds)) ms \(skew.milliseconds < 0 ? "behind" : "ahead of") "
            + "the server's, +-\(skew.error) ms",
          "時計: サーバーより\(abs(skew.milliseconds))ミリ秒"
            + "\(skew.milliseconds < 0 ? "遅れて" : "進んで")います（±\(skew.error)）"),
        comparison.agrees
          ? pick("store and server agree", "記録とサーバーは同じです")
          : pick("store and server do not agree", "記録とサーバーは違います"),
      ]
    }

    /// The text of `chimp-lab --help`.
    var labHelp: String {
      let commands = LabCommand.all
      let width = commands.map(\.usage.utf8.count).max() ?? 0
      let lines = commands.map { command in
        let gap = String(repeating: " ", count: width - command.usage.utf8.count)
        return "  \(command.usage)\(gap)  \(pick(command.english, command.japanese))"
      }
      return pick(
        """
        usage: chimp-lab COMMAND ...

        Many machines, one PostgreSQL: each station plays into its own store, and sends it.

        \(lines.joined(separator: "\n"))

        URL is what PostgreSQL takes as an address, postgresql://NAME@SERVER/DATABASE, without a
        password: that comes from ~/.pgpass, a service file or PGPASSWORD. Beyond a Unix socket
        the server has to prove who it is (sslmode=verify-full) unless the address says otherwise.

        Exit status: 0; 1 if store and server do not agree; 2 for bad usage; 3 for a fault of the
        store or the server, or rows that are not what was sent.

        """,
        """
        使い方: chimp-lab COMMAND ...

        多くの機械と1つの PostgreSQL。ステーションはそれぞれの記録に遊び、それを送ります。

        \(lines.joined(separator: "\n"))

        URL は PostgreSQL のアドレス postgresql://NAME@SERVER/DATABASE です。パスワードは書かず、
        ~/.pgpass、サービスファイル、PGPASSWORD のどれかに置きます。Unix ソケット以外では、
        サーバーは自分を証明します（sslmode=verify-full。アドレスで変えられます）。

        終了状態: 0 は成功、1 は記録とサーバーが違うとき、2 は使い方が正しくないとき、
        3 は記録かサーバーの故障か、送ったときと違う行があるとき。

        """)
    }
  }

#endif
