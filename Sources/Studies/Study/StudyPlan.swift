package import Console
import Examiner
package import Game
import Science

/// A study: its conditions, their orders, their boards, its questions and its pages.
///
/// It has the contents of a study file and nothing else: the participants and their progress are
/// records of the store. Two plans with the same text have the same hash, by which a store knows
/// whether a study has been changed since participants were enrolled.
///
/// ```swift
/// let plan = try StudyFile.read(text)
/// let blocks = plan.blocks(of: "P07", order: 1)
/// ```
package struct StudyPlan: Equatable {
  /// A condition: a name and the test with which it is measured.
  package struct Condition: Equatable {
    package var name: String
    package var preset: TestPreset
    package var settings: TestSettings

    /// The number of trials; `nil` if it depends on their outcomes.
    package var trialCount: Int? { TestSeries(preset, settings).trialLimit }

    var text: String { "\(name) \(preset.name) \(settings)" }
  }

  /// The assignment of orders to participants.
  package enum Order: String, CaseIterable { case fixed, random, latin }

  /// The boards of a block: the same for all participants, the participant's own, or the same
  /// within a session.
  enum Boards: String, CaseIterable {
    /// The same for all participants.
    case same
    /// The participant's own.
    case own
    /// The same for all participants, and in all conditions of a session.
    case paired
  }

  /// A page of text that is shown at one point of the study: `start`, `practice`, `break`, `end` or
  /// the name of a condition.
  struct Page: Equatable {
    /// The point in the study at which the page is shown: `start`, `practice`, `break`, `end`, or a
    /// condition.
    let occasion: String

    let language: Language
    var lines: [String] = []
  }

  /// The greatest number of conditions; a balanced square of more would not be practical.
  static var mostConditions: Int { 12 }
  static var mostGroups: Int { 12 }
  static var mostQuestions: Int { 100 }
  static var mostExclusions: Int { 100 }

  package var name = ""
  /// The number of participants that can be enrolled.
  package var participantCount = 0
  package var order = Order.fixed
  var boards = Boards.same
  /// The seed of the boards; `nil` to derive them from the hash.
  var seed: String?
  var sessionCount = 1
  /// The minimum number of milliseconds between two sessions.
  package var gap = 0
  /// The milliseconds after which an interrupted block is restarted; `nil` if it never is.
  package var stale: Int?
  /// The number of trials before a break.
  package var rest: Int?
  package var practice: Condition?
  package var conditions: [Condition] = []
  var pages: [Page] = []
  /// The names of the groups; empty if the study has none.
  package var groups: [String] = []
  /// The consent page, in each of its languages.
  var consents: [StudyConsent] = []
  package var questions: [StudyQuestion] = []
  /// The rules that exclude trials or participants from the figures, in the order of the file.
  package var exclusions: [StudyExclusion] = []
  /// The word that ends a closed session; `nil` if the file has none.
  package var leave: String?

  /// The hash of the content, which blanks and comments do not change.
  package var hash: String {
    let facts: [String] =
      [
        name, "\(participantCount)", order.rawValue, boards.rawValue, seed ?? "",
        "\(sessionCount)", "\(gap)", rest.map { "\($0)" } ?? "", practice?.text ?? "",
      ] + conditions.map(\.text)
      + pages.flatMap { ["\($0.occasion) \($0.language.rawValue)"] + $0.lines } + laterFacts
    return TextHash.digits(of: facts.joined(separator: "\n"))
  }

  /// The canonical lines of words that were added to study files later.
  ///
  /// A file without such words has none, so that its hash stays the same.
  private var laterFacts: [String] {
    (groups.isEmpty ? [] : ["groups \(groups.joined(separator: " "))"])
      + (stale.map { ["stale \($0)"] } ?? []) + consents.flatMap(\.fileLines)
      + questions.map(\.fileLine) + exclusions.map(\.fileLine)
      + (leave.map { ["leave \($0)"] } ?? [])
  }

  /// Returns the consent page in the given language, or in the first existing one.
  package func consent(in language: Language) -> StudyConsent? {
    consents.first { $0.language == language } ?? consents.first
  }

  /// The hashes of the consent pages.
  package var consentHashes: [String] { consents.map(\.hash) }

  /// Returns the first unanswered question of a moment.
  package func openQuestion(
    at moment: StudyQuestion.Moment, _ answers: StudyAnswers
  ) -> StudyQuestion? {
    questions.first { $0.moment == moment && answers[$0.name] == nil }
  }

  /// The number of orders that participants can have.
  package var orderCount: Int {
    switch order {
    case .fixed: 1
    case .random: (1...conditions.count).reduce(1, *)
    case .latin: square?.orders.count ?? 1
    }
  }

  /// The balanced square of the conditions; `nil` if there are too few.
  private var square: WilliamsSquare? { try? WilliamsSquare(conditionCount: conditions.count) }

  /// The numbers of the orders that participants can have.
  package var orders: ClosedRange<Int> { 1...max(1, orderCount) }

  /// Returns the conditions in an order, counted from 1; empty if there is no such order.
  package func conditions(inOrder number: Int) -> [Condition] {
    guard orders.contains(number) else { return [] }
    switch order {
    case .fixed: return conditions
    case .latin: return square?.orders[number - 1].map { conditions[$0] } ?? conditions
    case .random:
      var rest = conditions
      var rank = number - 1
      var result = [Condition]()
      while !rest.isEmpty {
        let below = (1...rest.count).dropLast().reduce(1, *)
        result.append(rest.remove(at: rank / below))
        rank %= below
      }
      return result
    }
  }

  /// Returns the smallest group; among several, a station begins at its own offset.
  ///
  /// Returns `nil` if the study has no groups.
  package func smallestGroup(_ counts: [String: Int], offset: Int) -> String? {
    groups.isEmpty ? nil : groups[Self.leastUsed(groups.map { counts[$0] ?? 0 }, offset: offset)]
  }

  /// Returns the first index with the least count, searching from an offset on.
  private static func leastUsed(_ counts: [Int], offset: Int) -> Int {
    let least = counts.min() ?? 0
    let turned = counts.indices.map { ($0 + offset) % counts.count }
    return turned.first { counts[$0] == least } ?? 0
  }

  /// Returns the offset of a station, derived from its name; 0 without a name.
  package static func offset(ofStation name: String?) -> Int {
    guard let name else { return 0 }
    var generator = Generator(text: "station/\(name)")
    return generator.next(below: 1 << 20)
  }

  /// Returns the order of a new participant: the first with the least count, from the offset on.
  ///
  /// `counts` has the number of participants in each order, from 1, in the participant's group.
  package func order(for code: String, counts: [Int: Int], offset: Int = 0) -> Int {
    switch order {
    case .fixed: return 1
    case .latin:
      let counts = (1...orderCount).map { counts[$0] ?? 0 }
      return Self.leastUsed(counts, offset: offset) + 1
    case .random:
      var generator = Generator(text: "order/\(hash)/\(code)")
      return generator.next(below: orderCount) + 1
    }
  }

  /// Returns the pages of one point of the study, in the given language, or in the first existing
  /// one.
  package func pages(at occasion: String, in language: Language) -> [[String]] {
    let pages = pages.filter { $0.occasion == occasion }
    let known = pages.contains { $0.language == language } ? language : pages.first?.language
    return pages.filter { $0.language == known }.map(\.lines)
  }

  /// Returns the blocks of a participant: the practice of the study, then the blocks of each
  /// session, each after its own practice if its condition has one.
  package func blocks(of code: String, order: Int) -> [StudyBlock] {
    let conditions = conditions(inOrder: order)
    var blocks = practice.map { [block(0, 1, $0, of: code, order: order)] } ?? []
    for session in 1...sessionCount {
      for (index, condition) in conditions.enumerated() {
        let number = (session - 1) * conditions.count + index + 1
        if let practice = condition.practice {
          let practiceNumber = StudyBlock.practiceOffset + number
          blocks.append(block(practiceNumber, session, practice, of: code, order: order))
        }
        blocks.append(block(number, session, condition.withoutPractice, of: code, order: order))
      }
    }
    return blocks
  }

  /// Returns a block of a participant.
  ///
  /// The seed of its boards follows from the study, so that every station draws the same.
  private func block(
    _ number: Int, _ session: Int, _ condition: Condition, of code: String, order: Int
  ) -> StudyBlock {
    let seed =
      switch boards {
      case .same: "\(number)"
      case .own: "\(code).\(number)"
      case .paired: StudyBlock.isPractice(number) ? "\(number)" : "s\(session)"
      }
    var settings = condition.settings
    settings.seed = try? SessionSeed("\(self.seed ?? hash).\(seed)")
    settings.studyPosition = StudyPosition(
      study: name, hash: hash, session: session, block: number, order: order,
      condition: condition.name)
    return StudyBlock(number: number, session: session, condition: condition, settings: settings)
  }
}

