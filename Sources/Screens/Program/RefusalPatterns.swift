import Archive
import Events
import Examiner
import Game
import Records
import Shell
import Statistics
import Studies

/// The list of all error messages, with which `transcript cover` finds those that no transcript
/// contains.
extension ScriptSessionMaker {
  /// The patterns of all error messages that a script can get, one for each sentence.
  ///
  /// Each error is converted to text twice, with different numbers; a number that differs becomes a
  /// placeholder in the pattern. A new error must be added to the samples below.
  package var refusals: [String] {
    zip(RefusalSamples(number: 11).sentences, RefusalSamples(number: 22).sentences).map {
      "error: " + Self.pattern($0, $1)
    }
  }

  /// Returns the pattern that matches both texts of an error: `{int}` where they differ, `{}` for a
  /// user's text.
  private static func pattern(_ first: String, _ second: String) -> String {
    zip(parts(of: first), parts(of: second)).map { one, other in
      one == other ? one.map { $0 == RefusalSamples.mark ? "{}" : "\($0)" }.joined() : "{int}"
    }.joined()
  }

  /// Splits a text into runs of digits and runs of other characters.
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

/// An example of each error, all with the same number.
private struct RefusalSamples {
  /// The placeholder for a user's text in the examples.
  static var mark: Character { "§" }

  /// The number in all examples, which is also a valid column and row.
  let number: Int

  private var language: Language { .english }
  private var text: String { String(Self.mark) }
  private var cell: Cell { Cell(h: number, v: number + 1) }
  private var size: BoardSize? { try? BoardSize(h: number, v: number + 2) }
  private var range: NumeralRange? { try? NumeralRange(low: number, high: 3 * number) }

  /// The messages of all examples, always in the same order.
  var sentences: [String] { consoleSentences + roundSentences + screenSentences + storeSentences }

  private var consoleSentences: [String] {
    let arguments: [ConsoleError] = [
      .unterminatedQuote(column: number), .badEscape("§", column: number),
      .unknownCommand(text, column: number, nearest: text),
      .unknownCommand(text, column: number, nearest: nil),
      .bare(text, example: text), .missing(text, usages: [text]),
      .surplus(text, column: number, usages: [text]),
      .notNumber(text, text, column: number),
      .outOfRange(text, text, number...2 * number, column: number),
      .notChoice(text, text, [text], column: number),
      .notChoice(text, text, [text + text], column: number),
      .unknownKey(text, column: number, known: [text]), .keyTwice(text, column: number),
      .incompleteGroup([text], example: text),
    ]
    let commands: [ConsoleError] = [
      .noSuchTopic(text, nearest: text), .noSuchTopic(text, nearest: nil),
      .noSuchSetting(text, known: [text]), .noSuchValue(text, of: text, known: [text]),
      .outside(text, column: number), .notRecording, .noJob(text),
      .noSuchJob(number, running: []),
    ]
    return (arguments + ownArguments + commands).map(language.words)
  }

  private var ownArguments: [ConsoleError] {
    let words = [
      language.words(for: .notRange(text)), language.fileIsMissing,
      language.words(for: .count(2 * number, test: text, allowed: [number, number + 1])),
      language.words(for: .key(text, test: "span")),
      language.noTest(text), language.noCondition(text), language.otherKind(text, text),
      language.conditionTwice(text), language.tooManyConditions(TrialCondition.most),
      language.words(for: ExaminerError.numeral(number)),
      language.words(for: ExaminerError.rangeDescends(low: 3 * number, high: number)),
      language.words(for: ExaminerError.emptySeed),
      language.words(for: ExaminerError.seedCharacter(Unicode.Scalar(UInt8(3 * number)))),
      language.words(for: ExaminerError.holdWithoutMask),
      language.words(for: .shortPractice(until: number)),
    ]
    return words.map { .invalid($0, column: number) }
  }

  private var roundSentences: [String] {
    let plans: [ExaminerError] = [
      size.map { .doesNotFit(count: 2 * number, $0) },
      range.map { .rangeTooSmall(count: 4 * number, $0) },
    ].compactMap { $0 }
    // A cell that is too far to the right, and one that is too low.
    let offBoard: [ExaminerError] = [Cell(h: 2 * number, v: 1), Cell(h: 1, v: 2 * number)]
      .compactMap {
        cell in size.map { .offBoard(cell, $0) }
      }
    let boards: [ExaminerError] = [
      .columns(number), .rows(number), .noNumeral, .notAscending(number), .cellTwice(cell),
    ]
    let identifiers: [ExaminerError] = [
      .expected(.sign(text), at: number), .leadingZero(at: number), .numberTooLarge(at: number),
      .unknownGenerator(number, at: 2 * number),
    ]
    let moves: [ExaminerError] = [.roundOver, .alreadyPressed(cell), .alreadyMasked]
    let rounds: [RoundRefusal] =
      [.rejected(.noRound)] + moves.map { .rejected(.move($0)) } + offBoard.map { .board($0) }
      + [
        .rejected(.cellTwice(cell)), .unknownRound(number), .notOver(number),
        .nothingInterrupted, .nothingWaits, .testGoesOn, .testIsSilent, .noTest,
      ]
    return plans.map(language.words)
      + (identifiers + boards + offBoard).map(language.damagedIdentifier)
      + rounds.map(language.words)
  }

  private var screenSentences: [String] {
    let settings: [SettingRefusal] = [.number(text, number...2 * number, text), .participant]
    let events: [EventError] = [
      .rootStaysEnabled(text), .unknownObject(text), .notReached(text), .modeIsSwitched(text),
      .wrongParameters(.touch, [number]),
    ]
    let models: [ModelError] = [
      .noRow(number, rows: 0...2 * number), .noRow(number, rows: nil), .notObserved(text),
      .optionTwice(text), .overflow(number, 2 * number), .overflow(-number, -2 * number),
      .unknownNews(text), .ambiguousNews(text, [text, text]),
      .ambiguousNews(text, Array(repeating: text, count: number)), .nothingToChange,
      .flawed(.noTitle), .notConfirmed,
    ]
    let others = [
      language.words(for: EventError.notAllowed(from: text, to: text)), language.noTerminal,
      language.noReceiver(for: .touch), language.noReceiver(for: .swipe),
    ]
    let ofScreens =
      settings.map(language.words)
      + [language.words(for: ExaminerError.seedTooLong(limit: number))]
      + events.map(language.words)
    return others + ofScreens + models.map(language.words)
  }

  private var storeSentences: [String] {
    let store: [ArchiveError] = [
      .notInFile, .noName, .noFormat(text),
      .record(.cannotOpen(path: text, reason: text)), .noStudies(text),
      .badLine(text, number, .syntax(.sign("§", byte: number))),
    ]
    let studies: [ArchiveError] = [
      .study(
        .file(text, StudyError(.file(.noHeader(StudyFile.header)), column: 1, line: number))),
      .study(.exists(text)), .study(.noStudy),
      .enrolment(.noCode), .enrolment(.isEnrolled(text, order: number, of: 2 * number)),
      .enrolment(.isNotEnrolled(text)), .enrolment(.noGroup(text, of: [text, text])),
      .enrolment(.noGroups),
      .block(.isDone(text, blockCount: number)), .block(.nothingAsked),
      .block(.notConsent(text, key: text)),
    ]
    return (store + studies).map(language.words)
  }
}
