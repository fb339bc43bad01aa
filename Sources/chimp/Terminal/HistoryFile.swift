import ChimpApplication
import Console
import Glibc
import SystemCalls
import Terminal

/// The lines of earlier sessions, in a file that several programs may add to at once.
final class HistoryFile {
  private let path: String?
  private let diagnostics: OutputWriter
  private let words: () -> any ConsoleWords
  private var hasComplained = false

  /// Makes a history that is kept in the file; without a path nothing is kept.
  init(path: String?, diagnostics: OutputWriter, words: @escaping () -> any ConsoleWords) {
    (self.path, self.diagnostics, self.words) = (path, diagnostics, words)
  }

  /// Where the user's history is: in the folder of state, which is made where it is missing.
  static var usualPath: String? {
    let state = environmentText("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environmentText("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (state ?? home.map { $0 + "/.local/state" }).map { $0 + "/chimp/history" }
  }

  func load() -> [ArraySlice<UInt8>] {
    guard let path else { return [] }
    do throws(SystemFault) {
      guard let file = try LockedFile(path: path, flags: O_RDONLY) else { return [] }
      let bytes = try file.latestBytes(HistoryText.largestSize)
      // The file is locked, so nobody adds a line meanwhile.
      if file.size > HistoryText.largestSize {
        try file.replace(with: HistoryText.shortened(bytes))
      }
      return HistoryText.lines(of: bytes)
    } catch {
      if error.number != ENOENT { complain(.cannotRead(path, error)) }
      return []
    }
  }

  func append(_ line: [UInt8]) {
    guard let path, HistoryText.canKeep(line) else { return }
    do throws(SystemFault) {
      makeFolders(of: path)
      let file = try LockedFile(path: path, flags: O_WRONLY | O_APPEND | O_CREAT)
      try file?.append(line + [0x0a])
    } catch { complain(.cannotWrite(path, error)) }
  }

  private func complain(_ fault: ConsoleFault) {
    guard !hasComplained else { return }
    hasComplained = true
    diagnostics.write(text: "chimp: \(escaped(words().words(for: fault)))\n")
    diagnostics.flush()
  }
}
