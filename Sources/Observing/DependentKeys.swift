/// The computed properties of a class, with the properties on which they depend.
///
///     class func declareDependentKeys(in keys: inout DependentKeys) {
///       keys.declare(\Model.fullName, dependsOn: \.first, \.last)
///     }
///
/// Subclasses inherit the declarations. A subclass that adds some overrides the method, which so
/// must be a `class func`, and calls `super`. An inherited key is recognized by its type and by
/// what its getter reads; if two keys agree in that, each is also reported for the sources of the
/// other.
public struct DependentKeys {
  /// The sources of a computed property, from one declaration.
  private struct Dependency {
    let key: PathKey
    let sources: [PathSource]
    let site: CallSite
  }

  /// A property that has the value of another one.
  private struct Alias {
    let key: PathKey
    let property: PathKey
    let site: CallSite
  }

  private var dependencies: [Dependency] = []
  private var aliases: [Alias] = []

  init() {}

  /// Declares that a property changes when one of its sources does.
  ///
  /// A source may be a property, a list, another computed property, or a path such as
  /// `\.child.label`. A property without sources is a constant, or notified by `willChange` and
  /// `didChange`.
  public mutating func declare<Model: Observable, Value>(
    _ key: KeyPath<Model, Value>, dependsOn sources: PartialKeyPath<ObservedPath<Model, Model>>...,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let site = CallSite(file: file, line: line)
    dependencies.append(
      Dependency(
        key: PathKey(key),
        sources: sources.map { PathSource(keys: ObservedPath.keys(of: $0), site: site) },
        site: site))
  }

  /// Declares that a property changes with a list, and with properties of each of its elements.
  ///
  ///     keys.declare(\Model.openCount, dependsOnEach: \.items, \.done)
  ///
  /// It follows the elements that are inserted and removed.
  public mutating func declare<Model: Observable, Value, List: ListValue>(
    _ key: KeyPath<Model, Value>, dependsOnEach list: Model.PathLiteral<List>,
    _ properties: PartialKeyPath<ObservedPath<List.Element, List.Element>>...,
    file: StaticString = #fileID, line: UInt = #line
  ) where List.Element: Observable {
    let site = CallSite(file: file, line: line)
    let source = PathSource(
      keys: ObservedPath(list).keys, elementPaths: properties.map { ObservedPath.keys(of: $0) },
      site: site)
    dependencies.append(Dependency(key: PathKey(key), sources: [source], site: site))
  }

  /// Declares that a read-only property has the value of another property.
  ///
  /// So a private list can be observed edit by edit through a public property, but only be edited
  /// inside its class.
  public mutating func declare<Model: Observable, Value>(
    _ key: KeyPath<Model, Value>, shows property: KeyPath<Model, Value>,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    aliases.append(
      Alias(
        key: PathKey(key), property: PathKey(property), site: CallSite(file: file, line: line)))
  }

  /// Returns the property whose value another property has; `nil` if none was declared.
  func property(shownBy key: AnyKeyPath) -> (property: PathKey, site: CallSite)? {
    aliases.last { $0.key.keyPath == key && $0.property.keyPath != key }
      .map { ($0.property, $0.site) }
  }

  /// Returns the sources of a computed property; `nil` if it was not declared.
  func sources(of key: AnyKeyPath) -> [PathSource]? {
    let found = dependencies.filter { $0.key.keyPath == key }
    return found.isEmpty ? nil : found.flatMap(\.sources)
  }

  /// Returns the keys that other classes of the object's hierarchy have declared for the property
  /// of a key.
  ///
  /// `\Dog.label` and `\Animal.label` are different keys, although they lead to the same property.
  /// It is recognized by its type and the observed properties that its getter reads. If several
  /// properties have these in common, all are returned: a change too many is better than none.
  func relatives<Model: Observable>(
    of key: PathKey, in model: Model
  ) -> [(key: PathKey, site: CallSite)] {
    let declared = dependencies.map { ($0.key, $0.site) } + aliases.map { ($0.key, $0.site) }
    var candidates: [(key: PathKey, site: CallSite)] = []
    for (other, site) in declared where other.mayBeRelative(of: key, in: model) {
      if candidates.contains(where: { $0.key.keyPath == other.keyPath }) { continue }
      candidates.append((other, site))
    }
    if candidates.isEmpty { return [] }
    let tables = tables(near: model)
    let reads = ObservationTable.reads(of: tables) { key.read(model) }.map {
      ObjectIdentifier($0.slot)
    }
    return candidates.filter { candidate in
      let others = ObservationTable.reads(of: tables) { candidate.key.read(model) }
      return others.map { ObjectIdentifier($0.slot) } == reads
    }
  }

  /// Returns the tables of an object and of the objects on the paths of all sources.
  private func tables(near model: any Observable) -> [ObservationTable] {
    var tables = [model.observation]
    for source in dependencies.flatMap(\.sources) {
      var object: (any Observable)? = model
      for key in source.keys {
        object = object.flatMap(key.target)
        guard let table = object?.observation else { break }
        if !tables.contains(where: { $0 === table }) { tables.append(table) }
      }
    }
    return tables
  }
}
