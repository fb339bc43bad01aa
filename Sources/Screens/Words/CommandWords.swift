import Events
import Shell

/// The help text of a command in English and Japanese: a summary, then notes.
///
/// ```swift
/// Command("hide", language.help(.hide), in: .play, …)
/// ```
///
/// The summary begins with a verb and has no full stop. In the notes, two blanks separate a key
/// from its meaning, which `Manual` and the help rely on. Names to type are the same in both
/// languages.
package struct CommandWords: Sendable {
  /// The help in English, the summary on its first line.
  package let english: String
  /// The help in Japanese, with the same number of lines and the same keys.
  package let japanese: String

  /// Creates the help from its texts in both languages.
  package init(_ english: String, _ japanese: String) {
    self.english = english
    self.japanese = japanese
  }
}

/// The help of the commands about rounds.
extension CommandWords {
  package static let start = CommandWords(
    """
    start a test, or a round of COUNT numerals on H columns and V rows
    seed=TEXT       draw the board from this text
    hold=MS         mask the numerals after so many milliseconds, without a press
    mask=first      the first right press masks the others (the default)
    mask=never      no press masks anything
    numerals=1..9   draw COUNT numerals out of these
    empty=wrong     a press on an empty cell is wrong (the default)
    empty=ignore    a press on an empty cell does nothing
    wrong=ends      a wrong press ends the round (the default)
    wrong=again     a wrong press counts, and the round continues
    limit=MS        end the round so many milliseconds after the mask, or after the onset if \
    nothing masks
    line=any        every press of a line is made (the default)
    line=one        before the mask only the first press of a line is made, as in a test
    press=ignored   a press before the end of the hold is stored as early, and does nothing (the \
    default)
    press=ends-look  a right press before the end of the hold masks the others
    "help tests" explains the tests and their keys.
    """,
    """
    テストか、横 H 列、縦 V 行の盤に COUNT 個の数字のラウンドを始めます
    seed=TEXT       この文字列から盤を作ります
    hold=MS         MS ミリ秒たつと、押さなくても数字が隠れます
    mask=first      最初の正解で残りの数字が隠れます（既定）
    mask=never      数字は隠れません
    numerals=1..9   この中から COUNT 個の数字を選びます
    empty=wrong     空のマスを押すとまちがいです（既定）
    empty=ignore    空のマスを押しても何も起きません
    wrong=ends      まちがえるとラウンドが終わります（既定）
    wrong=again     まちがえても、数えるだけでラウンドは続きます
    limit=MS        隠れてから MS ミリ秒で終わります。隠れないルールでは提示から数えます
    line=any        1行に書いたマスをすべて押します（既定）
    line=one        隠れる前は、1行の最初のマスだけを押します。テストではいつもこうです
    press=ignored   提示時間が終わる前の押下は、早すぎる押下として保存するだけです（既定）
    press=ends-look  提示時間が終わる前でも押下を数え、正解なら残りの数字が隠れます
    TEST とそのキーは help tests で説明します。
    """)

  /// `press` and its short form, a line of bare numbers.
  package static let press = CommandWords(
    """
    press the square in column H and row V, or several in turn
    A line of bare numbers is a press too.
    """,
    """
    H 列 V 行のマスを押します。続けていくつでも書けます
    数字だけの行も press と同じです。
    """)

  package static let board = CommandWords("show the board as it stands", "今の盤を表示します")
  package static let round = CommandWords(
    "show the round, or round N, with its times and presses", "今のラウンドかラウンド N の詳細（時間と押下）を表示します")
  /// `hide`, which masks the numerals immediately.
  package static let hide = CommandWords("mask the numerals now", "今すぐ数字を隠します")
  package static let identifier = CommandWords("print the board's identifiers", "盤の識別子を表示します")
  package static let again = CommandWords(
    """
    start a round on the same board, with the same rule
    After a test it is a single round on the last board; "start TEST" plays the test again.
    """,
    """
    同じ盤、同じルールでもう一度始めます
    テストのあとでは、最後の盤の1ラウンドだけです。テストをもう一度するには start TEST と書きます。
    """)
  package static let giveUp = CommandWords(
    "end the round and show the solution", "ラウンドを終え、答えを表示します")

