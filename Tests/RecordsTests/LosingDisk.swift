import FaultyFiles
import Glibc
import TestSupport

/// A disk that forgets at a loss of power what was not synchronized: all of it, some, or parts.
struct LosingDisk {
  /// The files by their names; a name is on the disk when its file has been synchronized.
  private var names: [String: File] = [:]
  private var durableNames: [String: File] = [:]

  /// What a file has on the disk, and what has been done to it since.
  private final class File {
    var bytes: [UInt8]
    var deeds: [Deed] = []

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }
  }

  private enum Deed {
    case write(Int, [UInt8])
    case cut(Int)
  }

  /// A disk with one file.
  init(_ path: String, _ bytes: [UInt8]) {
    let file = File(bytes)
    names[path] = file
    durableNames[path] = file
  }

  /// Does what was recorded.
  mutating func follow(_ call: faulty_call) {
    let path = String(cString: call.path)
    if call.deed == FAULTY_MADE { names[path] = File([]) }
    if call.deed == FAULTY_DELETED { names[path] = nil }
    guard let file = names[path] else { return }
    switch call.deed {
    case FAULTY_WRITTEN:
      let bytes = UnsafeRawBufferPointer(start: call.bytes, count: Int(call.count))
      file.deeds.append(.write(Int(call.offset), Array(bytes)))
    case FAULTY_CUT: file.deeds.append(.cut(Int(call.offset)))
    case FAULTY_SYNCHRONIZED:
      for deed in file.deeds { Self.apply(deed, to: &file.bytes) }
      file.deeds = []
      durableNames[path] = file
    default: break
    }
  }

  /// The files as they are found after a loss of power.
  func files(after generator: inout RandomNumbers) -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for path in Set(names.keys).union(durableNames.keys).sorted() {
      let choices = [names[path], durableNames[path]]
      guard let file = choices[generator.below(2)] else { continue }
      var bytes = file.bytes
      for deed in file.deeds { Self.lose(deed, from: &bytes, &generator) }
      found[path] = bytes
    }
    return found
  }

  /// Does a deed, or not, or only to some sectors.
  private static func lose(
    _ deed: Deed, from bytes: inout [UInt8], _ generator: inout RandomNumbers
  ) {
    let fate = generator.below(3)
    if fate == 0 { return }
    guard fate == 2, case .write(let offset, let written) = deed else {
      return apply(deed, to: &bytes)
    }
    for start in stride(from: 0, to: written.count, by: 512) where generator.below(2) == 0 {
      apply(
        .write(offset + start, Array(written[start..<min(start + 512, written.count)])), to: &bytes)
    }
  }

  private static func apply(_ deed: Deed, to bytes: inout [UInt8]) {
    switch deed {
    case .write(let offset, let written):
      let missing = offset + written.count - bytes.count
      if missing > 0 { bytes += [UInt8](repeating: 0, count: missing) }
      bytes.replaceSubrange(offset..<offset + written.count, with: written)
    case .cut(let size):
      if size < bytes.count { bytes.removeLast(bytes.count - size) }
    }
  }
}
