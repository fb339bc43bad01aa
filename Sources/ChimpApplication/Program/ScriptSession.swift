import Examiner
import Records
package import Shell
package import Transcripts

/// A session that answers one line after the other: what transcripts drive.
final class ScriptSession: TranscriptSession {
  /// What sessions share that come one after the other.
  final class Supplies {
    let table = Application.table(isMachine: false)
    let sink = NoSink()
    private(set) lazy var diagnostics = OutputWriter(sink: sink, room: 1)
    let invocation = Invocation()
    let records = RecordsEnvironment()
    private(set) lazy var restrictedRecords = RecordsEnvironment(isRestricted: true)
  }

  /// How many bytes an output begins with: a reply with a board.
  private static var room: Int { 1 << 9 }

  private let output: OutputWriter
  private let console: Console
  private let application: Application
  private let invocation: Invocation

  /// Makes a session as a script has it, whatever the terminal is.
  ///
  /// A restricted one keeps its records away from files; one with a folder finds its files there.
  init(
    seed: SessionSeed, supplies: Supplies = Supplies(), folder: (any SessionFolder)? = nil,
    isRestricted: Bool = false
  ) {
    output = OutputWriter(sink: supplies.sink, room: Self.room)
    invocation = supplies.invocation
    let application = Application(
      output: output,
      environment: ApplicationEnvironment(
        sessionSeed: seed, records: isRestricted ? supplies.restrictedRecords : supplies.records))
    console = Console(
      table: supplies.table, receiver: application, settings: application.settings,
      operations: application, folder: folder, output: output, diagnostics: supplies.diagnostics,
      options: Console.Options(), programVersion: Application.programVersion,
      recordingFormat: TranscriptFormat(seed: seed))
    application.console = console
    self.application = application
  }

  func speak(_ language: String) -> Bool {
    guard let language = Language(rawValue: language) else { return false }
    application.language = language
    return true
  }

  func perform(_ line: ArraySlice<UInt8>, into reply: inout TranscriptReply) {
    let refusals = output.refusalCount
    output.capture(keeping: false, into: &reply.output) {
      console.perform(line: line, with: invocation)
    }
    reply.isRefused = output.refusalCount != refusals
    reply.hasEnded = console.isQuitting
  }
}

/// Makes the sessions of transcripts.
package struct ScriptSessionMaker: TranscriptSessionMaker {
  private let supplies = ScriptSession.Supplies()

  /// Makes a maker.
  package init() {}

  package func session(seed: String?) throws(TranscriptSessionFault) -> any TranscriptSession {
    try session(seed: seed, folder: nil)
  }

  package func session(
    seed: String?, folder: TranscriptFolder?
  ) throws(TranscriptSessionFault) -> any TranscriptSession {
    ScriptSession(seed: try Self.seed(seed), supplies: supplies, folder: folder)
  }

  package func foresight(
    seed: String?
  ) throws(TranscriptSessionFault) -> (any TranscriptForesight)? {
    ExpectedReplies(seed: try Self.seed(seed))
  }

  private static func seed(_ text: String?) throws(TranscriptSessionFault) -> SessionSeed {
    do throws(SeedFault) { return try text.map(SessionSeed.init) ?? .script } catch {
      throw TranscriptSessionFault(Language.english.words(for: error))
    }
  }

  package var commands: [String] { supplies.table.commands.map { "\($0.name)" } }

  package var changesFolder: Bool { false }

  package func offers(_ requirement: String) -> Bool { false }
}

extension TranscriptFolder: SessionFolder {
  package func location() throws(ArgumentFault) -> String {
    do throws(TranscriptSessionFault) { return try path() } catch {
      throw .invalid(error.words, column: nil)
    }
  }
}

