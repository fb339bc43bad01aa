/// A collection that holds one item without allocating, or an array of them.
public enum OneOrMany<Item>: RandomAccessCollection, ExpressibleByArrayLiteral {
  /// A single item.
  case one(Item)

  /// Any number of items.
  case many([Item])

  /// Makes a collection of the listed items.
  @inlinable
  public init(arrayLiteral elements: Item...) {
    self.init(elements)
  }

  /// Makes a collection of an array's items.
  @inlinable
  public init(_ items: [Item]) {
    self = items.count == 1 ? .one(items[0]) : .many(items)
  }

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
}

extension OneOrMany: Equatable where Item: Equatable {
  /// Tells whether both hold equal items in the same order.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.elementsEqual(right)
  }
}

extension OneOrMany: Sendable where Item: Sendable {}