extension StudyPlan.Condition {
  /// The practice before each block of the condition, to its criterion; `nil` if it has none.
  fileprivate var practice: Self? {
    guard settings.until != nil else { return nil }
    var practice = self
    practice.settings.trials = nil
    return practice
  }

  /// The condition whose practice is a separate block, if it has one.
  fileprivate var withoutPractice: Self {
    guard settings.until != nil else { return self }
    var condition = self
    condition.settings.practice = 0
    condition.settings.until = nil
    return condition
  }
}

/// A part of a study that a participant plays without interruption.
///
///     let counted = blocks.filter { !$0.isPractice }
///     print(counted.map(\.condition.name))
package struct StudyBlock {
  /// The number, counted from 1; 0 for the practice of the study, and `practiceOffset` plus the
  /// number of a block for the practice before that block.
  package let number: Int

  package let session: Int
  package let condition: StudyPlan.Condition
  /// The settings of the test, with the seed of its boards.
  package let settings: TestSettings

  /// The difference between the number of a block and that of its own practice.
  package static var practiceOffset: Int { 100_000 }

  static func isPractice(_ number: Int) -> Bool { number == 0 || number > practiceOffset }

  /// `true` if none of its trials count.
  package var isPractice: Bool { Self.isPractice(number) }
}

/// A participant's progress in a block.
///
///     var state = BlockState()
///     state.trialCount = 20
///     state.testState = "complete"
///     state.isOver  // true
package struct BlockState {
  package var trialCount = 0
  /// The end of the block's test; `TestEnd.notYet` if it is running or was interrupted.
  package var testState: String?
  /// The date of the last trial, in ms since 1970.
  package var date = 0

  package init() {}

  /// `true` if the block's test has ended, except by being interrupted too long ago.
  package var isOver: Bool {
    testState.map { $0 != TestEnd.notYet && $0 != TestEnd.stale.rawValue } ?? false
  }
}

/// The progress of a study's participants, by code and number of the block.
package typealias StudyProgress = [String: [Int: BlockState]]
