/// The keys that can be observed: those of every model.
package enum ObservedKey: String, CaseIterable, Sendable {
  case topLabelText, cellTextArray, total, credits, participant, round, rounds, statistics, test
  case news, reachability

  package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// What was asked for with one `observe`.
package struct ObserverRequest {
  package let key: ObservedKey
  package let options: [String]
  /// What each of its changes is marked with, between quotes.
  package let context: String?

  package init(key: ObservedKey, options: [String], context: String?) {
    self.key = key
    self.options = options
    self.context = context
  }
}
