/// The rule by which a derived list (filtered, sorted or mapped) is computed from its source.
///
/// It may keep state between calls: after `derive`, it receives every edit of the source in order.
protocol Derivation<Source, Element> {
  associatedtype Source
  associatedtype Element

  /// Computes the whole derived list.
  mutating func derive(_ source: [Source]) -> [Element]

  /// Returns the edits of the derived list that result from an edit of the source, in order.
  mutating func edits(after step: ListStep<Source>) -> [ListEdit<Element>]

  /// Returns the edits of the derived list that result from one change of the source, in order.
  mutating func edits(after steps: [ListStep<Source>]) -> [ListEdit<Element>]
}

extension Derivation {
  mutating func edits(after steps: [ListStep<Source>]) -> [ListEdit<Element>] {
    steps.flatMap { edits(after: $0) }
  }
}

/// Filters a list: the elements that satisfy a condition, in the order of the source.
struct FilterDerivation<Element>: Derivation {
  private let isIncluded: (Element) -> Bool
  private var included: [Bool] = []
  private var count = 0

  init(_ isIncluded: @escaping (Element) -> Bool) { self.isIncluded = isIncluded }

  mutating func derive(_ source: [Element]) -> [Element] {
    included = source.map(isIncluded)
    let found = zip(source, included).filter(\.1).map(\.0)
    count = found.count
    return found
  }

  mutating func edits(after step: ListStep<Element>) -> [ListEdit<Element>] {
    switch step {
    case .insert(let element, let index):
      let isWanted = isIncluded(element)
      insert(isWanted, at: index)
      return isWanted ? [.insert(.one(element), at: .one(position(of: index)))] : []
    case .remove(let index):
      return remove(at: index) ? [.remove(at: .one(position(of: index)))] : []
    case .replace(let index, let element):
      let position = OneOrMany.one(position(of: index))
      return reconsider(element, at: index, .replace(at: position, with: .one(element)))
    case .update(let index, let element):
      return reconsider(element, at: index, .update(at: position(of: index)))
    case .move(let from, let to):
      let isWanted = remove(at: from)
      let origin = position(of: from)
      let destination = position(of: to)
      insert(isWanted, at: to)
      return isWanted && origin != destination ? [.move(from: origin, to: destination)] : []
    }
  }

  /// Evaluates the condition again for a changed element; returns `edit` if it stays in the list.
  private mutating func reconsider(
    _ element: Element, at index: Int, _ edit: ListEdit<Element>
  ) -> [ListEdit<Element>] {
    let wasWanted = remove(at: index)
    let isWanted = isIncluded(element)
    insert(isWanted, at: index)
    let position = OneOrMany.one(position(of: index))
    return switch (wasWanted, isWanted) {
    case (true, true): [edit]
    case (true, false): [.remove(at: position)]
    case (false, true): [.insert(.one(element), at: position)]
    case (false, false): []
    }
  }

  private mutating func insert(_ isWanted: Bool, at index: Int) {
    included.insert(isWanted, at: index)
    count += isWanted ? 1 : 0
  }

  private mutating func remove(at index: Int) -> Bool {
    let wasWanted = included.remove(at: index)
    count -= wasWanted ? 1 : 0
    return wasWanted
  }

  /// Returns the index in the derived list for an index in the source.
  ///
  /// That is the number of included elements before it.
  private func position(of index: Int) -> Int {
    if index <= included.count / 2 { return included[..<index].count { $0 } }
    return count - included[index...].count { $0 }
  }
}

/// Copies a list.
struct CopyDerivation<Element>: Derivation {
  func derive(_ source: [Element]) -> [Element] { source }

  func edits(after step: ListStep<Element>) -> [ListEdit<Element>] {
    switch step {
    case .insert(let element, let index): [.insert(.one(element), at: .one(index))]
    case .remove(let index): [.remove(at: .one(index))]
    case .replace(let index, let element): [.replace(at: .one(index), with: .one(element))]
    case .move(let from, let to): [.move(from: from, to: to)]
    case .update(let index, _): [.update(at: index)]
    }
  }
}

/// Maps a list: the results of a function, one for each element of the source.
struct MapDerivation<Source, Element>: Derivation {
  let transform: (Source) -> Element

  func derive(_ source: [Source]) -> [Element] { source.map(transform) }

  func edits(after step: ListStep<Source>) -> [ListEdit<Element>] {
    switch step {
    case .insert(let element, let index): [.insert(.one(transform(element)), at: .one(index))]
    case .remove(let index): [.remove(at: .one(index))]
    case .replace(let index, let element), .update(let index, let element):
      [.replace(at: .one(index), with: .one(transform(element)))]
    case .move(let from, let to): [.move(from: from, to: to)]
    }
  }
}

/// Sorts a list; equal elements keep the order of the source.
struct SortDerivation<Element>: Derivation {
  private let precedes: (Element, Element) -> Bool
  private var sorted: [(element: Element, index: Int)] = []

