import ChimpSystem
import Glibc
import Screens
import Shell
import Terminal

/// The history file of earlier sessions, to which several processes may append.
final class HistoryFile {
  private let path: String?
  /// Shows an error message to the user.
  private let report: (String) -> Void
  private let speaker: Speaker
  /// `true` once an error was reported; later errors are not.
  private var hasReported = false

  /// Creates a history; without a path nothing is stored.
  init(path: String?, report: @escaping (String) -> Void, speaker: Speaker) {
    self.path = path
    self.report = report
    self.speaker = speaker
  }

  /// The path of the user's history in the state folder, or `nil` without a home folder.
  static var usualPath: String? {
    let state = environmentText("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environmentText("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (state ?? home.map { $0 + "/.local/state" }).map { $0 + "/chimp/history" }
  }

  /// Returns the lines of the file, and shortens the file if it is too long.
  func load() -> [ArraySlice<UInt8>] {
    guard let path else { return [] }
    do throws(SystemError) {
      guard let file = try LockedFile(path: path, flags: O_RDONLY) else { return [] }
      let bytes = try file.latestBytes(HistoryText.largestSize)
      // The lock is held, so no other process appends meanwhile.
      if file.size > HistoryText.largestSize {
        try file.replace(with: HistoryText.shortened(bytes))
      }
      return HistoryText.lines(of: bytes)
    } catch {
      if error.number != ENOENT { reportOnce(.cannotRead(path, error)) }
      return []
    }
  }

  /// Appends a line, and creates the file if necessary.
  func append(_ line: [UInt8]) {
    guard let path, HistoryText.canKeep(line) else { return }
    let folderError = makeFolders(of: path)
    do throws(SystemError) {
      let file = try LockedFile(path: path, flags: O_WRONLY | O_APPEND | O_CREAT)
      try file?.append(line + [0x0a])
    } catch {
      // Without its folder the file is only missing; the reason is that of the folder.
      let isFolderMissing = error.number == ENOENT
      reportOnce(.cannotWrite(path, isFolderMissing ? folderError ?? error : error))
    }
  }

  /// Removes matching lines; returns `false` if the file can't be changed.
  static func erase(_ isErased: (String) -> Bool) -> Bool {
    guard let path = usualPath, access(path, F_OK) == 0 else { return true }
    do throws(SystemError) {
      guard let file = try LockedFile(path: path, flags: O_RDWR) else { return true }
      let bytes = try file.latestBytes(.max)
      let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
      let rest = lines.filter { !isErased(String(decoding: $0, as: UTF8.self)) }
      if rest.count < lines.count { try file.replace(with: Array(rest.joined(separator: [0x0a]))) }
      return true
    } catch { return false }
  }

  /// Reports a refusal if it is the first one.
  private func reportOnce(_ refusal: Refusal) {
    guard !hasReported else { return }
    hasReported = true
    let reason = refusal.words(in: speaker.language)
    let words = speaker.language.pick(
      "the lines that you type are not kept for the next time: \(reason)",
      "入力した行は次回に残りません: \(reason)")
    report("chimp: \(escaped(words))\n")
  }
}
