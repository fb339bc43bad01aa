import ChimpSystem
import Glibc

extension Console {
  /// The maximum nesting depth of files that run each other with the command `source`.
  static var deepestSource: Int { 16 }

  /// Shows the list of commands, or the help about a name.
  ///
  /// A page about a part has both names, with a hyphen between them.
  ///
  /// - Throws: `Refusal` with the nearest name.
  func showHelp(_ name: String?, _ part: String? = nil) throws(Refusal) {
    let language = speaker.language
    guard let name else { return table.help(in: language).forEach(writeWrapped) }
    guard let lines = table.help(on: part.map { "\(name)-\($0)" } ?? name, in: language) else {
      let others =
        [CommandTable<Program>.allCommands] + table.groups.map(\.name)
        + table.topics(language).map(\.name)
      let words = part.map { "\(name) \($0)" } ?? name
      let hint = Refusal.hint(table.nearest(to: words, orAmong: others))
      throw Refusal(
        "no-topic", "no help about \"\(words)\"\(hint.english)",
        "説明はありません: \(named(words))\(hint.japanese)")
    }
    lines.forEach(writeWrapped)
    if name == "set" { explainSettings() }
  }

  /// Writes each setting with its values and its present one.
  private func explainSettings() {
    let width = settings.map(\.name.utf8.count).max() ?? 0
    for setting in settings {
      var words = setting.summary.in(speaker.language)
      if case .choice(let choices) = setting.kind {
        words += ": " + choices.joined(separator: ", ")
      }
      writeWrapped("  " + setting.name.padded(to: width + 2) + words)
      let value = setting.value()
      let now = speaker.language.pick("now: ", "今: ")
      writeWrapped(String(repeating: " ", count: width + 4) + now + value)
    }
  }

  /// Writes a text, wrapped to the width of the screen.
  ///
  /// Without a screen, and in a recording, rows have 80 columns.
  private func writeWrapped(_ line: String) {
    let screen = recorder == nil ? jobTerminal?.screenText : nil
    let text = screen ?? ScreenText(columns: 80) { $0.displayWidth }
    for line in text.wrapped(line) { speaker.say(line: line) }
  }

  /// Writes the distinct lines entered so far, each with its number.
  ///
  /// If these include lines from before a recording began, the recording accepts any reply here
  /// when it is checked.
  func showHistory() {
    dependsOnUnrecorded = history.hasEarlierSession || !firstSettings.isEmpty
    let lines = history.lines
    let width = max(3, String(lines.count).utf8.count)
    for (index, line) in lines.enumerated() {
      speaker.say(line: "\(index + 1)".rightAligned(to: width) + "  " + line)
    }
  }

  /// Runs the lines of a file as if they were typed.
  ///
  /// A pipe or a device is refused, because it may never end.
  ///
  /// - Throws: `Refusal` if the session is restricted, if a timed test is in progress, if
  ///   files are nested too deep, or if the file can't be read, is already being run, or is open in
  ///   the program itself.
  func source(_ file: NamedFile) throws(Refusal) {
    guard !options.isRestricted else { throw .restricted("source") }
    guard !program.isTimed else { throw .timedTest("source") }
    guard sourcedPaths.count < Self.deepestSource else {
      throw Refusal(
        "sourced-too-deep", "files can be nested at most \(Self.deepestSource) deep",
        "ファイルの読み込みは\(Self.deepestSource)段までです")
    }
    guard !program.isInUse(file.path) else { throw .inUse(file.name) }
    let reader: ByteReader
    do { reader = try ByteReader(plain: file.path) } catch {
      throw error == .notPlain ? .notPlain(file.name) : .cannotRead(file.name, error)
    }
    let isNested = runsSourceCommand
    runsSourceCommand = true
    defer { runsSourceCommand = isNested }
    if case .inputFailed(let fault) = try run(sourced: reader, file) {
      throw .cannotRead(file.name, fault)
    }
  }

  /// Runs the lines of a sourced file; error messages begin with the file's name and the line
  /// number.
  ///
  /// - Returns: The reason why the lines ended.
  /// - Throws: `Refusal` if the file sources itself, also through a symbolic link.
  public func run(sourced reader: ByteReader, _ file: NamedFile) throws(Refusal) -> RunEnd {
    let resolved = resolvedPath(file.path) ?? file.path
    guard !sourcedPaths.contains(resolved) else {
      throw Refusal(
        "sourced-already", "\"\(file.name)\" is already being read",
        "\(file.name) はすでに読み込み中です")
    }
    let origin = output.refusalOrigin
    sourcedPaths.append(resolved)
    let end = run(reader, name: file.name)
    sourcedPaths.removeLast()
    output.refusalOrigin = origin
    return end
  }

  /// Returns the setting with this name, where `colour` is accepted for `color`; throws if there is
  /// none.
  private func setting(_ name: String) throws(Refusal) -> Setting {
    let name = name == "colour" ? "color" : name
    guard let setting = settings.first(where: { $0.name == name }) else {
      let known = settings.map(\.name)
      throw Refusal(
        "no-setting", "unknown setting \"\(name)\" (known: \(known.joined(separator: ", ")))",
        "\(named(name)) という設定はありません（あるのは \(known.joined(separator: "、"))）")
    }
    return setting
  }

  /// Performs the command `set`: shows all settings, shows one, or changes one.
  ///
  /// - Throws: `Refusal` if there is no such setting, if it can't be changed, or if the value
  ///   isn't one of its choices.
  func set(_ name: String?, to value: String?) throws {
    guard let name else { return settings.forEach(show) }
    let setting = try setting(name)
    if let value { try change(setting, to: value) } else { show(setting) }
  }

  private func show(_ setting: Setting) {
    speaker.say(line: "\(setting.name) = \(setting.value())")
  }

  /// Changes a setting and shows it.
  ///
  /// If the setting refuses the value, the line is refused and nothing changes.
  private func change(_ setting: Setting, to value: String) throws {
    guard let change = setting.change else {
      throw Refusal(
        "setting-is-fixed", "\"\(setting.name)\" can't be changed",
        "\(setting.name) は変えられません")
    }
    if case .choice(let choices) = setting.kind, !choices.contains(value) {
      throw Refusal.noSuchValue(value, of: setting.name, known: choices)
    }
    try change(value)
    changedSettings.insert(setting.name)
    program.didChangeSetting(setting.name, to: value)
    show(setting)
  }
}

/// Refusals of commands that the session has, but not now or not for everybody.
extension Refusal {
  /// Returns the refusal of a command that a restricted session doesn't have.
  public static func restricted(_ command: String) -> Refusal {
    Refusal(
      "restricted", "a restricted session has no \(command)",
      "制限されたセッションでは \(command) は使えません")
  }

  /// Returns the refusal of a command that would delay the test in progress, which is timed by a
  /// real clock.
  public static func timedTest(_ command: String) -> Refusal {
    Refusal(
      "timed-test",
      "no \(command) during a test: it would delay the test's clock (\"stop\" ends the test)",
      "テストの途中では \(command) は使えません。テストの時計が遅れてしまいます（stop でやめられます）")
  }

  /// Returns the refusal of a value that is none of a setting.
  public static func noSuchValue(
    _ value: String, of setting: String, known: [String]
  ) -> Refusal {
    Refusal(
      "no-such-setting-value",
      "\(setting) must be one of \(known.joined(separator: ", ")): \"\(value)\"",
      "\(setting) は \(known.joined(separator: "、")) のどれかです: \(named(value))")
  }
}
