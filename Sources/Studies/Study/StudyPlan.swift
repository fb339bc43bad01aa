import Examiner
public import Game
import Science
public import Shell

/// The contents of a study file: conditions, orders, boards, questions and pages.
///
/// Participants and their progress are records of the store. A store compares the hash of the plan
/// to detect that the file has changed since participants were enrolled.
///
/// ```swift
/// let plan = try StudyFile.read(text)
/// let blocks = plan.blocks(of: "P07", order: 1)
/// ```
public struct StudyPlan: Equatable, Sendable {
  /// A condition of the experiment: a name, and the test that participants play in it.
  ///
  ///     for condition in plan.conditions { print(condition.name, condition.preset.name) }
  public struct Condition: Equatable, Sendable {
    public var name: String
    public var preset: TestPreset
    public var settings: TestSettings
    /// `true` if a participant whose practice ends without its criterion goes on to no block.
    public var stopsFailed = false

    /// The number of trials of the test; `nil` if it depends on their outcomes.
    public var trialCount: Int? { TestSeries(preset, settings).trialLimit }

    var text: String {
      "\(name) \(preset.name) \(settings)" + (stopsFailed ? " fail=stop" : "")
    }
  }

  /// The way in which an order of conditions is assigned to each participant.
  ///
  ///     if plan.order == .latin { print("the orders are a Latin square") }
  public enum Order: String, CaseIterable, Sendable { case fixed, random, latin }

  /// The participants and conditions that share the same boards.
  ///
  ///     if plan.boards == .own { print("each participant has other boards") }
  public enum Boards: String, CaseIterable, Sendable {
    /// All participants have the same boards.
    case same
    /// Each participant has other boards.
    case own
    /// All participants have the same boards, and all conditions of a session, too.
    case paired
  }

  /// An item that a participant of a closed session sees only if the study says so.
  ///
  ///     if plan.shownItems.contains(.results) { showResult() }
  public enum Item: String, CaseIterable, Sendable {
    /// The name of a block's condition.
    case conditions
    /// The result of a block at its end.
    case results
  }

  /// A page of text that is shown at one point of the study.
  struct Page: Equatable, Sendable {
    /// The moment: `start`, `practice`, `break`, `end`, or the name of a condition.
    let occasion: String

    let language: Language
    var lines: [String] = []
  }

  /// The maximum number of conditions; with more, a balanced design would have too many orders.
  static var mostConditions: Int { 12 }
  static var mostGroups: Int { 12 }
  static var groupWeightLimits: ClosedRange<Int> { 1...100 }
  static var mostQuestions: Int { 100 }
  static var mostExclusions: Int { 100 }

  public var name = ""
  /// The planned number of participants, beyond which none can be enrolled.
  public var participantCount = 0
  public var order = Order.fixed
  public internal(set) var boards = Boards.same
  /// `true` if each block of a session has the boards in another order.
  public internal(set) var isShuffled = false
  /// The seed of the boards; `nil` to derive it from the hash of the study.
  var seed: String?
  public internal(set) var sessionCount = 1
  /// The minimum time between two sessions, in milliseconds.
  public var gap = 0
  /// The time in milliseconds after which an interrupted block begins again; `nil` for never.
  public var stale: Int?
  /// The number of trials before each break; `nil` without breaks.
  public var rest: Int?
  public var practice: Condition?
  /// `true` if the practice has no `until=`, so that all of its trials must be passed.
  var impliesCriterion = false
  public var conditions: [Condition] = []
  var pages: [Page] = []
  /// The names of the groups of participants; empty without groups.
  public var groups: [String] = []
  /// The weights by which chance assigns the groups; `nil` to fill the smallest group.
  public internal(set) var groupWeights: [Int]?
  /// The consent page in each of its languages.
  var consents: [StudyConsent] = []
  public var questions: [StudyQuestion] = []
  /// The rules that exclude trials or participants from statistics, in the order of the file.
  public var exclusions: [StudyExclusion] = []
  /// The contrast that is tested without adjustment; `nil` for none.
  public var primary: StudyPrimary?
  /// The word with which an experimenter ends a closed session; `nil` for none.
  public var leave: String?
  /// What the study fixes of the way in which all of its trials are shown and played.
  public internal(set) var presentation = PresentationSettings()
  /// The items that participants of closed sessions see because the study says so, in the order of
  /// `Item`.
  public var shownItems: [Item] = []

