/// The property wrapper of a reference that does not keep its object alive, such as a parent's.
///
/// When the object is freed, the property becomes `nil` without a notification, like any weak
/// reference.
///
///     @ObservedWeak var parent: Folder?
@propertyWrapper
public struct ObservedWeak<Object: AnyObject> {
  let slot: Slot<ValueChange<WeakReference<Object>>>

  /// Creates the property with its initial value.
  public init(wrappedValue: Object?, _ notifying: Notifying = .automatically) {
    slot = Slot(WeakReference(object: wrappedValue), isManual: notifying == .manually)
  }

  /// The object, which is only accessible through the model.
  @available(*, unavailable, message: "an observed property belongs to a class")
  public var wrappedValue: Object? {
    get { slot.value.object }
    nonmutating set { slot.set(WeakReference(object: newValue)) }
  }

  /// The object to which a property refers.
  public static subscript<Model: Observable>(
    _enclosingInstance model: Model,
    wrapped wrappedKeyPath: @autoclosure () -> ReferenceWritableKeyPath<Model, Object?>,
    storage storageKeyPath: ReferenceWritableKeyPath<Model, Self>
  ) -> Object? {
    get {
      let slot = model[keyPath: storageKeyPath].slot
      if model.observation.isTracing { model.observation.report(wrappedKeyPath(), slot) }
      return slot.value.object
    }
    set { model[keyPath: storageKeyPath].slot.set(WeakReference(object: newValue)) }
  }
}

/// A reference that does not keep its object alive.
struct WeakReference<Object: AnyObject> {
  weak var object: Object?
}
