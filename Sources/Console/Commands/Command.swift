package import Events

/// One command: everything that is known of it, in one place.
package final class Command: Sendable {
  package let name: StaticString
  /// What the help says: the summary, then a line for each note.
  private let words: String
  package let group: CommandGroup
  /// Whether a stranger may have it, who must reach no file and learn nothing of others.
  package let isSafe: Bool
  /// Whether the short help lists it: a command for everybody.
  package let isEssential: Bool
  /// All ways to call the command; errors name the first one if no other one fits.
  package let forms: [CommandForm]
  private let mainForm: CommandForm
  /// Whether a number can be an argument of the first form alone.
  private let isKnownByNumber: Bool
  /// Other names of the command: the help tells them, nothing proposes them.
  package let aliases: [StaticString]
  package let examples: [String]
  package let takesBareNumbers: Bool

  /// Makes a command out of its forms; the first one is the one that errors speak of.
  ///
  /// The first line of the words is the summary, each other one a note.
  package init(
    _ name: StaticString, _ words: String, in group: CommandGroup, isSafe: Bool = false,
    isEssential: Bool = false,
    _ mainForm: CommandForm, _ otherForms: CommandForm..., aliases: [StaticString] = [],
    examples: [String], takesBareNumbers: Bool = false
  ) {
    self.name = name
    self.words = words
    self.group = group
    self.isSafe = isSafe
    self.isEssential = isEssential
    self.mainForm = mainForm
    forms = [mainForm] + otherForms
    isKnownByNumber =
      mainForm.mayBeginWithNumber && !otherForms.contains { $0.mayBeginWithNumber }
    self.aliases = aliases
    self.examples = examples
    self.takesBareNumbers = takesBareNumbers
  }

  private init(_ other: Command, _ words: String? = nil, forms: [CommandForm]? = nil) {
    name = other.name
    self.forms = forms ?? other.forms
    aliases = other.aliases
    mainForm = self.forms[0]
    isKnownByNumber = other.isKnownByNumber
    examples = other.examples
    takesBareNumbers = other.takesBareNumbers
    group = other.group
    isSafe = other.isSafe
    isEssential = other.isEssential
    self.words = words ?? other.words
  }

  /// The command as strangers have it: what is not safe is refused.
  var restricted: Command {
    Command(self, forms: forms.map { isSafe && $0.isSafe ? $0 : $0.refused(as: name) })
  }

  var openForms: [CommandForm] { forms.filter { !$0.isRefused } }

  func explained(in words: any ConsoleWords) -> Command {
    words.help(on: name).map { Command(self, $0) } ?? self
  }

  package var summary: String { lines.first.map(String.init) ?? "" }

  /// What the help says beyond the summary, line by line.
  package var notes: [String] { lines.dropFirst().map(String.init) }

  private var lines: [Substring] { words.split(separator: "\n") }

  /// Checks the arguments and answers what the command asks for: by the first of the other forms
  /// that the arguments look like, or whose literal they begin with.
  func request(_ invocation: inout Invocation) throws(ArgumentFault) -> Request {
    if isKnownByNumber, invocation.beginsWithNumber {
      return try mainForm.request(&invocation, of: self)
    }
    let others = forms.dropFirst()
    let form =
      others.first { $0.fits(invocation) } ?? others.first { $0.begins(invocation) } ?? mainForm
    do throws(ArgumentFault) { return try form.request(&invocation, of: self) } catch {
      throw isKnownByNumber && !form.begins(invocation)
        ? error.explained(by: usages, whereFirstIn: invocation) : error
    }
  }
}

/// What a command asks for.
package enum Request: Sendable {
  case message(Message)
  /// Something that the console does itself.
  case console(@Sendable (Console) throws(ConsoleFault) -> Void)
  case operation(any Action)
}

/// One way to call a command: `start COUNT H V`, or `start IDENTIFIER`.
package final class CommandForm: Sendable {
  package let parameters: [Parameter]
  package let keys: [Parameter]
  /// Whether the parameters may come again and again, as a group.
  package let repeats: Bool
  /// What may stand behind the parameters, as often as wanted.
  package let tail: Parameter?
  /// The names of the keys that completion offers after a first argument; all where it is not
  /// listed.
  let keysByArgument: [String: Set<String>]
  /// Whether it is as safe as its command: it names no file, and is not for the owner alone.
  let isSafe: Bool
  let isRefused: Bool
  private let makeRequest: @Sendable (borrowing Invocation) throws(ArgumentFault) -> Request

  /// Makes a form; `request` is called with arguments that are checked.
  package init(
    _ parameters: [Parameter] = [], keys: [Parameter] = [], repeats: Bool = false,
    tail: Parameter? = nil, keysByArgument: [String: Set<String>] = [:], isSafe: Bool = true,
    isRefused: Bool = false,
    request: @escaping @Sendable (borrowing Invocation) throws(ArgumentFault) -> Request
  ) {
    self.parameters = parameters
    self.keys = keys
    self.repeats = repeats
    self.tail = tail
    self.keysByArgument = keysByArgument
    self.isRefused = isRefused
    self.isSafe = isSafe && !(parameters + keys).contains { $0.kind == .file }
    makeRequest = request
  }

  func refused(as name: StaticString) -> CommandForm {
    CommandForm(
      parameters, keys: keys, repeats: repeats, tail: tail, isRefused: true
    ) { _ throws(ArgumentFault) in throw .restricted("\(name)") }
  }

  /// Checks the arguments and answers what the command asks for.
  func request(_ invocation: inout Invocation, of command: Command) throws(ArgumentFault) -> Request
  {
    if !isRefused { try check(&invocation, of: command) }
    return try makeRequest(invocation)
  }
}