  /// The hash of the contents; blanks and comments in the file do not change it.
  public var hash: String {
    let facts: [String] =
      [
        name, "\(participantCount)", order.rawValue, boards.rawValue, seed ?? "",
        "\(sessionCount)", "\(gap)", rest.map { "\($0)" } ?? "", practice?.text ?? "",
      ] + conditions.map(\.text)
      + pages.flatMap { ["\($0.occasion) \($0.language.rawValue)"] + $0.lines } + laterFacts
    return TextHash.digits(of: facts.joined(separator: "\n"))
  }

  /// The lines with which keywords of later versions contribute to the hash.
  ///
  /// Without such keywords there are none, so that the hashes of old files stay the same.
  private var laterFacts: [String] {
    (groups.isEmpty ? [] : ["groups \(groups.joined(separator: " "))\(assignmentText)"])
      + (stale.map { ["stale \($0)"] } ?? []) + consents.flatMap(\.fileLines)
      + questions.map(\.fileLine) + exclusions.map(\.fileLine)
      + (leave.map { ["leave \($0)"] } ?? [])
      + shownItems.map { "show \($0.rawValue)" }
      + (isShuffled ? ["boards shuffled"] : [])
      + (primary.map { [$0.text] } ?? []) + presentation.fileLines
  }

  /// The key `assign=` with the weights of the groups; empty without it.
  private var assignmentText: String {
    groupWeights.map { " assign=" + $0.map(String.init).joined(separator: ":") } ?? ""
  }

  /// `true` if boards come again in another condition after their solution was shown.
  public var showsSolutionsOfLaterBoards: Bool {
    let repeated = conditionsByBoards.filter { $0.count > 1 }.joined()
    return boards == .paired
      && conditions.contains { $0.settings.feedback == .full && repeated.contains($0.name) }
  }

  /// The criteria that end practice, by the name of the condition that is practised; empty without
  /// one.
  public var criteria: [String: PracticeCriterion] {
    practised.reduce(into: [:]) { criteria, condition in
      criteria[condition.name] = condition.settings.until
    }
  }

  /// The names of the conditions whose failed practice ends the study for the participant.
  public var stoppingConditions: Set<String> {
    Set(practised.filter(\.stopsFailed).map(\.name))
  }

  /// The conditions, and the practice of the study.
  private var practised: [Condition] { conditions + (practice.map { [$0] } ?? []) }

  /// A consent page or the pages of a moment, in a single language.
  ///
  ///     for text in plan.textsInOneLanguage { print(text.keyword, text.language) }
  public struct TextInOneLanguage: Equatable {
    /// The line of the study file, such as `page start`.
    public let keyword: String
    public let language: Language
  }

  /// The texts that participants with another language see in a language of others.
  public var textsInOneLanguage: [TextInOneLanguage] {
    var texts: [(keyword: String, languages: Set<Language>)] = []
    let all =
      consents.map { ("consent", $0.language) } + pages.map { ("page \($0.occasion)", $0.language) }
    for (keyword, language) in all {
      if let index = texts.firstIndex(where: { $0.keyword == keyword }) {
        texts[index].languages.insert(language)
      } else {
        texts.append((keyword, [language]))
      }
    }
    return texts.compactMap { text in
      guard text.languages.count == 1, let language = text.languages.first else { return nil }
      return TextInOneLanguage(keyword: text.keyword, language: language)
    }
  }

  /// Returns the consent page in this language, or else in the first language that has one.
  public func consent(in language: Language) -> StudyConsent? {
    consents.first { $0.language == language } ?? consents.first
  }

  /// The hashes of the consent page in all languages.
  public var consentHashes: [String] { consents.map(\.hash) }

  /// Returns the first question that has no answer yet; `nil` if all are answered.
  ///
  /// Skips a question whose condition does not hold. The part is the number of the block, or the
  /// identifier of the trial, after which a question is asked.
  public func openQuestion(
    at moment: StudyQuestion.Moment, after part: String? = nil, _ answers: StudyAnswers
  ) -> StudyQuestion? {
    questions.first { question in
      question.moment == moment && answers[question.answerName(after: part)] == nil
        && isAsked(question, after: part, answers)
    }
  }

  /// Returns whether the earlier answer is as the condition of a question says.
  private func isAsked(
    _ question: StudyQuestion, after part: String?, _ answers: StudyAnswers
  ) -> Bool {
    guard let condition = question.condition else { return true }
    let earlier = questions.first { $0.name == condition.name }
    let name = earlier?.answerName(after: earlier?.isRepeated == true ? part : nil)
    return name.map { answers[$0] == condition.value } ?? false
  }

