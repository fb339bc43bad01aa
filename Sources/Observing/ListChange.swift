/// A list at the end of an observed path: an array, or an optional one if the path can lead to
/// `nil`.
///
/// `Array` and `Optional` conform to it; other types need not.
///
///     print(["Ai"].elements ?? [])  // prints ["Ai"]
public protocol ListValue<Element> {
  /// The type of the elements.
  associatedtype Element

  /// Creates the value from an array.
  init(_ elements: [Element])

  /// The elements; `nil` if the path leads to `nil`.
  var elements: [Element]? { get }
}

extension Array: ListValue {
  /// The array itself.
  public var elements: [Element]? { self }
}

extension Optional: ListValue where Wrapped: ListValue {
  /// Creates the value from an array.
  public init(_ elements: [Wrapped.Element]) { self = .some(Wrapped(elements)) }

  /// The elements; `nil` if the path leads to `nil`.
  public var elements: [Wrapped.Element]? { self.flatMap(\.elements) }
}

/// A change of an observed list.
///
/// Values that the observation did not request are `nil`.
///
///     let token = model.observe(\.names) { change in
///       guard case .insertion(let indexes, let names?) = change else { return }
///       for (row, name) in zip(indexes, names) { print(row, name) }
///     }
public enum ListChange<Whole: ListValue> {
  /// The type of the elements.
  ///
  ///     let element: ListChange<[String]>.Element = "Ai"
  public typealias Element = Whole.Element

  /// The whole list was set.
  case setting(new: Whole?, old: Whole?)
  /// Elements were inserted at these indexes of the result.
  case insertion(at: OneOrMany<Int>, new: OneOrMany<Element>?)
  /// Elements were removed from these indexes of the old list.
  case removal(at: OneOrMany<Int>, old: OneOrMany<Element>?)
  /// Elements were replaced at these indexes.
  case replacement(at: OneOrMany<Int>, new: OneOrMany<Element>?, old: OneOrMany<Element>?)
  /// One element was moved; `to` is its index in the result.
  case move(from: Int, to: Int, element: Element?)
  /// One element was reported as updated, without being replaced.
  case update(at: Int, element: Element?)
  /// Several edits at once.
  case batch(ChangeSet<Element>)
  /// A change is about to happen; sent only with the option `prior`.
  case prior(ListPrior<Whole>)

  /// `true` for the announcement before a change.
  public var isPrior: Bool { if case .prior = self { true } else { false } }
}

/// The announcement of a list change before it happens.
///
/// It is sent only with the option `prior`, and while it is delivered the list still has its old
/// elements. The change itself follows in a second call.
///
///     let token = model.observe(\.names, [.prior]) { change in
///       guard case .prior(.removal(let indexes, _)) = change else { return }
///       print("about to remove", Array(indexes), "of", model.names)
///     }
public enum ListPrior<Whole: ListValue> {
  /// The whole list will be set.
  case setting(old: Whole?)
  /// Elements will be inserted.
  case insertion(at: OneOrMany<Int>)
  /// Elements will be removed.
  case removal(at: OneOrMany<Int>, old: OneOrMany<Whole.Element>?)
  /// Elements will be replaced.
  case replacement(at: OneOrMany<Int>, old: OneOrMany<Whole.Element>?)
  /// One element will be moved.
  case move(from: Int, to: Int)
  /// One element will be reported as updated.
  case update(at: Int)
  /// A batch of edits begins.
  case batch
}

extension ListChange: ObservedChange {
  @usableFromInline
  static func prior(old: Whole?) -> Self { .prior(.setting(old: old)) }

  @usableFromInline
  var elementEdit: ElementEdit? {
    switch self {
    case .setting, .prior: nil
    case .insertion(_, let new): ElementEdit(inserted: new ?? [], removed: [Element]())
    case .removal(_, let old): ElementEdit(inserted: [Element](), removed: old ?? [])
    case .replacement(_, let new, let old): ElementEdit(inserted: new ?? [], removed: old ?? [])
    case .move, .update: ElementEdit(inserted: [Element](), removed: [Element]())
    case .batch(let changes):
      ElementEdit(inserted: changes.inserted ?? [], removed: changes.removed ?? [])
    }
  }

