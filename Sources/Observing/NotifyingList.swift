/// A reference to an observed list, through which single edits are made and notified.
///
/// It is cheap to copy and always shows the current elements of the property. It stays valid after
/// the object is gone. An edit with an invalid index throws, changes nothing and calls no observer.
///
///     let names = model.$names
///     names.append("Ai")
///     try names.move(from: 0, to: 2)
public struct NotifyingList<Element> {
  @usableFromInline let slot: Slot<ListChange<[Element]>>

  init(_ slot: Slot<ListChange<[Element]>>) { self.slot = slot }

  /// The elements as an array.
  public var elements: [Element] { slot.value }

  /// Returns the element at an index, or `nil` if there is none.
  public func element(at index: Int) -> Element? {
    slot.value.indices.contains(index) ? slot.value[index] : nil
  }

  /// Appends an element.
  @inlinable public func append(_ element: Element) { slot.append(element) }

  /// Inserts an element at an index of the result.
  public func insert(_ element: Element, at index: Int) throws(ListError) {
    try slot.perform(.insert(.one(element), at: .one(index)))
  }

  /// Inserts elements at ascending indexes of the result, with one notification.
  public func insert(_ elements: [Element], at indexes: [Int]) throws(ListError) {
    try slot.perform(.insert(OneOrMany(elements), at: OneOrMany(indexes)))
  }

  /// Removes the element at an index.
  public func remove(at index: Int) throws(ListError) { try slot.perform(.remove(at: .one(index))) }

  /// Removes the elements at ascending indexes, with one notification.
  public func remove(at indexes: [Int]) throws(ListError) {
    try slot.perform(.remove(at: OneOrMany(indexes)))
  }

  /// Removes and returns the last element; on an empty list, returns `nil` and notifies no
  /// observer.
  @discardableResult
  public func removeLast() -> Element? {
    guard let last = slot.value.last else { return nil }
    try? slot.perform(.remove(at: .one(slot.value.count - 1)))
    return last
  }

  /// Replaces the element at an index.
  public func replace(at index: Int, with element: Element) throws(ListError) {
    try slot.perform(.replace(at: .one(index), with: .one(element)))
  }

  /// Replaces the elements at ascending indexes, with one notification.
  public func replace(at indexes: [Int], with elements: [Element]) throws(ListError) {
    try slot.perform(.replace(at: OneOrMany(indexes), with: OneOrMany(elements)))
  }

  /// Moves an element; `destination` is its index in the result.
  public func move(from origin: Int, to destination: Int) throws(ListError) {
    try slot.perform(.move(from: origin, to: destination))
  }

  /// Notifies the observers that the element at an index was updated, without changing the list.
  public func update(at index: Int) throws(ListError) { try slot.perform(.update(at: index)) }

  /// Runs a closure whose edits are notified together, as one change set.
  ///
  /// Returns or throws what the closure does. Edits before an error are kept and notified. Nested
  /// batches are notified with the outermost one.
  public func batch<Result, Failure: Error>(
    _ edits: (Self) throws(Failure) -> Result
  ) throws(Failure) -> Result { try slot.batch { () throws(Failure) -> Result in try edits(self) } }

  /// Replaces the elements by the fewest removals and insertions, notified as one change set.
  ///
  /// If the lists are equal, no observer is called.
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
  /// Replaces the elements by the fewest removals and insertions, notified as one change set.
  ///
  /// If the lists are equal, no observer is called.
  public func assign(_ newElements: [Element]) { assign(newElements, by: ==) }
}

extension NotifyingList: RandomAccessCollection {
  /// The index of the first element.
  public var startIndex: Int { 0 }

  /// The index after the last element.
  public var endIndex: Int { slot.value.count }

  /// The element at a valid index.
  public subscript(index: Int) -> Element { slot.value[index] }
}
