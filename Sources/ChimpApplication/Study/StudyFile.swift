import Examiner
package import Shell

/// Reads a study file, line by line; each line is checked as a command is.
struct StudyFile {
  private struct Line: Action {
    let take: @Sendable (inout StudyFile) throws(ArgumentFault) -> Void
  }

  static var header: String { "@ chimp-study 1" }
  static var longest: Int { 1 << 20 }

  private(set) var plan = StudyPlan()
  private let language: Language
  private let table: CommandTable
  private let invocation = Invocation()
  /// The words that were there already, which come once.
  private var said: Set<String> = []
  /// Where the pages stand, whose places may be named later.
  private var placed: [(place: String, line: Int, column: Int)] = []
  /// Counted from 1.
  private var lineNumber = 0

  static func read(_ text: String, in language: Language) throws(StudyFault) -> StudyPlan {
    var file = StudyFile(language)
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      file.lineNumber += 1
      let line = line.last == "\r" ? line.dropLast() : line
      do throws(ArgumentFault) { try file.take(String(line)) } catch {
        throw .line(file.lineNumber, error)
      }
    }
    try file.checkWhole()
    return file.plan
  }

  private init(_ language: Language) { (self.language, table) = (language, Self.table) }

  private mutating func take(_ line: String) throws(ArgumentFault) {
    if lineNumber == 1 {
      guard line == Self.header else { throw .invalid(language.noStudy(Self.header), column: nil) }
      return
    }
    if line.utf8.first == UInt8(ascii: "|") { return try takeText(line.dropFirst()) }
    invocation.setLine(line)
    do throws(LineFault) { try invocation.split() } catch {
      throw .invalid(language.words(for: error), column: nil)
    }
    guard invocation.wordCount > 0 else { return }
    let word = invocation.text(ofWord: 0)
    guard table.command(named: word) != nil else {
      let words = table.commands.map { "\($0.name)" }
      throw .notChoice("WORD", word, words, column: invocation.column(ofWord: 0))
    }
    guard case .message(.action(let action)) = try table.request(invocation),
      let line = action as? Line
    else { return }
    guard said.insert(word).inserted || ["condition", "page"].contains(word) else {
      throw .invalid(language.saidTwice(word), column: 1)
    }
    try line.take(&self)
  }

  private mutating func takeText(_ text: Substring) throws(ArgumentFault) {
    guard let last = plan.pages.indices.last else {
      throw .invalid(language.textWithoutPage, column: 1)
    }
    plan.pages[last].lines.append(String(text.utf8.first == 0x20 ? text.dropFirst() : text))
  }

  private mutating func takePractice() throws(ArgumentFault) {
    var practice = try condition("practice", at: 0)
    guard practice.settings.practice > 0 else {
      throw .invalid(language.practiceNeedsCount, column: nil)
    }
    practice.settings.until = practice.settings.until ?? practice.settings.practice
    plan.practice = practice
  }

  private mutating func takeCondition() throws(ArgumentFault) {
    let name = try name(except: ["start", "practice", "break", "end"])
    guard !plan.conditions.contains(where: { $0.name == name }) else {
      throw .invalid(language.saidTwice(name), column: invocation.column(0))
    }
    guard plan.conditions.count < StudyPlan.mostConditions else {
      throw .invalid(language.tooManyInStudy(StudyPlan.mostConditions), column: 1)
    }
    plan.conditions.append(try condition(name, at: 1))
  }

  private mutating func takePage() {
    let place = invocation.text(0)
    placed.append((place, lineNumber, invocation.column(0)))
    let language = invocation.textIfGiven(1).flatMap { Language(rawValue: $0) } ?? .english
    plan.pages.append(.init(place: place, language: language))
  }

  private func name(except others: [String] = []) throws(ArgumentFault) -> String {
    let name = invocation.text(0)
    guard Participant.isCode(name), !others.contains(name) else {
      throw .invalid(language.noStudyName(name), column: invocation.column(0))
    }
    return name
  }

  /// The test of a line, whose boards are the study's.
  private func condition(
    _ name: String, at place: Int
  ) throws(ArgumentFault) -> StudyPlan.Condition {
    let settings = try GameController.testSettings(invocation.text(place), invocation, language)
    for key in ["seed", "until"] as [StaticString]
    where invocation.column(key: key) != nil && (place > 0 || "\(key)" == "seed") {
      throw .invalid(language.noKeyInStudy(key), column: invocation.column(key: key))
    }
    guard let preset = TestPreset.named(invocation.text(place)) else {
      throw .missing("TEST", usages: [])
    }
    return StudyPlan.Condition(name: name, preset: preset, settings: settings)
  }

  private func seed() throws(ArgumentFault) -> String {
    let (text, column) = (invocation.text(0), invocation.column(0))
    do throws(SeedFault) { _ = try SessionSeed(text) } catch {
      throw .invalid(language.words(for: error), column: column)
    }
    guard text.utf8.count <= 16 else { throw .tooLong("TEXT", limit: 16, column: column) }
    return text
  }

  /// The time between two sessions in ms: a number and `m`, `h` or `d`.
  private func gap() throws(ArgumentFault) -> Int {
    guard let text = invocation.text(key: "gap") else { return 0 }
    let units: [Character: Int] = ["m": 60_000, "h": 3_600_000, "d": 86_400_000]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()),
      (1...1_000).contains(number)
    else { throw .invalid(language.noGap(text), column: invocation.column(key: "gap")) }
    return number * unit
  }

  private func checkWhole() throws(StudyFault) {
    for (isThere, word) in [
      (!plan.name.isEmpty, "name"), (plan.participantCount > 0, "participants"),
      (!plan.conditions.isEmpty, "condition"),
    ] where !isThere {
      throw .line(lineNumber, .invalid(language.missingInStudy(word), column: nil))
    }
    let places = plan.conditions.map(\.name) + ["start", "practice", "break", "end"]
    for page in placed where !places.contains(page.place) {
      throw .line(page.line, .notChoice("PLACE", page.place, places, column: page.column))
    }
  }

  private static var table: CommandTable {
    let test = Parameter("TEST", .choice(TestPreset.names))
    return CommandTable(
      [
        word("name", [Parameter("NAME", .text)]) { file throws(ArgumentFault) in
          file.plan.name = try file.name()
        },
        word("participants", [Parameter("N", .number(1...10_000))]) {
          $0.plan.participantCount = $0.invocation.number(0)
        },
        word("order", [choice("ORDER", StudyPlan.Order.self)]) {
          $0.plan.order = .init(rawValue: $0.invocation.text(0)) ?? .fixed
        },
        word("boards", [choice("BOARDS", StudyPlan.Boards.self)]) {
          $0.plan.boards = .init(rawValue: $0.invocation.text(0)) ?? .same
        },
        word("seed", [Parameter("TEXT", .text)]) { file throws(ArgumentFault) in
          file.plan.seed = try file.seed()
        },
        word("sessions", [Parameter("N", .number(1...1_000))], [.key("gap", .text, "24h")]) {
          file throws(ArgumentFault) in
          (file.plan.sessionCount, file.plan.gap) = (file.invocation.number(0), try file.gap())
        },
        word("break", [Parameter("TRIALS", .number(1...10_000))]) {
          $0.plan.rest = $0.invocation.number(0)
        },
        word("practice", [test], GameController.testKeys) { file throws(ArgumentFault) in
          try file.takePractice()
        },
        word("condition", [Parameter("NAME", .text), test], GameController.testKeys) {
          file throws(ArgumentFault) in
          try file.takeCondition()
        },
        word("page", [Parameter("PLACE", .text), choice("LANGUAGE", Language.self, .optional)]) {
          $0.takePage()
        },
      ], takesBareNumbers: false)
  }

  private static func choice<Word: RawRepresentable & CaseIterable>(
    _ name: StaticString, _ type: Word.Type, _ presence: Parameter.Presence = .required
  ) -> Parameter where Word.RawValue == String {
    Parameter(name, .choice(Word.allCases.map(\.rawValue)), presence)
  }

  private static func word(
    _ name: StaticString, _ parameters: [Parameter], _ keys: [Parameter] = [],
    _ take: @escaping @Sendable (inout StudyFile) throws(ArgumentFault) -> Void
  ) -> Command {
    Command(
      name, "", in: .tests,
      CommandForm(parameters, keys: keys) { _ in .message(.action(Line(take: take))) },
      examples: [])
  }
}

/// Why nothing is done about a study.
package enum StudyFault: Error, Equatable, Sendable {
  /// A line of the file at hand is wrong.
  case line(Int, ArgumentFault)
  /// The same with the name of the file.
  case file(String, Int, ArgumentFault)
  case exists(String)
  case tooLong(String)
  case notText(String)
  case noStudy
  /// Somebody is enrolled in what the study was before.
  case changed(String, study: String, since: String)
  case noCode
  case isEnrolled(String, order: Int, of: Int)
  case isFull(Int)
  case isNotEnrolled(String)
  case isDone(String, blockCount: Int)
  case tooEarly(session: Int, rest: Int)
  case goesOnElsewhere(block: Int)
  case leftBehind(block: Int)
  case damaged(String)
  case work(StoreWorkFault)
}
