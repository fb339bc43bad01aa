/// The arguments of a command, once its form has checked them.
extension Invocation {
  package var argumentCount: Int { words.count - leadingWords }

  /// The value of the number at this place; keys have none.
  package func number(_ place: Int) -> Int { words[places[place]].number }

  /// The text of the argument at this place; keys have none, and files are no texts.
  package func text(_ place: Int) -> String {
    // A path made of the bare name could lead anywhere.
    precondition(files.allSatisfy { $0.word != places[place] }, "a file is no text")
    return text(ofWord: places[place])
  }

  /// The text of an argument that may be missing.
  package func textIfGiven(_ place: Int) -> String? { place < places.count ? text(place) : nil }

  /// The column of the argument at this place; keys have none.
  package func column(_ place: Int) -> Int { column(ofWord: places[place]) }

  /// What stands behind `NAME=`.
  package func text(key name: StaticString) -> String? { word(key: name).map(value(ofWord:)) }

  /// The texts behind each `KEY=`, where the key may be given more than once.
  package func texts(key name: StaticString) -> [String] {
    words.elements.indices.filter { isKey(words[$0], name) }.map(value(ofWord:))
  }

  /// The number behind `NAME=`.
  package func number(key name: StaticString) -> Int? { word(key: name).map { words[$0].number } }

  /// Where the word begins that has `NAME=`.
  package func column(key name: StaticString) -> Int? { word(key: name).map(column(ofWord:)) }

  /// What stands behind `KEY=`; the whole word where it gives no key.
  func value(ofWord index: Int) -> String {
    String(decoding: valueBytes(ofWord: index), as: UTF8.self)
  }

  var beginsWithNumber: Bool { argumentCount > 0 && bytes(ofWord: leadingWords).isDecimal }

  func word(key name: StaticString) -> Int? {
    guard firstKeyWord < words.count else { return nil }
    return (firstKeyWord..<words.count).first { isKey(words[$0], name) }
  }

  private func isKey(_ word: Word, _ name: StaticString) -> Bool {
    word.key != nil && word.assignmentLength == name.utf8CodeUnitCount
      && name.isText(line.elements(word.offset..<word.offset + word.assignmentLength))
  }

  /// The text as it has to be entered between quotes to be one word.
  package static func quoted(_ text: String, isClosed: Bool = true) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return isClosed ? quoted + "\"" : quoted
  }
}

/// The presses of earlier lines: a line that comes again is not taken apart again.
///
/// What a line asks for depends only on its bytes and the table of commands, and a game has few
/// different presses. Without this, a piped press takes a third longer (row "piped" of the
/// benchmarks).
struct PressMemory: ~Copyable {
  /// A line as a number, and the cell that it presses.
  struct Entry: BitwiseCopyable {
    var key: UInt128 = 0
    // No line is that long.
    var length = -1
    var h: Int32 = 0
    var v: Int32 = 0
  }

  private static var placeCount: Int { 512 }

  // Counted and hashed as little as possible: it is asked for each line.
  private var entries = OwnedBuffer<Entry>(capacity: 0)

  func cell(for line: UnsafeBufferPointer<UInt8>) -> (h: Int, v: Int)? {
    guard entries.count > 0, let key = Self.key(line) else { return nil }
    let entry = entries[Self.place(key)]
    guard entry.key == key, entry.length == line.count else { return nil }
    return (Int(entry.h), Int(entry.v))
  }

  /// Remembers a cell in the place of what was remembered there.
  mutating func remember(_ line: UnsafeBufferPointer<UInt8>, h: Int, v: Int) {
    guard let key = Self.key(line), let h = Int32(exactly: h), let v = Int32(exactly: v) else {
      return
    }
    if entries.isEmpty { entries.append(repeating: Entry(), count: Self.placeCount) }
    entries[Self.place(key)] = Entry(key: key, length: line.count, h: h, v: v)
  }

  /// The bytes of a line of at most 16 as a number; with the length it stands for no other line.
  private static func key(_ line: UnsafeBufferPointer<UInt8>) -> UInt128? {
    guard line.count <= 16 else { return nil }
    guard line.count >= 8 else { return line.reduce(0) { $0 << 8 | UInt128($1) } }
    // The first eight and the last eight, which may overlap.
    let bytes = UnsafeRawBufferPointer(line)
    let last = bytes.loadUnaligned(fromByteOffset: line.count - 8, as: UInt64.self)
    return UInt128(last) << 64 | UInt128(bytes.loadUnaligned(as: UInt64.self))
  }

  /// Where a line stands among the entries: its last bytes differ most.
  private static func place(_ key: UInt128) -> Int {
    let mixed = UInt64(truncatingIfNeeded: key) &+ UInt64(truncatingIfNeeded: key >> 64).byteSwapped
    return Int(truncatingIfNeeded: (mixed &* 0x9e37_79b9_7f4a_7c15) >> 55)
  }
}
