/// A command: its name, its forms, and everything that help, usage, completion and errors say about
/// it.
///
/// A command is one value. Each of its forms checks the arguments of a line and has a closure that
/// gets the program and the checked line:
///
///     let command = Command<Application>(
///       "sum", Text("add two numbers", "二つの数を足します"), in: .shell, isSafe: true,
///       CommandForm([Parameter("A", .number(1...9)), Parameter("B", .number(1...9))]) {
///         program, line in try program.sum.view.enter(line.number(0), line.number(1))
///       },
///       examples: ["sum 1 2"])
///
/// Commands are immutable, and one table of them serves every session of a process.
public final class Command<Program: CommandReceiver>: Sendable {
  /// The name of the command in lower case, such as `press`.
  public let name: String
  /// The help of the command: a summary line, then one line for each note.
  private let explanation: Text
  /// The section of the help that lists the command.
  public let group: CommandGroup

  /// `true` if a restricted session has the command.
  ///
  /// A safe command reaches no file and reveals nothing about other sessions. A form of it can
  /// still be unsafe: see `CommandForm.isSafe`.
  public let isSafe: Bool

  /// `true` if `help` without arguments lists the command; `help all` lists every command.
  public let isEssential: Bool

  /// All ways to call the command; errors show the usage of the first one if no other one matches.
  public let forms: [CommandForm<Program>]
  /// The first form, whose usage and errors apply if no other form matches the arguments.
  private var mainForm: CommandForm<Program> { forms[0] }

  /// The name of the program's object that performs the command; `nil` if it is always possible.
  ///
  /// `CommandReceiver.perform` refuses the command while the object gets no events.
  public let object: String?

  /// Other names of the command; the help lists them, completion and suggestions don't.
  public let aliases: [String]
  /// Complete lines that call the command, as the help and the manual show them; the bare name
  /// unless others are given.
  public var examples: [String] { givenExamples ?? [name] }
  private let givenExamples: [String]?

  /// `true` if a line of numbers without a name calls this command, as `2 3` stands for `press 2
  /// 3`.
  ///
  /// At most one command of a table sets it.
  public let acceptsBareNumbers: Bool

  /// `true` if the command may ask the user first, unless `--yes` is the last word of its line.
  public let asks: Bool
  /// `true` if the only argument is the rest of the line, byte for byte.
  let takesLine: Bool

  /// Creates a command from its forms; errors show the usage of the first one.
  ///
  /// The first line of the explanation is the summary, each other line a note.
  public init(
    _ name: String, _ explanation: Text, in group: CommandGroup, of object: String? = nil,
    isSafe: Bool = false, isEssential: Bool = false,
    _ mainForm: CommandForm<Program>, _ otherForms: CommandForm<Program>...,
    aliases: [String] = [], examples: [String]? = nil, acceptsBareNumbers: Bool = false,
    asks: Bool = false, takesLine: Bool = false
  ) {
    self.name = name
    self.explanation = explanation
    self.group = group
    self.object = object
    self.isSafe = isSafe
    self.isEssential = isEssential
    forms = [mainForm] + otherForms
    self.aliases = aliases
    givenExamples = examples
    self.acceptsBareNumbers = acceptsBareNumbers
    self.asks = asks
    self.takesLine = takesLine
  }

  /// The forms that a restricted session has; empty if it has no form of the command.
  var safeForms: [CommandForm<Program>] { isSafe ? forms.filter(\.isSafe) : [] }

  /// Returns the first line of the help.
  public func summary(in language: Language) -> String {
    lines(in: language).first.map(String.init) ?? ""
  }

  /// Returns the lines of the help after the summary.
  public func notes(in language: Language) -> [String] {
    lines(in: language).dropFirst().map(String.init)
  }

  private func lines(in language: Language) -> [Substring] {
    explanation.in(language).split(separator: "\n")
  }

  /// Checks the arguments of a line against the forms and returns the matching form.
  ///
  /// The form is chosen in this order: the first other form whose shape fits the arguments, the
  /// first one whose literal they begin with, the first one with a number if the main form has no
  /// arguments, the main form. Errors are those of the chosen form.
  ///
  /// - Throws: `restricted` if the session may not use the chosen form, otherwise the error of that
  ///   form. If the first argument, which selects a form, is missing, the error lists the usages of
  ///   all forms.
  public func form(
    for invocation: inout Invocation, isRestricted: Bool = false
  ) throws(Refusal) -> CommandForm<Program> {
    let meant = forms.count == 1 ? mainForm : meantForm(of: invocation)
    let form = meant ?? formWithNumber(invocation) ?? mainForm
    if isRestricted, !isSafe || !form.isSafe { throw .restricted(name) }
    do { try form.check(&invocation, of: self) } catch {
      guard forms.count > 1 else { throw error }
      let isGuess = meant == nil && form !== mainForm
      let isUnclear = (isGuess || wantsNumber(invocation)) && !form.begins(invocation)
      throw isUnclear && isAboutForm(error, invocation) ? error.explained(by: usages) : error
    }
    return form
  }

