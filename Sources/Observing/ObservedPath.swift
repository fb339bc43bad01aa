/// A way from an object to a value, key by key; `\.child.label` where one is expected.
///
/// A link may be nil: then the value is nil too.
@dynamicMemberLookup
public struct ObservedPath<Root: Observable, Value> {
  let keys: [PathKey]
  let read: (Root) -> Value

  private init(keys: [PathKey], read: @escaping (Root) -> Value) {
    (self.keys, self.read) = (keys, read)
  }

  /// Goes one key further.
  public subscript<Next>(dynamicMember key: KeyPath<Value, Next>) -> ObservedPath<Root, Next>
  where Value: Observable {
    let read = read
    return ObservedPath<Root, Next>(keys: keys + [PathKey(key)]) { read($0)[keyPath: key] }
  }

  /// Goes one key further over a link that may be nil.
  public subscript<Object: Observable, Next>(
    dynamicMember key: KeyPath<Object, Next>
  ) -> ObservedPath<Root, Next?> where Value == Object? {
    let read = read
    return ObservedPath<Root, Next?>(keys: keys + [PathKey(key)]) { read($0)?[keyPath: key] }
  }

  /// Goes on to a key whose value may be nil, over a link that may be nil.
  public subscript<Object: Observable, Next>(
    dynamicMember key: KeyPath<Object, Next?>
  ) -> ObservedPath<Root, Next?> where Value == Object? {
    let read = read
    return ObservedPath<Root, Next?>(keys: keys + [PathKey(key)]) { read($0)?[keyPath: key] }
  }
}

extension ObservedPath where Root == Value {
  /// Makes the path that has no keys yet and leads to the object itself.
  public init() { self.init(keys: []) { $0 } }
}

extension ObservedPath {
  /// Makes a path of a literal such as `\.child.label`.
  public init(_ path: KeyPath<ObservedPath<Root, Root>, ObservedPath<Root, Value>>) {
    self = ObservedPath<Root, Root>()[keyPath: path]
  }

  /// What the last key is at the object that the links lead to now.
  func entry(from root: Root) -> ObservationTable.Entry? {
    var object: (any Observable)? = root
    for key in keys.dropLast() { object = object.flatMap(key.follow) }
    guard let object, let last = keys.last else { return nil }
    return last.entry(object)
  }
}

/// A path of which only the keys matter.
protocol KeyedPath { var keys: [PathKey] { get } }

extension ObservedPath: KeyedPath {}

/// One key of a path, with what can be done with it where its type is forgotten.
struct PathKey {
  let keyPath: AnyKeyPath
  let follow: (any Observable) -> (any Observable)?
  let entry: (any Observable) -> ObservationTable.Entry?
  /// The property that the key itself is; nil where it has no storage of its own.
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
