/// What the help says about the commands of the news and of the store.
struct StoreCommandWords {
  private let language: Language

  /// Makes the words of a language.
  init(_ language: Language) { self.language = language }

  private func pick(_ english: String, _ japanese: String) -> String {
    language.pick(english, japanese)
  }

  private func lines(_ english: [String], _ japanese: [String]) -> [String] {
    language.lines(english, japanese)
  }

  var news: String {
    pick("show the news, or add, show, edit, move and remove some", "お知らせを表示します。追加、変更、移動、削除もできます")
  }

  var newsNotes: [String] {
    lines(
      [
        "News are sorted by their orders; an ID may be shortened as long as it is unique.",
        "image=       an empty text takes the image away",
        "export       writes all news to a file of their own, import takes all of one or nothing",
        "--force      replaces a file that is there",
      ],
      [
        "お知らせは順番に並びます。ID は、ほかと区別できれば短く書けます。",
        "image=       空の文字で画像を外します",
        "export       すべてのお知らせをファイルに書き出します",
        "import       ファイルのすべてを取り込むか、何も取り込みません",
        "--force      すでにあるファイルを置き換えます",
      ])
  }

  var checkStore: String { pick("look for damage in the store", "記録が壊れていないか調べます") }

  var checkStoreNotes: [String] {
    lines(
      [
        "Every row is compared with its checksum; what is not as it was written is listed.",
        "quick         leaves the indexes out",
      ],
      ["すべての行をチェックサムと比べ、書いたときと違うものを表示します。", "quick         索引は調べません"])
  }

  var backup: String {
    pick("copy the store as it is at the moment to a file", "今の記録をファイルに写します")
  }

  var backupNotes: [String] {
    lines(
      [
        "The copy has all, the solution of a round that is played now too.",
        "--force       replaces a file that is there, once the copy is whole",
      ],
      [
        "今のラウンドの答えも含めて、すべてを写します。",
        "--force       すべて写し終えてから、すでにあるファイルを置き換えます",
      ])
  }

  var export: String {
    pick(
      "write the rounds and their presses to files that other programs read",
      "ラウンドと押下を、ほかのプログラムで読めるファイルに書き出します")
  }

  var exportNotes: [String] {
    lines(
      [
        "csv           FILE has the trials; beside it are data-presses.csv, data-sessions.csv, and",
        "              data-long.csv, which has a line for each press with all columns of its trial",
        "jsonl         FILE has both, each line a JSON object",
        "bids          FILE is a new folder: a dataset in the Brain Imaging Data Structure",
        "What the columns say is beside FILE too, in data.csv.dictionary.txt.",
        "All trials are exported, with their presses, sessions and participants. The news, the",
        "settings and sessions without a trial are not: a backup has all.",
        "A round that is not what was written is left out, and named; one that is played now is",
        "left out, and counted. While a test goes on, nothing is exported.",
        "--force       replaces files that are there, once the new ones are whole",
      ],
      [
        "csv           FILE に試行を、横の data-presses.csv に押下、data-sessions.csv に",
        "              セッション、data-long.csv に押下と試行を合わせて書きます",
        "jsonl         FILE に両方を書きます。1行が1つの JSON です",
        "bids          FILE は新しいフォルダーで、Brain Imaging Data Structure の形に書きます",
        "列の説明は、横の data.csv.dictionary.txt にあります。",
        "すべての試行を、押下、セッション、参加者とともに書き出します。お知らせ、設定、",
        "試行のないセッションは含みません。すべてが要るときは backup を使います。",
        "書いたときと違うラウンドは除き、番号を表示します。今のラウンドも除きます。",
        "テストの途中では書き出せません。",
        "--force       すべて書き終えてから、すでにあるファイルを置き換えます",
      ])
  }

  var importing: String {
    pick("take rounds and presses that were exported into the store", "書き出したラウンドと押下を記録に取り込みます")
  }

  var importingNotes: [String] {
    lines(
      [
        "All of a file is taken, or nothing. What a trial and its presses say has to follow from",
        "its board, its rule and its moves; the presses stand in the order of the trials.",
        "A trial that is in the store already is left out, or goes on where it was not over; one",
        "that is another there is refused.",
      ],
      [
        "ファイルのすべてを取り込むか、何も取り込みません。試行と押下の値は、その盤、",
        "ルール、手と合っていなければなりません。押下は試行の順に並べます。",
        "すでに記録にある試行は除きます。途中だったものは続きを取り込みます。",
        "記録と違う試行があれば拒否します。",
      ])
  }

  var recover: String {
    pick("write what is left of a damaged store to a new file", "壊れた記録の残りを新しいファイルに書きます")
  }
}
