#if Lab
  import ChimpApplication
  import Shell

  /// Why a database did not do what it was asked for.
  enum DatabaseFault: Error, Equatable {
    /// The address can't be read; libpq's words.
    case badAddress(String)
    case passwordInAddress
    /// Nobody is connected; the state is empty where no server has said a word.
    case unreachable(state: String, String)
    /// The server did not answer in time.
    case silent
    /// The connection is gone.
    case cut(String)
    /// The server refused a statement.
    case failed(state: String, String)
    /// The user wants an end.
    case interrupted
  }

  extension DatabaseFault {
    /// Whether the same may succeed a little later.
    var isPassing: Bool {
      switch self {
      case .cut, .silent: true
      case .unreachable("", let words):
        !Self.isAboutTrust(words) && !words.contains("could not translate")
      case .unreachable(let state, _), .failed(let state, _): Self.isPassing(state)
      case .badAddress, .passwordInAddress, .interrupted: false
      }
    }

    /// Conflicts between transactions, servers that begin or end, and what they are short of.
    private static func isPassing(_ state: String) -> Bool {
      ["40001", "40P01", "57P01", "57P02", "57P03", "55P03", "25P03"].contains(state)
        || state.hasPrefix("53") || state.hasPrefix("08") || state.hasPrefix("58")
    }

    fileprivate static func isAboutTrust(_ words: String) -> Bool {
      ["certificate", "SSL", "password supplied"].contains { words.contains($0) }
    }

    /// The five characters behind `FATAL:  ` of a verbose message; empty where there are none.
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

  extension DatabaseFault {
    /// What failed, then what to do next.
    func words(in language: Language) -> String {
      switch self {
      case .badAddress(let words):
        language.pick(
          "no address of a database" + (words.isEmpty ? "" : " (\(Self.line(words)))")
            + ": it is written like postgresql://room1-01@lab.example.org/chimp",
          "データベースのアドレスではありません（\(Self.line(words))）。postgresql://room1-01@lab.example.org/chimp のように書きます"
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
      case .cut(let words):
        language.pick(
          "the connection was cut (\(Self.line(words))): try again",
          "接続が切れました（\(Self.line(words))）。もう一度試してください")
      case .interrupted:
        language.pick(
          "interrupted: what was acknowledged is kept, the rest is sent next time",
          "中止しました。受け取られたものは残り、ほかは次に送ります")
      case .unreachable(let state, let words), .failed(let state, let words):
        Self.line(words) + Self.advice(state, words, language)
      }
    }

    private static func advice(_ state: String, _ words: String, _ language: Language) -> String {
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
          ": the server begins or ends: try again in a moment",
          "。サーバーが始まるか終わるところです。少しあとで試してください")
      case "" where words.contains("password supplied"):
        language.pick(
          ": put the line that \"chimp-lab enrol\" printed into ~/.pgpass, with mode 600",
          "。chimp-lab enrol が表示した行を ~/.pgpass（モード 600）に書いてください")
      case "" where isAboutTrust(words):
        language.pick(
          ": put the certificate of the server's authority into ~/.postgresql/root.crt, and use the "
            + "name that the server's certificate has",
          "。サーバーの認証局の証明書を ~/.postgresql/root.crt に置き、証明書にある名前を使ってください")
      case "":
        language.pick(
          ": see whether the server runs there and the network reaches it",
          "。サーバーが動いているか、ネットワークがつながるかを見てください")
      default: " (\(state))"
      }
    }

    /// The first line of a message, without the number of the error.
    private static func line(_ words: String) -> String {
      let first = words.split(separator: "\n").first.map { String($0) } ?? "no reason was given"
      let state = state(in: first)
      guard !state.isEmpty else { return escaped(first) }
      let parts = first.split(separator: ":", omittingEmptySubsequences: false)
      let kept = parts.filter { $0.drop { $0 == " " } != state }
      return escaped(kept.joined(separator: ":"))
    }
  }
#endif
