/// What an event says.
package enum Message: Sendable {
  /// A press on the cell in column `h` and row `v`.
  case touch(h: Int, v: Int)
  /// Anything else that a command asks for.
  case action(any Action)
}

/// What a command asks for, where it is no touch; the application says what there is.
package protocol Action: Sendable {}

/// Where the events of the commands go to.
package protocol MessageReceiver: AnyObject {
  /// Takes a message and acts on it before it returns.
  func receive(_ message: Message)
}
