import Examiner
import Game
public import Shell

/// Parses a study file, whose lines have the syntax of commands.
///
/// ```swift
/// let plan = try StudyFile.read("""
///   @ chimp-study 1
///   name memory
///   participants 30
///   condition 210 inoue-210
///   """)
/// ```
///
/// Errors have the line number and, if known, the column.
public final class StudyFile: CommandReceiver {
  /// The required first line of every study file.
  public static var header: String { "@ chimp-study 1" }
  /// The maximum size of a study file in bytes.
  public static var longest: Int { 1 << 20 }

  /// The plan, as far as the file has been parsed.
  var plan = StudyPlan()
  /// The keywords of study files, as a command table.
  ///
  /// So lines are parsed like commands, with the same quotes and error messages.
  let table: CommandTable<StudyFile>
  /// The words of the current line.
  var invocation = Invocation([])
  /// The keywords that have occurred so far, to find forbidden repetitions.
  private var usedKeywords: Set<String> = []
  /// A text of the plan to which lines that begin with `|` are appended.
  private enum OpenText {
    case page(Int), consent(Int)
  }

  /// The keywords that may occur more than once.
  private static let repeatable: Set<String> = [
    "condition", "page", "group", "question", "consent", "exclude",
    "require",
  ]

  /// The page or consent to which lines that begin with `|` are appended; `nil` outside of one.
  private var openText: OpenText?
  /// `true` after the line of a page or a consent, whose text may follow.
  var isTextOpen: Bool { openText != nil }
  /// The positions of the pages in the file, to report an unknown condition at the end of the file.
  private var pageLines: [(occasion: String, line: Int, column: Int)] = []
  /// `true` for the text of a store, which was accepted earlier.
  private var isStored = false
  /// The positions of the consent pages, whose text follows.
  private var consentLines: [(line: Int, column: Int)] = []
  /// The position of the last group.
  var groupLine: (line: Int, column: Int) = (1, 1)
  /// The value of `assign=` with its position; `nil` without the key.
  var assignment: GroupAssignment?
  /// The positions of the exclusion rules, to report an unknown question at the end of the file.
  var exclusionPositions: [ExclusionPosition] = []
  /// The condition at the end of the current line, and its position; `nil` without one.
  var questionCondition: (condition: StudyQuestion.Condition, position: (line: Int, column: Int))?
  /// The positions of the questions' conditions, to check them at the end of the file; `nil` for a
  /// question without one.
  var conditionPositions: [(line: Int, column: Int)?] = []
  /// `true` if the current line is a rule that ends with the unit of standard deviations.
  var hasDeviationUnit = false
  /// The required window; `nil` without one.
  var windowRequirement: WindowRequirement?
  /// The words of the line `primary`; `nil` without one.
  var primaryLine: PrimaryLine?
  /// The number of the current line, counted from 1.
  private(set) var lineNumber = 0

  /// Parses the text of a study file.
  ///
  /// - Throws: The error of the first invalid line.
  public static func read(_ text: String) throws(StudyError) -> StudyPlan {
    try read(text, isStored: false)
  }

  /// Parses the text of a stored study, which was valid when it was stored.
  ///
  /// Checks of later versions of the program are skipped, so that every stored study stays
  /// readable.
  public static func read(stored text: String) throws(StudyError) -> StudyPlan {
    try read(text, isStored: true)
  }

