/// What the help says about the commands of the game and of the screens.
struct CommandWords {
  let language: Language

  /// Makes the words of a language.
  init(_ language: Language) { self.language = language }

  func pick(_ english: String, _ japanese: String) -> String {
    language.pick(english, japanese)
  }

  func lines(_ english: [String], _ japanese: [String]) -> [String] {
    language.lines(english, japanese)
  }
}

/// The rounds.
extension CommandWords {
  var start: String {
    pick(
      "start a round: COUNT numerals on a board of H columns and V rows",
      "ラウンドを始めます。横 H 列、縦 V 行の盤に COUNT 個の数字")
  }

  var startNotes: [String] {
    lines(
      [
        "seed=TEXT       draw the board from this text",
        "hold=MS         mask the numerals by themselves after so many milliseconds",
        "mask=first      the first right press masks the others (this is the default)",
        "mask=never      no press masks anything",
        "numerals=1..9   draw COUNT numerals out of these",
        "empty=wrong     a press on an empty cell is wrong (this is the default)",
        "empty=ignore    a press on an empty cell does nothing",
        "wrong=ends      a wrong press ends the round (this is the default)",
        "wrong=again     a wrong press counts, and the round goes on",
        "limit=MS        end the round so many milliseconds after the mask, or, where nothing",
        "                masks, after the onset",
        "line=any        all presses of a line are made (this is the default)",
        "line=one        before the mask only the first press of a line is made, as in a test",
        "\"help tests\" tells of the tests and their keys.",
      ],
      [
        "seed=TEXT       この文字から盤を作ります",
        "hold=MS         MS ミリ秒たつと数字が隠れます",
        "mask=first      最初の正解で残りの数字が隠れます（何も書かないとき）",
        "mask=never      数字は隠れません",
        "numerals=1..9   この中から COUNT 個の数字を選びます",
        "empty=wrong     空のマスを押すとまちがいです（何も書かないとき）",
        "empty=ignore    空のマスを押しても何も起きません",
        "wrong=ends      まちがえるとラウンドが終わります（何も書かないとき）",
        "wrong=again     まちがえても、数えるだけでラウンドは続きます",
        "limit=MS        隠れてから MS ミリ秒で終わります。隠れないルールでは始めから数えます",
        "line=any        1行に書いたマスをすべて押します（何も書かないとき）",
        "line=one        隠れる前は、1行の最初のマスだけを押します。テストではいつもこうです",
        "TEST とそのキーは help tests で説明します。",
      ])
  }

  func note(on preset: TestPreset) -> String {
    let gap = String(repeating: " ", count: max(1, 17 - preset.name.utf8.count))
    let (plan, course) = (language.words(for: preset.plan), language.words(for: preset.course))
    return preset.name + gap + pick("\(plan), \(course)", "\(plan)、\(course)")
  }

  var press: String {
    pick("press the cell in column H and row V, or several in turn", "H 列 V 行のマスを押します。続けていくつでも書けます")
  }

  var pressNotes: [String] {
    lines(["A line of bare numbers is a press too."], ["数字だけの行も press です。"])
  }

  var board: String { pick("show the board as it stands", "今の盤を表示します") }

  var round: String {
    pick(
      "show all that is known of the round, or of round N, its times and presses",
      "今のラウンドかラウンド N の詳細（時間と押下）を表示します")
  }

  var hide: String { pick("mask the numerals now", "今すぐ数字を隠します") }

  var identifier: String { pick("print the board's identifiers", "盤の識別子を表示します") }

  var again: String {
    pick("start a round on the same board, with the same rule", "同じ盤、同じルールでもう一度始めます")
  }

  var giveUp: String { pick("end the round and show the solution", "ラウンドを終え、答えを表示します") }

  var resume: String {
    pick(
      "go on with the round or the test that a killed program left behind",
      "途中で残されたラウンドやテストを続けます")
  }

  var resumeNotes: [String] {
    lines(
      [
        "Only what is kept in a store can be left behind. A round that was left by \"quit\" or",
        "at the end of the input is over. While nobody was there, its time has stood still.",
      ],
      [
        "残るのは、ファイルに記録していて、プログラムが急に終わったラウンドだけです。",
        "quit や入力の終わりでやめたラウンドは終わっています。",
        "だれもいないあいだ、ラウンドの時間は止まっています。",
      ])
  }

  var rounds: String {
    pick("list the newest rounds, or all, by their numbers", "新しいラウンドを番号順に表示します。all ですべて")
  }

  var roundsNotes: [String] {
    lines(
      [
        "Where there is a store, its rounds are numbered across all sessions, and for ever;",
        "without one the last 100 rounds of the session are known.",
      ],
      ["ファイルに記録しているとき、番号はセッションをまたいで続きます。", "記録していないときは、このセッションの新しい100ラウンドだけです。"])
  }

