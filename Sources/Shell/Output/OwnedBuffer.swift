import CChimpSystem
import Glibc

/// A growable array of plain elements that is never copied and has no reference count.
///
///     var line = OwnedBuffer<UInt8>(capacity: 256)
///     line.append("right: ")
///     line.append(decimal: 3)
///
/// An array in an object is retained and released whenever it is read. For short command lines this
/// takes longer than the work itself (row "piped" of the benchmarks). The pointers that the
/// console's types return point into such buffers, and are valid until the buffer changes.
@frozen
public struct OwnedBuffer<Element: BitwiseCopyable>: ~Copyable {
  /// The memory; a fixed invalid address while the capacity is 0.
  @usableFromInline var storage: UnsafeMutablePointer<Element>
  /// The number of elements for which memory is allocated.
  @usableFromInline var capacity: Int
  /// The number of elements.
  @usableFromInline var size = 0

  /// Creates an empty buffer with memory for `capacity` elements; 0 allocates nothing.
  @inlinable
  public init(capacity: Int) {
    self.capacity = capacity
    storage = Self.memory(for: capacity)
  }

  @inlinable
  deinit { if capacity > 0 { storage.deallocate() } }

  /// The number of elements.
  @inlinable
  public var count: Int { size }

  /// `true` if there are no elements.
  @inlinable
  public var isEmpty: Bool { size == 0 }

  /// The element at an index; traps if there is none.
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

  /// The elements as a pointer, valid until the buffer changes.
  @inlinable
  public var elements: UnsafeBufferPointer<Element> {
    UnsafeBufferPointer(start: storage, count: size)
  }

  /// Returns the elements of a range as a pointer, valid until the buffer changes.
  ///
  /// Traps if the range exceeds the buffer.
  @inlinable
  public func elements(_ range: Range<Int>) -> UnsafeBufferPointer<Element> {
    precondition(range.lowerBound >= 0 && range.upperBound <= size)
    return UnsafeBufferPointer(start: storage + range.lowerBound, count: range.count)
  }

  /// Appends an element.
  @inlinable
  public mutating func append(_ element: Element) {
    if size == capacity { grow(by: 1) }
    storage[size] = element
    size += 1
  }

  /// Appends elements, which must not lie in this buffer: growing would free them.
  @inlinable
  @inline(__always)
  public mutating func append(_ elements: UnsafeBufferPointer<Element>) {
    guard let start = elements.baseAddress else { return }
    if elements.count > capacity - size { grow(by: elements.count) }
    (storage + size).initialize(from: start, count: elements.count)
    size += elements.count
  }

  /// Appends the elements of a span.
  @inlinable
  @inline(__always)
  public mutating func append(_ elements: Span<Element>) {
    elements.withUnsafeBufferPointer { append($0) }
  }

  /// Appends all elements of another buffer.
  @inlinable
  public mutating func append(_ other: borrowing OwnedBuffer) { append(other.elements) }

  /// Replaces all elements by the same number of others; traps if the numbers differ.
  @inlinable
  public mutating func overwrite(with other: borrowing OwnedBuffer) {
    precondition(other.size == size)
    storage.update(from: other.storage, count: size)
  }

  /// Appends an element `count` times.
  @inlinable
  public mutating func append(repeating element: Element, count: Int) {
    if count > capacity - size { grow(by: count) }
    (storage + size).initialize(repeating: element, count: count)
    size += count
  }

  /// Returns the buffer, and leaves an empty one without memory behind.
  ///
  /// A class moves its buffer to a local variable while elements are added, and swaps it back: the
  /// compiler proves the exclusive access to a variable, but checks that to a property at run time.
  @inlinable
  mutating func moveOut() -> OwnedBuffer {
    var moved = OwnedBuffer(capacity: 0)
    swap(&moved, &self)
    return moved
  }

  /// Removes all elements but keeps the allocated memory.
  @inlinable
  public mutating func removeAll() { size = 0 }

  /// Removes elements at the end; traps if there are fewer.
  @inlinable
  public mutating func removeLast(_ count: Int) {
    precondition(count <= size)
    size -= count
  }

  /// Removes elements at the beginning and moves the others; traps if there are fewer.
  public mutating func removeFirst(_ count: Int) {
    precondition(count <= size)
    storage.update(from: storage + count, count: size - count)
    size -= count
  }

  /// Moves the elements to memory that is at least twice as large.
  ///
  /// Not inlined, so that the callers' fast path stays small.
  @usableFromInline @inline(never)
  mutating func grow(by count: Int) {
    let larger = max(capacity * 2, size + count, 4)
    let moved = Self.memory(for: larger)
    moved.initialize(from: storage, count: size)
    if capacity > 0 { storage.deallocate() }
    storage = moved
    capacity = larger
  }

  /// Returns memory for `count` elements; for 0, an aligned address that is never dereferenced.
  @inlinable
  static func memory(for count: Int) -> UnsafeMutablePointer<Element> {
    guard count == 0 else { return .allocate(capacity: count) }
    return UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
  }
}

/// Appending text and numbers to a buffer of bytes.
extension OwnedBuffer<UInt8> {
  /// Appends a string literal.
  @inlinable @inline(__always)
  public mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends the decimal digits of a number.
  ///
  /// One digit, the most frequent case, needs no division.
  @inlinable @inline(__always)
  public mutating func append(decimal number: Int) {
    if number >= 0 && number < 10 {
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number))
    } else {
      appendDigits(of: number)
    }
  }

  /// Appends the decimal digits of a number, which are computed from the last to the first.
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
    for index in 0..<digits.count / 2 { digits.swapAt(index, digits.count - 1 - index) }
  }
}

extension StaticString {
  /// Returns whether the literal has these bytes.
  package func isText(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count == utf8CodeUnitCount, let start = text.baseAddress else { return false }
    // Most names differ in their first letter.
    guard text.count > 0, start[0] == utf8Start[0] else { return text.isEmpty }
    return memcmp(start, utf8Start, text.count) == 0
  }
}

/// Limits the memory of the process; beyond the limit it writes `words` and exits with `status`.
package func boundMemory(byteCount: Int, words: String, status: Int32) {
  chimp_bound_memory(byteCount, words, status)
}
