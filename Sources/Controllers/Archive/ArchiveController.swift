package import Archive
import Characters
package import Console
import Events
import Examiner
import Game
package import Models
import Views
package import Words

/// An action of a command about rounds that are over.
package enum ArchiveAction: Action, Equatable {
  /// The list of rounds: the latest page, or all.
  case list(isWhole: Bool)
  /// One round with its presses.
  case show(Int)
  /// One round, move by move.
  case replay(Int)
}

/// Finds rounds that are over for the commands, wherever they are kept.
///
/// During a test without full feedback every command is refused, because a finished round would
/// show its solution.
///
///     let controller = ArchiveController({ archive }, view: view, model)
///     controller.perform(.replay(7))
package final class ArchiveController {
  /// Returns the archive: the store, or the rounds that the session remembers.
  private let findArchive: () -> any RoundArchive
  /// The view of the rounds.
  let view: ArchiveView
  /// The model, for the feedback of the test in progress.
  private let model: GameModel

  /// Creates the controller.
  package init(_ archive: @escaping () -> any RoundArchive, view: ArchiveView, _ model: GameModel) {
    findArchive = archive
    self.view = view
    self.model = model
  }

  /// Performs an action, or refuses it with a `RoundFault`.
  package func perform(_ action: ArchiveAction) {
    do throws(RoundFault) {
      if model.session.laterFeedback != .full { throw .testIsSilent }
      switch action {
      case .list(let isWhole): try list(isWhole: isWhole)
      case .show(let number):
        let archived = try findArchive().round(number)
        view.show(archived, try readable(archived))
      case .replay(let number):
        view.play(try finishedRound(number))
      }
    } catch { view.refuse(error) }
  }

  /// Returns a round that is over.
  ///
  /// - Throws: `RoundFault` if there is no round of that number, if it is damaged, or if it isn't
  ///   over.
  func finishedRound(_ number: Int) throws(RoundFault) -> KeptRound {
    if model.session.laterFeedback != .full { throw .testIsSilent }
    let round = try readable(try findArchive().round(number))
    guard RoundReport(round).outcome != nil else { throw .notOver(number) }
    return round
  }

  /// Writes a line for each round as it is read, so that a store of any size needs no memory.
  private func list(isWhole: Bool) throws(RoundFault) {
    var isFirst = true
    try findArchive().forEach(inAll: isWhole) { archived in
      if isFirst { view.showHead() }
      isFirst = false
      view.showLine(archived)
    }
    if isFirst { view.showNone() }
  }

  /// Returns the round, or throws if its rows are damaged.
  private func readable(_ archived: ArchivedRound) throws(RoundFault) -> KeptRound {
    guard let round = archived.round else { throw .rejected(.damagedRound(archived.number)) }
    return round
  }

  /// Returns the commands about finished rounds; `round N` belongs to `round`.
  package static func commands(in language: Language) -> [Command] {
    [
      Command(
        "rounds", language.help(.rounds), in: .results, isSafe: true, isEssential: true,
        CommandForm([Parameter("all", .flag(["all"]), .optional)]) {
          .message(.action(ArchiveAction.list(isWhole: $0.argumentCount > 0)))
        }, examples: ["rounds", "rounds all"]),
      replay(language),
    ]
  }

  /// Returns `replay`; its form that writes a file is unsafe, so strangers only see the round.
  private static func replay(_ language: Language) -> Command {
    Command(
      "replay", language.help(.replay), in: .results, isSafe: true, isEssential: true,
      CommandForm(
        [number, StoreController.force],
        keys: [
          .key("picture", .file, "FILE"), .key("still", .text, "MOMENT"),
          .key("cast", .file, "FILE"),
        ]
      ) { invocation throws(ArgumentFault) in
        .operation(try PictureRequest(invocation, language))
      },
      CommandForm([number]) { .message(.action(ArchiveAction.replay($0.number(0)))) },
      examples: [
        "replay 3", "replay 3 picture=round.svg", "replay 3 picture=mask.svg still=mask --force",
        "replay 3 cast=round.cast",
      ])
  }

  /// The argument that names a round.
  static var number: Parameter { Parameter("N", .number(1...999_999_999)) }
}

