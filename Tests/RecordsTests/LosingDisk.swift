import FaultyFiles
import Glibc
import TestSupport

/// A model of a disk on which a power failure loses unsynchronized writes: all of them, some, or
/// parts of one.
struct LosingDisk {
  /// The current file of each name.
  ///
  /// A name survives a power failure only if its file was synchronized.
  private var names: [String: File] = [:]
  private var durableNames: [String: File] = [:]

  /// The synchronized bytes of a file, and the writes since then.
  private final class File {
    var bytes: [UInt8]
    var pending: [Operation] = []

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }
  }

  private enum Operation {
    case write(Int, [UInt8])
    case cut(Int)
  }

  /// Creates a disk with one synchronized file.
  init(_ path: String, _ bytes: [UInt8]) {
    let file = File(bytes)
    names[path] = file
    durableNames[path] = file
  }

  /// Performs an operation that the faulty file system has recorded.
  mutating func perform(_ call: faulty_call) {
    let path = String(cString: call.path)
    if call.operation == FAULTY_MADE { names[path] = File([]) }
    if call.operation == FAULTY_DELETED { names[path] = nil }
    guard let file = names[path] else { return }
    switch call.operation {
    case FAULTY_WRITTEN:
      let bytes = UnsafeRawBufferPointer(start: call.bytes, count: Int(call.count))
      file.pending.append(.write(Int(call.offset), Array(bytes)))
    case FAULTY_CUT: file.pending.append(.cut(Int(call.offset)))
    case FAULTY_SYNCHRONIZED:
      for operation in file.pending { Self.apply(operation, to: &file.bytes) }
      file.pending = []
      durableNames[path] = file
    default: break
    }
  }

  /// Returns the contents of all files after a power failure at this moment.
  func files(after generator: inout RandomNumbers) -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for path in Set(names.keys).union(durableNames.keys).sorted() {
      let choices = [names[path], durableNames[path]]
      guard let file = choices[generator.below(2)] else { continue }
      var bytes = file.bytes
      for operation in file.pending { Self.applyPartly(operation, from: &bytes, &generator) }
      found[path] = bytes
    }
    return found
  }

  /// Applies a write completely, not at all, or to some of its sectors, by chance.
  private static func applyPartly(
    _ operation: Operation, from bytes: inout [UInt8], _ generator: inout RandomNumbers
  ) {
    let fate = generator.below(3)
    if fate == 0 { return }
    guard fate == 2, case .write(let offset, let written) = operation else {
      return apply(operation, to: &bytes)
    }
    for start in stride(from: 0, to: written.count, by: 512) where generator.below(2) == 0 {
      apply(
        .write(offset + start, Array(written[start..<min(start + 512, written.count)])), to: &bytes)
    }
  }

  /// Applies a write completely.
  private static func apply(_ operation: Operation, to bytes: inout [UInt8]) {
    switch operation {
    case .write(let offset, let written):
      let missing = offset + written.count - bytes.count
      if missing > 0 { bytes += [UInt8](repeating: 0, count: missing) }
      bytes.replaceSubrange(offset..<offset + written.count, with: written)
    case .cut(let size):
      if size < bytes.count { bytes.removeLast(bytes.count - size) }
    }
  }
}
