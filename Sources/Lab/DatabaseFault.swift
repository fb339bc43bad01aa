#if Lab
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

  extension DatabaseFault: CustomStringConvertible {
    /// What failed, then what to do next.
    var description: String {
      switch self {
      case .badAddress(let words):
        "no address of a database" + (words.isEmpty ? "" : " (\(Self.line(words)))")
          + ": it is written like postgresql://room1-01@lab.example.org/chimp"
      case .passwordInAddress:
        "a password in the address would be seen by everybody on this machine: put it into "
          + "~/.pgpass, a service file or PGPASSWORD, and leave it out of the address"
      case .silent:
        "the server accepts connections but does not answer: look at its log, or try again later"
      case .cut(let words): "the connection was cut (\(Self.line(words))): try again"
      case .interrupted: "interrupted: what was acknowledged is kept, the rest is sent next time"
      case .unreachable(let state, let words), .failed(let state, let words):
        Self.line(words) + Self.advice(state, words)
      }
    }

    private static func advice(_ state: String, _ words: String) -> String {
      switch state {
      case "28P01", "28000":
        ": the password may be wrong or have expired: \"chimp-lab enrol URL STATION --again\", "
          + "run by the owner, gives a new one"
      case "3D000": ": \"createdb NAME\", run as the database's owner, makes it"
      case "3F000", "42P01": ": the owner has to run \"chimp-lab init URL\" first"
      case "42501": ": the role may not do that: use the address that \"chimp-lab enrol\" printed"
      case "53100": ": the server's disk is full: make room there; nothing here is lost"
      case "53300": ": raise max_connections on the server, or try again later"
      case "57P03", "57P01", "57P02": ": the server begins or ends: try again in a moment"
      case "" where words.contains("password supplied"):
        ": put the line that \"chimp-lab enrol\" printed into ~/.pgpass, with mode 600"
      case "" where isAboutTrust(words):
        ": put the certificate of the server's authority into ~/.postgresql/root.crt, and use the "
          + "name that the server's certificate has"
      case "": ": see whether the server runs there and the network reaches it"
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
