import Shell
import Studies

/// The sample files that `study new` writes, in both languages.
extension StudyPlan {
  /// A small study with explanations.
  static let sample = Text(
    """
    @ chimp-study 1
    # Lines that begin with # are comments; "study check FILE" says what is wrong with the others.
    name memory
    participants 30
    # order: fixed; random; latin: each condition follows each other one equally often
    order latin
    # boards: same for all; own for each participant; paired: same for all and in each condition,
    # shuffled: in another order in each block
    boards paired shuffled
    # sessions 2 gap=24h
    break 50
    # the practice is over after 3 passes in a row, or after 10 trials
    practice inoue-650 practice=10 until=3
    # a condition is a name and a test, as "start" takes it; feedback=outcome does not show
    # the solution of a board that comes again in another condition
    \(publishedConditions)
    # pages to read, before: start, practice, a condition (its name); in a break; at the end
    \(startInEnglish)
    \(startInJapanese)
    \(endPages)

    """,
    """
    @ chimp-study 1
    # で始まる行は読み飛ばします。study check FILE でまちがいを調べられます。
    name memory
    participants 30
    # order: fixed（決まった順）、random（無作為）、latin（どの条件の次にも、ほかの条件が同じ回数ずつ来る順）
    order latin
    # boards: same（全員同じ）、own（参加者ごと）、paired（全員同じで、条件の間でも同じ）、
    # shuffled（ブロックごとに順序を変える）
    boards paired shuffled
    # sessions 2 gap=24h
    break 50
    # 練習は3回連続して成功するか、10試行で終わります
    practice inoue-650 practice=10 until=3
    # 条件は名前とテストです。テストは start と同じように書きます。feedback=outcome なら、
    # ほかの条件でまた出る盤の答えを見せません
    \(publishedConditions)
    # 読むページが出る所: start（最初）、practice（練習の前）、条件の名前（その条件の前）、
    # break（休憩）、end（最後）。ja と en の参加者にそれぞれの言葉で見せます
    \(startInJapanese)
    \(startInEnglish)
    \(endPages)

    """)

  /// A study that uses every keyword which the small one doesn't have.
  static let fullSample = Text(
    """
    @ chimp-study 1
    # Two groups, two conditions of one's own, consent, questions, and practice.
    name lab
    participants 24
    order latin
    boards paired shuffled
    # assign=blocks: by chance, in blocks of 4 or 6; assign=2:1: by chance, twice as many in the
    # first group; without assign= the smallest group. "enrol CODE group=NAME" chooses
    groups stress control assign=blocks
    # a block that was interrupted for longer than stale= begins anew
    sessions 1 stale=1d
    # a page that must be agreed to by its word; no ends the study, and nothing is kept
    \(consentPages)
    # questions: integer, decimal or scale LOW..HIGH, choice A,B or text; at=start, at=end or
    # after=block, after=trial; if NAME=ANSWER at the end of the line: only after this answer
    \(questionLines)
    # question calm scale 1..7 "not at all" "very" "How calm were you?" after=block
    # question why text "What distracted you?" after=block if calm=1
    # a condition without a test is plain rounds; help plain lists the keys
    # practice= and until= of a condition: before each of its blocks, until 3 in a row are passed;
    # until=80%/5: 80 % of the last 5; fail=stop: who does not reach it by then takes part no further
    \(ownConditions)
    # what no figure is made of, said beforehand: trials by first-press, press, time, study-time
    # (ms), early-inputs or number; participants by an answer, or by trials, \
    passed or excluded (%),
    # or by practice: practice is failed
    exclude participant passed below 5
    exclude trial first-press below 150
    # what a closed session shows, too: the results of each block, or conditions: their names
    show results
    # the word that ends a closed session, which Ctrl-C asks for: next CODE closed=yes
    leave lab-door
    \(startInEnglish)
    \(startInJapanese)
    \(endPages)

    """,
    """
    @ chimp-study 1
    # 2つのグループ、自分で決めた2つの条件、同意、質問、練習。
    name lab
    participants 24
    order latin
    boards paired shuffled
    # assign=blocks: 4人か6人ずつ無作為に分けます。assign=2:1: 無作為で、初めのグループが2倍になります。
    # assign= がなければ、いちばん小さいグループです。enrol CODE group=NAME で選べます
    groups stress control assign=blocks
    # stale= より長く中断したブロックは始めからやり直します
    sessions 1 stale=1d
    # 同意のページ。その言葉で同意し、no では研究が終わり、何も残りません
    \(consentPages)
    # 質問: integer、decimal、scale（最小..最大）、choice A,B、text のどれか。at=start、at=end、after=block
    # （ブロックごと）、after=trial（試行ごと）のどれか。行の終わりの if 名前=答え: その答えのあとだけたずねます
    \(questionLines)
    # question calm scale 1..7 "not at all" "very" "How calm were you?" after=block
    # question why text "What distracted you?" after=block if calm=1
    # テストの名前のない条件は普通のラウンドです。キーは help plain で表示します
    # 条件の practice= と until=: どのブロックの前にも練習し、3回連続して成功すると終わります。
    # until=80%/5: 最後の5回の80%。fail=stop: 届かなければ、その人の研究は終わります
    \(ownConditions)
    # 前もって決める除外。試行は first-press、press、time、study-time（ミリ秒）、early-inputs、number、
    # 参加者は質問の答え、trials、passed、excluded（%）、practice（practice is failed）で決めます
    exclude participant passed below 5
    exclude trial first-press below 150
    # 閉じたセッションで参加者にも見えるもの: conditions（条件の名前）、results（ブロックの結果）
    show results
    # 閉じたセッション（next CODE closed=yes）を終える言葉。Ctrl-C が尋ねます
    leave lab-door
    \(startInEnglish)
    \(startInJapanese)
    \(endPages)

    """)
}

/// The lines that are the same in both languages, because a study has texts in both.
extension StudyPlan {
  /// The page before everything, in English.
  private static let startInEnglish = """
    page start en
    | Numerals will be shown for a short time, then squares.
    | Press the squares in ascending order. Accuracy counts, not speed.
    """

  /// The page before everything, in Japanese.
  private static let startInJapanese = """
    page start ja
    | 数字が短い時間だけ見え、白い四角に変わります。
    | 小さい順に四角を押してください。速さよりも正確さが大切です。
    """

  /// The last page.
  private static let endPages = """
    page end en
    | Thank you.
    page end ja
    | ありがとうございました。
    """

  /// The published conditions of the small study.
  private static let publishedConditions = """
    condition 210 inoue-210 trials=50 feedback=outcome
    condition 430 inoue-430 trials=50 feedback=outcome
    condition 650 inoue-650 trials=50 feedback=outcome
    """

  /// The conditions of the full study.
  private static let ownConditions = """
    condition short hold=300 count=5 numerals=1..9 trials=40 feedback=outcome practice=10 until=3
    condition long hold=1000 count=5 numerals=1..9 trials=40 feedback=outcome practice=10 until=3
    """

  /// The page to agree to.
  private static let consentPages = """
    consent agree en
    | You may stop at any time, without a reason. Your name is not asked.
    consent agree ja
    | いつでも、理由なしにやめられます。名前は尋ねません。
    """

  /// The questions of the full study.
  private static let questionLines = """
    question age integer 18..99 "How old are you?" ja="何歳ですか。"
    question hand choice right,left,both "Which hand do you write with?" \
    ja="字を書く手はどちらですか。" ja-choices=右,左,両方
    question remarks text "Anything to add?" optional at=end ja="何か付け加えることはありますか。"
    """
}
