/// A list that follows another one: filtered, sorted or mapped.
///
/// It can be observed as any other. It does not keep the object alive that it follows, but a live
/// list that it is made of.
public final class LiveList<Element>: Observable {
  /// What is known of the list's keys.
  public let observation = ObservationTable()

  /// The elements at the moment; observe them with `\.elements`.
  public var elements: [Element] { stored }

  @ObservedList private var stored: [Element] = []
  private let upstream: AnyObject?
  private var source: Observation?

  /// Declares that `elements` shows the list as it is.
  public static func declareDependentKeys(in keys: inout DependentKeys) {
    keys.declare(\LiveList.elements, shows: \.stored)
  }

  init<Root: Observable, List: ListValue, Rule: Derivation>(
    of path: ObservedPath<Root, List>, from root: Root, keeping upstream: AnyObject? = nil,
    _ rule: Rule
  ) where Rule.Source == List.Element, Rule.Element == Element {
    self.upstream = upstream
    let follower = Follower<Rule, List>(rule: rule, list: $stored)
    source = root.start(path, [.new, .old, .initial]) { [weak root] (change: ListChange<List>) in
      guard let root else { return }
      let slot = path.entry(from: root)?.slot as? Slot<ListChange<[List.Element]>>
      follower.receive(change, path.read(root).elements ?? [], version: slot?.version)
    }
  }
}

/// Keeps a derived list in step with its source.
///
/// A class: an observer of the derived list may edit the source, which calls in here while the
/// first edit is still being told.
private final class Follower<Rule: Derivation, List: ListValue>
where Rule.Source == List.Element {
  private var rule: Rule
  private let list: NotifyingList<Rule.Element>
  /// The version of the source that the derived list stands for.
  private var version: Int?

  init(rule: Rule, list: NotifyingList<Rule.Element>) { (self.rule, self.list) = (rule, list) }

  func receive(_ change: ListChange<List>, _ source: [Rule.Source], version: Int?) {
    let seen = self.version
    self.version = version
    if case .setting = change { return reset(source) }
    // An earlier handler may have edited the source; then this change is old, or one was missed.
    if seen != nil, version == seen { return }
    guard let seen, version == seen &+ 1, let steps = change.steps(to: source) else {
      return reset(source)
    }
    let edits = steps.flatMap { rule.follow($0) }
    func perform() { for edit in edits { try? list.slot.perform(edit) } }
    if edits.count > 1 { list.batch { _ in perform() } } else { perform() }
  }

  private func reset(_ source: [Rule.Source]) { list.slot.set(rule.derive(source)) }
}

extension Observable {
  /// A live list of the elements that satisfy a condition.
  public func filtered<List: ListValue>(
    _ path: PathLiteral<List>, by isIncluded: @escaping (List.Element) -> Bool
  ) -> LiveList<List.Element> {
    LiveList(of: ObservedPath(path), from: self, FilterDerivation(isIncluded))
  }

  /// A live list of the same elements in order; equal ones stand as they do in the source.
  public func sorted<List: ListValue>(
    _ path: PathLiteral<List>, by precedes: @escaping (List.Element, List.Element) -> Bool
  ) -> LiveList<List.Element> {
    LiveList(of: ObservedPath(path), from: self, SortDerivation(precedes))
  }

  /// A live list of what a function makes of the elements.
  public func mapped<List: ListValue, Element>(
    _ path: PathLiteral<List>, by transform: @escaping (List.Element) -> Element
  ) -> LiveList<Element> {
    LiveList(of: ObservedPath(path), from: self, MapDerivation(transform: transform))
  }
}

extension LiveList {
  /// A live list of those of its elements that satisfy a condition.
  public func filtered(by isIncluded: @escaping (Element) -> Bool) -> LiveList {
    LiveList(of: ObservedPath(\.elements), from: self, keeping: self, FilterDerivation(isIncluded))
  }

  /// A live list of its elements in another order.
  public func sorted(by precedes: @escaping (Element, Element) -> Bool) -> LiveList {
    LiveList(of: ObservedPath(\.elements), from: self, keeping: self, SortDerivation(precedes))
  }

  /// A live list of what a function makes of its elements.
  public func mapped<Mapped>(by transform: @escaping (Element) -> Mapped) -> LiveList<Mapped> {
    LiveList<Mapped>(
      of: ObservedPath(\.elements), from: self, keeping: self, MapDerivation(transform: transform))
  }
}
