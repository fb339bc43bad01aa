import CEditLine
import Glibc
import Terminal

/// The line editor libedit, of which a process can have only one instance.
struct EditLine {
  /// The action of the editor after a key function, with libedit's codes.
  enum Action: UInt8 {
    /// Nothing has to be drawn.
    case none = 0
    case end = 2
    case refresh = 4
    case beep = 6
  }

  /// The key functions of this program, with the names to which keys are bound.
  enum Function: String, CaseIterable {
    /// Ctrl-C, which abandons the line.
    case interrupt = "chimp-interrupt"
    case stop = "chimp-stop"
    case complete = "chimp-complete"
    case clear = "chimp-clear"
    case older = "chimp-older"
    case newer = "chimp-newer"
  }

  /// `true` if the user has a settings file, which may bind any key.
  private(set) var hasUserSettings = false

  /// Opens the editor on the standard streams; returns `nil` if it is already open.
  ///
  /// The prompt must be ASCII.
  init?(program: String, prompt: String) {
    guard chimp_edit_open(program, prompt) != 0 else { return nil }
  }

  /// Connects the editor with the source that provides characters and key functions.
  func serve(_ source: EditLineSource) {
    // Never freed, because the editor lives as long as the process.
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

  /// `true` if the user has chosen vi keys in `.editrc`.
  var usesVi: Bool { chimp_edit_uses_vi() != 0 }

  /// Sets the terminal modes for editing and for running commands.
  ///
  /// While a line is edited, no key sends a signal. While a command runs, input is neither echoed
  /// nor buffered by line, and the signal keys work.
  func chooseModes() { chimp_edit_choose_modes() }

  /// Sets the terminal modes for editing or for running commands.
  func prepare(isEditing: Bool) { chimp_edit_prepare(isEditing ? 1 : 0) }

  /// Lets the user edit a line; returns it without line end, or `nil` at the end of the input.
  func readLine() -> String? {
    let count = chimp_edit_read_line()
    guard count > 0 else { return nil }
    var line = text(0..<count)
    if line.unicodeScalars.last == "\n" { line.unicodeScalars.removeLast() }
    return line
  }

  /// The text of the line before and after the cursor.
  var line: (before: String, behind: String) {
    let cursor = chimp_edit_cursor()
    return (text(0..<cursor), text(cursor..<chimp_edit_length()))
  }

  /// Replaces a number of characters before the cursor.
  func replace(_ count: Int, with text: String) {
    chimp_edit_delete(Int32(count))
    insert(text.unicodeScalars)
  }

  /// `true` during a search of the history.
  var isSearching: Bool { chimp_edit_has(0x0a) != 0 }

  /// The number of characters of the line.
  var length: Int { Int(chimp_edit_length()) }

  /// The character before the cursor, or `nil` at the beginning of the line.
  var scalarBeforeCursor: Unicode.Scalar? {
    let cursor = chimp_edit_cursor()
    return cursor > 0 ? Unicode.Scalar(chimp_edit_character(cursor - 1)) : nil
  }

  /// Inserts characters at the cursor.
  func insert(_ text: some Collection<Unicode.Scalar>) {
    chimp_edit_insert(text.map { wchar_t($0.value) } + [0])
  }

  /// Moves the cursor by a number of characters.
  func moveCursor(by count: Int) { chimp_edit_move_cursor(Int32(count)) }
  /// Draws the line again.
  func refresh() { chimp_edit_refresh() }
  /// Writes the editor's pending output.
  func flush() { chimp_edit_flush() }
  /// Notifies the editor that the size of the terminal has changed.
  func resize() { chimp_edit_resize() }

  /// Adds a line to the history, and removes earlier occurrences.
  func remember(_ line: String) {
    chimp_history_remove(line)
    chimp_history_enter(line)
  }

  /// Removes a line from the history.
  func forget(_ line: ArraySlice<UInt8>) { chimp_history_remove(line + [0]) }

  /// Adds distinct lines to the history.
  func remember(all lines: [ArraySlice<UInt8>]) {
    for line in lines { chimp_history_enter(line + [0]) }
  }

  /// Returns a part of the line; invalid characters are replaced by U+FFFD.
  private func text(_ range: Range<Int32>) -> String {
    var text = String.UnicodeScalarView()
    for index in range { text.append(Unicode.Scalar(chimp_edit_character(index)) ?? "\u{fffd}") }
    return String(text)
  }
}

extension EditLine {
  /// Binds the keys, then lets the user's settings change them.
  ///
  /// There is no key for the editor's own commands, unless the user's settings bind one. They could
  /// switch to vi's keys, one of which starts an external editor: a restricted session loads no
  /// settings.
  mutating func bindKeys(isRestricted: Bool) {
    bindAll(usualKeys)
    bindAll(ownKeys)
    if isRestricted {
      setenv("PATH", "/nonexistent", 1)
      return chimp_edit_enable()
    }
    hasUserSettings = chimp_edit_load_settings() != 0
    chimp_edit_enable()
    // Switching to vi's keys has cleared all bindings.
    if usesVi { bindAll(usualKeys) }
    bindAll(ownKeys)
  }

