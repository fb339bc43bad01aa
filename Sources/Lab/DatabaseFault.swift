#if Lab
  /// Why a database did not do what it was asked for.
  enum DatabaseFault: Error, Equatable {
    /// The address can't be read; libpq's words.
    case badAddress(String)
    case passwordInAddress
    /// Nobody is connected; the state is empty where no server has said a word.
    case unreachable(state: String, String)
    case silent
    case cut(String)
    case failed(state: String, String)
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

    static func isAboutTrust(_ words: String) -> Bool {
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
#endif
