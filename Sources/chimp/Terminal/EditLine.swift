import CEditLine
import Glibc

/// The line editor of the C library, of which a process has one.
struct EditLine {
  /// What a key does after its function: the editor's own codes.
  enum Action: UInt8 {
    case none = 0
    case end = 2
    case refresh = 4
    case beep = 6
  }

  /// The functions of our own that keys are bound to.
  enum Function: String, CaseIterable {
    case interrupt = "chimp-interrupt", stop = "chimp-stop", complete = "chimp-complete"
    case clear = "chimp-clear", older = "chimp-older", newer = "chimp-newer"
  }

  /// Whether the user has settings of their own, which may bind any key.
  private(set) var hasUserSettings = false

  /// Opens the editor on the standard streams; the prompt is plain ASCII.
  init?(program: String, prompt: String) {
    guard chimp_edit_open(program, prompt) != 0 else { return nil }
  }

  /// Reads characters from the source and notifies it of keys, as long as it exists.
  func serve(_ source: EditLineSource) {
    // Never freed: the editor lives as long as the process.
    let context = UnsafeMutablePointer<ServedSource>.allocate(capacity: 1)
    context.initialize(to: ServedSource(source))
    chimp_edit_serve(
      { context in
        let source = ServedSource.of(context)
        return source?.nextCharacter().map { Int32($0.value) } ?? -1
      },
      { context, number in
        let action = ServedSource.of(context)?.perform(Function.allCases[Int(number)])
        return (action ?? .none).rawValue
      }, context)
    for (number, function) in Function.allCases.enumerated() {
      chimp_edit_add_function(function.rawValue, Int32(number))
    }
  }

  var usesVi: Bool { chimp_edit_uses_vi() != 0 }

  /// Chooses the terminal's modes.
  ///
  /// While a line is edited no key is a signal. Between two lines what is typed ahead is neither
  /// shown nor held back, and the keys of signals work.
  func chooseModes() {
    for flag in ["-isig", "-icrnl", "-inlcr"] { chimp_edit_change_mode("-d", flag) }
    for flag in ["-echo", "-icanon"] { chimp_edit_change_mode("-x", flag) }
    // No key may stop the output: it would keep numerals on the screen.
    for mode in ["-d", "-x", "-q"] {
      for flag in ["-ixon", "-ixoff", "-iexten"] { chimp_edit_change_mode(mode, flag) }
    }
  }

  func prepare(isEditing: Bool) { chimp_edit_prepare(isEditing ? 1 : 0) }

  func readLine() -> String? {
    let count = chimp_edit_read_line()
    guard count > 0 else { return nil }
    var line = text(0..<count)
    if line.unicodeScalars.last == "\n" { line.unicodeScalars.removeLast() }
    return line
  }

  /// The line as it stands, before the cursor and behind it.
  var line: (before: String, behind: String) {
    let cursor = chimp_edit_cursor()
    return (text(0..<cursor), text(cursor..<chimp_edit_length()))
  }

  func replace(_ count: Int, with text: String) {
    chimp_edit_delete(Int32(count))
    chimp_edit_insert(text.unicodeScalars.map { wchar_t($0.value) } + [0])
  }

  /// While the history is searched, the editor keeps what is searched behind a line end.
  var isSearching: Bool { chimp_edit_has(0x0a) != 0 }

  /// How many characters the line has.
  var length: Int { Int(chimp_edit_length()) }

  /// The character before the cursor; `nil` at the beginning of the line.
  var scalarBeforeCursor: Unicode.Scalar? {
    let cursor = chimp_edit_cursor()
    return cursor > 0 ? Unicode.Scalar(chimp_edit_character(cursor - 1)) : nil
  }

  func insert(_ text: some Collection<Unicode.Scalar>) {
    chimp_edit_insert(text.map { wchar_t($0.value) } + [0])
  }

  func moveCursor(by count: Int) { chimp_edit_move_cursor(Int32(count)) }
  func refresh() { chimp_edit_refresh() }
  func flush() { chimp_edit_flush() }
  func resize() { chimp_edit_resize() }

