/// A list whose edits are notified: a cheap view of a property, which may be held.
///
/// It shows what the property holds at the moment, and stays good when the object is gone.
public struct NotifyingList<Element> {
  @usableFromInline let slot: Slot<ListChange<[Element]>>

  @usableFromInline
  init(_ slot: Slot<ListChange<[Element]>>) { self.slot = slot }

  /// The elements as an array.
  @inlinable public var elements: [Element] { slot.value }

  /// The element at an index, or nil where there is none.
  @inlinable
  public func element(at index: Int) -> Element? {
    slot.value.indices.contains(index) ? slot.value[index] : nil
  }

  /// Adds an element at the end.
  @inlinable
  public func append(_ element: Element) {
    // Never refused: whatever a prior handler does, the list has an end.
    try? slot.perform(.append(element))
  }

  /// Puts an element in at an index of the result.
  @inlinable
  public func insert(_ element: Element, at index: Int) throws(ListError) {
    try slot.perform(.insert(.one(element), at: .one(index)))
  }

  /// Puts elements in at ascending indexes of the result, with one notice.
  @inlinable
  public func insert(_ elements: [Element], at indexes: [Int]) throws(ListError) {
    try slot.perform(.insert(OneOrMany(elements), at: OneOrMany(indexes)))
  }

  /// Takes the element at an index away.
  @inlinable
  public func remove(at index: Int) throws(ListError) { try slot.perform(.remove(at: .one(index))) }

  /// Takes the elements at ascending indexes away, with one notice.
  @inlinable
  public func remove(at indexes: [Int]) throws(ListError) {
    try slot.perform(.remove(at: OneOrMany(indexes)))
  }

  /// Takes the last element away and returns it; an empty list returns nil and notifies nobody.
  @inlinable
  @discardableResult
  public func removeLast() -> Element? {
    guard let last = slot.value.last else { return nil }
    try? slot.perform(.remove(at: .one(slot.value.count - 1)))
    return last
  }

  /// Puts an element in the place of another.
  @inlinable
  public func replace(at index: Int, with element: Element) throws(ListError) {
    try slot.perform(.replace(at: .one(index), with: .one(element)))
  }

  /// Puts elements in the places of others, with one notice.
  @inlinable
  public func replace(at indexes: [Int], with elements: [Element]) throws(ListError) {
    try slot.perform(.replace(at: OneOrMany(indexes), with: OneOrMany(elements)))
  }

  /// Moves an element; `destination` is its index in the result.
  @inlinable
  public func move(from origin: Int, to destination: Int) throws(ListError) {
    try slot.perform(.move(from: origin, to: destination))
  }

  /// Reports that the element at an index has changed inside.
  @inlinable
  public func update(at index: Int) throws(ListError) { try slot.perform(.update(at: index)) }

  /// Makes any number of edits and notifies them as one change set when the outermost batch ends.
  ///
  /// An error that the body throws ends the batch as well: what was done is notified.
  @inlinable
  public func batch<Result, Failure: Error>(
    _ edits: (Self) throws(Failure) -> Result
  ) throws(Failure) -> Result { try slot.batch { () throws(Failure) -> Result in try edits(self) } }

  /// Makes the list equal to another with the fewest removals and insertions, as one change set.
  public func assign(_ newElements: [Element], by areEqual: (Element, Element) -> Bool) {
    let difference = Difference(from: slot.value, to: newElements, by: areEqual)
    if difference.isEmpty { return }
    batch { list in
      try? list.remove(at: difference.removals)
      try? list.insert(difference.insertions.map { newElements[$0] }, at: difference.insertions)
    }
  }
}

extension NotifyingList where Element: Equatable {
  /// Makes the list equal to another with the fewest removals and insertions, as one change set.
  public func assign(_ newElements: [Element]) { assign(newElements, by: ==) }
}

extension NotifyingList: RandomAccessCollection {
  /// The index of the first element.
  @inlinable public var startIndex: Int { 0 }

  /// The index after the last element.
  @inlinable public var endIndex: Int { slot.value.count }

  /// The element at a valid index.
  @inlinable
  public subscript(index: Int) -> Element { slot.value[index] }
}