  init(_ precedes: @escaping (Element, Element) -> Bool) { self.precedes = precedes }

  mutating func derive(_ source: [Element]) -> [Element] {
    sorted = source.enumerated().map { ($1, $0) }.sorted(by: isBefore)
    return sorted.map(\.element)
  }

  mutating func edits(after step: ListStep<Element>) -> [ListEdit<Element>] {
    switch step {
    case .insert(let element, let index):
      return [.insert(.one(element), at: .one(add(element, at: index)))]
    case .remove(let index):
      guard let (_, position) = removeEntry(at: index) else { return [] }
      return [.remove(at: .one(position))]
    case .replace(let index, let element):
      guard let (_, origin) = removeEntry(at: index) else { return [] }
      let position = add(element, at: index)
      if position == origin { return [.replace(at: .one(position), with: .one(element))] }
      return [.remove(at: .one(origin)), .insert(.one(element), at: .one(position))]
    case .update(let index, let element):
      guard let (_, origin) = removeEntry(at: index) else { return [] }
      let position = add(element, at: index)
      let isMoved = position != origin
      let move: [ListEdit<Element>] = isMoved ? [.move(from: origin, to: position)] : []
      return move + [.update(at: position)]
    case .move(let from, let to):
      guard let (element, origin) = removeEntry(at: from) else { return [] }
      let position = add(element, at: to)
      return position == origin ? [] : [.move(from: origin, to: position)]
    }
  }

  mutating func edits(after steps: [ListStep<Element>]) -> [ListEdit<Element>] {
    let updated = Set(
      steps.compactMap { if case .update(let index, _) = $0 { index } else { nil } })
    if steps.count == 1 || updated.isEmpty { return steps.flatMap { edits(after: $0) } }
    // Elements that have changed inside are out of order, perhaps several at once. No element can
    // be searched for before all of them are at the end.
    var unsorted = 0
    var result = steps.flatMap { moveToEnd($0, &unsorted) }
    for position in sorted.count - unsorted..<sorted.count {
      let (element, index) = sorted.remove(at: position)
      let destination = insert(element, index, before: position)
      if destination != position { result.append(.move(from: position, to: destination)) }
    }
    let positions = sorted.indices.filter { updated.contains(sorted[$0].index) }
    return result + positions.map { .update(at: $0) }
  }

  /// Follows an edit of the source, but leaves its element at the end, with `unsorted` others.
  private mutating func moveToEnd(
    _ step: ListStep<Element>, _ unsorted: inout Int
  ) -> [ListEdit<Element>] {
    switch step {
    case .insert(let element, let index):
      shiftIndexes(from: index, by: 1)
      sorted.append((element, index))
      unsorted += 1
      return [.insert(.one(element), at: .one(sorted.count - 1))]
    case .remove(let index):
      guard let (_, position) = removeEntry(at: index) else { return [] }
      if position > sorted.count - unsorted { unsorted -= 1 }
      return [.remove(at: .one(position))]
    case .replace(let index, let element):
      let removal = moveToEnd(.remove(at: index), &unsorted)
      return removal + moveToEnd(.insert(element, at: index), &unsorted)
    case .move(let from, let to):
      guard let (element, position) = removeEntry(at: from) else { return [] }
      if position <= sorted.count - unsorted { unsorted += 1 }
      shiftIndexes(from: to, by: 1)
      sorted.append((element, to))
      return [.move(from: position, to: sorted.count - 1)]
    case .update(let index, let element):
      let edits = moveToEnd(.move(from: index, to: index), &unsorted)
      sorted[sorted.count - 1].element = element
      return edits
    }
  }

  private func isBefore(
    _ left: (element: Element, index: Int), _ right: (element: Element, index: Int)
  ) -> Bool {
    if precedes(left.element, right.element) { return true }
    return !precedes(right.element, left.element) && left.index < right.index
  }

  /// Inserts an element by binary search, and returns its index in the derived list.
  private mutating func add(_ element: Element, at index: Int) -> Int {
    shiftIndexes(from: index, by: 1)
    return insert(element, index, before: sorted.count)
  }

  /// Inserts an element among the first entries, by binary search, and returns its position.
  private mutating func insert(_ element: Element, _ index: Int, before end: Int) -> Int {
    var low = 0
    var high = end
    while low < high {
      let middle = (low + high) / 2
      if isBefore(sorted[middle], (element, index)) { low = middle + 1 } else { high = middle }
    }
    sorted.insert((element, index), at: low)
    return low
  }

  /// Removes the element with an index in the source; returns it and its index in the derived list.
  private mutating func removeEntry(at index: Int) -> (Element, position: Int)? {
    guard let position = sorted.firstIndex(where: { $0.index == index }) else { return nil }
    let element = sorted.remove(at: position).element
    shiftIndexes(from: index + 1, by: -1)
    return (element, position)
  }

  private mutating func shiftIndexes(from index: Int, by distance: Int) {
    for entry in sorted.indices where sorted[entry].index >= index {
      sorted[entry].index += distance
    }
  }
}
