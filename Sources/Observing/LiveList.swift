/// A list derived from another one by filtering, sorting or mapping, and updated with it.
///
/// Each edit of the source leads to edits of this list, which can be observed like any other. If
/// its source is a live list, that is kept alive; other sources are not.
///
///     let adults = model.filtered(\.members) { $0.age >= 18 }.sorted { $0.name < $1.name }
///     let token = adults.observe(\.elements, [.initial]) { _ in print(adults.elements.count) }
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
    of path: ObservedPath<Root, List>, from root: Root, _ site: CallSite,
    keeping upstream: AnyObject? = nil, _ rule: Rule
  ) where Rule.Source == List.Element, Rule.Element == Element {
    self.upstream = upstream
    let updater = DerivedListUpdater<Rule, List>(rule: rule, list: $stored)
    source = root.start(path, [.new, .old, .initial], site) {
      [weak root] (change: ListChange<List>) in
      guard let root else { return }
      let slot = path.entry(from: root)?.slot as? Slot<ListChange<[List.Element]>>
      updater.receive(change, path.read(root).elements ?? [], version: slot?.version)
    }
  }

  /// Reports each change of some properties of an element as an update of this element.
  func watch(_ paths: [[PathKey]], _ site: CallSite) -> LiveList where Element: Observable {
    let paths = paths.map { ObservedPath<Element, Void>(keys: $0) { _ in } }
    let slot = $stored.slot
    // The index of the element that was updated last: elements are often changed in their order.
    var last = 0
    let watches = ElementWatches<[ObservationToken]> { [weak slot] element, watches in
      guard let element = element as? Element else { return [] }
      return paths.map { path in
        element.start(path, [], site) { [weak element, weak watches] (_: ValueChange<Void>) in
          guard let slot, let element, let watches else { return }
          let indexes = slot.indexes(of: element, watches.count(of: element), from: last)
          last = indexes.last ?? 0
          NotifyingList(slot).update(at: indexes)
        }
      }
    } end: { tokens in
      for token in tokens { token.end() }
    }
    watches.reset(to: stored)
    let observer = Observer<ListChange<[Element]>>(options: [.new, .old]) { [weak slot] change in
      if let edit = change.elementEdit {
        watches.update(edit)
      } else {
        watches.reset(to: slot?.value ?? [])
      }
    }
    // Before the observers of the list, which may change a new element.
    slot.attach(observer, isFirst: true)
    return self
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
    let edits = rule.edits(after: steps)
    func perform() { for edit in edits { try? list.slot.perform(edit) } }
    if edits.count > 1 { list.batch { _ in perform() } } else { perform() }
  }

  private func reset(_ source: [Rule.Source]) { list.slot.set(rule.derive(source)) }
}

extension Observable {
  /// Returns a live list of the elements that satisfy a condition.
  public func filtered<List: ListValue>(
    _ path: PathLiteral<List>, file: StaticString = #fileID, line: UInt = #line,
    by isIncluded: @escaping (List.Element) -> Bool
  ) -> LiveList<List.Element> {
    let site = CallSite(file: file, line: line)
    return LiveList(of: ObservedPath(path), from: self, site, FilterDerivation(isIncluded))
  }

  /// Returns a live list of the same elements in sorted order; equal ones keep the source's order.
  public func sorted<List: ListValue>(
    _ path: PathLiteral<List>, file: StaticString = #fileID, line: UInt = #line,
    by precedes: @escaping (List.Element, List.Element) -> Bool
  ) -> LiveList<List.Element> {
    let site = CallSite(file: file, line: line)
    return LiveList(of: ObservedPath(path), from: self, site, SortDerivation(precedes))
  }

  /// Returns a live list of the results of a function.
  public func mapped<List: ListValue, Element>(
    _ path: PathLiteral<List>, file: StaticString = #fileID, line: UInt = #line,
    by transform: @escaping (List.Element) -> Element
  ) -> LiveList<Element> {
    let site = CallSite(file: file, line: line)
    return LiveList(
      of: ObservedPath(path), from: self, site, MapDerivation(transform: transform))
  }

  /// Returns a live list of the same elements that reports each change of some of their properties
  /// as an update.
  ///
  /// Lists that are derived from it follow these properties:
  ///
  ///     let open = model.watched(\.items, \.done).filtered { !$0.done }
  public func watched<List: ListValue>(
    _ path: PathLiteral<List>,
    _ properties: PartialKeyPath<ObservedPath<List.Element, List.Element>>...,
    file: StaticString = #fileID, line: UInt = #line
  ) -> LiveList<List.Element> where List.Element: Observable {
    let site = CallSite(file: file, line: line)
    return LiveList(of: ObservedPath(path), from: self, site, CopyDerivation())
      .watch(properties.map { ObservedPath.keys(of: $0) }, site)
  }
}

extension LiveList {
  /// Returns a live list of the elements that satisfy a condition.
  public func filtered(by isIncluded: @escaping (Element) -> Bool) -> LiveList {
    derived(FilterDerivation(isIncluded))
  }

  /// Returns a live list of the same elements in sorted order.
  public func sorted(by precedes: @escaping (Element, Element) -> Bool) -> LiveList {
    derived(SortDerivation(precedes))
  }

  /// Returns a live list of the results of a function.
  public func mapped<Mapped>(by transform: @escaping (Element) -> Mapped) -> LiveList<Mapped> {
    derived(MapDerivation(transform: transform))
  }

  /// Returns a live list of the same elements that reports each change of some of their properties
  /// as an update.
  public func watched(
    _ properties: PartialKeyPath<ObservedPath<Element, Element>>...,
    file: StaticString = #fileID, line: UInt = #line
  ) -> LiveList where Element: Observable {
    derived(CopyDerivation())
      .watch(properties.map { ObservedPath.keys(of: $0) }, CallSite(file: file, line: line))
  }

  /// Returns a live list that keeps this one.
  private func derived<Rule: Derivation>(_ rule: Rule) -> LiveList<Rule.Element>
  where Rule.Source == Element {
    LiveList<Rule.Element>(
      of: ObservedPath(\.elements), from: self, CallSite(file: #fileID, line: #line),
      keeping: self, rule)
  }
}

extension Slot {
  /// Returns the `count` indexes at which the list contains an object, searched from an index on.
  fileprivate func indexes<Element: AnyObject>(
    of object: Element, _ count: Int, from start: Int
  ) -> [Int] where Change == ListChange<[Element]> {
    var found: [Int] = []
    for offset in value.indices {
      if found.count == count { break }
      let index = (start + offset) % value.count
      if value[index] === object { found.append(index) }
    }
    return found
  }
}

extension NotifyingList {
  /// Notifies the observers that the elements at some indexes were updated.
  fileprivate func update(at indexes: [Int]) {
    func perform() { for index in indexes { try? update(at: index) } }
    if indexes.count == 1 { perform() } else { batch { _ in perform() } }
  }
}
