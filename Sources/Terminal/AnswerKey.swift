/// The key that answers a yes-or-no question.
///
///     AnswerKey(.character("y")) == .yes  // true
///     AnswerKey(.character("q")) == nil  // true
package enum AnswerKey: Equatable, Sendable {
  case yes, no
  /// Escape or Ctrl-D.
  case escaped
  /// Ctrl-C.
  case cancelled

  /// Creates the answer of a key; `nil` for a key that leaves the question open.
  package init?(_ key: StageKey) {
    switch key {
    case .character("y"), .character("Y"): self = .yes
    case .character("n"), .character("N"): self = .no
    case .character(ControlKey.interrupt): self = .cancelled
    case .character(ControlKey.inputEnd), .escape: self = .escaped
    default: return nil
    }
  }

  /// `true` for yes only.
  package var isYes: Bool { self == .yes }

  /// The letters that a user may type behind the key, as in `yes`.
  package var rest: Substring? {
    switch self {
    case .yes: "es"
    case .no: "o"
    case .escaped, .cancelled: nil
    }
  }
}
