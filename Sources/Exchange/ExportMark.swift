/// The mark that all rows of an export to several files have, so that an import notices mixed
/// files.
///
///     var mark = ExportMark()
///     mark.add(line)
///     mark.text  // 15 letters
///
/// It is made from the bytes of the files, so that exporting the same data again gives the same
/// bytes. The rows are written with a placeholder, which the text replaces at the end.
struct ExportMark {
  /// The text in the place of the mark until everything was added.
  static var placeholder: String { "aaaaaaaaaaaaaaa" }

  /// The FNV-1a hash of the bytes so far.
  private var number: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Adds bytes of a file.
  mutating func add(_ bytes: [UInt8]) {
    var number = number
    for byte in bytes { number = (number ^ UInt64(byte)) &* 0x100_0000_01b3 }
    self.number = number
  }

  /// The mark: letters only, so that no program takes it for a number.
  var text: String {
    var rest = number
    var letters: [UInt8] = []
    for _ in Self.placeholder.utf8 {
      letters.append(UInt8(ascii: "a") + UInt8(rest % 16))
      rest /= 16
    }
    return String(decoding: letters, as: UTF8.self)
  }
}

extension TrialRow {
  /// Sets the placeholder of the mark in the trial and its presses.
  mutating func addMark() {
    exportId = ExportMark.placeholder
    for index in presses.indices { presses[index].exportId = ExportMark.placeholder }
  }
}
