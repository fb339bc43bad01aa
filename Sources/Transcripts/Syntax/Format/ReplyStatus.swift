/// The status of a command: that of its reply or, of a program that ends, its exit status.
///
///     ReplyStatus("refused") == .refused  // true
///     ReplyStatus("3") == .exit(3)  // true
package enum ReplyStatus: Equatable, Sendable {
  case ok, refused
  /// The program has ended with this status.
  case exit(Int)

  /// Parses the word of a status line; returns `nil` for any other word.
  init?(_ word: String) {
    switch word {
    case "ok": self = .ok
    case "refused": self = .refused
    default:
      guard let number = Int(word), 0...255 ~= number, "\(number)" == word else { return nil }
      self = .exit(number)
    }
  }

  /// The word of the status line.
  var word: String {
    switch self {
    case .ok: "ok"
    case .refused: "refused"
    case .exit(let number): "\(number)"
    }
  }
}

/// The status of a reply.
///
///     ReplyState(isRefused: false).status == .ok  // true
package struct ReplyState: Equatable, Sendable {
  /// `true` if the command was an error.
  let isRefused: Bool
  /// The exit status of a program that has ended; `nil` for one that has not.
  let exitStatus: Int?

  /// Creates the status of a reply.
  package init(isRefused: Bool, exitStatus: Int? = nil) {
    self.isRefused = isRefused
    self.exitStatus = exitStatus
  }

  /// The status to write: an exit status other than 0, or else whether the command was an error.
  var status: ReplyStatus {
    if let exitStatus, exitStatus != 0 { return .exit(exitStatus) }
    return isRefused ? .refused : .ok
  }

  /// Returns whether the reply has an expected status; without one, only that of a program that
  /// ends matters, which must be 0.
  func matches(_ expected: ReplyStatus?) -> Bool {
    switch expected {
    case .ok: !isRefused
    case .refused: isRefused
    case .exit(let number): exitStatus == number
    case nil: exitStatus ?? 0 == 0
    }
  }
}
