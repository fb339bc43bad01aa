package import Events

/// A command: its name, its forms, and everything that help, usage, completion and errors say about
/// it.
///
/// A command decides nothing by itself. It checks the arguments of a line by one of its forms and
/// returns a `Request`, which the console performs:
///
///     let command = Command(
///       "sum", "add two numbers", in: .more, isSafe: true,
///       CommandForm([Parameter("A", .number(1...9)), Parameter("B", .number(1...9))]) { values in
///         .message(.action(SumAction.add(values.number(0), values.number(1))))
///       },
///       examples: ["sum 1 2"])
///
/// Commands are immutable, and one table of them serves every session of a process.
package final class Command: Sendable {
  /// The name of the command in lower case, such as `press`.
  package let name: StaticString
  /// Returns the help text of the command: a summary line, then one line for each note.
  ///
  /// A function, because most sessions show the help of no command.
  private let words: @Sendable () -> String
  /// The section of the help that lists the command.
  package let group: CommandGroup

  /// `true` if a restricted session has the command.
  ///
  /// A safe command reaches no file and reveals nothing about other sessions. A form of it can
  /// still be unsafe: see `CommandForm.isSafe`.
  package let isSafe: Bool

  /// `true` if `help` without arguments lists the command; `help all` lists every command.
  package let isEssential: Bool

  /// All ways to call the command; errors show the usage of the first one if no other one matches.
  package let forms: [CommandForm]
  /// The first form, whose usage and errors apply if no other form matches the arguments.
  private let mainForm: CommandForm

  /// `true` if no other form can begin with a number, so `press 2 3` goes to the first form
  /// directly.
  ///
  /// Lines such as `press 2 3` are the most frequent ones; for them the search among the forms is
  /// skipped.
  private let isKnownByNumber: Bool

  /// Other names of the command; the help lists them, completion and suggestions don't.
  package let aliases: [StaticString]
  /// Complete lines that call the command, as the help and the manual show them; the bare name
  /// unless others are given.
  package var examples: [String] { givenExamples ?? ["\(name)"] }
  private let givenExamples: [String]?

  /// `true` if a line of numbers without a name calls this command, as `2 3` stands for `press 2
  /// 3`.
  ///
  /// At most one command of a table sets it.
  package let acceptsBareNumbers: Bool

  /// Creates a command from its forms; errors show the usage of the first one.
  ///
  /// The first line of `words` is the summary, each other line a note.
  package init(
    _ name: StaticString, _ words: @autoclosure @escaping @Sendable () -> String,
    in group: CommandGroup, isSafe: Bool = false, isEssential: Bool = false,
    _ mainForm: CommandForm, _ otherForms: CommandForm..., aliases: [StaticString] = [],
    examples: [String]? = nil, acceptsBareNumbers: Bool = false
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
    givenExamples = examples
    self.acceptsBareNumbers = acceptsBareNumbers
  }

  /// Copies a command with a translated help text, or with replaced forms that have the same
  /// parameters.
  private init(
    _ other: Command, _ words: (@Sendable () -> String)? = nil, forms: [CommandForm]? = nil
  ) {
    name = other.name
    self.forms = forms ?? other.forms
    aliases = other.aliases
    mainForm = self.forms[0]
    isKnownByNumber = other.isKnownByNumber
    givenExamples = other.givenExamples
    acceptsBareNumbers = other.acceptsBareNumbers
    group = other.group
    isSafe = other.isSafe
    isEssential = other.isEssential
    self.words = words ?? other.words
  }

  /// A copy of the command for a restricted session, whose unsafe forms always throw `restricted`.
  ///
  /// The forms stay in the list, so that a refusal says that the session is restricted and not that
  /// the command is unknown.
  var restricted: Command {
    Command(self, forms: forms.map { isSafe && $0.isSafe ? $0 : $0.refused(as: name) })
  }

  /// The forms that the session may use; empty if the whole command is forbidden in a restricted
  /// session.
  var openForms: [CommandForm] { forms.filter { !$0.isRefused } }

  /// Returns a copy of the command with its help translated; the command itself if there is no
  /// translation.
  func explained(in words: any ConsoleWords) -> Command {
    Command(self) { [name, own = self.words] in words.help(on: name) ?? own() }
  }

  /// The first line of the help.
  package var summary: String { lines.first.map(String.init) ?? "" }

  /// The lines of the help after the summary.
  package var notes: [String] { lines.dropFirst().map(String.init) }

  private var lines: [Substring] { words().split(separator: "\n") }

  /// Checks the arguments of a line against the forms and returns the request of the matching form.
  ///
  /// The form is chosen in this order: the first other form whose shape fits the arguments, the
  /// first one whose literal they begin with, the first one with a number if the main form has no
  /// arguments, the main form. Errors are those of the chosen form.
  ///
  /// - Throws: The error of the chosen form. If the first argument, which selects a form, is
  ///   missing, the error lists the usages of all forms.
  func request(_ invocation: Invocation) throws(ConsoleError) -> Request {
    if isKnownByNumber, invocation.beginsWithNumber {
      return try mainForm.request(invocation, of: self)
    }
    return try requestByShape(invocation)
  }

  /// Chooses the form by the shape of the arguments, and returns its request.
  private func requestByShape(_ invocation: Invocation) throws(ConsoleError) -> Request {
    let others = forms.dropFirst()
    let meant =
      others.first { $0.matches(invocation) } ?? others.first { $0.begins(invocation) }
    let guess = meant == nil ? formWithNumber(invocation) : nil
    let form = meant ?? guess ?? mainForm
    do throws(ConsoleError) { return try form.request(invocation, of: self) } catch {
      throw (isKnownByNumber || guess != nil) && !form.begins(invocation)
        ? error.explained(by: usages, atFirstArgumentOf: invocation) : error
    }
  }

  /// Returns the form whose number the first argument should be, as in `age abc`; `nil` without
  /// arguments, or if the main form has some.
  private func formWithNumber(_ invocation: Invocation) -> CommandForm? {
    guard invocation.argumentCount > 0, mainForm.parameters.isEmpty, mainForm.keys.isEmpty else {
      return nil
    }
    return forms.first { form in
      if case .number? = form.parameters.first?.kind { true } else { false }
    }
  }
}

