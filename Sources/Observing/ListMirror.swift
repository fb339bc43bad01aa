/// A test helper: a copy of a list built from its notifications, compared with the list after each.
///
/// It finds changes that are not notified, and observers that disturb the order. A mirror of an
/// object's own list is notified before all other observers.
///
///     let mirror = model.mirror(\.names)
///     model.$names.append("Ai")
///     assert(mirror.disagreement == nil)
public final class ListMirror<Element> {
  /// The first difference between the copy and the list.
  ///
  ///     if let disagreement = mirror.disagreement {
  ///       print(disagreement.changeNumber, disagreement.reason)
  ///     }
  public struct Disagreement {
    /// The number of notifications before this one, including the initial one.
    public let changeNumber: Int
    /// The description of the notification after which the copy and the list differ.
    public let change: String
    /// The elements that the list should have: those of the copy.
    public let expected: [Element]
    /// The elements that the list has.
    public let actual: [Element]
    /// A short description of the difference.
    public let reason: String
  }

  /// The elements of the copy.
  public private(set) var elements: [Element] = []
  /// The first difference, after which notifications are ignored; `nil` if there is none.
  public private(set) var disagreement: Disagreement?

  private let areEqual: (Element, Element) -> Bool
  private var changeNumber = 0
  private var source: ObservationToken?

  init<Root: Observable, List: ListValue<Element>>(
    of path: ObservedPath<Root, List>, from root: Root, _ site: CallSite,
    by areEqual: @escaping (Element, Element) -> Bool
  ) {
    self.areEqual = areEqual
    source = root.start(path, [.initial, .new, .old], site, isFirst: true) {
      [weak root, weak self] (change: ListChange<List>) in
      guard let self, let root else { return }
      self.replay(change, against: path.read(root).elements ?? [])
    }
  }

  /// Applies a notification to the copy and compares it with the list.
  private func replay<List: ListValue<Element>>(
    _ change: ListChange<List>, against actual: [Element]
  ) {
    guard disagreement == nil else { return }
    let reason = apply(change)
    if let reason = reason ?? (isEqual(elements, actual) ? nil : "the copy differs") {
      disagreement = Disagreement(
        changeNumber: changeNumber, change: String(describing: change), expected: elements,
        actual: actual, reason: reason)
    }
    changeNumber += 1
  }

  private func isEqual(_ left: some Sequence<Element>, _ right: some Sequence<Element>) -> Bool {
    left.elementsEqual(right, by: areEqual)
  }

  /// Applies a notification to the copy; returns an error message if it contradicts the copy.
  private func apply<List: ListValue<Element>>(_ change: ListChange<List>) -> String? {
    switch change {
    case .setting(let new, let old):
      defer { elements = new?.elements ?? [] }
      if let old, !isEqual(old.elements ?? [], elements) { return "the old list is another one" }
      return nil
    case .insertion(let indexes, let new?): return edit(.insert(new, at: indexes), old: nil)
    case .removal(let indexes, let old): return edit(.remove(at: indexes), old: old)
    case .replacement(let indexes, let new?, let old):
      return edit(.replace(at: indexes, with: new), old: old)
    case .move(let from, let to, _): return edit(.move(from: from, to: to), old: nil)
    case .update(let index, let element?):
      return edit(.replace(at: .one(index), with: .one(element)), old: nil)
    case .batch(let changes): return apply(changes)
    case .insertion, .replacement, .update: return "the change has no new elements"
    case .prior: return nil
    }
  }

  /// Applies an edit to the copy; returns an error message if it is invalid or has wrong old
  /// elements.
  private func edit(_ edit: ListEdit<Element>, old: OneOrMany<Element>?) -> String? {
    do { try edit.check(count: elements.count) } catch { return "the edit does not fit: \(error)" }
    let removed: OneOrMany<Element>? =
      switch edit.apply(to: &elements) {
      case .removal(_, let elements), .replacement(_, _, let elements): elements
      default: nil
      }
    if let old, let removed, !isEqual(old, removed) { return "the old elements are others" }
    return nil
  }

  /// Applies a change set to the copy; returns an error message if it contradicts the copy.
  private func apply(_ changes: ChangeSet<Element>) -> String? {
    let removed = changes.removals.compactMap { elements.indices ~= $0 ? elements[$0] : nil }
    guard let result = changes.applied(to: elements) else { return "the change set does not fit" }
    elements = result
    // An updated element may be another value at the same position.
    if let old = changes.removed, !isEqual(old, removed) { return "the old elements are others" }
    return nil
  }
}

extension Observable {
  /// Creates a mirror of the list at the end of a path, with a comparison of its elements.
  public func mirror<List: ListValue>(
    _ path: PathLiteral<List>, file: StaticString = #fileID, line: UInt = #line,
    by areEqual: @escaping (List.Element, List.Element) -> Bool
  ) -> ListMirror<List.Element> {
    ListMirror(of: ObservedPath(path), from: self, CallSite(file: file, line: line), by: areEqual)
  }

  /// Creates a mirror of the list at the end of a path.
  public func mirror<List: ListValue>(
    _ path: PathLiteral<List>, file: StaticString = #fileID, line: UInt = #line
  ) -> ListMirror<List.Element> where List.Element: Equatable {
    mirror(path, file: file, line: line, by: ==)
  }
}
