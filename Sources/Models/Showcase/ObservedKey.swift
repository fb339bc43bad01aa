/// The keys of all models that the command `observe` knows; the raw values are its words.
///
///     ObservedKey(rawValue: "rounds") == .rounds  // true
package enum ObservedKey: String, CaseIterable, Sendable {
  case topLabelText, cellTextArray, total, credits, participant, round, rounds, statistics, test
  case news, reachability

  package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// The request of one `observe` command, such as `observe rounds new old context=a`.
///
///     let request = ObserverRequest(key: .rounds, options: ["new", "old"], context: "a")
package struct ObserverRequest {
  package let key: ObservedKey
  package let options: [String]
  /// The text that marks each of its changes, quoted; `nil` without one.
  package let context: String?

  package init(key: ObservedKey, options: [String], context: String?) {
    self.key = key
    self.options = options
    self.context = context
  }
}
