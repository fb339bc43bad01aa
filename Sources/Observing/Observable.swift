/// A class whose properties can be observed.
///
/// It stores an `ObservationTable`, marks its properties with `@Observed` and `@ObservedList`, and
/// declares the keys that it computes from others.
public protocol Observable: AnyObject {
  /// What is known of the object's keys: `let observation = ObservationTable()`.
  var observation: ObservationTable { get }

  /// Declares the keys that are computed from other keys.
  static func declareDependentKeys(in keys: inout DependentKeys)
}

extension Observable {
  /// A class declares no dependent keys unless it says so.
  public static func declareDependentKeys(in keys: inout DependentKeys) {}

  /// A literal such as `\.child.label`.
  public typealias PathLiteral<Value> = KeyPath<ObservedPath<Self, Self>, ObservedPath<Self, Value>>

  /// Observes the value at the end of a path until the observation ends.
  ///
  /// The handler runs inside of the change. Observers are told in the order in which they came.
  public func observe<Value>(
    _ path: PathLiteral<Value>, _ options: ObservationOptions = [.new],
    handler: @escaping (ValueChange<Value>) -> Void
  ) -> Observation {
    start(ObservedPath(path), options, handler)
  }

  /// Observes the value at the end of a path that was made before.
  public func observe<Value>(
    path: ObservedPath<Self, Value>, _ options: ObservationOptions = [.new],
    handler: @escaping (ValueChange<Value>) -> Void
  ) -> Observation {
    start(path, options, handler)
  }

  /// Observes the list at the end of a path, edit by edit, until the observation ends.
  public func observe<List: ListValue>(
    _ path: PathLiteral<List>, _ options: ObservationOptions = [.new],
    handler: @escaping (ListChange<List>) -> Void
  ) -> Observation {
    start(ObservedPath(path), options, handler)
  }

  /// Observes the list at the end of a path that was made before.
  public func observe<List: ListValue>(
    path: ObservedPath<Self, List>, _ options: ObservationOptions = [.new],
    handler: @escaping (ListChange<List>) -> Void
  ) -> Observation {
    start(path, options, handler)
  }

  func start<Change: ObservedChange>(
    _ path: ObservedPath<Self, Change.Whole>, _ options: ObservationOptions,
    isFirst: Bool = false, _ handler: @escaping (Change) -> Void
  ) -> Observation {
    let attach: () -> Observation.Attachment? = { [weak self] in
      self?.attach(path, options, isFirst, handler)
    }
    let initial: () -> Void = { [weak self] in
      guard options.contains(.initial), let self else { return }
      handler(.setting(new: options.contains(.new) ? path.read(self) : nil, old: nil))
    }
    let observation = Observation(attach: attach, initial: initial)
    if !options.contains(.deferred) { observation.begin() }
    return observation
  }

  private func attach<Change: ObservedChange>(
    _ path: ObservedPath<Self, Change.Whole>, _ options: ObservationOptions, _ isFirst: Bool,
    _ handler: @escaping (Change) -> Void
  ) -> Observation.Attachment {
    if path.keys.count == 1, case .stored(let found)? = path.entry(from: self),
      let slot = found as? Slot<Change>
    {
      let observer = Observer(options: options, handler: handler)
      return .direct(slot.attach(observer, isFirst: isFirst))
    }
    let watch = TypedPathWatch(self, options: options, read: path.read, handler: handler)
    watch.trail = Trail(path.keys, for: watch)
    watch.trail?.attach(to: self)
    return .path(watch)
  }
}
