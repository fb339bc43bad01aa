import Shell

extension DailyController {
  /// The commands `daily`, `share` and `verify`.
  static var commands: [Command<Application>] {
    [daily, share, verify]
  }

  private static var daily: Command<Application> {
    Command(
      "daily",
      Text(
        """
        play the game of the day: the same boards everywhere
        The boards follow from the date (UTC); the rules are those of human-benchmark. The first \
        attempt of a date counts, later ones are practice. A script must give the date.
        """,
        """
        今日のゲームをします。盤はどこでも同じです
        盤は日付（UTC）で決まり、ルールは human-benchmark です。残るのはその日の1回目の結果で、\
        2回目からは練習です。スクリプトでは日付を書きます。
        """), in: .tests, of: "game", isSafe: true, isEssential: true,
      CommandForm([Parameter("DATE", .text, .optional)]) { program, line in
        try program.daily.start(line.textIfGiven(0))
      }, examples: ["daily", "daily 2026-11-28"], asks: true)
  }

  private static var share: Command<Application> {
    Command(
      "share",
      Text(
        """
        two lines about your last test, to show to others (short: s)
        They tell no board. The proof is a hash of the game: with its file anybody can check it.
        A terminal that allows it has them on its clipboard, too.
        --ascii         without other signs than those of ASCII
        file=FILE       write the game itself, with the solution of every board
        picture=FILE    write the lines as a picture (SVG)
        --force         replace an existing file
        """,
        """
        最後のテストについて、人に見せる2行を表示します。s とも書けます
        盤のことは分かりません。証明はゲームのハッシュで、ファイルがあればだれでも確かめられます。
        端末が許せば、クリップボードにも入ります。
        --ascii         ASCII の文字だけで書きます
        file=FILE       ゲームを書き出します。すべての盤の答えが入ります
        picture=FILE    2行を画像（SVG）で書き出します
        --force         すでにあるファイルを置き換えます
        """), in: .results, of: "rounds", isSafe: true, isEssential: true,
      .operation(
        [StoreController.force],
        keys: [.key("file", .file, "FILE"), .key("picture", .file, "FILE")], isSafe: false
      ) { program, line in try program.daily.write(line) },
      CommandForm([.literal("--ascii")]) { program, _ in
        try program.daily.share(isASCII: true)
      },
      CommandForm { program, _ in try program.daily.share(isASCII: false) },
      aliases: ["s"],
      examples: ["share", "share --ascii", "share file=game.txt", "share picture=card.svg"])
  }

  private static var verify: Command<Application> {
    Command(
      "verify",
      Text(
        """
        check the proof of a shared game with its file
        The moves of the file must give its score, on the boards of its date, and the file \
        must be the very one of the proof. It can't prove who played, nor that nobody wrote \
        the boards down, nor that it was the first attempt.
        """,
        """
        見せてもらったゲームを、そのファイルで確かめます
        ファイルの手順が、その日付の盤でその得点になり、ファイルが証明のものと同じであることを調べます。
        だれが遊んだか、盤を書きとめなかったか、1回目だったかは分かりません。
        """), in: .results, of: "rounds",
      CommandForm([Parameter("CODE", .text), Parameter("FILE", .file)]) { program, line in
        try program.daily.verify(line.text(0), line.file(1))
      }, examples: ["verify k3f9-a2b4-c5d6-e7f8 game.txt"])
  }

  /// Returns the operation of `share file=FILE` or `share picture=FILE`.
  private func write(_ line: Invocation) throws -> QueuedOperation {
    let (game, card) = (line.file(key: "file"), line.file(key: "picture"))
    guard (game == nil) != (card == nil), let file = game ?? card else {
      throw Refusal(
        "no-picture-file",
        "file=FILE or picture=FILE must name the file to write, and only one of them",
        "書き出すファイルを file=FILE か picture=FILE のどちらか1つで指定してください")
    }
    return try write(file, isCard: card != nil, replaces: line.isForced)
  }
}
