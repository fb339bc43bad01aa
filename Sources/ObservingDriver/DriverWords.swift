import Observing

/// Reads the words of an operation; nil stands for a word that is none.
enum DriverWords {
  static func items(_ word: String, _ objects: (String) -> DriverObject?) -> [DriverItem]? {
    guard word.hasPrefix("["), word.hasSuffix("]"), word.count >= 2 else { return nil }
    return elements(String(word.dropFirst().dropLast()), objects)
  }

  /// The elements of `A,B`; an empty word has none.
  static func elements(_ word: String, _ objects: (String) -> DriverObject?) -> [DriverItem]? {
    if word.isEmpty { return [] }
    var found: [DriverItem] = []
    for part in word.split(separator: ",", omittingEmptySubsequences: false) {
      guard let item = item(String(part), objects) else { return nil }
      found.append(item)
    }
    return found
  }

  static func item(_ word: String, _ objects: (String) -> DriverObject?) -> DriverItem? {
    if word.isEmpty || word == "nil" || word.hasPrefix("[") { return nil }
    guard word.hasPrefix("@") else { return .text(word) }
    return objects(String(word.dropFirst())).map { .object($0) }
  }

  static func indexes(_ word: String) -> [Int]? {
    var found: [Int] = []
    for part in word.split(separator: ",", omittingEmptySubsequences: false) {
      guard let index = Int(part), index >= 0 else { return nil }
      found.append(index)
    }
    return found
  }

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

  static func kind(_ word: String) -> IndexedKind? {
    switch word {
    case "insertion": .insertion
    case "removal": .removal
    case "replacement": .replacement
    default: nil
    }
  }

  /// The operations between the braces of `{ op ; op }`, where braces may be nested.
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
