import ChimpSystem
import Glibc

/// The candidates of tab completion for a partly typed line.
///
///     table.completion(of: "star", context).candidates.first?.text  // start
public struct Completion: Equatable, Sendable {
  /// One possible completion.
  ///
  ///     let folder = Completion.Candidate(text: "data/", isWhole: false)
  ///     let command = Completion.Candidate(text: "start", summary: "begin a round or a test")
  public struct Candidate: Equatable, Sendable {
    /// The text that replaces the end of the line if the candidate is chosen.
    public let text: String
    /// The explanation shown beside the candidate; may be empty.
    public let summary: String
    /// `true` to insert a blank after the candidate; `false` for a folder or `KEY=`, which the user
    /// continues.
    public let isWhole: Bool

    /// Creates a candidate; by default it is a whole word without an explanation.
    public init(text: String, summary: String = "", isWhole: Bool = true) {
      self.text = text
      self.summary = summary
      self.isWhole = isWhole
    }
  }

  /// The number of bytes at the end of the line that a candidate replaces.
  public let replacedLength: Int
  /// The candidates, in the order in which they are listed.
  public let candidates: [Candidate]

  /// The longest beginning that all candidates share; empty if there are none.
  public var commonPrefix: String {
    guard var prefix = candidates.first?.text[...] else { return "" }
    for candidate in candidates {
      while !candidate.text.hasPrefix(prefix) { prefix = prefix.dropLast() }
    }
    return String(prefix)
  }
}

/// The facts that tab completion needs besides the table of commands.
///
///     let context = CompletionContext(settings: console.settings)
///     context.fileNames("/etc/host")  // "/etc/hosts" is among them
public struct CompletionContext {
  /// The language of the explanations.
  let language: Language
  /// The names of all settings with their explanations.
  let settingNames: [(name: String, summary: Text)]
  /// Returns the paths that begin with a text; folders end in `/`.
  let fileNames: (_ beginning: String) -> [String]

  /// Returns what a text may be, by the name of its parameter, such as `OBJECT`.
  let candidates: (_ parameter: String) -> [Completion.Candidate]

  /// Creates a context with the settings of a console, and by default the files on the disk.
  public init(
    settings: [Setting], in language: Language = .english,
    fileNames: @escaping (_ beginning: String) -> [String] = filesOnDisk,
    candidates: @escaping (_ parameter: String) -> [Completion.Candidate] = { _ in [] }
  ) {
    self.language = language
    settingNames = settings.map { ($0.name, $0.summary) }
    self.candidates = candidates
    self.fileNames = fileNames
  }

  /// Returns the sorted paths that begin with this text; hidden files only if it asks for a dot.
  public static func filesOnDisk(beginningWith path: String) -> [String] {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let beginning = path.dropFirst(folder.count)
    let found = names(in: opendir(folder.isEmpty ? "." : folder)).filter { name in
      name.hasPrefix(beginning) && (!name.hasPrefix(".") || beginning.hasPrefix("."))
    }
    return found.map { folder + $0 + (isFolder(folder + $0) ? "/" : "") }.sorted()
  }

  /// Returns whether a path is a folder or a link to one.
  private static func isFolder(_ path: String) -> Bool { FileFacts(path)?.isDirectory ?? false }
}

extension CommandTable {
  /// The commands with those first that `help` lists, and with those of its last section last.
  private var commandsByUse: [Command<Program>] {
    func rank(_ command: Command<Program>) -> Int {
      command.isEssential ? 0 : command.group == groups.last ? 2 : 1
    }
    return (0...2).flatMap { number in openCommands.filter { rank($0) == number } }
  }

  /// Returns the candidates for the end of a line; none in a comment or in an invalid line.
  public func completion(of line: String, _ context: CompletionContext) -> Completion {
    let isBlank = line.utf8.allSatisfy(\.isBlank)
    // A line that has no words, and is not blank, is a comment.
    guard let invocation = try? Invocation(line: line), isBlank || invocation.wordCount > 0 else {
      return Completion(replacedLength: 0, candidates: [])
    }
    let isNewWord = line.utf8.last?.isBlank ?? true
    let wordCount = invocation.words.count + (isNewWord ? 1 : 0)
    let word = isNewWord ? "" : invocation.text(ofWord: wordCount - 1)
    let length = isNewWord ? 0 : line.utf8.count - invocation.words[wordCount - 1].offset
    var candidates: [Completion.Candidate] = []
    if wordCount == 1 {
      candidates = commandsByUse.map { command in
        Completion.Candidate(text: command.name, summary: command.summary(in: context.language))
      }
    } else if let command = command(named: invocation.text(ofWord: 0)) {
      let typed = (1..<wordCount - 1).map { invocation.text(ofWord: $0) }
      candidates = command.candidates(after: typed, beginning: word, context, self)
    }
    return Completion(
      replacedLength: length, candidates: candidates.filter { $0.text.hasPrefix(word) })
  }

  /// Returns the usage of the missing arguments at the end of a line; empty if nothing is missing.
  public func hint(for line: String) -> String {
    guard let invocation = try? Invocation(line: line), !invocation.words.isEmpty,
      let command = command(named: invocation.text(ofWord: 0))
    else { return "" }
    let typed = (1..<invocation.words.count).map { invocation.text(ofWord: $0) }
    guard let form = form(of: command, continuing: typed) else { return "" }
    var rest = form.parameters.dropFirst(form.positionalWords(in: typed).count).map(\.usage)
    if let tail = form.tail { rest.append("[\(tail.name) ...]") }
    let given = form.givenKeys(in: typed)
    rest += form.keys(after: form.positionalWords(in: typed))
      .filter { !given.contains($0.name) }.map(\.usage)
    return rest.joined(separator: " ")
  }

