/// The commands of a program, found by their names.
///
///     let table = CommandTable([sum, press] + Command.consoleCommands)
///     let command = try table.command(for: &invocation)
///     let form = try command.form(for: &invocation)
///
/// The table checks names only; a command checks its arguments. The error for an unknown name
/// suggests the most similar one, if it differs by a few typing errors only.
public final class CommandTable<Program: CommandReceiver>: Sendable {
  /// The commands in the order in which the help lists them.
  public let commands: [Command<Program>]
  /// The sections of the help, in the order in which it lists them.
  public let groups: [CommandGroup]
  /// The index of each command in `commands`, by name and alias.
  private let indexes: [String: Int]
  /// Returns the pages of the help that aren't about a command, which are made on demand, because
  /// composing their texts takes time.
  public let topics: @Sendable (Language) -> [HelpTopic]
  /// The command that a line such as `2 3` calls, which names no command; `nil` if there is none.
  private let bareNumbers: Command<Program>?
  /// The name of the command whose only argument is the rest of its line; `nil` if there is none.
  public let nameTakingLine: String?
  /// `true` if a line may consist of numbers alone, as in `2 3` for `press 2 3`.
  ///
  /// In machine mode a leading number is a request identifier.
  private let acceptsBareNumbers: Bool
  /// `true` if every form that isn't marked safe is refused.
  let isRestricted: Bool

  /// Creates a table of commands whose names are distinct and begin with a lower-case letter.
  ///
  /// The help lists the `groups` of the commands. If `acceptsBareNumbers` is false, a line of bare
  /// numbers is refused, and the refusal names the command to put before them. A restricted table
  /// refuses every command that isn't marked safe.
  public init(
    _ commands: [Command<Program>], in groups: [CommandGroup] = [.shell],
    topics: @escaping @Sendable (Language) -> [HelpTopic] = { _ in [] },
    acceptsBareNumbers: Bool = true, isRestricted: Bool = false
  ) {
    self.commands = commands
    self.isRestricted = isRestricted
    self.groups = groups
    self.topics = topics
    var indexes: [String: Int] = [:]
    for (index, command) in commands.enumerated() {
      for name in [command.name] + command.aliases { indexes[name] = index }
    }
    self.indexes = indexes
    self.acceptsBareNumbers = acceptsBareNumbers
    bareNumbers = commands.first { $0.acceptsBareNumbers }
    nameTakingLine = commands.first { $0.takesLine }?.name
  }

  /// Finds the command that a line names.
  ///
  /// - Throws: `Refusal` with the nearest name, or if numbers need the name of their command here.
  public func command(
    for invocation: inout Invocation
  ) throws(Refusal) -> Command<Program> {
    let name = invocation.text(ofWord: 0)
    if let index = indexes[name.lowercased()] { return commands[index] }
    guard let bareNumbers, invocation.words[0].text.isDecimal else {
      throw .unknownCommand(
        name, column: invocation.column(ofWord: 0),
        nearest: line(withArgument: name) ?? nearest(to: name))
    }
    guard acceptsBareNumbers else {
      let column = invocation.column(ofWord: 0)
      let command = bareNumbers.name
      throw Refusal(
        "bare-numbers",
        "bare numbers are no command here, put \"\(command)\" before them, at column \(column)",
        "ここでは数字だけの行は使えません。前に \(command) と書いてください（\(column)文字目）",
        namedColumn: column)
    }
    invocation.leadingWords = 0
    return bareNumbers
  }

  /// Returns the command with this name or alias, ignoring case; `nil` if there is none.
  public func command(named name: String) -> Command<Program>? {
    guard let index = indexes[name.lowercased()] else { return nil }
    return commands[index]
  }

  /// Returns the line of an essential command with this argument: `start zoo` for `zoo`; `nil` if
  /// none has it among its choices.
  private func line(withArgument word: String) -> String? {
    let command = openCommands.first { command in
      command.isEssential
        && openForms(of: command).contains { form in
          guard case .choice(let choices)? = form.parameters.first?.kind else { return false }
          return form.parameters.count == 1 && choices.contains(word.lowercased())
        }
    }
    return command.map { "\($0.name) \(word.lowercased())" }
  }

  /// Returns the command name with the smallest edit distance; `nil` if more than a third of
  /// the letters differ.
  ///
  /// Case is ignored.
  public func nearest(to word: String, orAmong others: [String] = []) -> String? {
    let word = word.utf8.prefix(Self.longestMistake).map { byte in
      byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
    var nearest: String?
    var shortest = word.count / 3 + 1
    for name in openCommands.map(\.name) + others {
      let count = editDistance(Array(name.utf8), word)
      if count < shortest { (nearest, shortest) = (name, count) }
    }
    return nearest
  }

  /// The maximum number of letters compared by `nearest`, whose effort grows with the square.
  private static var longestMistake: Int { 40 }
}

extension Refusal {
  /// Returns the refusal of an unknown command; `nearest` is the most similar name, if any.
  fileprivate static func unknownCommand(
    _ word: String, column: Int, nearest: String?
  ) -> Refusal {
    var refusal = Refusal("unknown-command", quoting: word, column: column) { word, place in
      Text("unknown command \"\(word)\"", "\(named(word)) というコマンドはありません") + place
        + hint(nearest)
    }
    refusal.isOfNoCommand = nearest == nil
    return refusal
  }

  /// Returns the end of a sentence: the most similar name, or how to find one.
  static func hint(_ nearest: String?) -> Text {
    nearest.map { Text(", did you mean \"\($0)\"?", "（\($0) のことですか?）") }
      ?? Text(" (\"help\" lists the commands)", "（help でコマンドを表示します）")
  }
}

extension [String] {
  /// Returns the word that begins with another one, or the one with the most similar spelling.
  public func nearest(to word: String) -> String? {
    guard !contains(word) else { return nil }
    let word = word.lowercased()
    if !word.isEmpty, let longer = first(where: { $0.hasPrefix(word) }) { return longer }
    return map { choice in (choice, editDistance([UInt8](choice.utf8), [UInt8](word.utf8))) }
      .filter { $0.1 <= $0.0.utf8.count / 3 }
      .min { $0.1 < $1.1 }?.0
  }
}

/// Returns the edit distance of two words, with swapped neighbours counted as one edit.
///
/// This is the optimal string alignment distance.
func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  let width = right.count + 1
  // Three rows that take turns: the one that is filled, the one before it, and the one before that.
  var cells = [Int](repeating: 0, count: 3 * width)
  for column in 0..<width { cells[column] = column }
  for row in 0..<left.count {
    let beforeLast = (row + 2) % 3 * width
    let last = row % 3 * width
    let current = (row + 1) % 3 * width
    cells[current] = row + 1
    for column in 0..<right.count {
      let replaced = cells[last + column] + (left[row] == right[column] ? 0 : 1)
      var best = min(replaced, cells[last + column + 1] + 1, cells[current + column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        best = min(best, cells[beforeLast + column - 1] + 1)
      }
      cells[current + column + 1] = best
    }
  }
  return cells[left.count % 3 * width + right.count]
}
