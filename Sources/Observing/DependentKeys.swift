/// The keys of a class whose values follow from other keys.
public struct DependentKeys {
  private var declared: [(key: AnyKeyPath, sources: [[PathKey]])] = []
  private var shown: [(key: AnyKeyPath, property: PathKey)] = []

  init() {}

  /// Declares that a key changes whenever one of the sources does.
  ///
  /// A source may be a property, a list, another dependent key, or a path such as `\.child.label`.
  public mutating func declare<Model: Observable, Value>(
    _ key: KeyPath<Model, Value>,
    dependsOn sources: PartialKeyPath<ObservedPath<Model, Model>>...
  ) {
    let root = ObservedPath<Model, Model>()
    let paths = sources.compactMap { (root[keyPath: $0] as? any KeyedPath)?.keys }
    declared.append((key, paths))
  }

  /// Declares that a key without a setter shows the property behind it as it is.
  ///
  /// So a list can be edited inside of its class only and be observed, edit by edit, from outside.
  public mutating func declare<Model: Observable, Value>(
    _ key: KeyPath<Model, Value>, shows property: KeyPath<Model, Value>
  ) {
    shown.append((key, PathKey(property)))
  }

  func property(shownBy key: AnyKeyPath) -> PathKey? {
    shown.last { $0.key == key && $0.property.keyPath != key }?.property
  }

  func sources(of key: AnyKeyPath) -> [[PathKey]]? {
    let found = declared.filter { $0.key == key }
    return found.isEmpty ? nil : found.flatMap(\.sources)
  }
}