/// Sessions are written down as transcripts, so that they can be checked.
///
/// A check has virtual time, and no records of earlier sessions. Time that passes between two lines
/// is written down as a `wait`. A second session, which has only what a check has, answers every
/// line too; where the two differ, the recording leaves a hole.
package final class TranscriptFormat: SessionFormat {
  private let recording = TranscriptRecording()
  private let seed: SessionSeed
  private let clock: SessionClock
  /// The session that a check will have.
  private var foresight: ExpectedReplies?
  package private(set) var isChecked = false
  /// When the last line had been answered.
  private var lastTime = 0
  /// How much time had passed since then when the next line came.
  private var passed = 0

  /// Makes the format of a session that began with this seed.
  package init(seed: SessionSeed, clock: SessionClock = .virtual()) {
    (self.seed, self.clock) = (seed, clock)
  }

  package func beginning(earlier lines: [[UInt8]]) -> [UInt8] {
    lastTime = clock.now
    isChecked = false
    foresight = ExpectedReplies(seed: seed)
    for line in lines { _ = foresee(line) }
    return recording.beginning(seed: seed.seed.text, earlier: lines)
  }

  package func lineComes() { passed = clock.now - lastTime }

  package func block(line: [UInt8], reply: [UInt8], isRefused: Bool, isOpen: Bool) -> [UInt8] {
    defer { lastTime = clock.now }
    let reply = TranscriptReply(output: reply, isRefused: isRefused)
    let wait = clock.kind == .real && passed > 0 ? waitBlock() : []
    isChecked = isChecked || !wait.isEmpty
    do throws(TranscriptRecording.Fault) {
      let open = try recording.openBlock(line)
      let block = try block(line, reply, isOpen: isOpen) ?? open
      isChecked = isChecked || block != open
      return wait + block
    } catch { return wait + Array("# \(error)\n".utf8) }
  }

  /// The part of a reply that a check will repeat; nil where that can't be foreseen.
  private func block(
    _ line: [UInt8], _ reply: TranscriptReply, isOpen: Bool
  ) throws(TranscriptRecording.Fault) -> [UInt8]? {
    guard let other = foresee(line) else { return nil }
    guard !isOpen else { return try recording.block(line, reply, isOpen: true) }
    return try recording.block(line, reply, passing: other)
  }

  /// The reply to the line in a check; nil where that can't be foreseen.
  private func foresee(_ line: [UInt8]) -> TranscriptReply? {
    (try? recording.line(line)).flatMap { foresight?.reply(to: $0) }
  }

  /// The line that lets as much virtual time pass; its reply is left open.
  private func waitBlock() -> [UInt8] {
    let line = Array("wait \(min(passed, TreeController.longestWait))".utf8)
    _ = foresee(line)
    return (try? recording.block(line, TranscriptReply(output: []), isOpen: true)) ?? []
  }
}

/// The replies of a session in a check.
///
/// It has no records of earlier sessions, and no files but those that it makes itself.
final class ExpectedReplies: TranscriptForesight {
  private var session: ScriptSession?
  private let folder = UnmadeFolder()
  /// Whether there may be files in the session's folder.
  private var mayHaveFiles = false

  init(seed: SessionSeed) {
    session = ScriptSession(seed: seed, folder: folder, isRestricted: true)
  }

  func reply(to line: [UInt8]) -> TranscriptReply? {
    guard let session else { return nil }
    guard !Self.isCommand("record", line) else {
      mayHaveFiles = true
      return nil
    }
    folder.wasAsked = false
    let reply = session.perform(line[...])
    guard folder.wasAsked else { return reply }
    if !Self.isCommand("source", line) && !Self.isCommand("import", line) {
      mayHaveFiles = true
    } else if mayHaveFiles {
      // What comes out of a file can't be foreseen, nor anything after that.
      self.session = nil
    }
    return nil
  }

  private static func isCommand(_ name: String, _ line: [UInt8]) -> Bool {
    let word = line.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 != 0x20 && $0 != 0x09 }
    return word.filter { $0 != UInt8(ascii: "\"") }.elementsEqual(name.utf8)
  }
}

/// A folder that nobody may use.
private final class UnmadeFolder: SessionFolder {
  /// Whether a line would have touched a file, which only the recorded session may do.
  var wasAsked = false

  func location() throws(ArgumentFault) -> String {
    wasAsked = true
    throw .invalid("", column: nil)
  }
}

extension ScriptSessionMaker {
  /// Every refusal that a script can get, as a pattern of its line.
  ///
  /// Each fact is put into words twice, with other numbers: what differs is a hole.
  package var refusals: [String] {
    zip(RefusalSamples(number: 11).sentences, RefusalSamples(number: 22).sentences).map {
      "error: " + Self.pattern($0, $1)
    }
  }

  private static func pattern(_ first: String, _ second: String) -> String {
    zip(parts(of: first), parts(of: second)).map { one, other in
      one == other ? one.map { $0 == RefusalSamples.mark ? "{}" : "\($0)" }.joined() : "{int}"
    }.joined()
  }

  private static func parts(of text: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = text[...]
    while let first = rest.first {
      let part = rest.prefix { $0.isNumber == first.isNumber }
      parts.append(part)
      rest = rest.dropFirst(part.count)
    }
    return parts
  }
}

private struct RefusalSamples {
  /// What stands for a text in each of them.
  static var mark: Character { "§" }

  /// A number that the other sample does not have, and that a cell may have.
  let number: Int

  private var language: Language { .english }
  private var text: String { String(Self.mark) }
  private var cell: Cell { Cell(h: number, v: number + 1) }
  private var size: BoardSize? { try? BoardSize(h: number, v: number + 2) }
  private var range: NumeralRange? { try? NumeralRange(low: number, high: 3 * number) }

  var sentences: [String] { consoleSentences + roundSentences + screenSentences + storeSentences }

