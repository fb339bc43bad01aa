import Examiner
package import Records
package import Shell

/// Reads a study file, line by line; each line is checked as a command is.
struct StudyFile {
  /// What a line says.
  private enum Line: Action, Equatable {
    case name(String, column: Int)
    case participants(Int)
    case order(String)
    case boards(String)
    case seed(String)
    case sessions(Int, gap: Int)
    case rest(Int)
    case practice
    case condition(String, column: Int)
    case page(String, String, column: Int)
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

  /// Reads a text, or says which line is wrong and why.
  static func read(_ text: String, in language: Language) throws(StudyFault) -> StudyPlan {
    var file = StudyFile(language)
    var number = 0
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      let line = line.last == "\r" ? line.dropLast() : line
      do throws(ArgumentFault) { try file.take(String(line), number) } catch {
        throw .line(number, error)
      }
    }
    try file.checkWhole(number)
    return file.plan
  }

  private init(_ language: Language) {
    self.language = language
    table = Self.table(language)
  }

  private mutating func take(_ line: String, _ number: Int) throws(ArgumentFault) {
    if number == 1 {
      guard line == Self.header else { throw .invalid(language.noStudy(Self.header), column: nil) }
      return
    }
    if line.utf8.first == UInt8(ascii: "|") { return try takeText(line.dropFirst()) }
    invocation.setLine(line)
    do throws(LineFault) { try invocation.split() } catch {
      throw .invalid(language.words(for: error), column: nil)
    }
    guard invocation.wordCount > 0 else { return }
    let request = try table.request(invocation)
    guard case .message(.action(let action)) = request, let said = action as? Line else { return }
    try takeOnce(said)
    try take(said, number)
  }

  private mutating func takeText(_ text: Substring) throws(ArgumentFault) {
    guard let last = plan.pages.indices.last else {
      throw .invalid(language.textWithoutPage, column: 1)
    }
    plan.pages[last].lines.append(String(text.utf8.first == 0x20 ? text.dropFirst() : text))
  }

  private mutating func takeOnce(_ line: Line) throws(ArgumentFault) {
    switch line {
    case .condition, .page: return
    default: break
    }
    let word = invocation.text(ofWord: 0)
    guard said.insert(word).inserted else { throw .invalid(language.saidTwice(word), column: 1) }
  }