  var replay: String {
    pick(
      "play a round once more, and say whether its outcome is the same",
      "ラウンドを再生し、結果が同じかどうかを調べます")
  }
}

/// The modes and the event tree.
extension CommandWords {
  var mode: String {
    pick("show the mode, or change it with the next Update", "モードを表示します。名前を書くと次の更新で変わります")
  }

  var menu: String { pick("show the tests to choose from", "テストの一覧を表示します") }

  var coin: String {
    pick("put a credit in; start in one line needs none", "クレジットを1つ入れます。start には要りません")
  }

  var touch: String {
    pick("send a touch on the cell in column H and row V down the tree", "H 列 V 行のマスへのタッチをツリーに送ります")
  }

  var swipe: String {
    pick(
      "turn the page of attract, or choose the test of credit",
      "attract ではページをめくり、credit ではテストを選びます")
  }

  var accelerate: String {
    pick(
      "let the demonstration go faster (right, up) or slower (left, down)",
      "デモを速く（right、up）、または遅く（left、down）します")
  }

  var wait: String { pick("let time pass", "時間を進めます") }

  func waitNotes(tick: Int) -> [String] {
    lines(
      ["Where time is virtual, it passes in Updates of \(tick) ms, and at once."],
      ["仮想の時間では、\(tick)ミリ秒の更新を続けて、すぐに進みます。"])
  }

  var tree: String {
    pick(
      "draw the event tree: what is enabled, and where each sequence stands",
      "イベントツリーを表示します。有効かどうかと、進み具合")
  }

  var enable: String {
    pick("let an object of the tree get events again", "ツリーのオブジェクトに、またイベントを届けます")
  }

  var enableNotes: [String] {
    lines(
      ["Where several have the name, PARENT/NAME tells which one."],
      ["同じ名前がいくつもあるときは PARENT/NAME と書きます。"])
  }

  var disable: String {
    pick(
      "let an object of the tree, and all below it, get no events",
      "ツリーのオブジェクトと、その下のすべてにイベントを届けません")
  }

  var send: String {
    pick("send an event to an object of the tree and all below it", "ツリーのオブジェクトと、その下のすべてにイベントを送ります")
  }

  var sendNotes: [String] {
    lines(
      [
        "none, timer              have no VALUE",
        "touch                    has two, the column and the row",
        "swipe, accelerate        have one: right, left, up or down",
        "Nobody but the clock sends an Update; wait lets time pass.",
        "store URL                sends no event, but the store to a PostgreSQL, with chimp-lab",
      ],
      [
        "none, timer              VALUE はありません",
        "touch                    VALUE は2つ、列と行です",
        "swipe, accelerate        VALUE は1つ、right、left、up、down のどれかです",
        "更新を送るのは時計だけです。時間を進めるには wait と書きます。",
        "store URL                イベントではなく、記録を chimp-lab で PostgreSQL へ送ります",
      ])
  }
}

/// The list, what is observed, and the adder.
extension CommandWords {
  var list: String {
    pick(
      "show the label and all rows, which are numbered from 0, or set them anew",
      "ラベルとすべての行（0から）を表示します。set と clear で書き直します")
  }

  var add: String { pick("add a row at the end", "終わりに行を加えます") }
  var insert: String { pick("put a row in before another", "行の前に行を入れます") }
  var replace: String { pick("give a row another text", "行の文字を変えます") }
  var remove: String { pick("take a row away", "行を消します") }
  var move: String { pick("take a row to another place", "行を別の場所へ移します") }
  var select: String { pick("put the text of a row into the label", "行の文字をラベルに入れます") }

  var label: String {
    pick("show the label, or write another text into it", "ラベルを表示します。文字を書くと変わります")
  }

  var observe: String {
    pick("print the changes of a key as they are notified", "キーの変化を、知らされるたびに表示します")
  }

  var observeNotes: [String] {
    lines(
      [
        "initial   print the value at once",
        "old       tell the old value or elements",
        "new       tell the new value or elements",
        "prior     tell each change before it is made, too",
        "A key may be observed several times, each time with options of its own.",
      ],
      [
        "initial   今の値をすぐに表示します",
        "old       古い値や要素も表示します",
        "new       新しい値や要素も表示します",
        "prior     変わる前にも表示します",
        "1つのキーを、別々のオプションで何度でも観察できます。",
      ])
  }

  var unobserve: String {
    pick("observe a key no more, where it was asked for last", "最後に始めた、キーの観察をやめます")
  }

  var observers: String { pick("list the keys that are observed", "観察しているキーを表示します") }

  var sum: String { pick("add two numbers, or show the last total", "2つの数を足します。数がなければ前の合計を表示します") }
}
