/// The keys of a class whose values follow from other keys.
public struct DependentKeys {
  private var declared: [(key: AnyKeyPath, sources: [[PathKey]])] = []

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

  func sources(of key: AnyKeyPath) -> [[PathKey]]? {
    let found = declared.filter { $0.key == key }
    return found.isEmpty ? nil : found.flatMap(\.sources)
  }
}
