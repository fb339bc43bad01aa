/// A path of properties from an object to a value; observers of it follow when a part changes.
///
/// Path literals such as `\.partner.name` convert to it. If an object on the path is `nil`, the
/// value is `nil`.
///
///     let path = ObservedPath<Member, String?>(\.partner.name)
///     let token = member.observe(path: path) { change in … }
@dynamicMemberLookup
public struct ObservedPath<Root: Observable, Value> {
  let keys: [PathKey]
  let read: (Root) -> Value

  private init(keys: [PathKey], read: @escaping (Root) -> Value) {
    self.keys = keys
    self.read = read
  }

  /// The path extended by a property.
  public subscript<Next>(dynamicMember key: KeyPath<Value, Next>) -> ObservedPath<Root, Next>
  where Value: Observable {
    let read = read
    return ObservedPath<Root, Next>(keys: keys + [PathKey(key)]) { read($0)[keyPath: key] }
  }

  /// The path extended by a property, through an object that may be `nil`.
  public subscript<Object: Observable, Next>(
    dynamicMember key: KeyPath<Object, Next>
  ) -> ObservedPath<Root, Next?> where Value == Object? {
    let read = read
    return ObservedPath<Root, Next?>(keys: keys + [PathKey(key)]) { read($0)?[keyPath: key] }
  }

  /// The path extended by an optional property, through an object that may be `nil`.
  public subscript<Object: Observable, Next>(
    dynamicMember key: KeyPath<Object, Next?>
  ) -> ObservedPath<Root, Next?> where Value == Object? {
    let read = read
    return ObservedPath<Root, Next?>(keys: keys + [PathKey(key)]) { read($0)?[keyPath: key] }
  }
}

extension ObservedPath where Root == Value {
  /// Creates the empty path, which leads to the object itself.
  public init() { self.init(keys: []) { $0 } }
}

extension ObservedPath {
  /// Creates a path from a literal such as `\.child.label`.
  public init(_ path: KeyPath<ObservedPath<Root, Root>, ObservedPath<Root, Value>>) {
    self = ObservedPath<Root, Root>()[keyPath: path]
  }

  /// Returns the storage of the last property on the path; `nil` if the path leads to `nil`.
  func entry(from root: Root) -> ObservationTable.Entry? {
    var object: (any Observable)? = root
    for key in keys.dropLast() { object = object.flatMap(key.target) }
    guard let object, let last = keys.last else { return nil }
    return last.entry(object)
  }
}

/// A path without the types of its objects and value.
protocol KeyedPath { var keys: [PathKey] { get } }

extension ObservedPath: KeyedPath {}

/// A property on a path, with type-erased access.
struct PathKey {
  let keyPath: AnyKeyPath
  let target: (any Observable) -> (any Observable)?
  let entry: (any Observable) -> ObservationTable.Entry?
  /// Returns the storage of a stored property; `nil` for a computed one.
  let storedEntry: (any Observable) -> ObservationTable.Entry?
  let isWritable: Bool

  init<Object: Observable, Next>(_ key: KeyPath<Object, Next>) {
    keyPath = key
    isWritable = key is ReferenceWritableKeyPath<Object, Next>
    target = { ($0 as? Object).flatMap { $0[keyPath: key] as? any Observable } }
    entry = { ($0 as? Object).map { $0.observation.entry(for: key, of: $0) } }
    storedEntry = { ($0 as? Object).flatMap { $0.observation.storedEntry(for: key, of: $0) } }
  }
}
