import CSystem
import Glibc

/// Plain elements in memory that has one owner: it grows, and it is never copied or counted.
///
/// An array in an object is counted up and down whenever it is read. On the way of a line this
/// would take longer than the work itself (row "piped" of the benchmarks). The addresses that the
/// console's types hand on are views of such buffers.
@frozen
public struct OwnedBuffer<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var storage: UnsafeMutablePointer<Element>
  @usableFromInline var capacity: Int
  @usableFromInline var size = 0

  /// Makes an empty buffer with room for so many elements; none takes no memory.
  @inlinable
  public init(capacity: Int) {
    self.capacity = capacity
    storage = Self.room(for: capacity)
  }

  @inlinable
  deinit { if capacity > 0 { freeRoom(storage) } }

  /// How many elements there are.
  @inlinable
  public var count: Int { size }

  /// Whether there are no elements.
  @inlinable
  public var isEmpty: Bool { size == 0 }

  /// The element at a place; the place must be one.
  @inlinable
  public subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < size)
      return storage[index]
    }
    set {
      precondition(index >= 0 && index < size)
      storage[index] = newValue
    }
  }

  /// The elements; valid until the buffer changes.
  @inlinable
  public var elements: UnsafeBufferPointer<Element> {
    UnsafeBufferPointer(start: storage, count: size)
  }

  /// The elements of a range; valid until the buffer changes.
  @inlinable
  public func elements(_ range: Range<Int>) -> UnsafeBufferPointer<Element> {
    precondition(range.lowerBound >= 0 && range.upperBound <= size)
    return UnsafeBufferPointer(start: storage + range.lowerBound, count: range.count)
  }

  /// Puts an element at the end.
  @inlinable
  public mutating func append(_ element: Element) {
    if size == capacity { grow(by: 1) }
    storage[size] = element
    size += 1
  }

  /// Puts elements at the end; they may not lie in this buffer.
  @inlinable
  @inline(__always)
  public mutating func append(_ elements: UnsafeBufferPointer<Element>) {
    guard let start = elements.baseAddress else { return }
    if elements.count > capacity - size { grow(by: elements.count) }
    (storage + size).update(from: start, count: elements.count)
    size += elements.count
  }

  /// Puts elements at the end.
  @inlinable
  @inline(__always)
  public mutating func append(_ elements: Span<Element>) {
    elements.withUnsafeBufferPointer { append($0) }
  }

  /// Puts all elements of another buffer at the end.
  @inlinable
  public mutating func append(_ other: borrowing OwnedBuffer) { append(other.elements) }

  /// Puts one element at the end again and again.
  @inlinable
  public mutating func append(repeating element: Element, count: Int) {
    if count > capacity - size { grow(by: count) }
    (storage + size).update(repeating: element, count: count)
    size += count
  }

  /// Takes all elements out and keeps the room.
  @inlinable
  public mutating func removeAll() { size = 0 }

  /// Takes elements out at the end.
  @inlinable
  public mutating func removeLast(_ count: Int) {
    precondition(count <= size)
    size -= count
  }

  /// Takes elements out at the beginning.
  public mutating func removeFirst(_ count: Int) {
    precondition(count <= size)
    storage.update(from: storage + count, count: size - count)
    size -= count
  }

  @usableFromInline @inline(never)
  mutating func grow(by count: Int) {
    let larger = max(capacity * 2, size + count, 4)
    let moved = Self.room(for: larger)
    moved.update(from: storage, count: size)
    if capacity > 0 { freeRoom(storage) }
    storage = moved
    capacity = larger
  }

  @inlinable
  static func room(for count: Int) -> UnsafeMutablePointer<Element> {
    let nowhere = UnsafeMutableRawPointer(bitPattern: MemoryLayout<Element>.alignment)
    let room = count > 0 ? makeRoom(count * MemoryLayout<Element>.stride) : nowhere
    return room.unsafelyUnwrapped.assumingMemoryBound(to: Element.self)
  }
}

// `allocate` takes three times as long.
@usableFromInline
func makeRoom(_ size: Int) -> UnsafeMutableRawPointer {
  guard let room = malloc(size) else { fatalError("there is no memory left") }
  return room
}

@usableFromInline
func freeRoom(_ room: UnsafeMutableRawPointer) { free(room) }

/// Text, byte by byte.
extension OwnedBuffer<UInt8> {
  /// Puts words of the program's own at the end.
  @inlinable @inline(__always)
  public mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Puts a number at the end, in decimal.
  @inlinable @inline(__always)
  public mutating func append(decimal number: Int) {
    if number >= 0 && number < 10 {
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number))
    } else {
      appendDigits(of: number)
    }
  }

  @usableFromInline
  mutating func appendDigits(of number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    let start = count
    repeat {
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    let digits = UnsafeMutableBufferPointer(start: storage + start, count: count - start)
    for place in 0..<digits.count / 2 { digits.swapAt(place, digits.count - 1 - place) }
  }
}

extension StaticString {
  /// Whether the text is this one, byte by byte.
  package func isText(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count == utf8CodeUnitCount, let start = text.baseAddress else { return false }
    return memcmp(start, utf8Start, text.count) == 0
  }
}

/// Bounds the memory of the process; where it needs more, it writes the words and ends.
package func boundMemory(byteCount: Int, words: String, status: Int32) {
  chimp_bound_memory(byteCount, words, status)
}
