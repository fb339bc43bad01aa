/// A path of keys from an object to a value, which follows links when they change.
///
/// Path literals such as `\.partner.name` convert to it. A link may be `nil`; then the value is
/// `nil`.
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

  /// The path with one more key.
  public subscript<Next>(dynamicMember key: KeyPath<Value, Next>) -> ObservedPath<Root, Next>
  where Value: Observable {
    let read = read
    return ObservedPath<Root, Next>(keys: keys + [PathKey(key)]) { read($0)[keyPath: key] }
  }

  /// The path with one more key, after a link that may be `nil`.
  public subscript<Object: Observable, Next>(
    dynamicMember key: KeyPath<Object, Next>
  ) -> ObservedPath<Root, Next?> where Value == Object? {
    let read = read
    return ObservedPath<Root, Next?>(keys: keys + [PathKey(key)]) { read($0)?[keyPath: key] }
  }

  /// The path with one more key of optional type, after a link that may be `nil`.
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

  /// Returns the entry of the last key in the object that the links lead to now, or `nil` behind a
  /// `nil` link.
  func entry(from root: Root) -> ObservationTable.Entry? {
    var object: (any Observable)? = root
    for key in keys.dropLast() { object = object.flatMap(key.follow) }
    guard let object, let last = keys.last else { return nil }
    return last.entry(object)
  }
}

/// A path whose types are erased, except for its keys.
protocol KeyedPath { var keys: [PathKey] { get } }

extension ObservedPath: KeyedPath {}

/// A key of a path, with its accessors in type-erased form.
struct PathKey {
  let keyPath: AnyKeyPath
  let follow: (any Observable) -> (any Observable)?
  let entry: (any Observable) -> ObservationTable.Entry?
  /// Returns the entry of the key itself, or `nil` if it has no storage of its own.
  let storedEntry: (any Observable) -> ObservationTable.Entry?
  let isWritable: Bool

  init<Object: Observable, Next>(_ key: KeyPath<Object, Next>) {
    keyPath = key
    isWritable = key is ReferenceWritableKeyPath<Object, Next>
    follow = { ($0 as? Object).flatMap { $0[keyPath: key] as? any Observable } }
    entry = { ($0 as? Object).map { $0.observation.entry(for: key, of: $0) } }
    storedEntry = { ($0 as? Object).flatMap { $0.observation.storedEntry(for: key, of: $0) } }
  }
}
