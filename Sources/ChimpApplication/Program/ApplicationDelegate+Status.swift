import Records

extension ApplicationDelegate {
  /// What there is to say before anybody has needed the store.
  package static var statusBeforeUse: [String] {
    ["store: in memory", "condition: \(StatusText.words(for: nil))"]
  }

  /// Where the store is, what can be done with it, how much it holds, and who else has it open.
  package var status: [String] {
    let place = surroundings.path.map { "'\($0)'" } ?? "in memory"
    var lines = ["store: \(place)", "condition: \(StatusText.words(for: reachability))"]
    if reachability != nil, let store = try? open() {
      let count = try? store.rowCount(of: StoreLayout.schema)
      lines.append("rows: \(count.map { "\($0)" } ?? "not known")")
    }
    if let path = surroundings.path {
      let others = LockHolder.others(at: path).map { "\($0)" }
      lines.append("open elsewhere: \(others.isEmpty ? "no" : others.joined(separator: ", "))")
    }
    return lines
  }
}