  /// `resume`, with the reasons why there may be no round to continue.
  package static let resume = CommandWords(
    """
    continue the round or the test that was interrupted
    Only what is kept in a store can be continued. A round is interrupted if the program is \
    killed; "quit" and the end of the input end it. Its clock stands still meanwhile.
    """,
    """
    中断したラウンドやテストを続けます
    続けられるのは、ファイルに記録していて、プログラムが急に終わったときだけです。\
    quit や入力の終わりでやめたラウンドは終わっています。\
    中断しているあいだ、ラウンドの時間は止まっています。
    """)

  /// `rounds`, whose numbers depend on the store.
  package static let rounds = CommandWords(
    """
    list the newest rounds, or all
    With a store, the numbers of the rounds continue from session to session, and never change; \
    without one, only the last 100 rounds of the session are kept.
    """,
    """
    新しいラウンドを番号順に表示します。all ですべて
    ファイルに記録しているとき、番号はセッションをまたいで続きます。\
    記録していないときは、このセッションの新しい100ラウンドだけです。
    """)

  package static let replay = CommandWords(
    """
    replay a round, and say whether its outcome is the same
    picture=FILE    write it as an animated SVG, as fast as it was played
    still=look      write one moment of it: look, mask, press-N or end
    cast=FILE       write it as an asciicast, for "asciinema play"
    --force         replace an existing file, once the new one is complete
    """,
    """
    ラウンドを再生し、結果が同じかどうかを調べます
    picture=FILE    そのときの時間で動く SVG を書きます
    still=look      動かない1場面を書きます。look、mask、press-N、end のどれか
    cast=FILE       asciinema play で見られる asciicast を書きます
    --force         書き終えてから、すでにあるファイルを置き換えます
    """)

  package static let mode = CommandWords(
    "show the mode, or change to another one", "モードを表示します。名前を書くと、そのモードに変わります")
  package static let menu = CommandWords("choose a test", "テストを選びます")
  /// `coin`, which adds a credit; `start` is free.
  package static let coin = CommandWords(
    "insert a coin, as in an arcade; start works without one",
    "ゲーム機のようにコインを1枚入れます。start にコインは要りません")
  package static let touch = CommandWords(
    "send a touch on the cell in column H and row V down the tree", "H 列 V 行のマスへのタッチをツリーに送ります")
  package static let swipe = CommandWords(
    "turn the page in attract, or choose the test in credit", "attract ではページをめくり、credit ではテストを選びます")
  package static let accelerate = CommandWords(
    "make the demonstration faster (right, up) or slower (left, down)",
    "デモを速く（right、up）、または遅く（left、down）します")

  /// `wait`, with the interval of the Updates, which `Metronome` defines.
  package static let wait = CommandWords(
    """
    let time pass
    Virtual time passes at once, in Updates of \(Metronome.tick) ms, up to 30 days \
    (2592000000 ms); real time up to an hour.
    """,
    """
    時間を進めます
    仮想の時間は、\(Metronome.tick)ミリ秒の更新ごとに、待たずに進みます。30日（2592000000ミリ秒）までです。\
    実際の時間は1時間までです。
    """)

  /// `tree`, with the meaning of the count after an object.
  package static let tree = CommandWords(
    """
    draw the event tree: what is enabled, and how far each sequence is
    Each object is followed by the number of events that it ignored because of their parameters.
    """,
    """
    イベントツリーを、有効かどうかと進み具合とともに表示します
    そのあとに、引数が違うため無視したイベントの数が出ます。
    """)

  /// `enable`; the note applies to every command that names an object.
  package static let enable = CommandWords(
    """
    let an object of the tree receive events again
    If several objects have the name, write PARENT/NAME.
    """,
    """
    ツリーのオブジェクトに、またイベントを届けます
    同じ名前がいくつもあるときは PARENT/NAME と書きます。
    """)

  package static let disable = CommandWords(
    "stop the events to an object of the tree, and to all below it",
    "ツリーのオブジェクトと、その下のすべてへのイベントを止めます")

  /// `send` in its two meanings: an event down the tree, and the store to a server.
  package static let send = CommandWords(
    """
    send an event to an object of the tree and all below it
    none, timer              have no VALUE
    update                   has one: so many milliseconds pass for this object only
    touch                    has two, the column and the row
    swipe, accelerate        have one: right, left, up or down
    The reply says whether the object, or one below it, handled the event.
    store URL                sends the store to a PostgreSQL server with chimp-lab; this is no event
    """,
    """
    ツリーのオブジェクトと、その下のすべてにイベントを送ります
    none, timer              VALUE はありません
    update                   VALUE は1つ、そのオブジェクトだけで進む時間（ミリ秒）です
    touch                    VALUE は2つ、列と行です
    swipe, accelerate        VALUE は1つ、right、left、up、down のどれかです
    オブジェクトかその下で何かが受け取ったかどうかを表示します。
    store URL                イベントではなく、記録を chimp-lab で PostgreSQL へ送ります
    """)

