/// How a derived list follows the list that it is made of.
protocol Derivation<Source, Element> {
  associatedtype Source
  associatedtype Element

  mutating func derive(_ source: [Source]) -> [Element]

  /// Follows an edit of the source; the edits apply to the derived list one after the other.
  mutating func follow(_ step: ListStep<Source>) -> [ListEdit<Element>]
}

/// Keeps the elements that are wanted, in their order.
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

  mutating func follow(_ step: ListStep<Element>) -> [ListEdit<Element>] {
    switch step {
    case .insert(let element, let index):
      let isWanted = isIncluded(element)
      insert(isWanted, at: index)
      return isWanted ? [.insert(.one(element), at: .one(place(of: index)))] : []
    case .remove(let index): return remove(at: index) ? [.remove(at: .one(place(of: index)))] : []
    case .replace(let index, let element):
      let place = OneOrMany.one(place(of: index))
      return reconsider(element, at: index, .replace(at: place, with: .one(element)))
    case .update(let index, let element):
      return reconsider(element, at: index, .update(at: place(of: index)))
    case .move(let from, let to):
      let isWanted = remove(at: from)
      let (origin, destination) = (place(of: from), place(of: to))
      insert(isWanted, at: to)
      return isWanted && origin != destination ? [.move(from: origin, to: destination)] : []
    }
  }

  private mutating func reconsider(
    _ element: Element, at index: Int, _ edit: ListEdit<Element>
  ) -> [ListEdit<Element>] {
    let was = remove(at: index)
    let isWanted = isIncluded(element)
    insert(isWanted, at: index)
    let place = OneOrMany.one(place(of: index))
    return switch (was, isWanted) {
    case (true, true): [edit]
    case (true, false): [.remove(at: place)]
    case (false, true): [.insert(.one(element), at: place)]
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

  /// How many wanted elements stand before an index, counted from the nearer end.
  private func place(of index: Int) -> Int {
    if index <= included.count / 2 { return included[..<index].count { $0 } }
    return count - included[index...].count { $0 }
  }
}

/// Holds what a function makes of every element.
struct MapDerivation<Source, Element>: Derivation {
  let transform: (Source) -> Element

  func derive(_ source: [Source]) -> [Element] { source.map(transform) }

  func follow(_ step: ListStep<Source>) -> [ListEdit<Element>] {
    switch step {
    case .insert(let element, let index): [.insert(.one(transform(element)), at: .one(index))]
    case .remove(let index): [.remove(at: .one(index))]
    case .replace(let index, let element), .update(let index, let element):
      [.replace(at: .one(index), with: .one(transform(element)))]
    case .move(let from, let to): [.move(from: from, to: to)]
    }
  }
}

/// Keeps the elements in an order; equal ones stand as they do in the source.
struct SortDerivation<Element>: Derivation {
  private let precedes: (Element, Element) -> Bool
  private var sorted: [(element: Element, index: Int)] = []

  init(_ precedes: @escaping (Element, Element) -> Bool) { self.precedes = precedes }

  mutating func derive(_ source: [Element]) -> [Element] {
    sorted = source.enumerated().map { ($1, $0) }.sorted(by: isBefore)
    return sorted.map(\.element)
  }

  mutating func follow(_ step: ListStep<Element>) -> [ListEdit<Element>] {
    switch step {
    case .insert(let element, let index):
      return [.insert(.one(element), at: .one(add(element, at: index)))]
    case .remove(let index):
      guard let (_, place) = take(at: index) else { return [] }
      return [.remove(at: .one(place))]
    case .replace(let index, let element):
      guard let (_, origin) = take(at: index) else { return [] }
      let place = add(element, at: index)
      if place == origin { return [.replace(at: .one(place), with: .one(element))] }
      return [.remove(at: .one(origin)), .insert(.one(element), at: .one(place))]
    case .update(let index, let element):
      guard let (_, origin) = take(at: index) else { return [] }
      let place = add(element, at: index)
      let move: [ListEdit<Element>] = place == origin ? [] : [.move(from: origin, to: place)]
      return move + [.update(at: place)]
    case .move(let from, let to):
      guard let (element, origin) = take(at: from) else { return [] }
      let place = add(element, at: to)
      return place == origin ? [] : [.move(from: origin, to: place)]
    }
  }

  private func isBefore(
    _ left: (element: Element, index: Int), _ right: (element: Element, index: Int)
  ) -> Bool {
    if precedes(left.element, right.element) { return true }
    return !precedes(right.element, left.element) && left.index < right.index
  }

  private mutating func add(_ element: Element, at index: Int) -> Int {
    for place in sorted.indices where sorted[place].index >= index { sorted[place].index += 1 }
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(sorted[middle], (element, index)) { low = middle + 1 } else { high = middle }
    }
    sorted.insert((element, index), at: low)
    return low
  }

  private mutating func take(at index: Int) -> (Element, place: Int)? {
    guard let place = sorted.firstIndex(where: { $0.index == index }) else { return nil }
    let element = sorted.remove(at: place).element
    for other in sorted.indices where sorted[other].index > index { sorted[other].index -= 1 }
    return (element, place)
  }
}