  @usableFromInline
  static func attach(
    _ relay: Relay, to slot: AnySlot, options: ObservationOptions, handler: @escaping (Self) -> Void
  ) -> AnyObserver? {
    guard let list = slot as? Slot<ListChange<[Element]>> else { return nil }
    return list.attach(Observer(options: options, relay: relay) { handler(Self($0)) })
  }

  /// Converts a change of an array to one of a list that may be `nil`.
  private init(_ change: ListChange<[Element]>) {
    switch change {
    case .setting(let new, let old):
      self = .setting(new: new.map { Whole($0) }, old: old.map { Whole($0) })
    case .insertion(let indexes, let new): self = .insertion(at: indexes, new: new)
    case .removal(let indexes, let old): self = .removal(at: indexes, old: old)
    case .replacement(let indexes, let new, let old):
      self = .replacement(at: indexes, new: new, old: old)
    case .move(let from, let to, let element): self = .move(from: from, to: to, element: element)
    case .update(let index, let element): self = .update(at: index, element: element)
    case .batch(let changes): self = .batch(changes)
    case .prior(let prior): self = .prior(ListPrior(prior))
    }
  }
}

extension ListPrior {
  /// The announcement without old values.
  var withoutOld: Self {
    switch self {
    case .setting: .setting(old: nil)
    case .removal(let indexes, _): .removal(at: indexes, old: nil)
    case .replacement(let indexes, _): .replacement(at: indexes, old: nil)
    case .insertion, .move, .update, .batch: self
    }
  }

  /// Converts an announcement for an array to one for a list that may be `nil`.
  fileprivate init(_ prior: ListPrior<[Whole.Element]>) {
    switch prior {
    case .setting(let old): self = .setting(old: old.map { Whole($0) })
    case .insertion(let indexes): self = .insertion(at: indexes)
    case .removal(let indexes, let old): self = .removal(at: indexes, old: old)
    case .replacement(let indexes, let old): self = .replacement(at: indexes, old: old)
    case .move(let from, let to): self = .move(from: from, to: to)
    case .update(let index): self = .update(at: index)
    case .batch: self = .batch
    }
  }
}

extension ListChange: Equatable where Whole: Equatable, Element: Equatable {}
extension ListPrior: Equatable where Whole: Equatable, Whole.Element: Equatable {}
extension ListChange: Sendable where Whole: Sendable, Element: Sendable {}
extension ListPrior: Sendable where Whole: Sendable, Whole.Element: Sendable {}

/// A collection that holds one item without allocating, or an array of items.
///
///     let indexes: OneOrMany = [3]
///     for index in indexes { print(index) }
public enum OneOrMany<Item>: RandomAccessCollection, ExpressibleByArrayLiteral {
  /// A single item.
  case one(Item)
  /// Any number of items.
  case many([Item])

  /// Creates a collection from an array literal.
  public init(arrayLiteral elements: Item...) { self.init(elements) }

  /// Creates a collection from an array.
  public init(_ items: [Item]) { self = items.count == 1 ? .one(items[0]) : .many(items) }

  /// The index of the first item.
  public var startIndex: Int { 0 }

  /// The index after the last item.
  public var endIndex: Int {
    switch self {
    case .one: 1
    case .many(let items): items.count
    }
  }

  /// The item at an index.
  public subscript(position: Int) -> Item {
    switch self {
    case .one(let item):
      precondition(position == 0, "the only position is 0")
      return item
    case .many(let items): return items[position]
    }
  }

  /// Calls a closure with each item in order.
  public func forEach(_ body: (Item) throws -> Void) rethrows {
    switch self {
    case .one(let item): try body(item)
    case .many(let items): try items.forEach(body)
    }
  }
}

extension OneOrMany: Equatable where Item: Equatable {
  /// Returns true if both hold equal items in the same order, in either representation.
  public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }
}

extension OneOrMany: Sendable where Item: Sendable {}