  private mutating func take(_ line: Line, _ number: Int) throws(ArgumentFault) {
    switch line {
    case .name(let name, let column):
      guard Participant.isCode(name) else {
        throw .invalid(language.noStudyName(name), column: column)
      }
      plan.name = name
    case .participants(let count): plan.participantCount = count
    case .order(let word): plan.order = .init(rawValue: word) ?? .fixed
    case .boards(let word): plan.boards = .init(rawValue: word) ?? .same
    case .seed(let text): plan.seed = text
    case .sessions(let count, let gap): (plan.sessionCount, plan.gap) = (count, gap)
    case .rest(let count): plan.rest = count
    case .practice:
      let condition = try condition("practice", at: 0)
      guard condition.settings.practice > 0 else {
        throw .invalid(language.practiceNeedsCount, column: nil)
      }
      plan.practice = condition
      plan.practice?.settings.until =
        condition.settings.until ?? condition.settings.practice
    case .condition(let name, let column):
      guard Participant.isCode(name), !["start", "practice", "break", "end"].contains(name) else {
        throw .invalid(language.noStudyName(name), column: column)
      }
      guard !plan.conditions.contains(where: { $0.name == name }) else {
        throw .invalid(language.saidTwice(name), column: column)
      }
      guard plan.conditions.count < StudyPlan.mostConditions else {
        throw .invalid(language.tooManyInStudy(StudyPlan.mostConditions), column: 1)
      }
      plan.conditions.append(try condition(name, at: 1))
    case .page(let place, let name, let column):
      placed.append((place, number, column))
      plan.pages.append(.init(place: place, language: Language(rawValue: name) ?? .english))
    }
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

  /// What can be said only at the end.
  private func checkWhole(_ count: Int) throws(StudyFault) {
    for (isThere, word) in [
      (!plan.name.isEmpty, "name"), (plan.participantCount > 0, "participants"),
      (!plan.conditions.isEmpty, "condition"),
    ] where !isThere {
      throw .line(count, .invalid(language.missingInStudy(word), column: nil))
    }
    let places = plan.conditions.map(\.name) + ["start", "practice", "break", "end"]
    for page in placed where !places.contains(page.place) {
      throw .line(page.line, .notChoice("PLACE", page.place, places, column: page.column))
    }
  }

  /// The words of a study file.
  private static func table(_ language: Language) -> CommandTable {
    let test = Parameter("TEST", .choice(TestPreset.names))
    return CommandTable(
      [
        word("name", [Parameter("NAME", .text)]) { .name($0.text(0), column: $0.column(0)) },
        word("participants", [Parameter("N", .number(1...10_000))]) { .participants($0.number(0)) },
        word("order", [Parameter("ORDER", .choice(StudyPlan.Order.allCases.map(\.rawValue)))]) {
          .order($0.text(0))
        },
        word("boards", [Parameter("BOARDS", .choice(StudyPlan.Boards.allCases.map(\.rawValue)))]) {
          .boards($0.text(0))
        },
        word("seed", [Parameter("TEXT", .text)]) { invocation throws(ArgumentFault) in
          .seed(try seed(invocation, language))
        },
        word(
          "sessions", [Parameter("N", .number(1...1_000))], [.key("gap", .text, "24h")]
        ) { invocation throws(ArgumentFault) in
          .sessions(invocation.number(0), gap: try gap(invocation, language))
        },
        word("break", [Parameter("TRIALS", .number(1...10_000))]) { .rest($0.number(0)) },
        word("practice", [test], GameController.testKeys) { _ in .practice },
        word("condition", [Parameter("NAME", .text), test], GameController.testKeys) {
          .condition($0.text(0), column: $0.column(0))
        },
        word(
          "page",
          [
            Parameter("PLACE", .text),
            Parameter("LANGUAGE", .choice(Language.allCases.map(\.rawValue)), .optional),
          ]
        ) { .page($0.text(0), $0.textIfGiven(1) ?? "en", column: $0.column(0)) },
      ], takesBareNumbers: false)
  }

  private static func word(
    _ name: StaticString, _ parameters: [Parameter], _ keys: [Parameter] = [],
    _ line: @escaping @Sendable (Invocation) throws(ArgumentFault) -> Line
  ) -> Command {
    Command(
      name, "", in: .tests,
      CommandForm(parameters, keys: keys) { invocation throws(ArgumentFault) in
        .message(.action(try line(invocation)))
      }, examples: [])
  }

  private static func seed(
    _ invocation: Invocation, _ language: Language
  ) throws(ArgumentFault) -> String {
    let (text, column) = (invocation.text(0), invocation.column(0))
    do throws(SeedFault) { _ = try SessionSeed(text) } catch {
      throw .invalid(language.words(for: error), column: column)
    }
    guard text.utf8.count <= 16 else { throw .tooLong("TEXT", limit: 16, column: column) }
    return text
  }

  /// The time between two sessions in ms: a number and `m`, `h` or `d`.
  private static func gap(
    _ invocation: Invocation, _ language: Language
  ) throws(ArgumentFault) -> Int {
    guard let text = invocation.text(key: "gap") else { return 0 }
    let units: [Character: Int] = ["m": 60_000, "h": 3_600_000, "d": 86_400_000]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()),
      (1...1_000).contains(number)
    else { throw .invalid(language.noGap(text), column: invocation.column(key: "gap")) }
    return number * unit
  }
}

/// Why nothing is done about a study.
package enum StudyFault: Error, Equatable, Sendable {
  /// A line of the file at hand is wrong.
  case line(Int, ArgumentFault)
  /// The same with the name of the file.
  case file(String, Int, ArgumentFault)
  case cannotRead(String, SystemFault)
  case cannotWrite(String, SystemFault)
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
  case round(RoundFault)
  case record(RecordError)
}