extension Command {
  /// How the command is called, in this form of it; a short usage does not list many keys.
  package func usage(of form: CommandForm, isShort: Bool = false) -> String {
    let words = parts(of: form, isShort: isShort)
    return (words.positional + words.keys).joined(separator: " ")
  }

  /// The usage with a gap before the keys, under which they continue on a narrow screen.
  private func helpUsage(of form: CommandForm) -> String {
    let words = parts(of: form, isShort: false)
    return words.positional.joined(separator: " ")
      + (words.keys.isEmpty ? "" : "  " + words.keys.joined(separator: " "))
  }

  /// The parts of a usage: the name with the arguments known by their positions, and the keys.
  private func parts(
    of form: CommandForm, isShort: Bool
  ) -> (positional: [String], keys: [String]) {
    var words = ["\(name)"]
    words += form.parameters.map(\.usage)
    if form.repeats {
      words.append("[\(form.parameters.map { "\($0.name)" }.joined(separator: " ")) ...]")
    }
    if let tail = form.tail { words.append("[\(tail.name) ...]") }
    let isShortened = isShort && form.keys.count > 2
    return (words, isShortened ? ["[KEY=VALUE ...]"] : form.keys.map(\.usage))
  }

  /// How the command is called where nobody knows which form was meant.
  var usages: [String] { forms.map { usage(of: $0, isShort: true) } }

  /// Everything that the help tells of the command, line by line.
  package func help(_ words: any ConsoleWords) -> [String] {
    // The shortest way to call it comes first.
    let bare = forms.filter { $0.parameters.isEmpty && $0.keys.isEmpty }
    let others = forms.filter { !$0.parameters.isEmpty || !$0.keys.isEmpty }
    var lines = (bare + others).map { helpUsage(of: $0) } + ["  " + summary]
    lines += notes.map { "  " + $0 }
    if !aliases.isEmpty { lines.append("  " + words.words(for: .aliases(aliases.map { "\($0)" }))) }
    if !examples.isEmpty { lines.append(words.words(for: .examples)) }
    lines += examples.map { "  " + $0 }
    return lines
  }
}

/// What the help lists together; the names can be asked for.
package enum CommandGroup: String, CaseIterable, Sendable {
  case play, tests, results, store, shell, more
}

/// Something besides the commands that the help explains.
package struct HelpTopic: Sendable {
  package let name: String
  package let summary: String
  package let lines: [String]

  /// Makes a topic; one that has the name of a group is told behind its commands.
  package init(_ name: String, _ summary: String, lines: [String]) {
    self.name = name
    self.summary = summary
    self.lines = lines
  }
}

extension CommandTable {
  package var openCommands: [Command] { commands.filter { !$0.openForms.isEmpty } }

  /// The essential commands by groups, each with its summary; all names if none is essential.
  package func help(_ words: any ConsoleWords) -> [String] {
    let commands = openCommands.filter(\.isEssential)
    guard !commands.isEmpty else { return completeHelp(words) }
    let width = commands.map { $0.name.utf8CodeUnitCount }.max() ?? 0
    let lines = CommandGroup.allCases.flatMap { group -> [String] in
      let members = commands.filter { $0.group == group }
      let rows = members.map { "  " + padded("\($0.name)", to: width + 2) + $0.summary }
      return rows.isEmpty ? [] : [group.rawValue] + rows
    }
    return lines + [words.words(for: .helpOfHelp)]
  }

  /// The names of all commands, by groups.
  private func completeHelp(_ words: any ConsoleWords) -> [String] {
    let width = CommandGroup.allCases.map(\.rawValue.utf8.count).max() ?? 0
    let lines = CommandGroup.allCases.compactMap { group -> String? in
      let names = openCommands.filter { $0.group == group }.map { "\($0.name)" }
      guard !names.isEmpty else { return nil }
      return padded(group.rawValue, to: width + 2) + names.joined(separator: ", ")
    }
    return lines + [words.words(for: .helpOfHelp)]
  }

  /// The word with which the help lists all commands.
  static var allCommands: String { "all" }

  /// What the help tells of a command, a group, or a topic; nil where none has that name.
  package func help(on name: String, _ words: any ConsoleWords) -> [String]? {
    let own = command(named: name)?.help(words)
    let topic = topics.first { $0.name == name }?.lines
    if name == Self.allCommands, own == nil { return completeHelp(words) }
    guard let group = CommandGroup(rawValue: name) else { return own ?? topic }
    let commands = openCommands.filter { $0.group == group }
    let width = commands.map { $0.name.utf8CodeUnitCount }.max() ?? 0
    let lines = commands.map { padded("\($0.name)", to: width + 2) + $0.summary }
    return (own ?? []) + lines + (topic ?? [])
  }
}

private func padded(_ word: String, to width: Int) -> String {
  word + String(repeating: " ", count: width - word.utf8.count)
}
