import Glibc
import Shell

/// Random numbers for generated input, the same ones in every run.
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func roll(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(sides))
  }
}

extension OutputWriter {
  /// Everything that the body writes, as text.
  func text(_ body: () -> Void) -> String {
    String(decoding: capture(keeping: false, body), as: UTF8.self)
  }
}

/// A descriptor from which the bytes can be read.
final class ReadableBytes {
  let descriptor: Int32

  init(_ bytes: [UInt8]) {
    var template = Array("/tmp/chimp-test-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    unlink(&template)
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit {
    close(descriptor)
  }
}

/// A folder of its own for one test, gone with it.
final class TemporaryFolder {
  let path: String

  init() {
    var template = Array("/tmp/chimp-test-XXXXXX".utf8CString)
    _ = mkdtemp(&template)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in files { unlink(path + "/" + name) }
    rmdir(path)
  }

  var files: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func file(_ name: String, _ text: String) -> String {
    let path = self.path + "/" + name
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    return path
  }
}

/// Everything that stands in a file.
func contents(of path: String) -> String {
  guard let reader = try? ByteReader(path: path) else { return "" }
  var line = OwnedBuffer<UInt8>(capacity: 100)
  var text = ""
  while reader.nextLine(into: &line) == .line {
    text += String(decoding: line.elements, as: UTF8.self) + "\n"
  }
  return text
}
