import Shell
import Statistics

/// The commands about studies and their participants.
extension StudyController {
  static var commands: [Command<Application>] {
    [study, enrol, nextBlock, answer, merge, withdraw]
  }

  private static var code: Parameter { Parameter("CODE", .text) }
  private static var stations: Parameter { .key("stations", .number(2...100), "N") }
  private static var order: Parameter { .key("order", .number(Int.min...Int.max), "N") }
  private static var group: Parameter { .key("group", .text, "NAME") }
  private static var source: Parameter { .key("by", .choice(["list"])) }

  private static var study: Command<Application> {
    let file = Parameter("FILE", .file)
    return Command(
      "study",
      studyHelp, in: .tests, of: "study", isEssential: true,
      CommandForm([
        Parameter(
          "WHAT",
          .choice([
            "status", "new", "check", "split", "preregister", "deviations", "enrol", "next",
            "merge",
          ]))
      ]) { program, _ in try program.study.perform { try $0.writeStatus() } },
      CommandForm([.literal("new"), file, Parameter("full", .flag(["full"]), .optional)]) {
        program, line in
        try program.study.perform { try $0.make(line.file(1), isFull: line.hasFlag("full")) }
      },
      CommandForm([.literal("check"), file]) { program, line in
        try program.study.perform { try $0.check(line.file(1)) }
      },
      CommandForm([.literal("split"), file], keys: [stations]) { program, line in
        try program.study.perform {
          try $0.split(
            line.file(1), stationCount: line.number(key: "stations"),
            column: line.column(key: "stations"))
        }
      },
      .operation(
        [.literal("preregister"), file, StoreController.force],
        keys: [StatisticsController.capacities, StatisticsController.runs] + SimulatedPeople.keys
      ) { program, line in
        try program.study.preregister(
          line.file(1), replaces: line.isForced, people: SimulatedPeople(line),
          runCount: line.number(key: "runs") ?? 1_000)
      },
      .operation([.literal("deviations")]) { program, _ in try program.study.deviations() },
      CommandForm([.literal("enrol"), code], keys: [order, group]) { program, line in
        try program.study.perform { try $0.enrol(line.text(1), by: EnrolmentChoice(line)) }
      },
      CommandForm([.literal("next")]) { program, _ in
        try program.study.perform { try $0.performNextStep(nil) }
      },
      CommandForm([.literal("next"), code], keys: [closed, anew]) { program, line in
        try next(program, line, at: 1)
      },
      .operation([.literal("merge"), Parameter("STORE", .file)]) { program, line in
        try program.store.merge(line.file(1))
      },
      examples: [
        "study new memory.study", "study new lab.study full", "study check memory.study",
        "study split memory.study stations=4", "study status", "study preregister memory.md",
        "study deviations",
        "study merge lab03.sqlite",
      ])
  }

  /// The help of `study`.
  private static let studyHelp = Text(
    """
    check a study file, and show how far its participants have come
    new FILE      writes an example of a study that explains each line; full adds groups, consent, \
    questions, conditions of your own, and practice before each block
    check FILE    checks the file and stores the study, so that participants can be enrolled; \
    after that, a changed file is refused
    split FILE    writes for each of several stations a text file of enrol lines, memory-1.txt \
    and so on; together they are balanced, whenever all stations have enrolled equally many
    status        lists who is enrolled, and how many blocks each has done: a block is a series of \
    trials in one condition
    preregister FILE  writes the design of the study that was checked last to FILE, as text for OSF \
    or AsPredicted, with its hash, the date and the power that a simulation gives it, of people as \
    in power; runs=RUNS experiments are simulated, 1000 by default
    deviations    lists, for the study that was checked last, what was done otherwise: people and \
    withdrawals, orders and groups given by hand or from a list, blocks that were stopped, \
    interrupted or begun anew, analyses beyond the plan or before all were complete, trials left out
    enrol, next and merge do the same as the commands of these names.
    """,
    """
    研究のテキストファイルを調べて取り込み、進み具合を表示します
    new FILE      研究の見本をファイルに書きます。各行に説明があります。full を付けると、グループ、\
    同意、質問、自分で決めた条件、ブロックごとの練習もあります
    check FILE    ファイルを調べて記録に取り込みます。参加者を登録できるようになります。\
    登録のあとで内容が変わったファイルは拒否します
    split FILE    端末ごとに enrol の行のファイル（memory-1.txt など）を書きます。\
    どの端末も同じ人数を登録していれば、合わせて順序とグループがそろいます
    status        登録された参加者と、終えたブロックの数を表示します。ブロックは1つの条件で続ける試行です
    preregister FILE  最後に調べた研究の計画を OSF や AsPredicted のための文章にして FILE に書きます。\
    ハッシュ、日時、シミュレーションの検出力も入ります（仮想の人は power と同じように決めます）。\
    runs=RUNS は繰り返しの数で、なければ1000回です
    deviations    最後に調べた研究の計画との違いを表示します。人数と取りやめ、手や表で決めた順序やグループ、\
    中止・中断・やり直しのブロック、計画にない分析と全員が終わる前の分析、除いた試行です
    enrol、next、merge は同じ名前のコマンドと同じです。
    """)