  /// Returns whether the editor has a function for the sequence of a key.
  func isBound(_ bytes: [UInt8]) -> Bool {
    // In vi mode Escape is a key, and the rest is looked up in the command mode.
    let keys = usesVi ? bytes.dropFirst() : bytes[...]
    guard !keys.isEmpty, keys.allSatisfy({ (1..<0x80).contains($0) }) else { return false }
    let octal = keys.map { "\\" + String($0, radix: 8) }
    return chimp_edit_is_bound(octal.joined(), usesVi ? 1 : 0) != 0
  }

  /// Binds keys in the current key map, and for vi in its command mode.
  private func bindAll(_ keys: [(String, String)]) {
    let usesVi = usesVi
    for (key, name) in keys {
      // In vi mode Escape itself is a key, and the rest of the sequence would be commands.
      let isSequence = usesVi && key.hasPrefix("\\e")
      let isAltCharacter = isSequence && !key.hasPrefix("\\e[") && !key.hasPrefix("\\eO")
      if isAltCharacter { continue }
      if !isSequence { chimp_edit_bind(key, name) }
      let rest = isSequence ? String(key.dropFirst(2)) : key
      if usesVi { chimp_edit_bind_alternate(rest, name) }
    }
  }

  /// The keys that are bound after the user's settings, so that the program can always be stopped.
  private var ownKeys: [(String, String)] {
    [("^C", Function.interrupt.rawValue), ("^Z", Function.stop.rawValue)]
  }

  /// The default keys, which the user's settings may change.
  private var usualKeys: [(String, String)] {
    let keys: [(String, [String])] = [
      (Function.complete.rawValue, ["^I"]), (Function.clear.rawValue, ["^L"]),
      (Function.older.rawValue, ["\\e[A", "\\eOA"]), (Function.newer.rawValue, ["\\e[B", "\\eOB"]),
      ("ed-move-to-beg", [sequence(.home)]), ("ed-move-to-end", [sequence(.end)]),
      ("ed-prev-word", [sequence(.wordLeft)]), ("em-next-word", [sequence(.wordRight)]),
      ("ed-delete-next-char", [sequence(.delete)]),
      ("em-delete-next-word", [sequence(.deleteWord)]),
      ("ed-delete-prev-word", ["^W", sequence(.deleteWordBefore)]),
      ("vi-kill-line-prev", ["^U"]), ("em-inc-search-prev", ["^R"]),
      ("ed-unassigned", ["\\ex", "\\eX", "^X"]),
    ]
    return keys.flatMap { name, keys in keys.map { ($0, name) } }
  }

  /// Returns the sequence of a key in the notation of the editor's settings.
  private func sequence(_ key: EditingKey) -> String {
    key.rawValue.replacing("\u{1b}", with: "\\e").replacing("\u{7f}", with: "^?")
  }
}

/// A weak reference to the source, for libedit's C callbacks.
private struct ServedSource {
  private weak var source: EditLineSource?

  init(_ source: EditLineSource) { self.source = source }

  /// Returns the source for the pointer of a C callback; `nil` if it was freed.
  static func of(_ context: UnsafeMutableRawPointer?) -> EditLineSource? {
    context?.assumingMemoryBound(to: ServedSource.self).pointee.source
  }
}
