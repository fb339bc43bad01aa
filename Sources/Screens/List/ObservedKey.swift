/// The properties that the command `observe` accepts; the raw values are its arguments.
///
///     ObservedKey(rawValue: "rounds") == .rounds  // true
enum ObservedKey: String, CaseIterable, Sendable {
  case topLabelText, cellTextArray, total, credits, participant, round, rounds, statistics, test
  case news, reachability

  /// The names of all keys, separated by commas.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// The arguments of one `observe` command, such as `observe rounds new old context=a`.
///
///     let request = ObserverRequest(key: .rounds, options: ["new", "old"], context: "a")
struct ObserverRequest {
  let key: ObservedKey
  let options: [String]
  /// The text after `context=`, quoted, which is added to each reported change; `nil` without one.
  let context: String?

  init(key: ObservedKey, options: [String], context: String?) {
    self.key = key
    self.options = options
    self.context = context
  }

  /// The arguments as they were entered.
  var line: String {
    let context = context.map { ["context=" + $0] } ?? []
    return ([key.rawValue] + options + context).joined(separator: " ")
  }
}