  private static func read(_ text: String, isStored: Bool) throws(StudyError) -> StudyPlan {
    let file = StudyFile()
    file.isStored = isStored
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      file.lineNumber += 1
      let line = line.last == "\r" ? line.dropLast() : line
      do { try file.parse(String(line)) } catch {
        throw error.located(line: file.lineNumber, length: line.count)
      }
    }
    try file.checkWhole()
    if !isStored { try file.checkFeasibility() }
    return file.plan
  }

  private init() { table = Self.table }

  /// Parses a line: the header, a text line, or a keyword with its arguments.
  private func parse(_ line: String) throws(StudyError) {
    if lineNumber == 1 {
      return try checkHeader(line)
    }
    if line.utf8.first == UInt8(ascii: "|") { return try appendText(line.dropFirst()) }
    invocation = Invocation(Array(line.utf8))
    let form: CommandForm<StudyFile>?
    do { form = try self.form(of: line) } catch {
      if isIncompleteScale { throw StudyError(.answer(.oneLabel), column: nil) }
      throw mistake(for: error, in: line)
    }
    guard let form else { return }
    let word = invocation.text(ofWord: 0)
    guard usedKeywords.insert(word).inserted || Self.repeatable.contains(word) else {
      throw StudyError(.file(.usedTwice(word)), column: 1)
    }
    do { try form.perform(self, invocation) } catch let error as StudyError { throw error } catch {
      preconditionFailure("a keyword throws a StudyError: \(error)")
    }
  }

  /// Throws unless a line is the header of this version of the format, perhaps with blanks behind.
  private func checkHeader(_ line: String) throws(StudyError) {
    let end = line.lastIndex { $0 != " " && $0 != "\t" }
    let header = end.map { line[...$0] } ?? ""
    guard header != Self.header else { return }
    let start = Self.header.dropLast()
    let version = header.dropFirst(start.count)
    guard header.hasPrefix(start), Int(version) != nil else {
      throw StudyError(.file(.noHeader(Self.header)), column: 1)
    }
    throw StudyError(.file(.unknownVersion(String(version))), column: start.count + 1)
  }

  /// Returns the form of the current line; `nil` for an empty one.
  private func form(of line: String) throws(Refusal) -> CommandForm<StudyFile>? {
    try invocation.split()
    guard invocation.wordCount > 0 else { return nil }
    try separateCondition(of: line)
    try separateUnit(of: line)
    let word = invocation.text(ofWord: 0)
    guard let keyword = table.command(named: word) else {
      let words = table.commands.map(\.name)
      throw .notChoice("WORD", word, words, column: invocation.column(ofWord: 0))
    }
    return try keyword.form(for: &invocation)
  }

  /// Appends a text line to the current page or consent.
  ///
  /// - Throws: `textWithoutPage` outside of a page or consent.
  private func appendText(_ text: Substring) throws(StudyError) {
    let line = String(text.utf8.first == 0x20 ? text.dropFirst() : text)
    let hidden = text.unicodeScalars.firstIndex { $0.properties.generalCategory == .control }
    if let hidden, !isStored {
      // The bar is the first column.
      let column = text.unicodeScalars.distance(from: text.startIndex, to: hidden) + 2
      throw StudyError(.page(.hiddenCharacter), column: column)
    }
    switch openText {
    case .page(let index)?: plan.pages[index].lines.append(line)
    case .consent(let index)?: plan.consents[index].lines.append(line)
    case nil: throw StudyError(.page(.textWithoutPage), column: 1)
    }
  }

  /// Parses the line `practice`, whose number of trials is required.
  private func parsePractice() throws(StudyError) {
    var practice = try condition("practice", at: 0)
    guard practice.settings.practice > 0 else {
      throw StudyError(.file(.practiceWithoutCount), column: nil)
    }
    plan.impliesCriterion = practice.settings.until == nil
    practice.settings.until =
      practice.settings.until ?? PracticeCriterion(passesInRow: practice.settings.practice)
    plan.practice = practice
  }

  /// The moments at which pages are shown, besides the beginnings of conditions.
  private static var places: [String] { ["start", "practice", "break", "end"] }

  /// Parses a line `condition`.
  ///
  /// Its name must not be that of a moment at which pages are shown, such as `start`.
  private func parseCondition() throws(StudyError) {
    let name = try name()
    guard !Self.places.contains(name) else {
      throw StudyError(.name(.ofPlace(name)), column: invocation.column(0))
    }
    guard !plan.conditions.contains(where: { $0.name == name }) else {
      throw StudyError(.file(.usedTwice(name)), column: invocation.column(0))
    }
    guard plan.conditions.count < StudyPlan.mostConditions else {
      throw StudyError(.file(.tooManyConditions(limit: StudyPlan.mostConditions)), column: 1)
    }
    plan.conditions.append(try condition(name, at: 1))
  }

  /// Parses the line `boards`; only boards that come again can be shuffled.
  private func parseBoards() throws(StudyError) {
    plan.boards = .init(rawValue: invocation.text(0)) ?? .same
    plan.isShuffled = invocation.textIfGiven(1) != nil
    guard !plan.isShuffled || plan.boards == .paired else {
      throw StudyError(.file(.notShuffled(plan.boards.rawValue)), column: invocation.column(1))
    }
  }

  /// Begins a page.
  ///
  /// The condition that it names may follow later, so it is checked at the end of the file.
  private func parsePage() {
    let occasion = invocation.text(0)
    pageLines.append((occasion, lineNumber, invocation.column(0)))
    plan.pages.append(.init(occasion: occasion, language: language(1)))
    openText = .page(plan.pages.count - 1)
  }

  /// Returns the language that an argument names; English without the argument.
  private func language(_ index: Int) -> Language {
    invocation.textIfGiven(index).flatMap { Language(rawValue: $0) } ?? .english
  }

  /// Begins the consent page in a language, with the word that the participant must type to
  /// consent.
  private func parseConsent() throws(StudyError) {
    let key = invocation.text(0)
    guard StudyConsent.isKey(key) else {
      throw StudyError(.page(.notKey(key)), column: invocation.column(0))
    }
    guard isStored || invocation.argumentCount > 1 || Language(rawValue: key) == nil else {
      throw StudyError(.line(.noConsentWord(language: key)), column: invocation.column(0))
    }
    let language = language(1)
    guard !plan.consents.contains(where: { $0.language == language }) else {
      throw StudyError(.file(.usedTwice("consent \(language.rawValue)")), column: 1)
    }
    plan.consents.append(StudyConsent(key: key, language: language))
    consentLines.append((lineNumber, invocation.column(0)))
    openText = .consent(plan.consents.count - 1)
  }

  /// Adds the items of a line that participants of closed sessions see.
  private func parseShownItems() throws(StudyError) {
    for index in 0..<invocation.argumentCount {
      let word = invocation.text(index)
      guard let item = StudyPlan.Item(rawValue: word) else { continue }
      guard !plan.shownItems.contains(item) else {
        throw StudyError(.file(.usedTwice(word)), column: invocation.column(index))
      }
      plan.shownItems.append(item)
    }
    plan.shownItems = StudyPlan.Item.allCases.filter { plan.shownItems.contains($0) }
  }

  /// The word of `study=` for trials outside of studies, which no study can have as its name.
  public static var outsideWord: String { "no" }

  /// Returns the name of the study.
  private func studyName() throws(StudyError) -> String {
    let name = try name()
    guard isStored || name != Self.outsideWord else {
      throw StudyError(.name(.reserved(name)), column: invocation.column(0))
    }
    return name
  }

  /// Returns the name in an argument, by the rules of participants' codes.
  func name(at index: Int = 0) throws(StudyError) -> String {
    let name = invocation.text(index)
    guard ParticipantCode.isValid(name) else {
      throw StudyError(.name(.notName(name)), column: invocation.column(index))
    }
    return name
  }

  /// Returns the condition that a line defines, with plain rounds if it names no test.
  ///
  /// The seed of its boards is set later, by the study.
  private func condition(
    _ name: String, at index: Int
  ) throws(StudyError) -> StudyPlan.Condition {
    let preset = invocation.textIfGiven(index).flatMap(TestPreset.named) ?? TestPreset.plain
    try checkHoldText()
    var settings = try TestSettings(of: preset.name, from: invocation)
    try readHolds(&settings, of: preset, isPractice: index == 0)
    try readTimes(&settings, of: preset)
    if let column = invocation.column(key: "seed") {
      throw StudyError(.file(.key("seed")), column: column)
    }
    let consequence = invocation.text(key: "fail")
    guard consequence == nil || settings.until != nil else {
      throw StudyError(.file(.failWithoutUntil), column: invocation.column(key: "fail"))
    }
    return StudyPlan.Condition(
      name: name, preset: preset, settings: settings, stopsFailed: consequence == "stop")
  }

  /// Returns the seed that a line gives; throws if it is longer than 16 bytes.
  private func seed() throws(StudyError) -> String {
    let text = invocation.text(0)
    let column = invocation.column(0)
    _ = try StudyError.checking(at: column, SessionSeed(text))
    guard text.utf8.count <= 16 else {
      throw StudyError(syntax: .tooLong("TEXT", limit: 16, column: column))
    }
    return text
  }

  /// Returns a duration such as `30m`, `2h` or `1d` in milliseconds; `nil` without the key.
  private func time(_ key: String) throws(StudyError) -> Int? {
    guard let text = invocation.text(key: key) else { return nil }
    let units: [Character: Int] = ["m": 60_000, "h": 3_600_000, "d": 86_400_000]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()),
      (1...1_000).contains(number)
    else { throw StudyError(.file(.notGap(text)), column: invocation.column(key: key)) }
    return number * unit
  }

  /// Throws if the whole file lacks something, or if a page belongs to an unknown moment or
  /// condition.
  private func checkWhole() throws(StudyError) {
    for (isThere, word) in [
      (!plan.name.isEmpty, "name"), (plan.participantCount > 0, "participants"),
      (!plan.conditions.isEmpty, "condition"),
    ] where !isThere {
      throw StudyError(.file(.missing(word)), column: nil, line: lineNumber)
    }
    let occasions = plan.conditions.map(\.name) + Self.places
    for page in pageLines where !occasions.contains(page.occasion) {
      throw StudyError(
        syntax: .notChoice("PLACE", page.occasion, occasions, column: page.column),
        line: page.line)
    }
    try checkAssignment()
    try checkConditions()
    try checkExclusions()
    try checkPrimary()
  }

  /// Throws if a group can't be filled, or if a consent page has no text.
  private func checkFeasibility() throws(StudyError) {
    try checkGroups()
    for (page, position) in zip(plan.pages, pageLines)
    where page.lines.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) {
      throw StudyError(
        .page(.empty(page.occasion)), column: position.column, line: position.line)
    }
    try checkWindow()
    try checkExclusionLimits()
    try checkExclusionsLeaveValues()
    try checkPrimaryMeaning()
    for (consent, position) in zip(plan.consents, consentLines)
    where consent.lines.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) {
      throw StudyError(
        .page(.emptyConsent(consent.key)), column: position.column, line: position.line)
    }
  }

  /// The keywords of study files, each with a closure that changes the plan.
  private static var table: CommandTable<StudyFile> {
    CommandTable(
      designKeywords + conditionKeywords + groupKeywords + [consent, questionKeyword]
        + exclusionKeywords + [primaryKeyword] + requirementKeywords + closedSessionKeywords,
      acceptsBareNumbers: false)
  }

  /// The keywords of the study as a whole.
  private static var designKeywords: [Command<StudyFile>] {
    [
      word("name", [Parameter("NAME", .text)]) { file throws(StudyError) in
        file.plan.name = try file.studyName()
      },
      word("participants", [Parameter("N", .number(1...10_000))]) {
        $0.plan.participantCount = $0.invocation.number(0)
      },
      word("order", [choice("ORDER", StudyPlan.Order.self)]) {
        $0.plan.order = .init(rawValue: $0.invocation.text(0)) ?? .fixed
      },
      word(
        "boards",
        [
          choice("BOARDS", StudyPlan.Boards.self),
          Parameter("shuffled", .flag(["shuffled"]), .optional),
        ]
      ) { file throws(StudyError) in
        try file.parseBoards()
      },
      word("seed", [Parameter("TEXT", .text)]) { file throws(StudyError) in
        file.plan.seed = try file.seed()
      },
      word(
        "sessions", [Parameter("N", .number(1...1_000))],
        [.key("gap", .text, "24h"), .key("stale", .text, "1d")]
      ) { file throws(StudyError) in
        file.plan.sessionCount = file.invocation.number(0)
        file.plan.gap = try file.time("gap") ?? 0
        file.plan.stale = try file.time("stale")
      },
      word("break", [Parameter("TRIALS", .number(1...10_000))]) {
        $0.plan.rest = $0.invocation.number(0)
      },
    ]
  }

  /// The keywords of practice, conditions and pages.
  private static var conditionKeywords: [Command<StudyFile>] {
    let test = Parameter("TEST", .choice(TestPreset.names), .optional)
    let keys = holdParameters + timeParameters + [.key("fail", .choice(["stop", "go-on"]))]
    return [
      word("practice", [test], keys) { file throws(StudyError) in
        try file.parsePractice()
      },
      word("condition", [Parameter("NAME", .text), test], keys) {
        file throws(StudyError) in
        try file.parseCondition()
      },
      word("page", [Parameter("PLACE", .text), choice("LANGUAGE", Language.self, .optional)]) {
        $0.parsePage()
      },
    ]
  }

  /// The keyword of consent.
  private static var consent: Command<StudyFile> {
    word(
      "consent", [Parameter("KEY", .text), choice("LANGUAGE", Language.self, .optional)]
    ) { file throws(StudyError) in
      try file.parseConsent()
    }
  }

  /// The keywords of exclusion rules.
  private static var exclusionKeywords: [Command<StudyFile>] {
    [
      word(
        "exclude",
        [
          choice("SUBJECT", StudyExclusion.Subject.self), Parameter("MEASURE", .text),
          choice("RELATION", StudyExclusion.Relation.self), Parameter("VALUE", .text),
          Parameter("in", .flag(["in"]), .optional), Parameter("CONDITION", .text, .optional),
        ]
      ) { file throws(StudyError) in
        try file.parseExclusion()
      }
    ]
  }

  /// The keywords of closed sessions.
  private static var closedSessionKeywords: [Command<StudyFile>] {
    [
      word(
        "show", [choice("ITEM", StudyPlan.Item.self)], tail: choice("ITEM", StudyPlan.Item.self)
      ) { file throws(StudyError) in
        try file.parseShownItems()
      },
      word("leave", [Parameter("WORD", .text)]) { file throws(StudyError) in
        let word = file.invocation.text(0)
        guard StudyConsent.isKey(word), !word.contains(" ") else {
          throw StudyError(.file(.notLeave(word)), column: file.invocation.column(0))
        }
        file.plan.leave = word
      },
    ]
  }

  /// Returns a parameter whose values are the cases of an enumeration.
  private static func choice<Word: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Word.Type, _ presence: Parameter.Presence = .required
  ) -> Parameter where Word.RawValue == String {
    Parameter(name, .choice(Word.allCases.map(\.rawValue)), presence)
  }

  /// Returns a keyword with one form.
  static func word(
    _ name: String, _ parameters: [Parameter], _ keys: [Parameter] = [],
    tail: Parameter? = nil,
    _ apply: @escaping @Sendable (StudyFile) throws(StudyError) -> Void
  ) -> Command<StudyFile> {
    Command(name, Text("", ""), in: .tests, form(parameters, keys, tail: tail, apply), examples: [])
  }

  /// Returns a form whose closure changes the plan.
  static func form(
    _ parameters: [Parameter], _ keys: [Parameter], tail: Parameter? = nil,
    _ apply: @escaping @Sendable (StudyFile) throws(StudyError) -> Void
  ) -> CommandForm<StudyFile> {
    CommandForm(parameters, keys: keys, tail: tail) { file, _ in try apply(file) }
  }
}
