import Archive
import Game
import Shell

/// Performs the commands about stored rounds, which come from the store or from memory.
///
/// During a test without full feedback these commands are refused, because a finished round would
/// reveal its solution.
///
///     try application.archive.replay(7)
final class ArchiveController {
  private unowned let application: Application
  /// The game, for the feedback of the test in progress.
  private let model: GameModel

  /// Creates the controller.
  init(_ application: Application) {
    self.application = application
    model = application.model
  }

  /// The view that writes the rounds, as boards and tables are shown now.
  var view: ArchiveView {
    ArchiveView(
      speaker: application.speaker, isTestOn: application.game.series != nil,
      reader: application.tableReader)
  }

  /// Lists the latest page of rounds, or all.
  ///
  /// Each line is written while the rounds are read, so that no store is too large for memory.
  func list(isWhole: Bool) throws {
    try application.game.checkFeedback()
    var isFirst = true
    try forEachRound(inAll: isWhole) { archived in
      if isFirst { view.showHead() }
      isFirst = false
      view.showLine(archived)
    }
    if isFirst { view.showNone() }
  }

  /// Shows a round with its presses.
  func show(_ number: Int) throws {
    try application.game.checkFeedback()
    let archived = try round(number)
    view.show(archived, try readable(archived))
  }

  /// Replays a round on the live board; prints its steps without one, or if they are asked for.
  func replay(_ number: Int, inSteps: Bool = false) throws {
    let round = try finishedRound(number)
    if !inSteps, application.stage?.play(round, in: application.root) == true { return }
    view.play(round)
  }

  /// Returns the last finished test: that of the session, or else of all rounds that are kept.
  ///
  /// - Throws: A refusal if there is none, or during a test whose rounds must stay secret.
  func lastGame() throws -> PlayedGame {
    try application.game.checkFeedback()
    let own = application.declared.agentName
    if let game = PlayedGame(rounds: model.session.rememberedRounds, by: own) { return game }
    var last: String?
    var agent: AgentName?
    try forEachRound(inAll: true) { last = $0.finishedTest ?? last }
    // Rounds of tests that are played at the same time stand between one another.
    var test: [KeptRound] = []
    var isUnanswered = false
    try forEachRound(inAll: true) { archived in
      guard let last, archived.finishedTest == last, let round = archived.round else { return }
      isUnanswered = isUnanswered || archived.isUnanswered
      agent = archived.agent ?? agent
      test.append(round)
    }
    if isUnanswered { throw Refusal.answerComesFirst }
    guard let game = PlayedGame(test: test, by: agent) else {
      throw Refusal(
        "no-game", "no test has been played to its end yet", "最後まで行われたテストがまだありません")
    }
    return game
  }

  /// Returns the finished round with this number.
  ///
  /// - Throws: A refusal if there is no round of that number, if it is damaged, or if it isn't
  ///   over.
  func finishedRound(_ number: Int) throws -> KeptRound {
    try application.game.checkFeedback()
    let round = try readable(try round(number))
    guard RoundReport(round).outcome != nil else {
      throw Refusal(
        "not-over", "round \(number) is still running", "ラウンド\(number)はまだ終わっていません")
    }
    return round
  }

  /// Returns the round of an archive entry; throws if the stored data is damaged, or the outcome
  /// waits for answers.
  private func readable(_ archived: ArchivedRound) throws -> KeptRound {
    guard !archived.isUnanswered else { throw Refusal.answerComesFirst }
    guard let round = archived.round else {
      throw Rejection.damagedRound(archived.number)
    }
    return round
  }

  /// Calls `body` with the latest rounds, or with all of them: those of the store, or of the session
  /// if it has none.
  private func forEachRound(
    inAll isWhole: Bool, _ body: (ArchivedRound) -> Void
  ) throws {
    if let stored = application.storedRounds { return try stored.forEach(inAll: isWhole, body) }
    let rounds = model.session.rememberedRounds
    for round in rounds.suffix(isWhole ? rounds.count : ArchivedRound.pageSize) {
      body(remembered(round))
    }
  }

  /// Returns the round with this number; throws if neither the store nor the session has it.
  private func round(_ number: Int) throws -> ArchivedRound {
    if let stored = application.storedRounds { return try stored.round(number) }
    guard let round = model.session.rememberedRounds.last(where: { $0.number == number }) else {
      throw Refusal.noRound(number)
    }
    return remembered(round)
  }

  /// Returns a round of a session without a store, as the store would list it.
  private func remembered(_ round: KeptRound) -> ArchivedRound {
    let date = application.programStore.date(at: round.onset)
    return ArchivedRound(
      number: round.number, date: "\(InstantText(milliseconds: date))", round: round)
  }

  /// The commands `rounds` and `replay`.
  static var commands: [Command<Application>] {
    [
      Command(
        "rounds",
        Text(
          """
          list the newest rounds, or all
          With a store, the numbers of the rounds continue from session to session, and never \
          change; without one, only the last 100 rounds of the session are kept.
          """,
          """
          新しいラウンドを番号順に表示します。all ですべて
          ファイルに記録しているとき、番号はセッションをまたいで続きます。\
          記録していないときは、このセッションの新しい100ラウンドだけです。
          """), in: .results, of: "rounds", isSafe: true, isEssential: true,
        CommandForm([Parameter("all", .flag(["all"]), .optional)]) { program, line in
          try program.archive.list(isWhole: line.hasFlag("all"))
        }, examples: ["rounds", "rounds all"]),
      replay,
    ]
  }

  /// The command `replay`, whose form that writes a file is forbidden in restricted sessions.
  private static var replay: Command<Application> {
    Command(
      "replay",
      replayHelp, in: .results, of: "rounds", isSafe: true, isEssential: true,
      .operation(
        [number, StoreController.force],
        keys: [
          .key("picture", .file, "FILE"), .key("still", .text, "MOMENT"),
          .key("cast", .file, "FILE"),
        ]
      ) { program, line in
        try program.archive.write(try PictureRequest(line), by: program.store)
      },
      CommandForm([number]) { program, line in try program.archive.replay(line.number(0)) },
      CommandForm([number, .literal("steps")]) { program, line in
        try program.archive.replay(line.number(0), inSteps: true)
      },
      examples: [
        "replay 3", "replay 3 steps", "replay 3 picture=round.svg",
        "replay 3 picture=mask.svg still=mask --force",
        "replay 3 cast=round.cast",
      ])
  }

  /// The help of `replay`.
  private static let replayHelp = Text(
    """
    replay a round, and say whether its outcome is the same
    On a terminal it plays on the live board, as fast as it was played.
    steps           print each press with the board behind it
    picture=FILE    write it as an animated SVG, as fast as it was played
    still=look      write one moment of it: look, mask, press-N or end
    cast=FILE       write it as an asciicast, for "asciinema play"
    --force         replace an existing file, once the new one is complete
    """,
    """
    ラウンドを再生し、結果が同じかどうかを調べます
    端末では、動く盤にそのときの速さで再生します。
    steps           押すたびに、そのあとの盤を表示します
    picture=FILE    そのときの時間で動く SVG を書きます
    still=look      動かない1場面を書きます。look、mask、press-N、end のどれか
    cast=FILE       asciinema play で見られる asciicast を書きます
    --force         書き終えてから、すでにあるファイルを置き換えます
    """)

  /// The parameter of a round number.
  static var number: Parameter { Parameter("N", .number(1...999_999_999)) }
}
