/// A part of a reply, which has lines of its own in a transcript.
///
///     | output      2| standard error      % a row of the screen      ^ 2-5 bold
package enum ReplyStream: Sendable {
  case output, errors
  /// A row of the terminal's screen.
  case screen
  /// The style of some columns of the row above.
  case style

  /// The sign before the gutter of a line with escapes or holes, as in `2~`.
  var sign: [UInt8] {
    switch self {
    case .output: []
    case .errors: [UInt8(ascii: "2")]
    case .screen: [UInt8(ascii: "%")]
    case .style: [UInt8(ascii: "^")]
    }
  }

  /// The gutter of an exact line.
  var gutter: [UInt8] {
    switch self {
    case .output, .errors: sign + [UInt8(ascii: "|")]
    case .screen, .style: sign
    }
  }

  /// Returns the part whose lines begin with a sign; `nil` for any other sign.
  init?(sign: UInt8) {
    switch sign {
    case UInt8(ascii: "2"): self = .errors
    case UInt8(ascii: "%"): self = .screen
    case UInt8(ascii: "^"): self = .style
    default: return nil
    }
  }

  /// The directive without which a session has no such lines; `nil` if every session has them.
  var directive: Directive? {
    switch self {
    case .output: nil
    case .errors: .stderr
    case .screen, .style: .screen
    }
  }
}