  /// Returns the form that the typed arguments match so far; `nil` if none does.
  private func form(
    of command: Command<Program>, continuing typed: [String]
  ) -> CommandForm<Program>? {
    let possible = openForms(of: command).filter { $0.canBegin(with: typed) }
    if let named = possible.first(where: { $0.isNamed(by: typed) }) { return named }
    return possible.first { $0.parameters.first?.kind == .literal && !typed.isEmpty }
      ?? possible.first
  }
}

extension Command {
  /// Returns the completion candidates, without duplicates, of every form of the command that can
  /// begin with the arguments typed so far.
  fileprivate func candidates(
    after typed: [String], beginning word: String, _ context: CompletionContext,
    _ table: CommandTable<Program>
  ) -> [Completion.Candidate] {
    var candidates: [Completion.Candidate] = []
    var keys: [Completion.Candidate] = []
    // A candidate of several forms is listed once.
    func add(_ others: [Completion.Candidate]) {
      for other in others where !candidates.contains(other) { candidates.append(other) }
    }
    let forms = table.openForms(of: self).filter { $0.canBegin(with: typed) }
    // A word with keys of its own selects the form.
    let named = forms.filter { $0.isNamed(by: typed) }
    for form in named.isEmpty ? forms : named {
      let given = form.givenKeys(in: typed)
      let places = form.positionalWords(in: typed)
      if let parameter = form.parameter(at: places.count) {
        add(parameter.candidates(beginning: word, context, table))
      }
      // Keys are not offered before the argument that they belong to.
      let isOpen = form.parameters.dropFirst(places.count).contains { $0.presence == .required }
      guard !isOpen || !word.isEmpty else { continue }
      for key in form.keys(after: places) where !given.contains(key.name) {
        keys += key.keyCandidates(
          beginning: word,
          table.meaning(ofKey: key, of: self, isNamed: !named.isEmpty, in: context.language))
      }
    }
    add(keys)
    return candidates
  }
}

extension CommandTable {
  /// Returns the explanation of a key, from the help of its command, a topic or another command.
  fileprivate func meaning(
    ofKey key: Parameter, of command: Command<Program>, isNamed: Bool, in language: Language
  ) -> String? {
    let beginning = "\(key.name)="
    let explained = topics(language).flatMap(\.lines)
    let own = command.notes(in: language)
    let notes = isNamed ? explained + own : own + explained
    let others = openCommands.flatMap { $0.notes(in: language) }
    let line = (notes + others).first { $0.hasPrefix(beginning) }
    guard let line, let gap = line.firstIndex(of: " ") else { return nil }
    return String(line[gap...].drop { $0 == " " })
  }
}

extension CommandForm {
  /// Returns whether the arguments typed so far can be the first arguments of this form.
  fileprivate func canBegin(with typed: [String]) -> Bool {
    positionalWords(in: typed).enumerated().allSatisfy { position, word in
      parameter(at: position)?.resembles(typed: word) ?? false
    }
  }

  /// Returns the typed arguments that are not of the shape `KEY=VALUE`.
  fileprivate func positionalWords(in typed: [String]) -> [String] {
    keys.isEmpty ? typed : typed.filter { !$0.contains("=") }
  }

  /// Returns whether the first typed argument selects this form, and with it the keys that apply.
  fileprivate func isNamed(by typed: [String]) -> Bool {
    positionalWords(in: typed).first.flatMap(keysWithArgument) != nil
  }

  /// Returns the keys that apply after the first argument; all keys if the form doesn't restrict
  /// them.
  fileprivate func keys(after arguments: [String]) -> [Parameter] {
    guard let names = arguments.first.flatMap(keysWithArgument) else { return keys }
    return keys.filter { names.contains($0.name) }
  }

  /// Returns the names of the keys that were typed already.
  fileprivate func givenKeys(in typed: [String]) -> [String] {
    typed.compactMap { word in word.firstIndex(of: "=").map { String(word[..<$0]) } }
  }
}

extension Parameter {
  /// Returns whether a typed word may be a beginning of this argument.
  fileprivate func resembles(typed word: String) -> Bool {
    resembles(Array(word.utf8)[...])
  }

  /// Returns the completion `KEY=` with its explanation, or the key's choices after `KEY=`.
  fileprivate func keyCandidates(
    beginning word: String, _ meaning: String?
  ) -> [Completion.Candidate] {
    let beginning = "\(name)="
    if word.hasPrefix(beginning), case .choice(let choices) = kind {
      return choices.map { .init(text: beginning + $0) }
    }
    return [.init(text: beginning, summary: meaning ?? usage, isWhole: false)]
  }

  /// Returns the candidates for a value: choices, files, or names that the program knows; none for
  /// numbers.
  fileprivate func candidates<Program>(
    beginning word: String, _ context: CompletionContext, _ table: CommandTable<Program>
  ) -> [Completion.Candidate] {
    switch kind {
    case .number: []
    case .text, .identifier: context.candidates(name)
    case .choice(let choices), .flag(let choices): choices.map { .init(text: $0) }
    case .literal: [.init(text: name)]
    case .file:
      context.fileNames(word).map { .init(text: $0, isWhole: !$0.hasSuffix("/")) }
    case .commandName:
      table.openCommands.map { .init(text: $0.name, summary: $0.summary(in: context.language)) }
        + ([CommandTable<Program>.allCommands] + table.groups.map(\.name)).map {
          .init(text: $0)
        }
        + table.topics(context.language).map { .init(text: $0.name, summary: $0.summary) }
    case .settingName:
      context.settingNames.map { .init(text: $0.name, summary: $0.summary.in(context.language)) }
    }
  }
}
