import Observing

/// A log of the changes that observers receive, one line for each.
final class Log {
  private(set) var lines: [String] = []

  /// Returns the lines of the log and removes them.
  func consume() -> [String] {
    defer { lines = [] }
    return lines
  }

  /// Appends a line.
  func add(_ line: String) {
    lines.append(line)
  }

  /// Appends a line for the change of a value.
  func add<Value>(_ change: ValueChange<Value>, by name: String? = nil) {
    let text =
      switch change {
      case .setting(let new, let old): "setting new=\(word(new)) old=\(word(old))"
      case .prior(let old): "prior setting old=\(word(old))"
      }
    add((name.map { $0 + " " } ?? "") + text)
  }

  /// Appends a line for the change of a list.
  func add<List>(_ change: ListChange<List>, by name: String? = nil) {
    add((name.map { $0 + " " } ?? "") + text(change))
  }

  /// Returns the text for the change of a list.
  private func text<List>(_ change: ListChange<List>) -> String {
    switch change {
    case .setting(let new, let old): "setting new=\(word(new)) old=\(word(old))"
    case .insertion(let indexes, let new): "insertion at=\(Array(indexes)) new=\(word(new))"
    case .removal(let indexes, let old): "removal at=\(Array(indexes)) old=\(word(old))"
    case .replacement(let indexes, let new, let old):
      "replacement at=\(Array(indexes)) new=\(word(new)) old=\(word(old))"
    case .move(let from, let to, let element): "move \(from)->\(to) element=\(word(element))"
    case .update(let index, let element): "update at=\(index) element=\(word(element))"
    case .batch(let changes): "batch " + text(changes)
    case .prior(let prior): "prior " + text(prior)
    }
  }

  /// Returns the text for the changes of a batch.
  private func text<Element>(_ changes: ChangeSet<Element>) -> String {
    var parts: [String] = []
    if !changes.removals.isEmpty { parts.append("-\(changes.removals)\(word(changes.removed))") }
    if !changes.insertions.isEmpty {
      parts.append("+\(changes.insertions)\(word(changes.inserted))")
    }
    parts += changes.moves.map { "\($0.from)->\($0.to)" }
    if !changes.updates.isEmpty { parts.append("~\(changes.updates)") }
    return parts.joined(separator: " ")
  }

  /// Returns the text for the notification that a list is about to change.
  private func text<List>(_ prior: ListPrior<List>) -> String {
    switch prior {
    case .setting(let old): "setting old=\(word(old))"
    case .insertion(let indexes): "insertion at=\(Array(indexes))"
    case .removal(let indexes, let old): "removal at=\(Array(indexes)) old=\(word(old))"
    case .replacement(let indexes, let old):
      "replacement at=\(Array(indexes)) old=\(word(old))"
    case .move(let from, let to): "move \(from)->\(to)"
    case .update(let index): "update at=\(index)"
    case .batch: "batch"
    }
  }

  /// Returns the text of a value; `-` for `nil`.
  private func word<Value>(_ value: Value?) -> String {
    value.map { plain($0) } ?? "-"
  }

  /// Returns the text of a person, a text, a number or a list of them.
  private func plain(_ value: Any) -> String {
    if let person = value as? Person { return "@" + (person.name ?? "") }
    if let items = value as? OneOrMany<String> { return "[" + items.joined(separator: ",") + "]" }
    if let items = value as? OneOrMany<Person> { return plain(items.map { plain($0) }) }
    if let items = value as? OneOrMany<Int> { return plain(Array(items)) }
    if let items = value as? [String] { return "[" + items.joined(separator: ",") + "]" }
    if let items = value as? [Int] { return plain(items.map { String($0) }) }
    if let text = value as? String { return text }
    if let number = value as? Int { return String(number) }
    if case Optional<Any>.none = value { return "nil" }
    return "\(value)"
  }
}
