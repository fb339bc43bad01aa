/// A path of properties from an object to a value; observers of it follow when a part changes.
///
/// Path literals such as `\.partner.name` convert to it. If an object on the path is `nil`, the
/// value is `nil`.
///
///     let path = ObservedPath<Model, String?>(\.partner.name)
///     let token = model.observe(path: path) { change in print(change.new ?? "none") }
@dynamicMemberLookup
public struct ObservedPath<Root: Observable, Value> {
  let keys: [PathKey]
  let read: (Root) -> Value

  init(keys: [PathKey], read: @escaping (Root) -> Value) {
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

  /// Returns the keys of a path whose value has any type.
  static func keys(of path: PartialKeyPath<ObservedPath<Root, Root>>) -> [PathKey]
  where Root == Value {
    (ObservedPath<Root, Root>()[keyPath: path] as? any KeyedPath)?.keys ?? []
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

/// A source of a computed property: a path, or a list with the paths from each element that count.
struct PathSource {
  let keys: [PathKey]
  var elementPaths: [[PathKey]] = []
  let site: CallSite
}

/// A property on a path, with type-erased access.
struct PathKey {
  let keyPath: AnyKeyPath
  /// Reads the property, for the sake of the observed properties that its getter reads.
  let read: (any Observable) -> Void
  let target: (any Observable) -> (any Observable)?
  /// Returns the objects in the list that the property contains.
  let elements: (any Observable) -> [any Observable]
  let entry: (any Observable) -> ObservationTable.Entry?
  /// Returns the storage of a stored property; `nil` for a computed one.
  let storedEntry: (any Observable) -> ObservationTable.Entry?
  let isWritable: Bool
  private let isProperty: (any Observable) -> Bool

  init<Object: Observable, Next>(_ key: KeyPath<Object, Next>) {
    keyPath = key
    isWritable = key is ReferenceWritableKeyPath<Object, Next>
    isProperty = { $0 is Object }
    read = { _ = ($0 as? Object)?[keyPath: key] }
    elements = { ($0 as? Object)?[keyPath: key] as? [any Observable] ?? [] }
    target = { ($0 as? Object).flatMap { $0[keyPath: key] as? any Observable } }
    entry = { ($0 as? Object).map { $0.observation.entry(for: key, of: $0) } }
    storedEntry = { ($0 as? Object).flatMap { $0.observation.storedEntry(for: key, of: $0) } }
  }

  var rootType: Any.Type { type(of: keyPath).rootType }
  var valueType: Any.Type { type(of: keyPath).valueType }

  /// Returns `true` if two keys, of two classes to which the object belongs, may lead to one
  /// property.
  func mayBeRelative(of other: PathKey, in object: any Observable) -> Bool {
    rootType != other.rootType && valueType == other.valueType && isWritable == other.isWritable
      && isProperty(object)
  }
}