  /// Returns whether a refusal may mean that the line is of another form: its first argument is no
  /// number, or it has a key of another one.
  private func isAboutForm(_ refusal: Refusal, _ invocation: Invocation) -> Bool {
    switch refusal.name {
    case "unknown-key": true
    case "not-a-number": refusal.column == invocation.column(ofWord: invocation.leadingWords)
    default: false
    }
  }

  /// Returns the first form after the main one whose shape fits the arguments, or else whose
  /// literal they begin with; `nil` if there is none.
  private func meantForm(of invocation: Invocation) -> CommandForm<Program>? {
    for form in forms where form !== mainForm && form.matches(invocation) { return form }
    for form in forms where form !== mainForm && form.begins(invocation) { return form }
    return nil
  }

  /// Returns whether only the main form can begin with a number, but the line has none.
  private func wantsNumber(_ invocation: Invocation) -> Bool {
    mainForm.mayBeginWithNumber && !forms.dropFirst().contains { $0.mayBeginWithNumber }
      && !invocation.beginsWithNumber
  }

  /// Returns the form whose number the first argument should be, as in `age abc`; `nil` without
  /// arguments, or if the main form has some.
  private func formWithNumber(_ invocation: Invocation) -> CommandForm<Program>? {
    guard invocation.argumentCount > 0, mainForm.parameters.isEmpty, mainForm.keys.isEmpty else {
      return nil
    }
    return forms.first { form in
      if case .number? = form.parameters.first?.kind { true } else { false }
    }
  }
}

/// One way to call a command: `start COUNT H V`, or `start IDENTIFIER`.
///
/// A form is its parameters and a closure that performs the command. The closure may rely on the
/// check: `line.number(0)` is a number within the parameter's range, a choice is one of its words,
/// a required argument is there. It may throw any error, which the program turns into a sentence.
///
///     let form = CommandForm<Application>(
///       [Parameter("H", .number(1...9)), Parameter("V", .number(1...9))], repeats: true
///     ) { program, line in try program.press(line.number(0), line.number(1)) }
///     form.parameters.map(\.usage)  // ["H", "V"]
public final class CommandForm<Program: CommandReceiver>: Sendable {
  /// The part of a form that performs the command.
  enum Effect: Sendable {
    /// A closure that acts on the program.
    case program(@Sendable (Program, Invocation) throws -> Void)
    /// A closure that acts on the console, such as the one of `help` or `set`.
    case console(@Sendable (Console<Program>, Invocation) throws -> Void)
    /// A closure that returns an operation, which runs in the foreground or, after `&`, as a
    /// background job.
    case operation(@Sendable (Program, Invocation) throws -> QueuedOperation)
  }

  /// The positional arguments, such as `H` and `V` of `press H V`.
  public let parameters: [Parameter]
  /// The arguments of the shape `KEY=VALUE`, which may stand anywhere after the command's name.
  public let keys: [Parameter]
  /// `true` if the parameters repeat as a group, as the pairs of `press 2 3 1 1`.
  public let repeats: Bool

  /// The parameter of any number of further arguments after `parameters`; `nil` if there can be
  /// none.
  public let tail: Parameter?

  /// Returns the names of the keys that completion offers after a first argument such as `ladder`;
  /// `nil` to offer all keys.
  let keysWithArgument: @Sendable (String) -> [String]?

  /// `true` if a restricted session of a safe command has this form.
  ///
  /// A form with a `file` parameter is never safe, whatever was passed to `init`.
  let isSafe: Bool

  /// `true` if the console does not call `CommandReceiver.awaitTurn` before the form.
  let isImmediate: Bool

  /// `true` if the changes of the form may be committed together with those of other lines.
  let sharesCommit: Bool

  let effect: Effect

  /// `true` if a line of the form may end in `&`, to run its operation as a background job.
  var mayBeJob: Bool { if case .operation = effect { true } else { false } }

  private init(
    _ parameters: [Parameter], keys: [Parameter], repeats: Bool = false, tail: Parameter?,
    keysWithArgument: @escaping @Sendable (String) -> [String]?, isSafe: Bool,
    isImmediate: Bool = false, sharesCommit: Bool = false, _ effect: Effect
  ) {
    self.parameters = parameters
    self.keys = keys
    self.repeats = repeats
    self.tail = tail
    self.keysWithArgument = keysWithArgument
    self.isSafe = isSafe && !(parameters + keys).contains { $0.kind == .file }
    self.isImmediate = isImmediate
    self.sharesCommit = sharesCommit
    self.effect = effect
  }

