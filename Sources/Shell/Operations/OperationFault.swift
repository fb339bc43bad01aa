/// Why a queue refuses something; nothing has changed then.
package enum OperationFault: Error, Equatable {
  case enqueuedAlready(String)
  /// The operation is in no queue, or in another one.
  case notEnqueued(String)
  case begunAlready(String)
  /// Each of these operations would wait for the next one; the last is the first again.
  case cycle([String])
}

extension OperationFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .enqueuedAlready(let name): "\"\(name)\" is in a queue already"
    case .notEnqueued(let name): "\"\(name)\" is not in this queue"
    case .begunAlready(let name): "\"\(name)\" has begun already"
    case .cycle(let names):
      "these would wait for each other: "
        + names.map { "\"\($0)\"" }.joined(separator: ", which waits for ")
    }
  }
}