/// Shows finished rounds: as a list, one by one, or replayed.
///
///     let view = ArchiveView(
///       speaker, isSpoken: { false }, isTestOn: { false }, reader: { reader })
package struct ArchiveView {
  /// The writer of replies.
  let speaker: Speaker
  /// Returns whether boards are described in words.
  private let isSpoken: () -> Bool
  /// Returns whether a test is in progress; then identifiers stay hidden.
  private let isTestOn: () -> Bool
  /// Returns the reader of the list.
  private let reader: () -> TableReader

  /// Creates the view.
  package init(
    _ speaker: Speaker, isSpoken: @escaping () -> Bool, isTestOn: @escaping () -> Bool,
    reader: @escaping () -> TableReader
  ) {
    self.reader = reader
    self.speaker = speaker
    self.isSpoken = isSpoken
    self.isTestOn = isTestOn
  }

  /// Writes the heading of the list.
  func showHead() { speaker.say { row($0.roundColumns) } }

  /// Writes the line of a round; a damaged one has only its number and date.
  func showLine(_ archived: ArchivedRound) {
    let number = "\(archived.number)"
    guard let round = archived.round else {
      return speaker.say { row([number, date(archived.date), $0.damagedRound]) }
    }
    let report = RoundReport(round)
    speaker.say {
      row([
        number, date(archived.date), $0.words(for: report.outcome),
        $0.pressed(report.pressedCount, of: round.board.count),
        identifier(report, in: $0),
      ])
    }
  }

  /// Writes that there are no rounds.
  func showNone() { speaker.say(\.noRounds) }

  /// Shows a round with its presses and times, and its board once it is over.
  func show(_ archived: ArchivedRound, _ round: KeptRound) {
    let report = RoundReport(round)
    RoundReportView(speaker: speaker, isTestOn: isTestOn(), reader: reader())
      .show(report, date: archived.date)
    guard report.outcome != nil else { return }
    if isSpoken() { return speaker.say { $0.spoken(round.board) } }
    draw(BoardImage(round.board))
  }

  /// Replays a round: its moves are judged again, and the result is compared with the stored one.
  func play(_ kept: KeptRound) {
    var replay = RoundReplay(kept)
    let report = RoundReport(kept)
    speaker.say { $0.replay(of: kept.number, identifier(report, in: $0)) }
    draw(replay.session)
    while let step = replay.next() {
      guard case .moved(let timed, let result) = step else { continue }
      speaker.say { $0.replayed(timed.move, at: timed.time - kept.onset, result) }
      draw(replay.session)
    }
    let now = replay.session.finish.map(RoundOutcome.init)
    speaker.say { $0.comparison(then: kept.outcome, now: now, isSame: replay.endsTheSame) }
  }

  /// Writes the refusal of a fault.
  func refuse(_ fault: RoundFault) { speaker.refuse { $0.words(for: fault) } }

  /// Returns the identifier of a board, unless a test hides it.
  private func identifier(_ report: RoundReport, in language: Language) -> String {
    RoundReportView.identifier(report, isTestOn: isTestOn(), in: language)
  }

  /// The columns that the list needs with whole dates and the usual identifiers.
  private static let wholeWidth = 76

  /// Whether the window is too narrow for the whole list.
  private var isNarrow: Bool { reader().columns.map { $0 < Self.wholeWidth } ?? false }

  /// Returns a date, in a narrow window to the minute only.
  private func date(_ date: String) -> String {
    isNarrow ? date.prefix(10).dropFirst(5) + " " + date.dropFirst(11).prefix(5) : date
  }

  /// Returns the fields of a line: the number to the right, the others to the left.
  ///
  /// A narrow window has no room for the board, which `round N` shows.
  private func row(_ fields: [String]) -> String {
    let isWhole = fields.count == 5
    let fields = isNarrow && isWhole ? Array(fields.dropLast()) : fields
    let widths = isNarrow ? [5, 11, 8, 0] : [6, 24, 8, 8, 0]
    var row = ""
    for (index, (field, width)) in zip(fields, widths).enumerated() {
      let gap = String(repeating: " ", count: max(0, width - displayWidth(field)))
      let isPadded = isWhole && index < widths.count - 1
      row += index == 0 ? gap + field : "  " + field + (isPadded ? gap : "")
    }
    return row
  }

  /// Shows the board of a session, in words if boards are spoken.
  private func draw(_ session: GameSession) {
    if isSpoken() {
      SpokenBoard(speaker).show(session)
    } else {
      draw(BoardImage(session))
    }
  }

  /// Writes the picture of a board.
  private func draw(_ image: consuming BoardImage) { image.write(to: speaker.output) }
}
