/// Puts values behind each other, as they travel between processes.
struct FrameWriter {
  private(set) var bytes: [UInt8] = []

  /// Adds a number, in the fewer bytes the nearer it is to 0.
  mutating func add(_ number: Int) {
    var rest = UInt(bitPattern: number << 1 ^ number >> (Int.bitWidth - 1))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Adds bytes, with how many they are.
  mutating func add(_ text: some Collection<UInt8>) {
    add(text.count)
    bytes.append(contentsOf: text)
  }

  /// Adds a text.
  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 {
      add($0.count)
      bytes.append(contentsOf: $0)
    }
  }

  /// Takes everything out.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// Adds a frame: how long it is, its kind, and what the body adds.
  mutating func frame(_ kind: FrameKind, _ body: (inout FrameWriter) -> Void) {
    let start = bytes.count
    for _ in 0..<FrameReader.lengthSize { bytes.append(0) }
    add(kind.rawValue)
    body(&self)
    let length = bytes.count - start - FrameReader.lengthSize
    for place in 0..<FrameReader.lengthSize {
      bytes[start + place] = UInt8(truncatingIfNeeded: length >> (8 * place))
    }
  }
}

/// What a frame tells.
enum FrameKind: Int {
  /// A file to run.
  case job
  /// A block that did not pass.
  case block
  /// A file that is done.
  case done
  /// A file that can't be used.
  case fault
}

/// Takes values out of a frame; where the frame is too short, they are nothing.
struct FrameReader {
  /// How many bytes tell how long a frame is.
  static let lengthSize = 4

  private let stream: [UInt8]
  private var offset: Int
  private let end: Int

  /// Reads what stands in a range of bytes.
  init(_ stream: [UInt8], _ range: Range<Int>) {
    self.stream = stream
    offset = range.lowerBound
    end = range.upperBound
  }

  mutating func number() -> Int {
    var value: UInt = 0
    var shift: UInt = 0
    while offset < end {
      let byte = stream[offset]
      offset += 1
      value |= UInt(byte & 0x7f) &<< shift
      shift += 7
      if byte < 0x80 { break }
    }
    return Int(bitPattern: value >> 1) ^ -Int(bitPattern: value & 1)
  }

  mutating func bytes() -> [UInt8] { Array(take()) }

  mutating func text() -> String { String(decoding: take(), as: UTF8.self) }

  private mutating func take() -> ArraySlice<UInt8> {
    let count = number()
    guard count > 0, count <= end - offset else { return [] }
    defer { offset += count }
    return stream[offset..<offset + count]
  }
}

/// Takes a stream of bytes apart into frames.
struct FrameStream {
  private var bytes: [UInt8] = []
  private var start = 0

  mutating func append(_ more: some Collection<UInt8>) {
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: true)
      start = 0
    } else if start > 1 << 16 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// The next whole frame.
  mutating func next() -> (kind: FrameKind, reader: FrameReader)? {
    let body = start + FrameReader.lengthSize
    guard body <= bytes.count else { return nil }
    var length = 0
    for place in start..<body { length |= Int(bytes[place]) << (8 * (place - start)) }
    guard length <= bytes.count - body else { return nil }
    start = body + length
    var reader = FrameReader(bytes, body..<start)
    guard let kind = FrameKind(rawValue: reader.number()) else { return nil }
    return (kind, reader)
  }
}
