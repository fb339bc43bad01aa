import CEditLine
import Glibc

/// The line editor of the C library, and nothing else.
final class EditLine {
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

  private let handle: OpaquePointer
  private let lines: OpaquePointer
  private let prompt: UnsafeMutablePointer<CChar>
  /// Gives characters, and is told of keys.
  weak var delegate: EditLineSource?
  /// Whether the user has settings of their own, which may bind any key.
  private(set) var hasUserSettings = false

  /// Opens the editor on the standard streams; the prompt is plain ASCII.
  init?(program: String, prompt: String) {
    guard let handle = chimp_edit_open(program, Self.read, Self.askPrompt),
      let lines = history_init(), let prompt = strdup(prompt)
    else { return nil }
    (self.handle, self.lines, self.prompt) = (handle, lines, prompt)
    chimp_edit_set_owner(handle, Unmanaged.passUnretained(self).toOpaque())
    chimp_history_set_size(lines, 10_000)
    chimp_edit_use_history(handle, lines)
    for function in Function.allCases {
      chimp_edit_add_function(handle, function.rawValue, Self.keyFunction(function))
    }
  }

  // NB: `el_end` is never called: it would throw away what was typed ahead for the next program.
  deinit {
    history_end(lines)
    free(prompt)
  }

  var usesVi: Bool { chimp_edit_uses_vi(handle) != 0 }

  /// Chooses the terminal's modes.
  ///
  /// While a line is edited no key is a signal. Between two lines what is typed ahead is neither
  /// shown nor held back, and the keys of signals work.
  func chooseModes() {
    for flag in ["-isig", "-icrnl", "-inlcr"] { chimp_edit_change_mode(handle, "-d", flag) }
    for flag in ["-echo", "-icanon"] { chimp_edit_change_mode(handle, "-x", flag) }
  }

  func prepare(isEditing: Bool) { chimp_edit_prepare(handle, isEditing ? 1 : 0) }

  func readLine() -> String? {
    var count: Int32 = 0
    guard let characters = el_wgets(handle, &count), count > 0 else { return nil }
    var line = Self.text(UnsafeBufferPointer(start: characters, count: Int(count)))
    if line.unicodeScalars.last == "\n" { line.unicodeScalars.removeLast() }
    return line
  }

  /// The line as it stands, before the cursor and behind it.
  var line: (before: String, behind: String) {
    guard let line = el_wline(handle)?.pointee, let start = line.buffer, let cursor = line.cursor,
      let end = line.lastchar
    else { return ("", "") }
    return (
      Self.text(UnsafeBufferPointer(start: start, count: start.distance(to: cursor))),
      Self.text(UnsafeBufferPointer(start: cursor, count: cursor.distance(to: end)))
    )
  }

  func replace(_ count: Int, with text: String) {
    el_deletestr(handle, Int32(count))
    el_winsertstr(handle, text.unicodeScalars.map { wchar_t($0.value) } + [0])
  }

  func moveCursor(by count: Int) { el_cursor(handle, Int32(count)) }

  func refresh() { chimp_edit_refresh(handle) }

  func flush() { chimp_edit_flush() }

  func resize() { el_resize(handle) }

  /// Adds a line to the history, where it stands last and once.
  func remember(_ line: String) {
    chimp_history_remove(lines, line)
    chimp_history_enter(lines, line)
  }

  /// Adds lines to the history that differ from each other.
  func remember(all lines: [ArraySlice<UInt8>]) {
    var text: [CChar] = []
    for line in lines {
      text.removeAll(keepingCapacity: true)
      for byte in line { text.append(CChar(bitPattern: byte)) }
      text.append(0)
      chimp_history_enter(self.lines, text)
    }
  }

  private static func text(_ characters: UnsafeBufferPointer<wchar_t>) -> String {
    var text = String.UnicodeScalarView()
    for character in characters {
      text.append(Unicode.Scalar(UInt32(bitPattern: character)) ?? "\u{fffd}")
    }
    return String(text)
  }

  /// A C function knows nothing but its arguments, so each function needs one of its own.
  private static func keyFunction(_ function: Function) -> chimp_key_function {
    switch function {
    case .interrupt: { handle, _ in EditLine.perform(.interrupt, handle) }
    case .stop: { handle, _ in EditLine.perform(.stop, handle) }
    case .complete: { handle, _ in EditLine.perform(.complete, handle) }
    case .clear: { handle, _ in EditLine.perform(.clear, handle) }
    case .older: { handle, _ in EditLine.perform(.older, handle) }
    case .newer: { handle, _ in EditLine.perform(.newer, handle) }
    }
  }

  private static func perform(_ function: Function, _ handle: OpaquePointer?) -> UInt8 {
    (owner(of: handle)?.delegate?.perform(function) ?? .none).rawValue
  }

  private static let read: chimp_reader = { handle, character in
    guard let scalar = EditLine.owner(of: handle)?.delegate?.nextCharacter() else { return 0 }
    character?.pointee = wchar_t(scalar.value)
    return 1
  }

  private static let askPrompt: chimp_prompt = { handle in EditLine.owner(of: handle)?.prompt }

  private static func owner(of handle: OpaquePointer?) -> EditLine? {
    chimp_edit_owner(handle).map { Unmanaged<EditLine>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension EditLine {
  /// Binds the keys, then lets the user's own settings change them.
  ///
  /// A stranger has no settings, and no key of the editor's own commands: those choose vi's keys,
  /// of which one runs an editor, and with it anything.
  func bindKeys(isRestricted: Bool) {
    bindAll(usualKeys)
    bindAll(ownKeys)
    if isRestricted {
      bindAll(["\\ex", "\\eX"].map { ($0, "ed-unassigned") })
      setenv("PATH", "/nonexistent", 1)
      return chimp_edit_enable(handle)
    }
    hasUserSettings = el_source(handle, nil) == 0
    chimp_edit_enable(handle)
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
    for (key, name) in keys {
      // In vi's mode Escape alone is a key, and the rest of the sequence would be commands.
      let isSequence = usesVi && key.hasPrefix("\\e")
      if !isSequence { chimp_edit_bind(handle, key, name) }
      let rest = isSequence ? String(key.dropFirst(2)) : key
      if usesVi { chimp_edit_bind_alternate(handle, rest, name) }
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