  package static let list = CommandWords(
    "show the label and all rows (from 0), or replace all rows",
    "ラベルとすべての行（0から）を表示します。set と clear で行を書き直します")
  package static let add = CommandWords("add a row at the end", "最後に行を加えます")
  package static let insert = CommandWords("insert a row before another", "ROW の前に行を入れます")
  package static let replace = CommandWords("change the text of a row", "行の文字列を変えます")
  package static let remove = CommandWords("remove a row", "行を消します")
  package static let move = CommandWords("move a row to another place", "行を別の場所へ移します")
  package static let select = CommandWords("show the text of a row in the label", "行の文字列をラベルに表示します")
  package static let label = CommandWords(
    "show the label, or change its text", "ラベルを表示します。文字列を書くと変わります")

  package static let observe = CommandWords(
    """
    print the changes of a key as they are notified
    initial   print the value at once
    old       show the old value or elements
    new       show the new value or elements
    prior     also show each change before it is made
    context=  a text to print with each change
    A key may be observed several times, with different options. The keys are \
    \(ObservedKey.names); rounds are those of this session.
    """,
    """
    キーの変化を、知らされるたびに表示します
    initial   今の値をすぐに表示します
    old       古い値や要素も表示します
    new       新しい値や要素も表示します
    prior     変わる前にも表示します
    context=  変化のたびに表示する文字列です
    1つのキーを、別々のオプションで何度でも観察できます。キーは次のとおりです。\
    \(ObservedKey.names)（rounds はこのセッションのもの）
    """)

  package static let unobserve = CommandWords(
    "end the newest observation of a key", "キーの観察のうち、最後に始めたものをやめます")
  package static let observers = CommandWords("list the keys that are observed", "観察しているキーを表示します")
  package static let sum = CommandWords(
    "add two numbers, or show the last total", "2つの数を足します。数がなければ前の合計を表示します")

  package static let news = CommandWords(
    """
    show the news, or add, show, edit, move or remove an item
    Items are sorted by their orders; an ID may be shortened as long as it is unique.
    image=       an empty text removes the image
    export       writes all news to a file; import reads a file completely or not at all
    --force      replaces an existing file
    """,
    """
    お知らせを表示します。追加、変更、移動、削除もできます
    お知らせは順番に並びます。ID は、ほかと区別できれば短く書けます。
    image=       空の文字列で画像を外します
    export       すべてのお知らせをファイルに書き出します。import はファイルのすべてを\
    取り込むか、何も取り込みません
    --force      すでにあるファイルを置き換えます
    """)

  /// `check-store`, with all its checks.
  package static let checkStore = CommandWords(
    """
    look for damage in the store
    Each row is compared with its checksum, and listed if it differs; each round \
    is replayed, and its presses must follow from its moves.
    quick         checks no indexes and replays no rounds
    """,
    """
    記録が壊れていないか調べます
    すべての行をチェックサムと比べ、書いたときと違うものを表示します。すべてのラウンドを\
    もう一度たどり、押下が手と合うかも調べます。
    quick         索引は調べず、ラウンドもたどりません
    """)

  /// `backup`, with a warning that the copy contains what an export omits.
  package static let backup = CommandWords(
    """
    copy the store as it is now to a file
    The copy has everything, including the solution of a round in progress.
    --force       replaces an existing file, once the copy is complete
    """,
    """
    今の記録をファイルに写します
    今のラウンドの答えも含めて、すべてを写します。
    --force       すべて写し終えてから、すでにあるファイルを置き換えます
    """)

