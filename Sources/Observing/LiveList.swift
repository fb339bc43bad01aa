/// A list derived from another one by filtering, sorting or mapping, and updated with it.
///
/// Each edit of the source leads to edits of this list, which can be observed like any other. If
/// its source is a live list, that is kept alive; other sources are not.
///
///     let adults = model.filtered(\.members) { $0.age >= 18 }.sorted { $0.name < $1.name }
///     let token = adults.observe(\.elements) { change in print(change) }
public final class LiveList<Element>: Observable {
  /// The table of the observable properties.
  public let observation = ObservationTable()

  /// The current elements; observe them with `\.elements`.
  public var elements: [Element] { stored }

  @ObservedList private var stored: [Element] = []
  /// The live list that is the source, kept alive; `nil` for another source.
  private let upstream: AnyObject?
  private var source: ObservationToken?

  /// Declares that `elements` is the stored list, observable edit by edit.
  public static func declareDependentKeys(in keys: inout DependentKeys) {
    keys.declare(\LiveList.elements, shows: \.stored)
  }

  init<Root: Observable, List: ListValue, Rule: Derivation>(
    of path: ObservedPath<Root, List>, from root: Root, keeping upstream: AnyObject? = nil,
    _ rule: Rule
  ) where Rule.Source == List.Element, Rule.Element == Element {
    self.upstream = upstream
    let updater = DerivedListUpdater<Rule, List>(rule: rule, list: $stored)
    source = root.start(path, [.new, .old, .initial]) { [weak root] (change: ListChange<List>) in
      guard let root else { return }
      let slot = path.entry(from: root)?.slot as? Slot<ListChange<[List.Element]>>
      updater.receive(change, path.read(root).elements ?? [], version: slot?.version)
    }
  }
}

/// The observer that updates a derived list when its source changes.
///
/// It is a class because an observer of the derived list may edit the source, which notifies this
/// observer again during the first notification.
private final class DerivedListUpdater<Rule: Derivation, List: ListValue>
where Rule.Source == List.Element {
  private var rule: Rule
  private let list: NotifyingList<Rule.Element>
  /// The version of the source that the derived list corresponds to.
  private var version: Int?

  init(rule: Rule, list: NotifyingList<Rule.Element>) {
    self.rule = rule
    self.list = list
  }

  /// Updates the derived list after a change of the source; derives it anew if a change was missed.
  func receive(_ change: ListChange<List>, _ source: [Rule.Source], version: Int?) {
    let seen = self.version
    self.version = version
    if case .setting = change { return reset(source) }
    // An earlier handler may have edited the source: then the change is outdated, or one was
    // missed.
    if seen != nil, version == seen { return }
    guard let seen, version == seen &+ 1, let steps = change.steps(to: source) else {
      return reset(source)
    }
    let edits = steps.flatMap { rule.edits(after: $0) }
    func perform() { for edit in edits { try? list.slot.perform(edit) } }
    if edits.count > 1 { list.batch { _ in perform() } } else { perform() }
  }

  private func reset(_ source: [Rule.Source]) { list.slot.set(rule.derive(source)) }
}

extension Observable {
  /// Returns a live list of the elements that satisfy a condition.
  public func filtered<List: ListValue>(
    _ path: PathLiteral<List>, by isIncluded: @escaping (List.Element) -> Bool
  ) -> LiveList<List.Element> {
    LiveList(of: ObservedPath(path), from: self, FilterDerivation(isIncluded))
  }

  /// Returns a live list of the same elements in sorted order; equal ones keep the source's order.
  public func sorted<List: ListValue>(
    _ path: PathLiteral<List>, by precedes: @escaping (List.Element, List.Element) -> Bool
  ) -> LiveList<List.Element> {
    LiveList(of: ObservedPath(path), from: self, SortDerivation(precedes))
  }

  /// Returns a live list of the results of a function.
  public func mapped<List: ListValue, Element>(
    _ path: PathLiteral<List>, by transform: @escaping (List.Element) -> Element
  ) -> LiveList<Element> {
    LiveList(of: ObservedPath(path), from: self, MapDerivation(transform: transform))
  }
}

extension LiveList {
  /// Returns a live list of the elements that satisfy a condition.
  public func filtered(by isIncluded: @escaping (Element) -> Bool) -> LiveList {
    LiveList(of: ObservedPath(\.elements), from: self, keeping: self, FilterDerivation(isIncluded))
  }

  /// Returns a live list of the same elements in sorted order.
  public func sorted(by precedes: @escaping (Element, Element) -> Bool) -> LiveList {
    LiveList(of: ObservedPath(\.elements), from: self, keeping: self, SortDerivation(precedes))
  }

  /// Returns a live list of the results of a function.
  public func mapped<Mapped>(by transform: @escaping (Element) -> Mapped) -> LiveList<Mapped> {
    LiveList<Mapped>(
      of: ObservedPath(\.elements), from: self, keeping: self, MapDerivation(transform: transform))
  }
}
