/// Puts values behind each other, as they travel between processes.
struct FrameWriter {
  private(set) var bytes: [UInt8] = []

  /// Adds a number.
  mutating func add(_ number: Int) {
    withUnsafeBytes(of: Int64(number).littleEndian) { bytes.append(contentsOf: $0) }
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
    add(0)
    add(kind.rawValue)
    body(&self)
    withUnsafeBytes(of: Int64(bytes.count - start - 8).littleEndian) { length in
      for offset in 0..<8 { bytes[start + offset] = length[offset] }
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
  private let frame: ArraySlice<UInt8>
  private var offset: Int

  init(_ bytes: ArraySlice<UInt8>) {
    frame = bytes
    offset = bytes.startIndex
  }

  mutating func number() -> Int {
    guard frame.endIndex - offset >= 8 else { return 0 }
    defer { offset += 8 }
    return frame.withUnsafeBytes { raw in
      let place = offset - frame.startIndex
      let number = raw.loadUnaligned(fromByteOffset: place, as: Int64.self)
      return Int(truncatingIfNeeded: Int64(littleEndian: number))
    }
  }

  mutating func bytes() -> [UInt8] { take { Array($0) } }

  mutating func text() -> String { take { String(decoding: $0, as: UTF8.self) } }

  private mutating func take<Value>(_ read: (UnsafeRawBufferPointer) -> Value) -> Value {
    let count = number()
    guard count > 0, count <= frame.endIndex - offset else {
      return read(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    defer { offset += count }
    let place = offset - frame.startIndex
    return frame.withUnsafeBytes {
      read(UnsafeRawBufferPointer(rebasing: $0[place..<place + count]))
    }
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
    guard bytes.count - start >= 16 else { return nil }
    var reader = FrameReader(bytes[start...])
    let count = reader.number()
    guard count >= 8, bytes.count - start - 8 >= count else { return nil }
    let body = bytes[(start + 8)..<(start + 8 + count)]
    start += 8 + count
    reader = FrameReader(body)
    guard let kind = FrameKind(rawValue: reader.number()) else { return nil }
    return (kind, reader)
  }
}