  private var consoleSentences: [String] {
    let lines: [LineFault] = [.unterminatedQuote(column: number), .badEscape("§", column: number)]
    let arguments: [ArgumentFault] = [
      .unknownCommand(text, column: number, nearest: text),
      .unknownCommand(text, column: number, nearest: nil),
      .missing(text, usages: [text]), .surplus(text, column: number, usages: [text]),
      .notNumber(text, text, column: number),
      .outOfRange(text, text, number...2 * number, column: number),
      .notChoice(text, text, [text], column: number),
      .unknownKey(text, column: number, known: [text]), .keyTwice(text, column: number),
      .incompleteGroup([text], count: number),
    ]
    let console: [ConsoleFault] = [
      .noSuchTopic(text, nearest: text), .noSuchTopic(text, nearest: nil),
      .noSuchSetting(text, known: [text]), .noSuchValue(text, of: text, known: [text]),
      .outside(text, column: number), .notRecording, .noJob(text),
      .noSuchJob(number, running: []),
    ]
    return lines.map(language.words) + arguments.map(language.words)
      + ownArguments.map(language.words) + console.map(language.words)
  }

  private var ownArguments: [ArgumentFault] {
    let words = [
      language.noRange(text), language.fileIsMissing,
      language.noCount(text, [number, number + 1], 2 * number), language.noKey(text, "§"),
      language.noTest(text), language.noCondition(text), language.otherKind(text, text),
      language.conditionTwice(text), language.tooManyConditions(TrialCondition.most),
      language.words(for: BoardFault.numeral(number)),
      language.words(for: BoardFault.rangeDescends(low: 3 * number, high: number)),
      language.words(for: SeedFault.empty),
      language.words(for: SeedFault.character(Unicode.Scalar(UInt8(3 * number)))),
      language.words(for: RuleFault.holdWithoutMask), language.needsPractice(number),
    ]
    return words.map { .invalid($0, column: number) }
  }

  private var roundSentences: [String] {
    let plans: [BoardFault] = [
      size.map { .doesNotFit(count: 2 * number, $0) },
      range.map { .rangeTooSmall(count: 4 * number, $0) },
    ].compactMap { $0 }
    // A cell that is too far to the right, and one that is too low.
    let offBoard: [BoardFault] = [Cell(h: 2 * number, v: 1), Cell(h: 1, v: 2 * number)].compactMap {
      cell in size.map { .offBoard(cell, $0) }
    }
    let boards: [BoardFault] = [
      .columns(number), .rows(number), .empty, .notAscending(number), .cellTwice(cell),
    ]
    let identifiers: [IdentifierFault] = [
      .expected(.sign(text), at: number), .leadingZero(at: number), .numberTooLarge(at: number),
      .unknownGenerator(number, at: 2 * number),
    ]
    let moves: [MoveFault] = [.roundOver, .alreadyPressed(cell), .alreadyMasked]
    let rounds: [RoundFault] =
      [.noRound] + moves.map { .move($0) } + offBoard.map { .board($0) }
      + [
        .cellTwice(cell), .unknownRound(number), .notOver(number),
        .nothingLeftBehind, .nothingWaits, .testGoesOn, .noTest,
      ]
    return plans.map(language.words)
      + (identifiers + (boards + offBoard).map { .board($0) }).map(language.damagedIdentifier)
      + rounds.map(language.words)
  }

  private var screenSentences: [String] {
    let settings: [SettingFault] = [
      .number(text, number...2 * number, text), .participant, .seed(.tooLong(limit: number)),
    ]
    let events: [EventFault] = [
      .rootStaysEnabled(text), .unknownObject(text), .notReached(text), .modeIsSwitched(text),
      .wrongParameters(.touch, [number]),
    ]
    let lists: [ListFault] = [
      .noRow(number, rows: 0...2 * number), .noRow(number, rows: nil), .notObserved(text),
      .optionTwice(text),
    ]
    let sums: [SumFault] = [
      .overflow(number, 2 * number), .overflow(-number, -2 * number), .noValues,
    ]
    let news: [NewsFault] = [
      .notFound(text), .ambiguous(text, [text, text]),
      .ambiguous(text, Array(repeating: text, count: number)), .nothingToChange,
      .flawed(.noTitle), .notConfirmed,
    ]
    let others = [
      language.words(for: ModeFault.notAllowed(from: text, to: text)), language.noTerminal,
      language.nobody(for: .touch), language.nobody(for: .swipe),
    ]
    let ofScreens = settings.map(language.words) + events.map(language.words)
    let ofModels = lists.map(language.words) + sums.map(language.words) + news.map(language.words)
    return others + ofScreens + ofModels
  }

  private var storeSentences: [String] {
    let store: [StoreWorkFault] = [
      .notInFile, .noName, .noFormat(text),
      .store(.cannotOpen(path: text, reason: text)), .noStudies(text),
      .badLine(text, number, .syntax(.sign("§", byte: number))),
    ]
    let studies: [StudyFault] = [
      .file(text, number, .invalid(language.noStudy(StudyFile.header), column: nil)), .exists(text),
      .noStudy, .noCode, .isEnrolled(text, order: number, of: 2 * number), .isNotEnrolled(text),
      .isDone(text, blockCount: number),
    ]
    return store.map(language.words) + studies.map(language.words)
  }
}
