import CSystem
import Glibc

/// The candidates that complete a line while it is typed.
///
///     table.completion(of: "star", context).candidates.first?.text  // start
package struct Completion: Equatable, Sendable {
  /// One possible completion.
  ///
  ///     let folder = Completion.Candidate(text: "data/", isWhole: false)
  ///     let command = Completion.Candidate(text: "start", summary: "begin a round or a test")
  package struct Candidate: Equatable, Sendable {
    /// The text that replaces the end of the line.
    package let text: String
    /// The explanation beside it; may be empty.
    package let summary: String
    /// `true` if the word is complete and is followed by a blank; a folder or `KEY=` is not.
    package let isWhole: Bool

    /// Creates a candidate; by default it is a whole word without an explanation.
    package init(text: String, summary: String = "", isWhole: Bool = true) {
      self.text = text
      self.summary = summary
      self.isWhole = isWhole
    }
  }

  /// The number of bytes at the end of the line that a candidate replaces.
  package let replacedLength: Int
  /// The candidates, in the order in which they are listed.
  package let candidates: [Candidate]

  /// The longest beginning that all candidates share; empty if there are none.
  package var commonPrefix: String {
    guard var prefix = candidates.first?.text[...] else { return "" }
    for candidate in candidates {
      while !candidate.text.hasPrefix(prefix) { prefix = prefix.dropLast() }
    }
    return String(prefix)
  }
}

/// The facts that completion needs beyond the table of commands.
///
///     struct NoFiles: CompletionContext {
///       let settingNames = [(name: "echo", summary: "write each line before its reply")]
///
///       func fileNames(beginningWith path: String) -> [String] { [] }
///     }
package protocol CompletionContext {
  /// The names of the settings, with their explanations.
  var settingNames: [(name: String, summary: String)] { get }
  /// Returns the paths in a folder that begin like this one; folders end in `/`.
  func fileNames(beginningWith path: String) -> [String]
}

/// A completion context with the names of a console's settings and of the files on the disk.
///
///     let context = ConsoleCompletion(settings: console.settings)
///     context.fileNames(beginningWith: "/etc/host")  // "/etc/hosts" is among them
package struct ConsoleCompletion: CompletionContext {
  package let settingNames: [(name: String, summary: String)]

  /// Creates a context of settings, and of the files on the disk.
  package init(settings: [Setting]) { settingNames = settings.map { ($0.name, $0.summary) } }

  /// Returns the sorted paths that begin like this one; hidden files only after a dot.
  package func fileNames(beginningWith path: String) -> [String] {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let beginning = path.dropFirst(folder.count)
    guard let stream = opendir(folder.isEmpty ? "." : folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = String(cString: chimp_entry_name(entry))
      guard name.hasPrefix(beginning), name != ".", name != ".." else { continue }
      guard !name.hasPrefix(".") || beginning.hasPrefix(".") else { continue }
      names.append(folder + name + (isFolder(folder + name) ? "/" : ""))
    }
    return names.sorted()
  }

  /// Returns whether a path is that of a folder, also by way of a link.
  private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

extension CommandTable {
  /// Returns the candidates for the end of the line; none in a comment, or in a line that can't be
  /// split.
  package func completion(of line: String, _ context: any CompletionContext) -> Completion {
    let isBlank = line.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    // A line that has no words, and is not blank, is a comment.
    guard let invocation = try? Invocation(line: line), isBlank || invocation.wordCount > 0 else {
      return Completion(replacedLength: 0, candidates: [])
    }
    let isNewWord = line.utf8.last.map { $0 == 0x20 || $0 == 0x09 } ?? true
    let wordCount = invocation.words.count + (isNewWord ? 1 : 0)
    let word = isNewWord ? "" : invocation.text(ofWord: wordCount - 1)
    let length = isNewWord ? 0 : line.utf8.count - invocation.words[wordCount - 1].offset
    var candidates: [Completion.Candidate] = []
    if wordCount == 1 {
      candidates = openCommands.map { command in
        Completion.Candidate(text: "\(command.name)", summary: command.summary)
      }
    } else if let command = command(named: invocation.text(ofWord: 0)) {
      let typed = (1..<wordCount - 1).map { invocation.text(ofWord: $0) }
      candidates = command.candidates(after: typed, beginning: word, context, self)
    }
    return Completion(
      replacedLength: length, candidates: candidates.filter { $0.text.hasPrefix(word) })
  }

  /// Returns the arguments that are missing at the end of the line, as the usage writes them; empty
  /// if the command is unknown or complete.
  package func hint(for line: String) -> String {
    guard let invocation = try? Invocation(line: line), !invocation.words.isEmpty,
      let command = command(named: invocation.text(ofWord: 0))
    else { return "" }
    let typed = (1..<invocation.words.count).map { invocation.text(ofWord: $0) }
    guard let form = command.form(continuing: typed) else { return "" }
    var rest = form.parameters.dropFirst(form.positionalWords(in: typed).count).map(\.usage)
    if let tail = form.tail { rest.append("[\(tail.name) ...]") }
    let given = form.givenKeys(in: typed)
    rest += form.keys(after: form.positionalWords(in: typed))
      .filter { !given.contains("\($0.name)") }.map(\.usage)
    return rest.joined(separator: " ")
  }
}

extension Command {
  /// Returns the form that the typed arguments begin; one that begins with a typed literal first.
  fileprivate func form(continuing typed: [String]) -> CommandForm? {
    let possible = openForms.filter { $0.canBegin(with: typed) }
    if let named = possible.first(where: { $0.isNamed(by: typed) }) { return named }
    return possible.first { $0.parameters.first?.kind == .literal && !typed.isEmpty }
      ?? possible.first
  }

  /// Returns the completion candidates, without duplicates, of every form of the command that can
  /// begin with the arguments typed so far.
  fileprivate func candidates(
    after typed: [String], beginning word: String, _ context: any CompletionContext,
    _ table: CommandTable
  ) -> [Completion.Candidate] {
    var candidates: [Completion.Candidate] = []
    var keys: [Completion.Candidate] = []
    // A candidate of several forms is listed once.
    func add(_ others: [Completion.Candidate]) {
      for other in others where !candidates.contains(other) { candidates.append(other) }
    }
    let forms = openForms.filter { $0.canBegin(with: typed) }
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
      for key in form.keys(after: places) where !given.contains("\(key.name)") {
        keys += key.keyCandidates(
          beginning: word, table.meaning(ofKey: key, of: self, isNamed: !named.isEmpty))
      }
    }
    add(keys)
    return candidates
  }
}

