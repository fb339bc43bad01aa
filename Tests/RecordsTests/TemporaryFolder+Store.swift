import TestSupport

extension TemporaryFolder {
  /// The path of the store in the folder.
  var file: String { path + "/store" }

  /// Writes the bytes of the store.
  func write(_ bytes: [UInt8]) { write(bytes, "store") }

  /// Returns the bytes of the store; empty if it can't be read.
  func bytes() -> [UInt8] { bytes("store") }
}
