/// What the help says about the commands of studies, and the file that one begins with.
struct StudyCommandWords {
  private let language: Language

  /// Makes the words of a language.
  init(_ language: Language) { self.language = language }

  private func pick(_ english: String, _ japanese: String) -> String {
    language.pick(english, japanese)
  }

  private func lines(_ english: [String], _ japanese: [String]) -> [String] {
    language.lines(english, japanese)
  }

  var study: String {
    pick("a study of several participants, out of a text file", "テキストファイルから、何人もの参加者の研究をします")
  }

  var studyNotes: [String] {
    lines(
      [
        "new FILE      writes a study to begin with; each of its lines is explained",
        "check FILE    checks it, and takes it into the store: from then on people are enrolled in",
        "              it. Once somebody is, a file that says something else is refused.",
        "status        who is enrolled, and how far they have come",
        "enrol, next and merge do the same as the commands of their own.",
      ],
      [
        "new FILE      研究の見本をファイルに書きます。各行に説明があります",
        "check FILE    ファイルを調べて記録に取り込みます。参加者を登録できるようになります。",
        "              登録のあとで内容が変わったファイルは拒否します",
        "status        登録された参加者と進み具合を表示します",
        "enrol、next、merge は同じ名前のコマンドと同じです。",
      ])
  }

  var enrol: String { pick("enrol a participant in the study", "研究に参加者を登録します") }

  var enrolNotes: [String] {
    lines(
      [
        "The code means nothing: no name is asked. The participant gets an order of conditions that",
        "the fewest have, and is the one who plays from then on.",
      ],
      ["コードに意味はなく、名前は尋ねません。参加者は、いちばん人数の少ない順序になり、", "ここからの遊び手になります。"])
  }

  var next: String {
    pick("begin or go on with the next block of the study", "研究の次のブロックを始めるか、続けます")
  }

  var nextNotes: [String] {
    lines(
      [
        "Pages to read and breaks come first, one by one. A block that a killed program has left",
        "behind goes on where it was; one that was stopped is over. CODE is another participant.",
      ],
      [
        "読むページと休憩が先に1つずつ出ます。途中で残されたブロックは続きから始まり、",
        "中止したブロックは終わりです。CODE で別の参加者になります。",
      ])
  }

  var merge: String {
    pick("take the participants and trials of a study from another store", "別の記録から、研究の参加者と試行を加えます")
  }

  var mergeNotes: [String] {
    lines(
      [
        "Each trial is proven, and is added once however often the stores are merged. Who was",
        "enrolled in both stores is named and left out.",
      ],
      ["試行は1つずつ確かめ、何度合わせても1回だけ加えます。", "両方の記録で登録された参加者は、名前を出して除きます。"])
  }
}

extension Language {
  /// A study to begin with.
  var studySample: String {
    pick(
      """
      @ chimp-study 1
      # Lines that begin with # say nothing; "study check FILE" says what is wrong with the others.
      name memory
      participants 30
      # order: fixed; random; latin, in which each condition follows each other one equally often
      order latin
      # boards: same for all; own for each participant; paired, the same in each condition, too
      boards paired
      # sessions 2 gap=24h
      break 50
      # the practice is over after 3 passes in a row, or after 10 trials
      practice inoue-650 practice=10 until=3
      # a condition is a name and a test, as "start" takes it
      condition 210 inoue-210 trials=50
      condition 430 inoue-430 trials=50
      condition 650 inoue-650 trials=50
      # pages to read: before the start, the practice, a condition (its name), in a break, at the end
      page start en
      | Numerals will be shown for a short time, then white squares.
      | Press the squares in ascending order. Accuracy counts, not speed.
      page start ja
      | 数字が短い時間だけ見え、白い四角に変わります。
      | 小さい順に四角を押してください。速さよりも正確さが大切です。
      page end en
      | Thank you.

      """,
      """
      @ chimp-study 1
      # で始まる行は読み飛ばします。study check FILE で間違いを調べられます。
      name memory
      participants 30
      # order: fixed（決まった順）、random（無作為）、latin（前後の組み合わせが等しい順）
      order latin
      # boards: same（全員同じ）、own（参加者ごと）、paired（条件の間でも同じ）
      boards paired
      # sessions 2 gap=24h
      break 50
      # 練習は3回続けて成功するか、10試行で終わります
      practice inoue-650 practice=10 until=3
      # 条件は名前とテストです。テストは start と同じように書きます
      condition 210 inoue-210 trials=50
      condition 430 inoue-430 trials=50
      condition 650 inoue-650 trials=50
      # 読むページ: start、practice、条件の名前、break、end
      page start ja
      | 数字が短い時間だけ見え、白い四角に変わります。
      | 小さい順に四角を押してください。速さよりも正確さが大切です。
      page end ja
      | ありがとうございました。

      """)
  }
}
