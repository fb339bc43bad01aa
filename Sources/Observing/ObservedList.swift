/// An array of a class whose single edits can be observed.
///
/// Setting the property replaces the whole list; `$property` is the notifying list, whose edits
/// are notified one by one.
@propertyWrapper
public struct ObservedList<Element> {
  @usableFromInline let slot: Slot<ListChange<[Element]>>

  /// Makes the list with its first elements.
  @inlinable
  public init(wrappedValue: [Element], _ notifying: Notifying = .automatically) {
    slot = Slot(wrappedValue, isManual: notifying == .manually)
  }

  /// The elements; they are reached by way of the object that has the property.
  @available(*, unavailable, message: "an observed list belongs to a class")
  public var wrappedValue: [Element] {
    get { slot.value }
    nonmutating set { slot.set(newValue) }
  }

  /// The notifying list: a cheap view that may be held and follows the property.
  @inlinable public var projectedValue: NotifyingList<Element> { NotifyingList(slot) }

  /// Reads and sets the whole list of an object.
  @inlinable
  public static subscript<Model: Observable>(
    _enclosingInstance model: Model,
    wrapped wrappedKeyPath: @autoclosure () -> ReferenceWritableKeyPath<Model, [Element]>,
    storage storageKeyPath: ReferenceWritableKeyPath<Model, Self>
  ) -> [Element] {
    @inline(__always)
    get {
      let slot = model[keyPath: storageKeyPath].slot
      if model.observation.isTracing { model.observation.trace(wrappedKeyPath(), slot) }
      return slot.value
    }
    @inline(__always)
    set { model[keyPath: storageKeyPath].slot.set(newValue) }
  }
}