  private static var enrol: Command<Application> {
    Command(
      "enrol",
      Text(
        """
        enrol a participant in the study
        The code stands for a person, whose name is not asked. The participant gets the order \
        of conditions that the fewest have; all rounds from then on belong to this code.
        order=        gives the participant this order, counted from 1
        group=        puts the participant into this group of the study; without it, the group is \
        the smallest, or the next by chance if the study file says so
        by=list       says that both come from a list of "study split", whose lines have it
        The data and "study deviations" tell which of the two were given by hand or from a list.
        """,
        """
        研究に参加者を登録します
        コードは人の代わりで、名前は尋ねません。条件の順序は、いちばん人数の少ないものになります。\
        これからのラウンドは、このコードの記録になります。
        order=        この番号の順序にします。番号は1からです
        group=        このグループに入れます。付けなければ、いちばん小さいグループか、\
        研究のファイルによっては無作為に決まるグループです
        by=list       順序とグループが study split の表のものだという印です。表の行に付いています
        手や表で決めたものは、データと study deviations に出ます。
        """), in: .tests, of: "study",
      CommandForm([code], keys: [order, group, source]) { program, line in
        try program.study.perform { try $0.enrol(line.text(0), by: EnrolmentChoice(line)) }
      }, examples: ["enrol P07", "enrol P07 order=3 group=control"])
  }

  private static var nextBlock: Command<Application> {
    Command(
      "next",
      Text(
        """
        begin or continue the next block of the study
        Pages to read and breaks come first, one by one. A block that was interrupted continues \
        where it was; one that was stopped is over. CODE continues with another participant.
        closed=yes    a closed session: pages fill the screen, only Enter, presses and answers \
        work, and Ctrl-C asks for the word that the study file gives ("leave WORD")
        anew=yes      begin an interrupted block anew, on other boards; its trials are kept
        """,
        """
        研究の次のブロックを始めます。中断したブロックは続けます
        読むページと休憩が先に1つずつ出ます。中断したブロックは続きから始まり、\
        中止したブロックは終わりです。CODE で別の参加者になります。
        closed=yes    閉じたセッション。ページが画面いっぱいに出て、Enter、押下、答えだけが働きます。\
        Ctrl-C は研究のファイルの言葉（leave WORD）を尋ねます
        anew=yes      中断したブロックを別の盤でやり直します。それまでの試行は残ります
        """), in: .tests, of: "study", isSafe: true, isEssential: true,
      CommandForm { program, _ in try program.study.perform { try $0.performNextStep(nil) } },
      CommandForm([code], keys: [closed, anew], isSafe: false) { program, line in
        try next(program, line, at: 0)
      },
      examples: ["next", "next P07", "next P07 closed=yes", "next P07 anew=yes"])
  }

  private static var answer: Command<Application> {
    Command(
      "answer",
      Text(
        """
        answer a question of the study, or agree to its page
        Without TEXT an optional question is skipped. The answer to a question that asks for a text \
        is kept as it is typed, with its quotes and blanks; quotes around all of it are left out. A \
        consent page names the word that agrees; "answer no" ends the study for the participant, and \
        keeps nothing.
        """,
        """
        研究の質問に答えます。同意のページにも使います
        TEXT がなければ、答えなくてもよい質問を飛ばします。文章の質問への答えは、\
        引用符も空白も入力したとおりに記録します（全体を囲む引用符は除きます）。同意のページには、同意する言葉が\
        書いてあります。answer no では研究が終わり、何も残りません。
        """), in: .tests, of: "study", isSafe: true,
      CommandForm(
        [Parameter("TEXT", .text, .optional)], tail: Parameter("TEXT", .text)
      ) { program, line in
        try program.study.perform { try $0.answer(line.textIfGiven(0) ?? "") }
      }, examples: ["answer 34", "answer none so far", "answer"], takesLine: true)
  }

  private static var merge: Command<Application> {
    Command(
      "merge",
      Text(
        """
        add the participants and trials of a study from another store
        Each trial is replayed to check it, and added once, however often the stores are merged. \
        Participants who were enrolled in both stores are named and left out.
        """,
        """
        別の記録から、研究の参加者と試行を加えます
        試行は1つずつ再生して確かめ、何度合わせても1回だけ加えます。\
        両方の記録で登録された参加者は、コードを表示して除きます。
        """), in: .store,
      .operation([Parameter("STORE", .file)]) { program, line in
        try program.store.merge(line.file(0))
      }, examples: ["merge lab03.sqlite"])
  }

  private static var withdraw: Command<Application> {
    Command(
      "withdraw",
      Text(
        """
        erase a participant who has withdrawn
        All rows of the participant are deleted, in all studies, and every byte of them in the \
        files: the store, its log, what was rescued from it, and the lines of your history. Only a \
        keyed hash of the code stays, so that no merge and no import brings the participant back. \
        Copies that were exported, backed up or sent stay as they are.
        --force       does not ask; --yes does the same
        """,
        """
        研究をやめた参加者を消します
        すべての研究で参加者の記録を消し、ファイルにもその跡を残しません。記録とそのログ、\
        救い出したファイル、入力の履歴が対象です。コードの鍵付きハッシュだけが残り、merge や import で\
        戻ることはありません。書き出したもの、バックアップ、送ったものはそのままです。
        --force       確かめずに消します。--yes も同じです
        """), in: .store,
      .operation([code, StoreController.force]) { program, line in
        try program.store.withdraw(line.text(0), isConfirmed: line.isForced)
      }, examples: ["withdraw P07"], asks: true)
  }

  private static var closed: Parameter { .key("closed", .choice(["yes"])) }
  private static var anew: Parameter { .key("anew", .choice(["yes"])) }

  private static func next(_ program: Application, _ line: Invocation, at index: Int) throws {
    let code = line.text(index)
    let isAnew = line.text(key: "anew") != nil
    try program.study.perform { study in
      if line.text(key: "closed") == nil {
        try study.performNextStep(code, isAnew: isAnew)
      } else {
        try study.close(code, endsProgram: false, isAnew: isAnew)
      }
    }
  }
}
