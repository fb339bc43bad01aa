import Observing

/// An element of a list: a text, or a reference to an object.
enum DriverItem {
  case text(String)
  case object(DriverObject)
}

/// The class of all objects in the corpus.
final class DriverObject: Observable {
  @Observed var label: String?
  @Observed var topLabelText: String?
  @Observed var first: String?
  @Observed var last: String?
  @Observed var age = 0
  @Observed var child: DriverObject?
  @ObservedList var list: [DriverItem] = []
  @ObservedList var cellTextArray: [DriverItem] = []
  @Observed(.manually) var silent: String? = nil
  @Observed(.manually) var storedTitle: String? = nil

  var title: String? {
    get { storedTitle }
    set {
      guard newValue != storedTitle else { return }
      changing(\.title) { storedTitle = newValue }
    }
  }

  var full: String { (first ?? "") + "_" + (last ?? "") }
  var shout: String { full.uppercased() }
  var childLabel: String? { child?.label }
  var listCount: Int { list.count }
  var summary: String { (label ?? "") + ":" + String(list.count) }

  let name: String
  let observation = ObservationTable()

  init(name: String) {
    self.name = name
  }

  deinit {
    releaseReferences()
  }

  /// Removes the references of this object and of all objects that only it keeps, one by one,
  /// because the recursive release of a long chain would overflow the stack.
  func releaseReferences() {
    var released = removeReferences()
    while var object = released.popLast() {
      if isKnownUniquelyReferenced(&object) { released += object.removeReferences() }
    }
  }

  static func declareDependentKeys(in keys: inout DependentKeys) {
    keys.declare(\DriverObject.title)
    keys.declare(\DriverObject.full, dependsOn: \.first, \.last)
    keys.declare(\DriverObject.shout, dependsOn: \.full)
    keys.declare(\DriverObject.childLabel, dependsOn: \.child.label)
    keys.declare(\DriverObject.listCount, dependsOn: \.list)
    keys.declare(\DriverObject.summary, dependsOn: \.list, \.label)
  }

  /// Removes all references without a notification, and returns the objects they referred to.
  private func removeReferences() -> [DriverObject] {
    var removed: [DriverObject] = []
    withoutNotifying(\.child) { child in
      if let object = child { removed.append(object) }
      child = nil
    }
    for key in [\DriverObject.list, \DriverObject.cellTextArray] {
      withoutNotifying(key) { items in
        for case .object(let object) in items { removed.append(object) }
        items = []
      }
    }
    return removed
  }
}
