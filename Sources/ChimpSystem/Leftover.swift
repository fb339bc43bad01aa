import Glibc

/// A temporary file or folder that a killed process left beside its target.
///
/// Its name is the target's with a word and sixteen hexadecimal digits, so that no file of the
/// user's is mistaken for one.
///
///     let path = Leftover.freePath(.unfinished, of: "data.csv", 1)
///     path  // data.csv.unfinished-0000000000000001
///     for leftover in Leftover.all(beside: "data.csv") { print(leftover.kind, leftover.path) }
public struct Leftover: Hashable, Sendable {
  /// The word in the temporary name, which tells its purpose.
  ///
  ///     let drafts = Leftover.all(beside: "data.csv").filter { $0.kind == .unfinished }
  public enum Kind: String, Sendable {
    /// A new file or folder that did not get its final name.
    case unfinished
    /// The former file, kept while it was being replaced.
    case replaced
    /// The words of earlier versions for these two; `part` was used for a dataset folder.
    case new, old, part

    private var isOfEarlierVersion: Bool { self == .new || self == .old || self == .part }

    /// Returns `true` if the text can be the number in a name of this kind.
    ///
    /// Earlier versions wrote 64 random bits without leading zeros. One in 200 of those has fewer
    /// digits and is not recognized, so that a date or a short checksum in the user's file name is
    /// no false positive.
    fileprivate func hasNumber(_ text: Substring) -> Bool {
      guard text.allSatisfy({ "0123456789abcdef".contains($0) }) else { return false }
      guard isOfEarlierVersion else { return text.count == 16 }
      return text.first != "0" && (15...16).contains(text.count)
        && text.contains { $0.isNumber } && text.contains { $0.isLetter }
    }
  }

  public let kind: Kind
  public let path: String
  /// The name of the target.
  private let target: String

  /// Recognizes the name of a temporary file; returns `nil` for any other one, and for one that a
  /// running process has locked.
  private init?(named name: String, in folder: String, _ endings: [String]) {
    for ending in [""] + endings where name.hasSuffix(ending) {
      let stem = name.dropLast(ending.count)
      guard let dash = stem.utf8.lastIndex(of: UInt8(ascii: "-")),
        let dot = stem[..<dash].utf8.lastIndex(of: UInt8(ascii: ".")),
        let kind = Kind(rawValue: String(stem[dot..<dash].dropFirst())),
        kind.hasNumber(stem[dash...].dropFirst())
      else { continue }
      guard !isLocked("\(folder)/\(stem)") else { return nil }
      self.kind = kind
      path = "\(folder)/\(name)"
      target = String(stem[..<dot])
      return
    }
    return nil
  }

  /// Returns an unused temporary path beside a target.
  ///
  /// It contains the number unless that is in use, also if the path with one of the endings exists.
  public static func freePath(
    _ kind: Kind, of target: String, endings: [String] = [],
    _ number: UInt64 = .random(in: 0 ... .max)
  ) -> String {
    let folder = target.dropLast(fileName(of: target).count)
    let name = shortName(of: target, kind)
    var number = number
    while true {
      let digits = String(number, radix: 16)
      let zeros = String(repeating: "0", count: 16 - digits.utf8.count)
      let path = "\(folder)\(name).\(kind.rawValue)-\(zeros)\(digits)"
      if ([""] + endings).allSatisfy({ !fileExists(path + $0) }) { return path }
      number = .random(in: 0 ... .max)
    }
  }

  /// Returns the name of a target, shortened if a temporary one would be too long.
  private static func shortName(of target: String, _ kind: Kind) -> Substring {
    // A file system allows 255 bytes, of which 18 are two characters and sixteen digits; others may
    // be the ending of a file beside it.
    let longest = 220 - kind.rawValue.utf8.count
    var name = fileName(of: target)
    while name.utf8.count > longest { name.removeLast() }
    return name
  }

  /// Returns the temporary files in a folder that no running process has locked, sorted by name.
  ///
  /// Their names may have one of the endings.
  public static func all(in folder: String, endings: [String] = []) -> [Leftover] {
    names(in: opendir(folder)).sorted().compactMap { Self(named: $0, in: folder, endings) }
  }

  /// Returns the temporary files beside a target that no running process has locked, sorted by
  /// name.
  public static func all(beside target: String, endings: [String] = []) -> [Leftover] {
    all(in: folderPath(of: target), endings: endings)
      .filter { $0.target.utf8.elementsEqual(shortName(of: target, $0.kind).utf8) }
  }
}
