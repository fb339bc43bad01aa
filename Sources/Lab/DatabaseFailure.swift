#if Lab
  import ChimpSystem
  import Shell

  /// An error of the database.
  enum DatabaseFailure: Equatable {
    /// The address can't be parsed; the text is libpq's message.
    case badAddress(String)
    /// The address contains a password, which other users of the machine could read.
    case passwordInAddress
    /// The server can't be reached; the state is empty if it has not answered.
    case unreachable(state: String, String)
    /// The server has not answered in time.
    case silent
    /// The server answers a statement by copying rows, which no PostgreSQL does.
    case copying
    /// The connection was closed.
    case cut(String)
    /// A statement failed, with this SQLSTATE.
    case failed(state: String, String)
    case interrupted

    /// `true` if trying again later may succeed.
    var isPassing: Bool {
      switch self {
      case .cut, .silent: true
      case .unreachable("", let words):
        !Self.isAboutTrust(words) && !words.contains("could not translate")
      case .unreachable(let state, _), .failed(let state, _): Self.isPassing(state)
      case .badAddress, .passwordInAddress, .copying, .interrupted: false
      }
    }

    /// Returns whether an SQLSTATE is that of a temporary error, such as a transaction conflict.
    private static func isPassing(_ state: String) -> Bool {
      ["40001", "40P01", "57P01", "57P02", "57P03", "55P03", "25P03"].contains(state)
        || state.hasPrefix("53") || state.hasPrefix("08") || state.hasPrefix("58")
    }

    /// Returns whether an error message is about certificates or passwords, so that trying again is
    /// useless.
    static func isAboutTrust(_ words: String) -> Bool {
      ["certificate", "SSL", "password supplied"].contains { words.contains($0) }
    }

    /// Returns the SQLSTATE in a verbose error message; empty if there is none.
    static func state(in message: String) -> String {
      for part in message.split(separator: ":").dropFirst() {
        let word = part.drop { $0 == " " }
        // The severity before it, such as FATAL, may have five letters, but no digit.
        let isState =
          word.utf8.count == 5 && word.utf8.contains { (0x30...0x39).contains($0) }
          && word.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) }
        if isState { return String(word) }
      }
      return ""
    }
  }

  /// The sentences about an error of the database: the error, then advice.
  extension DatabaseFailure {
    /// Returns the error message for an error of the database.
    func words(in language: Language) -> String {
      switch self {
      case .badAddress(let words):
        language.pick(
          "no address of a database" + (words.isEmpty ? "" : " (\(firstLine(words, in: language)))")
            + ": it is written like postgresql://room1-01@lab.example.org/chimp",
          "データベースのアドレスではありません" + (words.isEmpty ? "" : "（\(firstLine(words, in: language))）")
            + "。postgresql://room1-01@lab.example.org/chimp のように書きます"
        )
      case .passwordInAddress:
        language.pick(
          "a password in the address would be seen by everybody on this machine: put it into "
            + "~/.pgpass, a service file or PGPASSWORD, and leave it out of the address",
          "アドレスのパスワードは、この機械のだれにも見えます。~/.pgpass、サービスファイル、PGPASSWORD のどれかに書いてください")
      case .silent:
        language.pick(
          "the server accepts connections but does not answer: look at its log, or try again later",
          "サーバーはつながりますが、答えません。記録を見るか、あとで試してください")
      case .copying:
        language.pick(
          "the server answers in a way that no PostgreSQL does (it begins to copy rows): see what "
            + "runs at that address",
          "サーバーの答えが PostgreSQL のものではありません（行のコピーを始めました）。そのアドレスで何が動いているか確かめてください")
      case .cut(let words):
        language.pick(
          "the connection was cut (\(firstLine(words, in: language))): try again",
          "接続が切れました（\(firstLine(words, in: language))）。もう一度試してください")
      case .interrupted:
        language.pick(
          "interrupted: what was acknowledged is kept, the rest is sent next time",
          "中止しました。受け取られたものは残り、ほかは次に送ります")
      case .unreachable("", let words), .failed("", let words):
        firstLine(words, in: language) + adviceToConnect(words, in: language)
      case .unreachable(let state, let words), .failed(let state, let words):
        firstLine(words, in: language) + advice(state, in: language)
      }
    }

    /// Returns advice for a server that can't be reached; empty if there is none.
    private func adviceToConnect(_ words: String, in language: Language) -> String {
      if words.contains("password supplied") {
        language.pick(
          ": put the line that \"chimp-lab enrol\" printed into ~/.pgpass, with mode 600",
          "。chimp-lab enrol が表示した行を ~/.pgpass（モード 600）に書いてください")
      } else if words.contains("not support SSL") {
        language.pick(
          ": put \"ssl = on\" into the server's postgresql.conf, and start it anew",
          "。サーバーの postgresql.conf に ssl = on と書き、サーバーを起動し直してください")
      } else if Self.isAboutTrust(words) {
        language.pick(
          ": put the certificate of the server's authority into ~/.postgresql/root.crt, and use "
            + "the name that the server's certificate has",
          "。サーバーの認証局の証明書を ~/.postgresql/root.crt に置き、証明書にある名前を使ってください")
      } else {
        language.pick(
          ": see whether the server runs there and the network reaches it",
          "。サーバーが動いているか、ネットワークがつながるかを見てください")
      }
    }

    /// Returns advice for an SQLSTATE; empty if there is none.
    private func advice(_ state: String, in language: Language) -> String {
      switch state {
      case "28P01", "28000":
        language.pick(
          ": the password may be wrong or have expired: \"chimp-lab enrol URL STATION --again\", "
            + "run by the owner, gives a new one",
          "。パスワードが違うか、期限が切れています。持ち主が chimp-lab enrol URL STATION --again で新しく作れます")
      case "3D000":
        language.pick(
          ": \"createdb NAME\", run as the database's owner, makes it",
          "。データベースの持ち主が createdb NAME で作ります")
      case "3F000", "42P01":
        language.pick(
          ": the owner has to run \"chimp-lab init URL\" first",
          "。先に持ち主が chimp-lab init URL を実行してください")
      case "42501":
        language.pick(
          ": the role may not do that: use the address that \"chimp-lab enrol\" printed",
          "。その権限がありません。chimp-lab enrol が表示したアドレスを使ってください")
      case "53100":
        language.pick(
          ": the server's disk is full: make room there; nothing here is lost",
          "。サーバーのディスクがいっぱいです。空けてください。ここの記録は無事です")
      case "53300":
        language.pick(
          ": raise max_connections on the server, or try again later",
          "。サーバーの max_connections を増やすか、あとで試してください")
      case "57P03", "57P01", "57P02":
        language.pick(
          ": the server begins or ends: try again in a moment", "。サーバーが始まるか終わるところです。少しあとで試してください")
      default: " (\(state))"
      }
    }

    /// Returns the first line of a server's message, without its error number.
    private func firstLine(_ words: String, in language: Language) -> String {
      guard let first = words.split(separator: "\n").first.map(String.init) else {
        return language.pick("no reason was given", "理由は不明です")
      }
      let state = Self.state(in: first)
      guard !state.isEmpty else { return escaped(first) }
      let parts = first.split(separator: ":", omittingEmptySubsequences: false)
      return escaped(parts.filter { $0.drop { $0 == " " } != state }.joined(separator: ":"))
    }
  }
#endif