  /// Creates a form that acts on the program; `perform` is only called with checked arguments.
  public convenience init(
    _ parameters: [Parameter] = [], keys: [Parameter] = [], repeats: Bool = false,
    tail: Parameter? = nil,
    keysWithArgument: @escaping @Sendable (String) -> [String]? = { _ in nil },
    isSafe: Bool = true, isImmediate: Bool = false, sharesCommit: Bool = false,
    perform: @escaping @Sendable (Program, Invocation) throws -> Void
  ) {
    self.init(
      parameters, keys: keys, repeats: repeats, tail: tail, keysWithArgument: keysWithArgument,
      isSafe: isSafe, isImmediate: isImmediate, sharesCommit: sharesCommit, .program(perform))
  }

  /// Returns a form that acts on the console.
  public static func console(
    _ parameters: [Parameter] = [],
    perform: @escaping @Sendable (Console<Program>, Invocation) throws -> Void
  ) -> CommandForm {
    CommandForm(
      parameters, keys: [], tail: nil, keysWithArgument: { _ in nil }, isSafe: true,
      .console(perform))
  }

  /// Returns a form whose operation runs in the foreground or as a background job.
  public static func operation(
    _ parameters: [Parameter] = [], keys: [Parameter] = [], tail: Parameter? = nil,
    isSafe: Bool = true,
    make: @escaping @Sendable (Program, Invocation) throws -> QueuedOperation
  ) -> CommandForm {
    CommandForm(
      parameters, keys: keys, tail: tail, keysWithArgument: { _ in nil }, isSafe: isSafe,
      .operation(make))
  }

  /// Performs the form on a program without a console; its arguments must have been checked.
  ///
  /// Does nothing for a form of the console, or one with an operation.
  public func perform(_ program: Program, _ line: Invocation) throws {
    if case .program(let perform) = effect { try perform(program, line) }
  }
}

extension Command {
  /// Returns the usage of a form: `start COUNT H V [seed=TEXT]`.
  ///
  /// The short usage, which error messages show, abbreviates more than two keys to `[KEY=VALUE
  /// ...]`.
  public func usage(of form: CommandForm<Program>, isShort: Bool = false) -> String {
    let words = parts(of: form, isShort: isShort)
    return (words.positional + words.keys).joined(separator: " ")
  }

  /// Returns the usage as the help shows it, wrapped to the screen's width with the keys indented.
  private func helpUsage(of form: CommandForm<Program>) -> String {
    let words = parts(of: form, isShort: false)
    return words.positional.joined(separator: " ")
      + (words.keys.isEmpty ? "" : "  " + words.keys.joined(separator: " "))
  }

  /// Returns the two halves of a usage: the name with its positional arguments, and the `KEY=VALUE`
  /// arguments.
  private func parts(
    of form: CommandForm<Program>, isShort: Bool
  ) -> (positional: [String], keys: [String]) {
    var words = [name]
    words += form.parameters.map(\.usage)
    if form.repeats {
      words.append("[\(form.parameters.map(\.name).joined(separator: " ")) ...]")
    }
    if let tail = form.tail { words.append("[\(tail.name) ...]") }
    let isShortened = isShort && form.keys.count > 2
    return (words, isShortened ? ["[KEY=VALUE ...]"] : form.keys.map(\.usage))
  }

  /// The short usages of all forms, for an error whose arguments match none of them.
  package var usages: [String] { forms.map { usage(of: $0, isShort: true) } }

  /// Returns the lines of `help NAME`: the usages, the summary, the notes, the aliases and the
  /// examples.
  public func help(in language: Language) -> [String] {
    // The shortest way to call it comes first.
    let bare = forms.filter { $0.parameters.isEmpty && $0.keys.isEmpty }
    let others = forms.filter { !$0.parameters.isEmpty || !$0.keys.isEmpty }
    var lines = (bare + others).map { helpUsage(of: $0) } + ["  " + summary(in: language)]
    lines += notes(in: language).map { "  " + $0 }
    if !aliases.isEmpty {
      lines.append(
        language.pick(
          "  also: " + aliases.joined(separator: ", "), "  別の名前: " + aliases.joined(separator: "、"))
      )
    }
    if !examples.isEmpty { lines.append(language.pick("examples:", "例:")) }
    lines += examples.map { "  " + $0 }
    return lines
  }
}
