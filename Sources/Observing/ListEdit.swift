/// An edit of a list that the program requests; it is checked before it is applied.
enum ListEdit<Element> {
  case append(Element)
  case insert(OneOrMany<Element>, at: OneOrMany<Int>)
  case remove(at: OneOrMany<Int>)
  case replace(at: OneOrMany<Int>, with: OneOrMany<Element>)
  case move(from: Int, to: Int)
  case update(at: Int)
}

extension ListEdit {
  /// Throws if the edit is not valid for a list with `count` elements.
  func check(count: Int) throws(ListError) {
    switch self {
    case .append: return
    case .insert(let elements, let indexes):
      try Self.match(indexes, elements)
      try Self.check(indexes, in: count, isInsertion: true)
    case .remove(let indexes): try Self.check(indexes, in: count, isInsertion: false)
    case .replace(let indexes, let elements):
      try Self.match(indexes, elements)
      try Self.check(indexes, in: count, isInsertion: false)
    case .move(let from, let to):
      try Self.check(.one(from), in: count, isInsertion: false)
      try Self.check(.one(to), in: count, isInsertion: false)
    case .update(let index): try Self.check(.one(index), in: count, isInsertion: false)
    }
  }

  /// Throws if the numbers of indexes and elements differ.
  static func match(_ indexes: OneOrMany<Int>, _ elements: OneOrMany<Element>) throws(ListError) {
    if indexes.count != elements.count {
      throw .countMismatch(indexes: indexes.count, elements: elements.count)
    }
  }

  /// Throws if the indexes do not ascend or are out of range.
  static func check(_ indexes: OneOrMany<Int>, in count: Int, isInsertion: Bool) throws(ListError) {
    switch indexes {
    case .one(let index):
      if index < 0 || index >= (isInsertion ? count + 1 : count) {
        throw .indexOutOfRange(index: index, count: count)
      }
    case .many(let indexes):
      try ListError.check(ascending: indexes)
      guard let first = indexes.first, let last = indexes.last else { return }
      // Indexes ascend, so an insertion is valid if its last index is.
      let end = isInsertion ? count + indexes.count : count
      if first < 0 { throw .indexOutOfRange(index: first, count: count) }
      if last >= end { throw .indexOutOfRange(index: last, count: count) }
    }
  }

  var isEmpty: Bool {
    switch self {
    case .insert(_, let indexes), .remove(let indexes), .replace(let indexes, _): indexes.isEmpty
    case .append, .move, .update: false
    }
  }

  /// Applies a valid edit, and returns it as a change with all its values.
  func apply(to list: inout [Element]) -> ListChange<[Element]> {
    switch self {
    case .append(let element):
      list.append(element)
      return .insertion(at: .one(list.count - 1), new: .one(element))
    case .insert(let elements, let indexes):
      list.insert(elements, at: indexes)
      return .insertion(at: indexes, new: elements)
    case .remove(let indexes): return .removal(at: indexes, old: list.remove(at: indexes))
    case .replace(let indexes, let elements):
      let old = list.replace(at: indexes, with: elements)
      return .replacement(at: indexes, new: elements, old: old)
    case .move(let from, let to):
      let element = list.remove(at: from)
      list.insert(element, at: to)
      return .move(from: from, to: to, element: element)
    case .update(let index): return .update(at: index, element: list[index])
    }
  }

  /// Returns the announcement of the edit, before it is applied.
  func prior(in list: [Element]) -> ListPrior<[Element]> {
    switch self {
    case .append: .insertion(at: .one(list.count))
    case .insert(_, let indexes): .insertion(at: indexes)
    case .remove(let indexes): .removal(at: indexes, old: OneOrMany(indexes.map { list[$0] }))
    case .replace(let indexes, _):
      .replacement(at: indexes, old: OneOrMany(indexes.map { list[$0] }))
    case .move(let from, let to): .move(from: from, to: to)
    case .update(let index): .update(at: index)
    }
  }
}

extension Array {
  /// Inserts elements at ascending indexes of the result.
  mutating func insertMany(_ elements: [Element], at indexes: [Int]) {
    var result: [Element] = []
    result.reserveCapacity(count + elements.count)
    var copied = 0
    for (index, element) in zip(indexes, elements) {
      let kept = index - result.count
      result.append(contentsOf: self[copied..<copied + kept])
      copied += kept
      result.append(element)
    }
    result.append(contentsOf: self[copied...])
    self = result
  }

  /// Inserts elements at ascending indexes of the result.
  mutating func insert(_ elements: OneOrMany<Element>, at indexes: OneOrMany<Int>) {
    switch (elements, indexes) {
    case (.one(let element), .one(let index)): insert(element, at: index)
    default: insertMany(Array(elements), at: [Int](indexes))
    }
  }

  /// Removes and returns the elements at ascending indexes, in one pass over the array.
  mutating func removeMany(at indexes: [Int]) -> [Element] {
    guard let first = indexes.first else { return [] }
    let removed = indexes.map { self[$0] }
    var end = first
    for (number, index) in indexes.enumerated() {
      let next = number + 1 < indexes.count ? indexes[number + 1] : count
      for position in index + 1..<Swift.max(next, index + 1) {
        swapAt(end, position)
        end += 1
      }
    }
    removeLast(indexes.count)
    return removed
  }

  /// Removes and returns the elements at ascending indexes.
  mutating func remove(at indexes: OneOrMany<Int>) -> OneOrMany<Element> {
    switch indexes {
    case .one(let index): .one(remove(at: index))
    case .many(let indexes): OneOrMany(removeMany(at: indexes))
    }
  }

  /// Replaces the elements at some indexes and returns the old ones.
  mutating func replace(
    at indexes: OneOrMany<Int>, with elements: OneOrMany<Element>
  ) -> OneOrMany<Element> {
    if case (.one(let index), .one(let element)) = (indexes, elements) {
      let old = self[index]
      self[index] = element
      return .one(old)
    }
    let old = indexes.map { self[$0] }
    for (index, element) in zip(indexes, elements) { self[index] = element }
    return OneOrMany(old)
  }
}

/// The reason why a list edit was rejected; the list is then unchanged and no observer notified.
///
///     do {
///       try model.$names.remove(at: 9)
///     } catch {
///       print(error)  // prints indexOutOfRange(index: 9, count: 2)
///     }
public enum ListError: Error, Equatable, Sendable {
  /// The index is not valid for this edit of a list of `count` elements.
  case indexOutOfRange(index: Int, count: Int)
  /// The indexes do not ascend, or one of them is repeated.
  case indexesNotAscending([Int])
  /// The numbers of indexes and elements differ.
  case countMismatch(indexes: Int, elements: Int)
}
