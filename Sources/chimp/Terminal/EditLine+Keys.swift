/// Which keys do what, beyond what the editor knows by itself.
extension EditLine {
  /// Binds the keys, then lets the user's own settings change them.
  func bindKeys() {
    bindAll(usualKeys)
    bindAll(ownKeys)
    readUserSettings()
    // NB: to choose vi's keys clears all bindings.
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
      if usesVi {
        // NB: Escape alone is a key there, and the rest of the sequence belongs to command mode.
        let isSequence = key.hasPrefix("\\e")
        if !isSequence { bind(key, name) }
        bind(isSequence ? String(key.dropFirst(2)) : key, name, inCommandMode: true)
      } else {
        bind(key, name)
      }
    }
  }

  /// Without these the program could be neither stopped nor interrupted.
  private var ownKeys: [(String, String)] {
    [("^C", Function.interrupt.rawValue), ("^Z", Function.stop.rawValue)]
  }

  private var usualKeys: [(String, String)] {
    [
      ("^I", Function.complete.rawValue), ("^L", Function.clear.rawValue),
      ("\\e[A", Function.older.rawValue), ("\\eOA", Function.older.rawValue),
      ("\\e[B", Function.newer.rawValue), ("\\eOB", Function.newer.rawValue),
      ("\\e[H", "ed-move-to-beg"), ("\\eOH", "ed-move-to-beg"),
      ("\\e[1~", "ed-move-to-beg"), ("\\e[7~", "ed-move-to-beg"),
      ("\\e[F", "ed-move-to-end"), ("\\eOF", "ed-move-to-end"),
      ("\\e[4~", "ed-move-to-end"), ("\\e[8~", "ed-move-to-end"),
      ("\\e[3~", "ed-delete-next-char"),
      ("\\e[1;5C", "em-next-word"), ("\\e[1;3C", "em-next-word"), ("\\eOc", "em-next-word"),
      ("\\e[1;5D", "ed-prev-word"), ("\\e[1;3D", "ed-prev-word"), ("\\eOd", "ed-prev-word"),
      ("^R", "em-inc-search-prev"), ("^W", "ed-delete-prev-word"), ("^U", "vi-kill-line-prev"),
    ]
  }
}
