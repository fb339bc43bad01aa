import Glibc

/// The one thing that prints: replies gather here and leave in large pieces.
package final class OutputWriter {
  /// How many bytes leave at once.
  package static let pieceSize = 1 << 16

  private var storage: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var count = 0
  private var isCapturing = false
  private var concealStart: Int?
  private var marks: [OutputMark] = []
  private let sink: any OutputSink

  /// Whether styles are written as colours.
  package var hasColor = false
  /// What a refusal says first, where it isn't the line at hand that is refused.
  package var refusalOrigin = ""
  package private(set) var refusalCount = 0
  /// What the last refusal said.
  package private(set) var lastRefusal = ""
  /// Why nothing can be written any more.
  package private(set) var fault: SystemFault?

  /// Makes a writer that hands its pieces to the sink.
  package init(sink: any OutputSink) {
    self.sink = sink
    capacity = Self.pieceSize
    storage = .allocate(capacity: Self.pieceSize)
  }

  deinit {
    storage.deallocate()
  }

  /// Writes bytes.
  package func write(_ bytes: UnsafeRawBufferPointer) {
    guard let address = bytes.baseAddress else { return }
    if bytes.count > capacity - count { makeRoom(for: bytes.count) }
    memcpy(storage + count, address, bytes.count)
    count += bytes.count
  }

  /// Writes bytes.
  package func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes(write)
  }

  /// Writes words of the program's own.
  package func write(_ text: StaticString) {
    write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes a text as it is; what came from a user goes through `escaped` first.
  package func write(_ text: String) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes one byte.
  package func write(byte: UInt8) {
    if count == capacity { makeRoom(for: 1) }
    storage[count] = byte
    count += 1
  }

  /// Writes a number in decimal.
  package func write(_ number: Int) {
    guard number >= 0 else { return write(String(number)) }
    var digitCount = 1
    var rest = number / 10
    while rest > 0 {
      digitCount += 1
      rest /= 10
    }
    if digitCount > capacity - count { makeRoom(for: digitCount) }
    rest = number
    for offset in stride(from: count + digitCount - 1, through: count, by: -1) {
      storage[offset] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += digitCount
  }

  /// Ends a line.
  package func endLine() {
    write(byte: 0x0a)
  }

  /// Writes a refusal as one line, and counts it.
  package func refuse(_ words: String) {
    refusalCount += 1
    lastRefusal = escaped(refusalOrigin + words)
    style(.bad)
    write("error:")
    style(.plain)
    write(byte: 0x20)
    write(lastRefusal)
    endLine()
  }

  /// Writes what must not stay on a terminal once the round is masked.
  package func conceal(_ body: () -> Void) {
    guard sink.heedsMarks else { return body() }
    concealStart = count
    body()
    if let start = concealStart { marks.append(.concealed(start..<count)) }
    concealStart = nil
  }

  /// Says that what was concealed so far must be gone from the terminal by now.
  package func endConcealment() {
    if sink.heedsMarks { marks.append(.concealmentEnds(at: count)) }
  }

  /// Hands everything that was written on.
  package func flush() {
    guard count > 0, !isCapturing else { return }
    if let start = concealStart { marks.append(.concealed(start..<count)) }
    if fault == nil {
      fault = sink.write(UnsafeRawBufferPointer(start: storage, count: count), marks: marks)
    }
    count = 0
    marks.removeAll(keepingCapacity: true)
    if concealStart != nil { concealStart = 0 }
  }

  /// Runs the body and answers what it wrote, which is written only if it is to be kept.
  package func capture(keeping: Bool, _ body: () -> Void) -> [UInt8] {
    let start = count
    isCapturing = true
    body()
    isCapturing = false
    let bytes = Array(UnsafeBufferPointer(start: storage + start, count: count - start))
    if !keeping {
      count = start
      marks.removeAll { $0.start >= start }
    }
    return bytes
  }

  private func makeRoom(for more: Int) {
    flush()
    guard more > capacity - count else { return }
    let larger = max(capacity * 2, count + more)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    memcpy(moved, storage, count)
    storage.deallocate()
    storage = moved
    capacity = larger
  }
}