extension CommandTable {
  /// Returns the meaning of a key in the notes of its command, in a topic, or in those of another
  /// command.
  fileprivate func meaning(
    ofKey key: Parameter, of command: Command, isNamed: Bool
  ) -> String? {
    let beginning = "\(key.name)="
    let explained = topics.flatMap(\.lines)
    let notes = isNamed ? explained + command.notes : command.notes + explained
    let line = (notes + openCommands.flatMap(\.notes)).first { $0.hasPrefix(beginning) }
    guard let line, let gap = line.firstIndex(of: " ") else { return nil }
    return String(line[gap...].drop { $0 == " " })
  }
}

extension CommandForm {
  /// Returns whether the typed arguments resemble the first ones of this form.
  fileprivate func canBegin(with typed: [String]) -> Bool {
    positionalWords(in: typed).enumerated().allSatisfy { position, word in
      parameter(at: position)?.resembles(typed: word) ?? false
    }
  }

  /// Returns the typed arguments that are no keys.
  fileprivate func positionalWords(in typed: [String]) -> [String] {
    keys.isEmpty ? typed : typed.filter { !$0.contains("=") }
  }

  /// Returns whether the first argument has keys of its own, and so selects the form.
  fileprivate func isNamed(by typed: [String]) -> Bool {
    positionalWords(in: typed).first.flatMap(keysWithArgument) != nil
  }

  /// Returns the keys that go with the first argument; all if none are listed for it.
  fileprivate func keys(after arguments: [String]) -> [Parameter] {
    guard let names = arguments.first.flatMap(keysWithArgument) else { return keys }
    return keys.filter { names.contains("\($0.name)") }
  }

  /// Returns the names of the keys that were typed.
  fileprivate func givenKeys(in typed: [String]) -> [String] {
    typed.compactMap { word in word.firstIndex(of: "=").map { String(word[..<$0]) } }
  }
}

extension Parameter {
  /// Returns whether a typed word may be this argument.
  fileprivate func resembles(typed word: String) -> Bool {
    Array(word.utf8).withUnsafeBufferPointer(resembles)
  }

  /// Returns the key with its meaning; its choices once the key has been typed.
  fileprivate func keyCandidates(
    beginning word: String, _ meaning: String?
  ) -> [Completion.Candidate] {
    let beginning = "\(name)="
    if word.hasPrefix(beginning), case .choice(let choices) = kind {
      return choices.map { .init(text: beginning + $0) }
    }
    return [.init(text: beginning, summary: meaning ?? usage, isWhole: false)]
  }

  /// Returns the candidates for a value; none for numbers and free texts.
  fileprivate func candidates(
    beginning word: String, _ context: any CompletionContext, _ table: CommandTable
  ) -> [Completion.Candidate] {
    switch kind {
    case .number, .text, .identifier: []
    case .choice(let choices), .flag(let choices): choices.map { .init(text: $0) }
    case .literal: [.init(text: "\(name)")]
    case .file:
      context.fileNames(beginningWith: word).map { .init(text: $0, isWhole: !$0.hasSuffix("/")) }
    case .commandName:
      table.openCommands.map { .init(text: "\($0.name)", summary: $0.summary) }
        + ([CommandTable.allCommands] + CommandGroup.allCases.map(\.rawValue)).map {
          .init(text: $0)
        }
        + table.topics.map { .init(text: $0.name, summary: $0.summary) }
    case .settingName: context.settingNames.map { .init(text: $0.name, summary: $0.summary) }
    }
  }
}
