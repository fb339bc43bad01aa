package import Console
import Examiner
package import Game
import Science

package struct StudyPlan: Equatable {
  package struct Condition: Equatable {
    package var name: String
    package var preset: TestPreset
    package var settings: TestSettings

    /// The number of trials; `nil` if it depends on their outcomes.
    package var trialCount: Int? { TestSeries(preset, settings).trialLimit }

    var text: String { "\(name) \(preset.name) \(settings)" }
  }

  package enum Order: String, CaseIterable { case fixed, random, latin }

  enum Boards: String, CaseIterable {
    /// The same for all participants.
    case same
    /// The participant's own.
    case own
    /// The same for all participants, and in all conditions of a session.
    case paired
  }

  /// Lines to read at one point of the study: `start`, `practice`, `break`, `end` or the name of a
  /// condition.
  struct Page: Equatable {
    let place: String
    let language: Language
    var lines: [String] = []
  }

  static var mostConditions: Int { 12 }

  package var name = ""
  package var participantCount = 0
  package var order = Order.fixed
  var boards = Boards.same
  var seed: String?
  var sessionCount = 1
  /// The minimum of milliseconds between two sessions.
  package var gap = 0
  /// The number of trials before a break.
  package var rest: Int?
  package var practice: Condition?
  package var conditions: [Condition] = []
  var pages: [Page] = []

  /// The hash of the content.
  ///
  /// Blanks and comments do not change it.
  package var hash: String {
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

  package var orderCount: Int {
    switch order {
    case .fixed: 1
    case .random: (1...conditions.count).reduce(1, *)
    case .latin: square?.orders.count ?? 1
    }
  }

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

  /// Returns the order of a new participant.
  ///
  /// `counts` has the number of participants in each order, from 1.
  package func order(for code: String, counts: [Int: Int]) -> Int {
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

  /// Returns the pages of one point of the study, in the given language or in the first that there
  /// is.
  package func pages(at place: String, in language: Language) -> [[String]] {
    let pages = pages.filter { $0.place == place }
    let known = pages.contains { $0.language == language } ? language : pages.first?.language
    return pages.filter { $0.language == known }.map(\.lines)
  }

  package func blocks(of code: String, order: Int) -> [StudyBlock] {
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
package struct StudyBlock {
  /// A part of a study that one participant plays without interruption.
  package let number: Int
  package let session: Int
  package let condition: StudyPlan.Condition
  /// The settings of the test, with the seed of its boards.
  package let settings: TestSettings
}

/// A participant's progress in a block.
package struct BlockState {
  package var trialCount = 0
  /// The end of its test; `TestEnd.notYet` if it goes on or was interrupted.
  package var testState: String?
  /// The date of the last trial, in ms since 1970.
  package var date = 0

  package init() {}

  package var isOver: Bool { testState.map { $0 != TestEnd.notYet } ?? false }
}

/// The progress of a study's participants, by code and number of the block.
package typealias StudyProgress = [String: [Int: BlockState]]