  /// `true` if a question is asked after each trial.
  public var asksAfterTrials: Bool { questions.contains { $0.moment == .trial } }

  /// `true` if a question follows each block.
  public var asksAfterBlocks: Bool { questions.contains { $0.moment == .block } }

  /// The number of different orders of the conditions.
  public var orderCount: Int {
    switch order {
    case .fixed: 1
    case .random: (1...conditions.count).reduce(1, *)
    case .latin: square?.orders.count ?? 1
    }
  }

  /// The balanced design for the orders (a Williams square); `nil` with too few conditions.
  private var square: WilliamsSquare? { try? WilliamsSquare(conditionCount: conditions.count) }

  /// The numbers of the orders, counted from 1.
  public var orders: ClosedRange<Int> { 1...max(1, orderCount) }

  /// Returns the conditions in an order; empty if there is no order with this number.
  public func conditions(inOrder number: Int) -> [Condition] {
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

  /// Returns the group with the fewest participants; `nil` without groups.
  ///
  /// Among equal groups, the search begins at the offset of the station.
  public func smallestGroup(_ counts: [String: Int], offset: Int) -> String? {
    groups.isEmpty ? nil : groups[Self.leastUsed(groups.map { counts[$0] ?? 0 }, offset: offset)]
  }

  /// Returns the first index with the smallest count, searching cyclically from an offset.
  private static func leastUsed(_ counts: [Int], offset: Int) -> Int {
    let least = counts.min() ?? 0
    let turned = counts.indices.map { ($0 + offset) % counts.count }
    return turned.first { counts[$0] == least } ?? 0
  }

  /// Returns an offset for the choice of groups and orders, derived from the name of a station; 0
  /// for `nil`.
  public static func offset(ofStation name: String?) -> Int {
    guard let name else { return 0 }
    var generator = Generator(text: "station/\(name)")
    return generator.next(below: 1 << 20)
  }

  /// Returns the number of the order for a new participant: one that the fewest participants have.
  ///
  /// `counts` has the number of participants of the same group by order. Among equal orders, the
  /// search begins at `offset`.
  public func order(for code: String, counts: [Int: Int], offset: Int = 0) -> Int {
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

  /// Returns the pages of a moment in this language, or else in the first language that has any.
  public func pages(at occasion: String, in language: Language) -> [[String]] {
    let pages = pages.filter { $0.occasion == occasion }
    let known = pages.contains { $0.language == language } ? language : pages.first?.language
    return pages.filter { $0.language == known }.map(\.lines)
  }

  /// Returns the pages that a participant reads before the trials of a test, each in all of its
  /// languages.
  public func instructions(for test: String?) -> [[String]] {
    let isPractised = practice?.preset.name == test
    let own = conditions.filter { $0.preset.name == test }.map(\.name)
    let occasions = ["start"] + (isPractised ? ["practice"] : []) + own
    return occasions.flatMap { occasion in
      pages.filter { $0.occasion == occasion }.map(\.lines)
    }
  }

  /// The numbers of the blocks that are not practice.
  public var blockNumbers: ClosedRange<Int> { 1...max(1, sessionCount * conditions.count) }

  /// Returns the session of a block that is not practice.
  public func session(ofBlock number: Int) -> Int { (number - 1) / conditions.count + 1 }

  /// Returns the blocks of a participant in order: the practice of the study, then those of each
  /// session.
  ///
  /// A block whose condition has its own practice follows a block with that practice.
  public func blocks(of code: String, order: Int) -> [StudyBlock] {
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

  /// Returns one block of a participant.
  ///
  /// The seed of its boards is derived from the study, so that every station generates the same
  /// boards.
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
    settings.shuffle = isShuffled && !StudyBlock.isPractice(number) ? number : nil
    // A block that begins anew keeps its order of holds and its intervals, unlike its boards.
    settings.draw =
      settings.isDrawn ? TextHash.digits(of: "\(self.seed ?? hash)/\(code)/\(number)") : nil
    settings.presentation.require(presentation)
    settings.studyPosition = StudyPosition(
      study: name, hash: hash, session: session, block: number, order: order,
      condition: condition.name)
    return StudyBlock(number: number, session: session, condition: condition, settings: settings)
  }
}

extension StudyPlan.Condition {
  /// The practice before each block of the condition, as a condition of its own; `nil` without one.
  fileprivate var practice: Self? {
    guard settings.until != nil else { return nil }
    var practice = self
    practice.settings.trials = nil
    return practice
  }

  /// The condition without its practice, if that is a block of its own.
  fileprivate var withoutPractice: Self {
    guard settings.until != nil else { return self }
    var condition = self
    condition.settings.practice = 0
    condition.settings.until = nil
    return condition
  }
}

/// A part of a study that a participant plays in one go: a test with its settings.
///
///     let counted = blocks.filter { !$0.isPractice }
///     print(counted.map(\.condition.name))
public struct StudyBlock: Sendable {
  /// The block number: 0 for the practice of the study, then from 1.
  ///
  /// The practice before a block has its number plus `practiceOffset`.
  public let number: Int

  public let session: Int
  public let condition: StudyPlan.Condition
  /// The settings of the test, including the seed of its boards.
  public private(set) var settings: TestSettings

  /// The difference between the number of a block and the number of its practice block.
  public static var practiceOffset: Int { 100_000 }

  /// Returns whether a number is that of a block of practice.
  public static func isPractice(_ number: Int) -> Bool { number == 0 || number > practiceOffset }

  /// `true` for a block of practice, whose trials no statistic includes.
  public var isPractice: Bool { Self.isPractice(number) }

  /// Returns whether the block is practice that ended without its criterion, so that the
  /// participant goes on to no other block.
  public func endsStudy(_ state: BlockState?) -> Bool {
    guard isPractice, condition.stopsFailed, let until = settings.until, let state, state.isOver
    else { return false }
    return !until.isMet(byAnyOf: state.practicePasses)
  }

  /// Returns the block as it is played after it was begun anew `count` times; the same block for 0.
  ///
  /// It has other boards, because the participant has seen some of the first ones. They are the
  /// same on every station.
  public func restarted(_ count: Int) -> Self {
    guard count > 0, let seed = settings.seed else { return self }
    var block = self
    block.settings.seed = try? SessionSeed("\(seed.seed.text)\(Self.restartMark)\(count)")
    return block
  }

  /// Returns whether a seed is that of the block, or of the block after any number of restarts.
  public func hasBoards(of seed: SessionSeed?) -> Bool {
    guard let own = settings.seed?.seed.text, let text = seed?.seed.text else { return false }
    if text == own { return true }
    guard text.hasPrefix(own + Self.restartMark),
      let count = Int(text.dropFirst(own.count + Self.restartMark.count))
    else { return false }
    return count > 0 && text == own + Self.restartMark + "\(count)"
  }

  /// The text between a block's seed and the number of its restarts.
  private static var restartMark: String { ".r" }
}

/// The progress of a participant in a block.
///
///     var state = BlockState()
///     state.trialCount = 20
///     state.testState = "complete"
///     state.isOver  // true
public struct BlockState {
  public var trialCount = 0
  /// The outcome of the block's test; `TestEnd.notYet` while it has none.
  public var testState: String?
  /// `true` for each passed one of the trials of practice that count for its criterion.
  public var practicePasses: [Bool] = []
  /// The date of the last trial, in milliseconds since 1970.
  public var date = 0
  /// The identifier of the last trial; `nil` if it is not finished, or is one of practice.
  public var lastTrial: String?
  /// The number of times that the block was begun anew.
  public var restartCount = 0
  /// `true` if the block was interrupted and went on later.
  public var wasResumed = false
  /// A bit for each of the latest rounds, set if the round missed its hold or was replaced.
  private var missedBits: UInt32 = 0

  public init() {}

  /// Records whether a round missed its hold or was replaced.
  public mutating func addRound(isMissed: Bool) {
    missedBits = (missedBits << 1 | (isMissed ? 1 : 0)) & (1 << TestSeries.judgedHoldCount - 1)
  }

  /// `true` if the program stopped the test, because the terminal could not keep its time.
  public var missedItsTime: Bool {
    testState == TestEnd.stopped.rawValue
      && missedBits.nonzeroBitCount > TestSeries.judgedHoldCount / 2
  }

  /// `true` if the block is finished; a test that was interrupted too long ago doesn't count as
  /// finished.
  public var isOver: Bool {
    testState.map { $0 != TestEnd.notYet && $0 != TestEnd.stale.rawValue } ?? false
  }
}

/// The progress of all participants in their blocks, by participant code and block number.
///
///     let progress = try context.progress(of: study)
///     if progress["P07"]?[1] != nil { print("P07 has begun the first block") }
public typealias StudyProgress = [String: [Int: BlockState]]