  /// Adds a line to the history, where it stands last and once.
  func remember(_ line: String) {
    chimp_history_remove(line)
    chimp_history_enter(line)
  }

  /// Adds lines to the history that differ from each other.
  func remember(all lines: [ArraySlice<UInt8>]) {
    for line in lines { chimp_history_enter(line + [0]) }
  }

  private func text(_ places: Range<Int32>) -> String {
    var text = String.UnicodeScalarView()
    for place in places { text.append(Unicode.Scalar(chimp_edit_character(place)) ?? "\u{fffd}") }
    return String(text)
  }
}

extension EditLine {
  /// Binds the keys, then lets the user's own settings change them.
  ///
  /// A stranger has no settings, and no key of the editor's own commands: those choose vi's keys,
  /// of which one runs an editor, and with it anything.
  mutating func bindKeys(isRestricted: Bool) {
    bindAll(usualKeys)
    bindAll(ownKeys)
    if isRestricted {
      bindAll(["\\ex", "\\eX"].map { ($0, "ed-unassigned") })
      setenv("PATH", "/nonexistent", 1)
      return chimp_edit_enable()
    }
    hasUserSettings = chimp_edit_take_settings() != 0
    chimp_edit_enable()
    // Choosing vi's keys clears all bindings.
    if usesVi { bindAll(usualKeys) }
    bindAll(ownKeys)
  }

  /// Whether a key means something to the editor, by the bytes that it sends.
  func knows(_ bytes: [UInt8]) -> Bool {
    let sent = String(decoding: bytes, as: UTF8.self)
    return hasUserSettings
      || usualKeys.contains { $0.0.hasPrefix("\\e") && "\u{1b}" + $0.0.dropFirst(2) == sent }
  }

  private func bindAll(_ keys: [(String, String)]) {
    let usesVi = usesVi
    for (key, name) in keys {
      // In vi's mode Escape alone is a key, and the rest of the sequence would be commands.
      let isSequence = usesVi && key.hasPrefix("\\e")
      if !isSequence { chimp_edit_bind(key, name) }
      let rest = isSequence ? String(key.dropFirst(2)) : key
      if usesVi { chimp_edit_bind_alternate(rest, name) }
    }
  }

  /// Without these the program could be neither stopped nor interrupted.
  private var ownKeys: [(String, String)] {
    [("^C", Function.interrupt.rawValue), ("^Z", Function.stop.rawValue)]
  }

  private var usualKeys: [(String, String)] {
    let keys: [(String, [String])] = [
      (Function.complete.rawValue, ["^I"]), (Function.clear.rawValue, ["^L"]),
      (Function.older.rawValue, ["\\e[A", "\\eOA"]), (Function.newer.rawValue, ["\\e[B", "\\eOB"]),
      ("ed-move-to-beg", ["\\e[H", "\\eOH", "\\e[1~", "\\e[7~"]),
      ("ed-move-to-end", ["\\e[F", "\\eOF", "\\e[4~", "\\e[8~"]),
      ("em-next-word", ["\\e[1;5C", "\\e[1;3C", "\\eOc"]), ("ed-delete-next-char", ["\\e[3~"]),
      ("ed-prev-word", ["\\e[1;5D", "\\e[1;3D", "\\eOd"]), ("vi-kill-line-prev", ["^U"]),
      ("em-inc-search-prev", ["^R"]), ("ed-delete-prev-word", ["^W"]),
    ]
    return keys.flatMap { name, keys in keys.map { ($0, name) } }
  }
}

/// The source that the editor reads from, as the context of a C callback.
private struct ServedSource {
  private weak var source: EditLineSource?

  init(_ source: EditLineSource) { self.source = source }

  static func of(_ context: UnsafeMutableRawPointer?) -> EditLineSource? {
    context?.assumingMemoryBound(to: ServedSource.self).pointee.source
  }
}