  /// `export`, with the files of each format and the common options.
  package static let export = CommandWords(
    """
    write the trials and their presses to files for other programs
    csv           FILE has the trials; beside it are data-presses.csv, data-sessions.csv, and \
    data-long.csv, which has a line for each press with all columns of its trial
    jsonl         FILE has both, each line a JSON object
    bids          FILE is a new folder: a dataset in the Brain Imaging Data Structure
    Where participants are enrolled, data-participants.csv has their groups and answers. \
    The columns are explained beside FILE, in data.csv.dictionary.txt. \
    All trials are exported, with their presses, sessions and participants. The news, the \
    settings and sessions without a trial are not: a backup has everything. \
    A damaged trial is left out, and named; one in progress is left out, and counted. \
    While a test is running, nothing is exported. \
    Simulated rows are marked, and so are those that a study file excludes. The name of the \
    host is left out.
    --force       replaces existing files, once the new ones are complete
    host=yes      writes the names of the hosts, too
    exclusions=no  leaves the marks of the study files out
    """,
    """
    試行と押下を、ほかのプログラムで読めるファイルに書き出します
    csv           FILE に試行を、横の data-presses.csv に押下、data-sessions.csv に\
    セッション、data-long.csv に押下と試行を合わせて書きます
    jsonl         FILE に両方を書きます。1行が1つの JSON です
    bids          FILE は新しいフォルダーで、Brain Imaging Data Structure の形に書きます
    参加者が登録されていれば、data-participants.csv にグループと答えを書きます。\
    列の説明は、横の data.csv.dictionary.txt にあります。\
    すべての試行を、押下、セッション、参加者とともに書き出します。お知らせ、設定、\
    試行のないセッションは含みません。すべてが要るときは backup を使います。\
    書いたときと違う試行は除き、番号を表示します。途中の試行も除きます。\
    テストの途中では書き出せません。\
    シミュレーションの行と、研究のファイルが除く行には印があります。コンピューターの名前は書きません。
    --force       すべて書き終えてから、すでにあるファイルを置き換えます
    host=yes      コンピューターの名前も書きます
    exclusions=no  研究のファイルが除く行に印を付けません
    """)

  /// `import`; the name differs because `import` is a keyword of Swift.
  package static let importing = CommandWords(
    """
    read exported trials and presses into the store
    A file is imported completely or not at all. Each trial is replayed: its values and presses \
    must follow from its board, its rule and its moves. Presses must be in the order of the \
    trials. A trial that the store has already is left out, or continued if it was unfinished \
    there; one that differs is refused.
    """,
    """
    書き出した試行と押下を記録に取り込みます
    ファイルのすべてを取り込むか、何も取り込みません。すべての試行を再生し、値と押下が\
    その盤、ルール、手と合うことを確かめます。押下は試行の順に並べます。\
    すでに記録にある試行は除きます。途中だったものは続きを取り込みます。\
    記録と違う試行があれば拒否します。
    """)

  package static let recover = CommandWords(
    "write what is left of a damaged store to a new file", "壊れた記録の残りを新しいファイルに書きます")

  package static let study = CommandWords(
    """
    check a study file, and show how far its participants have come
    new FILE      writes an example of a study that explains each line; full adds groups, consent, \
    questions, conditions of your own, and practice before each block
    check FILE    checks the file and stores the study, so that participants can be enrolled; \
    after that, a changed file is refused
    status        lists who is enrolled, and how far they have come
    enrol, next and merge do the same as the commands of these names.
    """,
    """
    研究のテキストファイルを調べて取り込み、進み具合を表示します
    new FILE      研究の見本をファイルに書きます。各行に説明があります。full を付けると、グループ、\
    同意、質問、自分で決めた条件、ブロックごとの練習もあります
    check FILE    ファイルを調べて記録に取り込みます。参加者を登録できるようになります。\
    登録のあとで内容が変わったファイルは拒否します
    status        登録された参加者と進み具合を表示します
    enrol、next、merge は同じ名前のコマンドと同じです。
    """)
}

extension CommandWords {
  package static let report = CommandWords(
    """
    write all statistics of the trials to an HTML page
    One file without scripts: each picture with its table, light and dark, ready to print. \
    It has the identifiers of as many boards as there is room for.
    --force       replaces an existing file, once the new one is complete
    figures=DIR   also writes each picture as an SVG file to this new folder
    latency=, trim=   leave out times, as in summary
    """,
    """
    試行からわかることをすべて HTML のページに書きます
    スクリプトのない1つのファイルです。図ごとに表があり、印刷もできます。\
    盤の識別子も、入るだけ書きます。
    --force       書き終えてから、すでにあるファイルを置き換えます
    figures=DIR   図を1枚ずつ SVG ファイルとして新しいフォルダーにも書きます
    latency=, trim=   summary と同じように時間を除きます
    """)
}

extension Language {
  /// Returns the help of a command.
  package func help(_ words: CommandWords) -> String { pick(words.english, words.japanese) }
}
