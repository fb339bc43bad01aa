import ChimpSystem

/// A section of the help, which lists some commands.
///
/// The name is a word of the command language, and so it isn't translated; the heading of the help
/// is. `help tests` shows the commands of this group:
///
///     let tests = CommandGroup("tests", "テスト")
public struct CommandGroup: Equatable, Sendable {
  public let name: String
  private let japanese: String

  /// Creates a group with its name and its Japanese heading.
  public init(_ name: String, _ japanese: String) {
    self.name = name
    self.japanese = japanese
  }

  /// The group of the console's own commands.
  public static let shell = CommandGroup("shell", "シェル")

  /// Returns the heading of the section, which contains its name because `help` takes that.
  func heading(in language: Language) -> String {
    language.pick(name, "\(japanese) (\(name))")
  }
}

/// A page of the help that isn't about a command, such as the list of tests.
///
///     let topic = HelpTopic("keys", "the keys of the board", lines: ["Enter presses the field."])
///     let table = CommandTable(Command<Application>.consoleCommands) { _ in [topic] }
///     table.help(on: "keys", in: .english)  // Optional(["Enter presses the field."])
public struct HelpTopic: Sendable {
  /// The word after `help`.
  public let name: String
  /// The line that completion shows beside the name.
  public let summary: String
  private let page: @Sendable () -> [String]
  /// `true` if `help` has the lines in place of the group's essential commands.
  let isInOverview: Bool

  /// Creates a topic.
  ///
  /// If it has the name of a group, its lines precede the commands of the group.
  ///
  /// The lines are made when somebody asks for them, since each session has all topics.
  public init(
    _ name: String, _ summary: String,
    lines: @escaping @autoclosure @Sendable () -> [String], isInOverview: Bool = false
  ) {
    self.name = name
    self.summary = summary
    page = lines
    self.isInOverview = isInOverview
  }

  /// The page, line by line.
  public var lines: [String] { page() }
}

extension CommandTable {
  /// The commands that the session has; without those that a restricted session refuses.
  var openCommands: [Command<Program>] { commands.filter { !openForms(of: $0).isEmpty } }

  /// Returns the forms of a command that the session has.
  func openForms(of command: Command<Program>) -> [CommandForm<Program>] {
    isRestricted ? command.safeForms : command.forms
  }

  /// Returns the essential commands by groups, each with its summary; the names of all commands if
  /// none is essential.
  public func help(in language: Language) -> [String] {
    let commands = openCommands.filter(\.isEssential)
    guard !commands.isEmpty else { return completeHelp(in: language) }
    let width = commands.map { $0.name.utf8.count }.max() ?? 0
    let lines = groups.flatMap { group -> [String] in
      let topic = topics(language).first { $0.name == group.name && $0.isInOverview }
      let members = commands.filter { $0.group == group }
      let rows =
        topic?.lines.map { "  " + $0 }
        ?? members.map { "  " + $0.name.padded(to: width + 2) + $0.summary(in: language) }
      return rows.isEmpty ? [] : [group.heading(in: language)] + rows
    }
    return lines + [helpOfHelp(in: language)]
  }

  /// Returns the names of all commands, by groups.
  private func completeHelp(in language: Language) -> [String] {
    let headings = groups.map { $0.heading(in: language) }
    let width = headings.map { displayWidth($0) }.max() ?? 0
    let lines = zip(groups, headings).compactMap { group, heading -> String? in
      let names = openCommands.filter { $0.group == group }.map(\.name)
      guard !names.isEmpty else { return nil }
      return heading.padded(to: width + 2) + names.joined(separator: ", ")
    }
    return lines + [helpOfHelp(in: language)]
  }

  private func helpOfHelp(in language: Language) -> String {
    language.pick(
      "\"help all\" lists all commands, \"help start\" explains one, \"help tests\" the tests",
      "help all はすべてのコマンド、help start はその説明、help tests はテストの一覧です")
  }

  /// The word with which the help lists all commands.
  static var allCommands: String { "all" }

  /// Returns the help about a command, a group or a topic; `nil` if nothing has that name.
  ///
  /// A name that is also a group or a topic has the command first.
  public func help(on name: String, in language: Language) -> [String]? {
    let command = command(named: name)
    let own = command?.help(in: language)
    let topic = topics(language).first { $0.name == name }?.lines
    if name == Self.allCommands, own == nil { return completeHelp(in: language) }
    guard let group = groups.first(where: { $0.name == name }) else {
      return own.map { $0 + (topic ?? []) } ?? topic
    }
    let commands = openCommands.filter { $0.group == group }
    let width = commands.map { $0.name.utf8.count }.max() ?? 0
    let lines = commands.map { $0.name.padded(to: width + 2) + $0.summary(in: language) }
    // A command that only has the group's name as another one is among those below.
    let first = command?.name == name ? own : nil
    return (first ?? []) + (topic ?? []) + lines
  }
}
