import Observing

/// An edit of a list, parsed from an operation.
enum DriverEdit {
  case append(DriverItem)
  case insert(DriverItem, Int)
  case remove(Int)
  case removeLast
  case replace(Int, DriverItem)
  case insertMany([Int], [DriverItem])
  case removeMany([Int])
  case replaceMany([Int], [DriverItem])

  init?(_ verb: String, _ words: [String], _ objects: (String) -> DriverObject?) {
    let index = words.first.flatMap { Int($0) }
    let indexes = words.first.flatMap(DriverWords.indexes)
    let item = words.last.flatMap { DriverWords.item($0, objects) }
    let items = words.last.flatMap { DriverWords.elements($0, objects) }
    switch (verb, words.count) {
    case ("append", 1):
      guard let item else { return nil }
      self = .append(item)
    case ("insert", 2), ("replace", 2):
      guard let index, let item else { return nil }
      self = verb == "insert" ? .insert(item, index) : .replace(index, item)
    case ("remove", 1):
      guard let index else { return nil }
      self = .remove(index)
    case ("removelast", 0): self = .removeLast
    case ("insertmany", 2), ("replacemany", 2):
      guard let indexes, let items else { return nil }
      self = verb == "insertmany" ? .insertMany(indexes, items) : .replaceMany(indexes, items)
    case ("removemany", 1):
      guard let indexes else { return nil }
      self = .removeMany(indexes)
    default: return nil
    }
  }

  /// Performs the edit on a notifying list; returns `false` if the list throws an error.
  func perform(on list: NotifyingList<DriverItem>) -> Bool {
    do throws(ListError) {
      switch self {
      case .append(let item): list.append(item)
      case .insert(let item, let index): try list.insert(item, at: index)
      case .remove(let index): try list.remove(at: index)
      case .removeLast: return list.removeLast() != nil
      case .replace(let index, let item): try list.replace(at: index, with: item)
      case .insertMany(let indexes, let items): try list.insert(items, at: indexes.sorted())
      case .removeMany(let indexes): try list.remove(at: indexes.sorted())
      case .replaceMany(let indexes, let items): try list.replace(at: indexes.sorted(), with: items)
      }
      return true
    } catch {
      return false
    }
  }

  /// Performs the edit on the elements, without a notification; returns `false` if an index is out
  /// of range.
  func perform(on items: inout [DriverItem]) -> Bool {
    switch self {
    case .append(let item): items.append(item)
    case .insert(let item, let index):
      guard 0...items.count ~= index else { return false }
      items.insert(item, at: index)
    case .remove(let index):
      guard items.indices ~= index else { return false }
      items.remove(at: index)
    case .replace(let index, let item):
      guard items.indices ~= index else { return false }
      items[index] = item
    case .removeLast, .insertMany, .removeMany, .replaceMany: return false
    }
    return true
  }
}
