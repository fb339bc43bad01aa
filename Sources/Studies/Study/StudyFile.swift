package import Console
import Events
import Examiner
package import Game

/// Reads a study file, line by line; each line is checked as a command is.
package struct StudyFile: ~Copyable {
  private struct Line: Action {
    let apply: @Sendable (inout StudyFile) throws(StudyFileFault.Refusal) -> Void
  }

  package static var header: String { "@ chimp-study 1" }
  package static var longest: Int { 1 << 20 }

  private(set) var plan = StudyPlan()
  private let table: CommandTable
  private var invocation = Invocation()
  /// The keywords that were read, of which each may occur once.
  private var said: Set<String> = []
  /// The positions of the pages, which may refer to a condition that follows later.
  private var placed: [(place: String, line: Int, column: Int)] = []
  /// Counted from 1.
  private var lineNumber = 0

  /// Reads the text of a study file.
  ///
  /// - Throws: The error of the first invalid line.
  package static func read(_ text: String) throws(StudyFileFault) -> StudyPlan {
    var file = StudyFile()
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      file.lineNumber += 1
      let line = line.last == "\r" ? line.dropLast() : line
      do throws(StudyFileFault.Refusal) { try file.parse(String(line)) } catch {
        throw StudyFileFault(line: file.lineNumber, error)
      }
    }
    try file.checkWhole()
    return file.plan
  }

  private init() { table = Self.table }

  private mutating func parse(_ line: String) throws(StudyFileFault.Refusal) {
    if lineNumber == 1 {
      guard line == Self.header else { throw .refused(.noHeader(Self.header), column: nil) }
      return
    }
    if line.utf8.first == UInt8(ascii: "|") { return try appendText(line.dropFirst()) }
    invocation.setLine(line)
    do throws(LineFault) { try invocation.split() } catch {
      throw .refused(.line(error), column: nil)
    }
    guard invocation.wordCount > 0 else { return }
    let word = invocation.text(ofWord: 0)
    guard table.command(named: word) != nil else {
      let words = table.commands.map { "\($0.name)" }
      throw .argument(.notChoice("WORD", word, words, column: invocation.column(ofWord: 0)))
    }
    let request: Request
    do throws(ArgumentFault) { request = try table.request(&invocation) } catch {
      throw .argument(error)
    }
    guard case .message(.action(let action)) = request, let line = action as? Line else { return }
    guard said.insert(word).inserted || ["condition", "page"].contains(word) else {
      throw .refused(.saidTwice(word), column: 1)
    }
    try line.apply(&self)
  }

  private mutating func appendText(_ text: Substring) throws(StudyFileFault.Refusal) {
    guard let last = plan.pages.indices.last else {
      throw .refused(.textWithoutPage, column: 1)
    }
    plan.pages[last].lines.append(String(text.utf8.first == 0x20 ? text.dropFirst() : text))
  }

  private mutating func parsePractice() throws(StudyFileFault.Refusal) {
    var practice = try condition("practice", at: 0)
    guard practice.settings.practice > 0 else {
      throw .refused(.practiceWithoutCount, column: nil)
    }
    practice.settings.until = practice.settings.until ?? practice.settings.practice
    plan.practice = practice
  }

  private mutating func parseCondition() throws(StudyFileFault.Refusal) {
    let name = try name(except: ["start", "practice", "break", "end"])
    guard !plan.conditions.contains(where: { $0.name == name }) else {
      throw .refused(.saidTwice(name), column: invocation.column(0))
    }
    guard plan.conditions.count < StudyPlan.mostConditions else {
      throw .refused(.tooManyConditions(limit: StudyPlan.mostConditions), column: 1)
    }
    plan.conditions.append(try condition(name, at: 1))
  }

  private mutating func parsePage() {
    let place = invocation.text(0)
    placed.append((place, lineNumber, invocation.column(0)))
    let language = invocation.textIfGiven(1).flatMap { Language(rawValue: $0) } ?? .english
    plan.pages.append(.init(place: place, language: language))
  }

  private func name(except others: [String] = []) throws(StudyFileFault.Refusal) -> String {
    let name = invocation.text(0)
    guard ParticipantCode.isValid(name), !others.contains(name) else {
      throw .refused(.notName(name), column: invocation.column(0))
    }
    return name
  }

  /// Returns the test of a line, without its boards, which are the study's.
  private func condition(
    _ name: String, at place: Int
  ) throws(StudyFileFault.Refusal) -> StudyPlan.Condition {
    let settings: TestSettings
    do throws(TestArgumentFault) {
      settings = try TestSettings(of: invocation.text(place), from: invocation)
    } catch { throw .refused(.test(error.reason), column: error.column) }
    for key in ["seed", "until"] as [StaticString]
    where invocation.column(key: key) != nil && (place > 0 || "\(key)" == "seed") {
      throw .refused(.key("\(key)"), column: invocation.column(key: key))
    }
    guard let preset = TestPreset.named(invocation.text(place)) else {
      throw .argument(.missing("TEST", usages: []))
    }
    return StudyPlan.Condition(name: name, preset: preset, settings: settings)
  }

  private func seed() throws(StudyFileFault.Refusal) -> String {
    let text = invocation.text(0)
    let column = invocation.column(0)
    do throws(SeedError) { _ = try SessionSeed(text) } catch {
      throw .refused(.test(.seed(error)), column: column)
    }
    guard text.utf8.count <= 16 else {
      throw .argument(.tooLong("TEXT", limit: 16, column: column))
    }
    return text
  }

  /// Returns the time between two sessions in ms: a number and `m`, `h` or `d`.
  private func gap() throws(StudyFileFault.Refusal) -> Int {
    guard let text = invocation.text(key: "gap") else { return 0 }
    let units: [Character: Int] = ["m": 60_000, "h": 3_600_000, "d": 86_400_000]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()),
      (1...1_000).contains(number)
    else { throw .refused(.notGap(text), column: invocation.column(key: "gap")) }
    return number * unit
  }

  private func checkWhole() throws(StudyFileFault) {
    for (isThere, word) in [
      (!plan.name.isEmpty, "name"), (plan.participantCount > 0, "participants"),
      (!plan.conditions.isEmpty, "condition"),
    ] where !isThere {
      throw StudyFileFault(line: lineNumber, .refused(.missing(word), column: nil))
    }
    let places = plan.conditions.map(\.name) + ["start", "practice", "break", "end"]
    for page in placed where !places.contains(page.place) {
      throw StudyFileFault(
        line: page.line,
        .argument(.notChoice("PLACE", page.place, places, column: page.column)))
    }
  }

  private static var table: CommandTable {
    let test = Parameter("TEST", .choice(TestPreset.names))
    return CommandTable(
      [
        word("name", [Parameter("NAME", .text)]) { file throws(StudyFileFault.Refusal) in
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
        word("seed", [Parameter("TEXT", .text)]) { file throws(StudyFileFault.Refusal) in
          file.plan.seed = try file.seed()
        },
        word("sessions", [Parameter("N", .number(1...1_000))], [.key("gap", .text, "24h")]) {
          file throws(StudyFileFault.Refusal) in
          file.plan.sessionCount = file.invocation.number(0)
          file.plan.gap = try file.gap()
        },
        word("break", [Parameter("TRIALS", .number(1...10_000))]) {
          $0.plan.rest = $0.invocation.number(0)
        },
        word("practice", [test], TestSettings.parameters) { file throws(StudyFileFault.Refusal) in
          try file.parsePractice()
        },
        word("condition", [Parameter("NAME", .text), test], TestSettings.parameters) {
          file throws(StudyFileFault.Refusal) in
          try file.parseCondition()
        },
        word("page", [Parameter("PLACE", .text), choice("LANGUAGE", Language.self, .optional)]) {
          $0.parsePage()
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
    _ apply: @escaping @Sendable (inout StudyFile) throws(StudyFileFault.Refusal) -> Void
  ) -> Command {
    Command(
      name, "", in: .tests,
      CommandForm(parameters, keys: keys) { _ in .message(.action(Line(apply: apply))) },
      examples: [])
  }
}

/// An error in a line of a study file.
package struct StudyFileFault: Error, Equatable, Sendable {
  /// The reason to refuse a line.
  package enum Refusal: Error, Equatable, Sendable {
    case argument(ArgumentFault)
    /// The column is counted from 1.
    case refused(Reason, column: Int?)
  }

  package enum Reason: Equatable, Sendable {
    case line(LineFault)
    /// The file does not begin with this line.
    case noHeader(String)
    case saidTwice(String)
    case textWithoutPage, practiceWithoutCount
    case tooManyConditions(limit: Int)
    case notName(String)
    case key(String)
    case notGap(String)
    case missing(String)
    case test(TestArgumentFault.Reason)
  }

  /// Counted from 1.
  package let line: Int
  package let refusal: Refusal

  package init(line: Int, _ refusal: Refusal) {
    self.line = line
    self.refusal = refusal
  }
}
