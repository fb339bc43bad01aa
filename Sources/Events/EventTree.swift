/// The objects of a tree by their names.
extension EventObject {
  /// Returns this object or one below it with a name, or with a path such as `board/cell`.
  public final func object(named name: String) throws(EventError) -> EventObject {
    let found = tree().filter { object, path, _ in
      object.name == name || path == name || path.hasSuffix("/" + name)
    }
    guard let first = found.first else { throw .unknownObject(name) }
    if let exact = found.first(where: { $0.path == name }), name.utf8.contains(UInt8(ascii: "/")) {
      return exact.object
    }
    guard found.count == 1 else { throw .ambiguousObject(name, paths: found.map(\.path)) }
    return first.object
  }

  /// Enables or disables the object with a name.
  ///
  /// Throws for the root and for modes.
  public final func setEnabled(
    _ isEnabled: Bool, named name: String
  ) throws(EventError) -> EventObject {
    let object = try object(named: name)
    guard object.container != nil || isEnabled else { throw .rootStaysEnabled(object.name) }
    guard !object.isMode else { throw .modeIsSwitched(object.name) }
    object.mayBeEnabled = isEnabled
    object.isEnabled = isEnabled
    return object
  }

  /// `true` if neither the object nor one above it is disabled.
  public final var isReached: Bool { isEnabled && (container?.isReached ?? true) }

  /// `true` if the object is a mode of a switcher, which alone enables and disables it.
  final var isMode: Bool { self is EventMode && container is ModeSwitcher }

  /// Returns the object and those below it, each with its path and its depth.
  private final func tree(
    above: String = "", depth: Int = 0
  ) -> [(object: EventObject, path: String, depth: Int)] {
    let path = above + name
    let container = self as? EventContainer
    container?.prepareObjects()
    return [(self, path, depth)]
      + (container?.objects ?? []).flatMap { $0.tree(above: path + "/", depth: depth + 1) }
  }

  /// The names of this object and of those below it, as `object(named:)` finds each: with as many
  /// containers before it as others have the same name.
  public final var distinctNames: [String] {
    let endings = tree().map { Self.endings(of: $0.path) }
    let counts = Dictionary(endings.joined().map { ($0, 1) }, uniquingKeysWith: +)
    return endings.compactMap { own in own.first { counts[$0] == 1 } ?? own.last }
  }

  /// Returns the ends of a path, such as `cell`, `board/cell` and `play/board/cell`.
  private static func endings(of path: String) -> [String] {
    let names = path.split(separator: "/")
    return names.indices.reversed().map { names[$0...].joined(separator: "/") }
  }

  /// A text drawing of the subtree, with one line for the state and the name of each object.
  public final var drawing: [String] {
    tree().map { object, _, depth in
      String(repeating: "  ", count: depth) + (object.isEnabled ? "[x] " : "[ ] ") + object.name
        + (object.drawnState ?? "")
    }
  }
}