/// The result of parsing a line: the part of the program that performs it, and its arguments.
///
/// A message goes to the program behind the console, a console request runs at once, and an
/// operation runs on the queue, in the foreground or as a job.
///
///     let hello = Request.console { console throws(ConsoleError) in
///       console.output.write("hello\n")
///     }
///     let touch = Request.message(.touch(h: 2, v: 3))
package enum Request: Sendable {
  /// A message for the event tree of the program.
  case message(Message)
  /// A closure that the console runs at once, such as the one of `help` or `set`.
  case console(@Sendable (Console) throws(ConsoleError) -> Void)
  /// An action that runs as an operation, in the foreground or, after `&`, as a background job.
  ///
  /// The case is indirect, so that the others stay small.
  indirect case operation(any Action)
}

/// One way to call a command: `start COUNT H V`, or `start IDENTIFIER`.
///
/// A form is its parameters and a function that turns checked arguments into a request. The
/// function may rely on the check: `invocation.number(0)` is a number within the parameter's range,
/// a choice is one of its words, a required argument is there.
///
///     let form = CommandForm(
///       [Parameter("H", .number(1...9)), Parameter("V", .number(1...9))], repeats: true
///     ) { invocation in .message(.touch(h: invocation.number(0), v: invocation.number(1))) }
///     let command = Command("press", "press cells", in: .play, form, examples: ["press 2 3"])
///     command.forms[0].parameters.map(\.usage)  // ["H", "V"]
package final class CommandForm: Sendable {
  /// The positional arguments, such as `H` and `V` of `press H V`.
  package let parameters: [Parameter]
  /// The arguments of the shape `KEY=VALUE`, which may stand anywhere after the command's name.
  package let keys: [Parameter]
  /// `true` if the parameters repeat as a group, as the pairs of `press 2 3 1 1`.
  package let repeats: Bool

  /// The parameter of any number of further arguments after `parameters`; `nil` if there can be
  /// none.
  package let tail: Parameter?

  /// Returns the names of the keys that completion offers after a first argument such as `ladder`;
  /// `nil` to offer all keys.
  let keysWithArgument: @Sendable (String) -> [String]?

  /// `true` if a restricted session of a safe command has this form.
  ///
  /// A form with a `file` parameter is never safe, whatever was passed to `init`.
  let isSafe: Bool

  /// `true` if the form throws `ConsoleError.restricted` for every line, without checking its
  /// arguments.
  let isRefused: Bool
  /// Creates the request from arguments that have passed the check.
  private let makeRequest: @Sendable (Invocation) throws(ConsoleError) -> Request

  /// Creates a form; `request` is only called with checked arguments.
  package init(
    _ parameters: [Parameter] = [], keys: [Parameter] = [], repeats: Bool = false,
    tail: Parameter? = nil,
    keysWithArgument: @escaping @Sendable (String) -> [String]? = { _ in nil },
    isSafe: Bool = true, isRefused: Bool = false,
    request: @escaping @Sendable (Invocation) throws(ConsoleError) -> Request
  ) {
    self.parameters = parameters
    self.keys = keys
    self.repeats = repeats
    self.tail = tail
    self.keysWithArgument = keysWithArgument
    self.isRefused = isRefused
    self.isSafe = isSafe && !(parameters + keys).contains { $0.kind == .file }
    makeRequest = request
  }

  /// Returns a form with the same usage, which always throws `ConsoleError.restricted`.
  func refused(as name: StaticString) -> CommandForm {
    CommandForm(
      parameters, keys: keys, repeats: repeats, tail: tail, isRefused: true
    ) { _ throws(ConsoleError) in throw .restricted("\(name)") }
  }

  /// Checks the arguments and returns the request.
  ///
  /// - Throws: The first error of the check, or what the form's own function throws: a value that
  ///   only the command can judge.
  func request(
    _ invocation: Invocation, of command: Command
  ) throws(ConsoleError) -> Request {
    if !isRefused { try check(invocation, of: command) }
    return try makeRequest(invocation)
  }
}

extension Command {
  /// Returns the usage of a form: `start COUNT H V [seed=TEXT]`.
  ///
  /// The short usage, which error messages show, abbreviates more than two keys to `[KEY=VALUE
  /// ...]`.
  package func usage(of form: CommandForm, isShort: Bool = false) -> String {
    let words = parts(of: form, isShort: isShort)
    return (words.positional + words.keys).joined(separator: " ")
  }

  /// Returns the usage as the help shows it, wrapped to the screen's width with the keys indented.
  private func helpUsage(of form: CommandForm) -> String {
    let words = parts(of: form, isShort: false)
    return words.positional.joined(separator: " ")
      + (words.keys.isEmpty ? "" : "  " + words.keys.joined(separator: " "))
  }

  /// Returns the two halves of a usage: the name with its positional arguments, and the `KEY=VALUE`
  /// arguments.
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

  /// The short usages of all forms, for an error whose arguments match none of them.
  var usages: [String] { forms.map { usage(of: $0, isShort: true) } }

  /// Returns the lines of `help NAME`: the usages, the summary, the notes, the aliases and the
  /// examples.
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
