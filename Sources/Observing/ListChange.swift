/// A whole list, or a list behind a link that may be nil.
public protocol ListValue<Element> {
  /// What the list holds.
  associatedtype Element

  /// Makes the value from an array.
  init(_ elements: [Element])

  /// The elements; nil where a link on the way is nil.
  var elements: [Element]? { get }
}

extension Array: ListValue {
  /// The array itself.
  @inlinable public var elements: [Element]? { self }
}

extension Optional: ListValue where Wrapped: ListValue {
  /// Makes the value from an array.
  @inlinable
  public init(_ elements: [Wrapped.Element]) { self = .some(Wrapped(elements)) }

  /// The elements; nil where a link on the way is nil.
  @inlinable public var elements: [Wrapped.Element]? { self.flatMap(\.elements) }
}

/// What the observation of a list is told.
public enum ListChange<Whole: ListValue> {
  /// What the list holds.
  public typealias Element = Whole.Element

  /// The whole list was set.
  case setting(new: Whole?, old: Whole?)
  /// Elements came in; the indexes are their positions in the result.
  case insertion(at: OneOrMany<Int>, new: OneOrMany<Element>?)
  /// Elements went; the indexes are their positions before.
  case removal(at: OneOrMany<Int>, old: OneOrMany<Element>?)
  /// Elements were replaced where they stood.
  case replacement(at: OneOrMany<Int>, new: OneOrMany<Element>?, old: OneOrMany<Element>?)
  /// One element went to another place; `to` is its position in the result.
  case move(from: Int, to: Int, element: Element?)
  /// One element changed inside and stayed where it is.
  case update(at: Int, element: Element?)
  /// Several edits at once.
  case batch(ChangeSet<Element>)
  /// A change is about to be made.
  case prior(ListPrior<Whole>)

  /// Whether the change is still to come.
  public var isPrior: Bool { if case .prior = self { true } else { false } }
}

/// What is known of a change of a list before it is made.
public enum ListPrior<Whole: ListValue> {
  /// The whole list will be set.
  case setting(old: Whole?)
  /// Elements will come in.
  case insertion(at: OneOrMany<Int>)
  /// Elements will go.
  case removal(at: OneOrMany<Int>, old: OneOrMany<Whole.Element>?)
  /// Elements will be replaced.
  case replacement(at: OneOrMany<Int>, old: OneOrMany<Whole.Element>?)
  /// One element will go to another place.
  case move(from: Int, to: Int)
  /// One element will be reported as changed inside.
  case update(at: Int)
  /// A batch of edits begins.
  case batch
}

extension ListChange: ObservedChange {
  @usableFromInline
  static func prior(old: Whole?) -> Self { .prior(.setting(old: old)) }

  @usableFromInline
  static func attach(
    _ relay: Relay, to slot: AnySlot, options: ObservationOptions, handler: @escaping (Self) -> Void
  ) -> AnyObserver? {
    guard let list = slot as? Slot<ListChange<[Element]>> else { return nil }
    return list.attach(Observer(options: options, relay: relay) { handler(Self($0)) })
  }

  /// The same change of a list that may be behind a nil link.
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
  /// The same announcement for those who did not ask for old values.
  @inlinable var withoutOld: Self {
    switch self {
    case .setting: .setting(old: nil)
    case .removal(let indexes, _): .removal(at: indexes, old: nil)
    case .replacement(let indexes, _): .replacement(at: indexes, old: nil)
    case .insertion, .move, .update, .batch: self
    }
  }

  /// The same announcement for a list that may be behind a nil link.
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

/// A collection that holds one item without allocating, or an array of them.
public enum OneOrMany<Item>: RandomAccessCollection, ExpressibleByArrayLiteral {
  /// A single item.
  case one(Item)
  /// Any number of items.
  case many([Item])

  /// Makes a collection of the listed items.
  @inlinable
  public init(arrayLiteral elements: Item...) { self.init(elements) }

  /// Makes a collection of an array's items.
  @inlinable
  public init(_ items: [Item]) { self = items.count == 1 ? .one(items[0]) : .many(items) }

  /// The position of the first item.
  @inlinable public var startIndex: Int { 0 }

  /// The position after the last item.
  @inlinable public var endIndex: Int {
    switch self {
    case .one: 1
    case .many(let items): items.count
    }
  }

  /// The item at a position.
  @inlinable
  public subscript(position: Int) -> Item {
    switch self {
    case .one(let item):
      precondition(position == 0, "the only position is 0")
      return item
    case .many(let items): return items[position]
    }
  }

  /// Calls a body with each item.
  @inlinable
  public func forEach(_ body: (Item) throws -> Void) rethrows {
    switch self {
    case .one(let item): try body(item)
    case .many(let items): try items.forEach(body)
    }
  }
}

extension OneOrMany: Equatable where Item: Equatable {
  /// Tells whether both hold equal items in the same order.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }
}

extension OneOrMany: Sendable where Item: Sendable {}
