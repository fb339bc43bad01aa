import Examiner
import Records
import Science

struct StudyPlan: Equatable {
  struct Condition: Equatable {
    var name: String
    var preset: TestPreset
    var settings: TestSettings

    /// After how many trials it is over; nil where that depends on how they end.
    var trialCount: Int? { TestSeries(preset, settings).trialLimit }

    var text: String { "\(name) \(preset.name) \(settings)" }
  }

  enum Order: String, CaseIterable { case fixed, random, latin }

  enum Boards: String, CaseIterable {
    /// The same for all participants.
    case same
    /// The participant's own.
    case own
    /// The same for all participants, and in all conditions of a session.
    case paired
  }

  /// Lines to read, at a place: `start`, `practice`, `break`, `end` or the name of a condition.
  struct Page: Equatable {
    let place: String
    let language: Language
    var lines: [String] = []
  }

  static var mostConditions: Int { 12 }

  var name = ""
  var participantCount = 0
  var order = Order.fixed
  var boards = Boards.same
  var seed: String?
  var sessionCount = 1
  /// How many ms there are between two sessions at least.
  var gap = 0
  /// After how many trials there is a break.
  var rest: Int?
  var practice: Condition?
  var conditions: [Condition] = []
  var pages: [Page] = []

  /// Another text has another hash, unless it only differs in blanks and comments.
  var hash: String {
    let facts: [String] =
      [
        name, "\(participantCount)", order.rawValue, boards.rawValue, seed ?? "",
        "\(sessionCount)", "\(gap)", rest.map { "\($0)" } ?? "", practice?.text ?? "",
      ] + conditions.map(\.text)
      + pages.flatMap { ["\($0.place) \($0.language.rawValue)"] + $0.lines }
    var hash = TextHash()
    for byte in facts.joined(separator: "\n").utf8 { hash.add(byte) }
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  var orderCount: Int {
    switch order {
    case .fixed: 1
    case .random: (1...conditions.count).reduce(1, *)
    case .latin: square?.orders.count ?? 1
    }
  }

  private var square: WilliamsSquare? { try? WilliamsSquare(conditionCount: conditions.count) }

  func conditions(inOrder number: Int) -> [Condition] {
    switch order {
    case .fixed: return conditions
    case .latin: return square?.orders[number - 1].map { conditions[$0] } ?? conditions
    case .random:
      var (rest, rank, result) = (conditions, number - 1, [Condition]())
      while !rest.isEmpty {
        let below = (1...rest.count).dropLast().reduce(1, *)
        result.append(rest.remove(at: rank / below))
        rank %= below
      }
      return result
    }
  }

  /// The order of a new participant; `counts` says how many there are in each order, from 1.
  func order(for code: String, counts: [Int: Int]) -> Int {
    switch order {
    case .fixed: return 1
    case .latin:
      let counts = (1...orderCount).map { counts[$0] ?? 0 }
      return (square?.nextOrder(after: counts) ?? 0) + 1
    case .random:
      var generator = Generator(text: "order/\(hash)/\(code)")
      return generator.next(below: orderCount) + 1
    }
  }

  /// The lines to read at a place, page by page, in a language or in the first that there is.
  func pages(at place: String, in language: Language) -> [[String]] {
    let pages = pages.filter { $0.place == place }
    let known = pages.contains { $0.language == language } ? language : pages.first?.language
    return pages.filter { $0.language == known }.map(\.lines)
  }

  func blocks(of code: String, order: Int) -> [StudyBlock] {
    let conditions = conditions(inOrder: order)
    var blocks = practice.map { [block(0, 1, $0, of: code, order: order)] } ?? []
    for session in 1...sessionCount {
      for (place, condition) in conditions.enumerated() {
        let number = (session - 1) * conditions.count + place + 1
        blocks.append(block(number, session, condition, of: code, order: order))
      }
    }
    return blocks
  }

  private func block(
    _ number: Int, _ session: Int, _ condition: Condition, of code: String, order: Int
  ) -> StudyBlock {
    let seed =
      switch boards {
      case .same: "\(number)"
      case .own: "\(code).\(number)"
      case .paired: number == 0 ? "0" : "s\(session)"
      }
    var settings = condition.settings
    settings.seed = try? SessionSeed("\(self.seed ?? hash).\(seed)")
    settings.place = StudyPlace(
      study: name, hash: hash, session: session, block: number, order: order,
      condition: condition.name)
    return StudyBlock(number: number, session: session, condition: condition, settings: settings)
  }
}

/// A part of a study that one participant plays without anything between.
struct StudyBlock {
  /// Counted from 1; the practice is 0.
  let number: Int
  let session: Int
  let condition: StudyPlan.Condition
  /// The settings of the test, with what its boards are drawn from.
  let settings: TestSettings
}

final class StudyRecord: Record {
  @Column var name = ""
  @Column var hash = ""
  @Column var text = ""
  let state = RecordState()

  static var entity: String { "Study" }

  static func declareColumns(in columns: inout Columns<StudyRecord>) {
    columns.declare("name", \._name)
    columns.declare("hash", \._hash)
    columns.declare("text", \._text)
  }

  static func declareTemplates(in templates: inout Templates<StudyRecord>) {
    templates.declare("allStudies", sortedBy: [.ascending(\.row)])
    templates.declare("studyNamed", where: [.when(\.name, .equals, .variable("name"))])
  }
}

final class EnrolmentRecord: Record {
  @Relation var study: StudyRecord?
  @Column var code = ""
  /// In which order the participant has the conditions, counted from 1.
  @Column var order = 0
  let state = RecordState()

  static var entity: String { "Enrolment" }

  static func declareColumns(in columns: inout Columns<EnrolmentRecord>) {
    columns.declare("study", \._study, onDeletion: .cascade)
    columns.declare("code", \._code)
    columns.declare("order", \._order)
  }

  static func declareTemplates(in templates: inout Templates<EnrolmentRecord>) {
    templates.declare(
      "enrolmentsOf", where: [.when(\.study, leadsTo: "study")], sortedBy: [.ascending(\.row)])
  }
}

/// How far a participant has come with a block.
struct BlockState {
  var trialCount = 0
  /// What became of its test: `Trial.openTest` where it goes on, or was left behind.
  var testState: String?
  /// When the last trial was recorded, in ms since 1970.
  var date = 0

  var isOver: Bool { testState.map { $0 != Trial.openTest } ?? false }
}

/// How far the participants of a study have come, by their codes and the numbers of the blocks.
typealias StudyProgress = [String: [Int: BlockState]]

extension RecordContext {
  func study(named name: String) throws(RecordError) -> StudyRecord? {
    try readable(StudyRecord.self, "studyNamed", ["name": name]).first
  }

  func enrolments(in study: StudyRecord) throws(RecordError) -> [EnrolmentRecord] {
    try readable(EnrolmentRecord.self, "enrolmentsOf", ["study": RecordReference(study)])
  }

  func progress(of study: StudyRecord) throws(RecordError) -> StudyProgress {
    var progress: StudyProgress = [:]
    let hash = study.hash
    try forEachRow(RoundRecord.self, "roundsOfStudy", ["study": study.name]) { round, fault in
      guard fault == nil, round.studyHash == hash, let block = round.studyBlock,
        let code = round.session?.participant?.code
      else { return true }
      var state = progress[code]?[block] ?? BlockState()
      if round.values.isOver { state.trialCount += 1 }
      (state.testState, state.date) = (round.testState, round.dateCreated)
      progress[code, default: [:]][block] = state
      return true
    }
    return progress
  }
}
