import Observing

/// The form of values and changes in a transcript.
enum DriverText {
  static func text(_ value: String?) -> String { value ?? "nil" }

  static func text(_ value: Int?) -> String { value.map(String.init) ?? "nil" }

  static func text(_ value: DriverObject?) -> String { value.map { "@" + $0.name } ?? "nil" }

  static func text(_ items: [DriverItem]?) -> String {
    items.map { "[" + $0.map(text).joined(separator: ",") + "]" } ?? "nil"
  }

  static func text(_ item: DriverItem) -> String {
    switch item {
    case .text(let text): text
    case .object(let object): "@" + object.name
    }
  }

  /// Returns the line for a change of a value.
  static func line<Value>(_ change: ValueChange<Value>, _ text: (Value) -> String) -> String {
    line(
      "setting", nil, new: change.new.map(text), old: change.old.map(text),
      isPrior: change.isPrior)
  }

  /// Returns the line for a change of a list.
  static func line<List: ListValue<DriverItem>>(_ change: ListChange<List>) -> String {
    switch change {
    case .setting(let new, let old):
      line("setting", nil, new: new.map { text($0.elements) }, old: old.map { text($0.elements) })
    case .insertion(let indexes, let new): line("insertion", Array(indexes), new: elementsText(new))
    case .removal(let indexes, let old): line("removal", Array(indexes), old: elementsText(old))
    case .replacement(let indexes, let new, let old):
      line("replacement", Array(indexes), new: elementsText(new), old: elementsText(old))
    case .move(let from, let to, let element):
      line("move", [from, to], new: element.map { text([$0]) })
    case .update(let index, let element):
      line("update", [index], new: element.map { text([$0]) })
    case .batch(let changes):
      line(
        "batch", changes.removals + changes.insertions, new: changes.inserted.map(text),
        old: changes.removed.map(text))
    case .prior(let prior): line(prior)
    }
  }

  /// Returns the line for the notification that a list is about to change.
  private static func line<List: ListValue<DriverItem>>(_ prior: ListPrior<List>) -> String {
    switch prior {
    case .setting(let old):
      line("setting", nil, old: old.map { text($0.elements) }, isPrior: true)
    case .insertion(let indexes): line("insertion", Array(indexes), isPrior: true)
    case .removal(let indexes, let old):
      line("removal", Array(indexes), old: elementsText(old), isPrior: true)
    case .replacement(let indexes, let old):
      line("replacement", Array(indexes), old: elementsText(old), isPrior: true)
    case .move(let from, let to): line("move", [from, to], isPrior: true)
    case .update(let index): line("update", [index], isPrior: true)
    case .batch: line("batch", nil, isPrior: true)
    }
  }

  /// Returns the elements as text, or `nil` if the change has none.
  private static func elementsText(_ items: OneOrMany<DriverItem>?) -> String? {
    items.map { text(Array($0)) }
  }

  /// Returns a line with the kind, the indexes, the new and the old values of a change.
  private static func line(
    _ kind: String, _ indexes: [Int]?, new: String? = nil, old: String? = nil,
    isPrior: Bool = false
  ) -> String {
    let positions = indexes.map { "[" + $0.map { String($0) }.joined(separator: ",") + "]" } ?? "-"
    let values = "new=\(new ?? "-") old=\(old ?? "-")"
    return "\(kind) indexes=\(positions) \(values) prior=\(isPrior ? 1 : 0)"
  }
}

/// Parsers of the words in an operation; each returns `nil` for a word that is not valid.
enum DriverWords {
  /// Parses a list in brackets such as `[A,B]`.
  static func items(_ word: String, _ objects: (String) -> DriverObject?) -> [DriverItem]? {
    guard word.hasPrefix("["), word.hasSuffix("]"), word.count >= 2 else { return nil }
    return elements(String(word.dropFirst().dropLast()), objects)
  }

  /// Parses elements such as `A,B`; an empty word is an empty list.
  static func elements(_ word: String, _ objects: (String) -> DriverObject?) -> [DriverItem]? {
    if word.isEmpty { return [] }
    var found: [DriverItem] = []
    for part in word.split(separator: ",", omittingEmptySubsequences: false) {
      guard let item = item(String(part), objects) else { return nil }
      found.append(item)
    }
    return found
  }

  /// Parses an element: a text, or `@NAME` for the object of that name.
  static func item(_ word: String, _ objects: (String) -> DriverObject?) -> DriverItem? {
    if word.isEmpty || word == "nil" || word.hasPrefix("[") { return nil }
    guard word.hasPrefix("@") else { return .text(word) }
    return objects(String(word.dropFirst())).map { .object($0) }
  }

  /// Parses indexes such as `0,2`.
  static func indexes(_ word: String) -> [Int]? {
    var found: [Int] = []
    for part in word.split(separator: ",", omittingEmptySubsequences: false) {
      guard let index = Int(part), index >= 0 else { return nil }
      found.append(index)
    }
    return found
  }

  /// Parses options of an observation such as `new,old`; `none` is the empty set.
  static func options(_ word: String) -> ObservationOptions? {
    if word == "none" { return [] }
    var options: ObservationOptions = []
    for part in word.split(separator: ",", omittingEmptySubsequences: false) {
      switch part {
      case "new": options.insert(.new)
      case "old": options.insert(.old)
      case "initial": options.insert(.initial)
      case "prior": options.insert(.prior)
      default: return nil
      }
    }
    return options
  }

  /// Parses the kind of an indexed change: `insertion`, `removal` or `replacement`.
  static func kind(_ word: String) -> IndexedKind? {
    switch word {
    case "insertion": .insertion
    case "removal": .removal
    case "replacement": .replacement
    default: nil
    }
  }

  /// Parses operations in braces, `{ op ; op }`, which may be nested.
  static func script(_ words: ArraySlice<String>) -> [String]? {
    guard words.first == "{", words.last == "}", words.count >= 2 else { return nil }
    var operations: [[String]] = [[]]
    var depth = 0
    for word in words.dropFirst().dropLast() {
      if word == "{" { depth += 1 }
      if word == "}" { depth -= 1 }
      if word == ";", depth == 0 {
        operations.append([])
      } else {
        operations[operations.count - 1].append(word)
      }
    }
    guard depth == 0 else { return nil }
    return operations.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
  }
}
