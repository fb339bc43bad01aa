/// The help texts of the commands about participants of studies.
extension CommandWords {
  package static let enrol = CommandWords(
    """
    enrol a participant in the study
    The code stands for a person, whose name is not asked. The participant gets the order \
    of conditions that the fewest have; all rounds from then on belong to this code.
    group=        puts the participant into this group of the study instead of the smallest
    """,
    """
    研究に参加者を登録します
    コードは人の代わりで、名前は尋ねません。条件の順序は、いちばん人数の少ないものになります。\
    これからのラウンドは、このコードの記録になります。
    group=        いちばん小さいグループではなく、このグループに入れます
    """)

  package static let next = CommandWords(
    """
    begin or continue the next block of the study
    Pages to read and breaks come first, one by one. A block that was interrupted continues \
    where it was; one that was stopped is over. CODE continues with another participant.
    closed=yes    a closed session: pages fill the screen, only Enter, presses and answers work, \
    and Ctrl-C asks for the word that the study file gives ("leave WORD")
    anew=yes      begin an interrupted block anew, on other boards; its trials are kept
    """,
    """
    研究の次のブロックを始めます。中断したブロックは続けます
    読むページと休憩が先に1つずつ出ます。中断したブロックは続きから始まり、\
    中止したブロックは終わりです。CODE で別の参加者になります。
    closed=yes    閉じたセッション。ページが画面いっぱいに出て、Enter、押下、答えだけが働きます。\
    Ctrl-C は研究のファイルの言葉（leave WORD）を尋ねます
    anew=yes      中断したブロックを別の盤でやり直します。それまでの試行は残ります
    """)

  package static let answer = CommandWords(
    """
    answer a question of the study, or agree to its page
    Without TEXT an optional question is skipped. A consent page names the word that agrees; \
    "answer no" ends the study for the participant, and keeps nothing.
    """,
    """
    研究の質問に答えます。同意のページにも使います
    TEXT がなければ、答えなくてもよい質問を飛ばします。同意のページには、同意する言葉が\
    書いてあります。answer no では研究が終わり、何も残りません。
    """)

  package static let merge = CommandWords(
    """
    add the participants and trials of a study from another store
    Each trial is replayed to check it, and added once, however often the stores are merged. \
    Participants who were enrolled in both stores are named and left out.
    """,
    """
    別の記録から、研究の参加者と試行を加えます
    試行は1つずつ再生して確かめ、何度合わせても1回だけ加えます。\
    両方の記録で登録された参加者は、コードを表示して除きます。
    """)

  package static let withdraw = CommandWords(
    """
    erase a participant who has withdrawn
    All rows of the participant are deleted, in all studies, and every byte of them in the files: \
    the store, its log, what was rescued from it, and the lines of your history. Only a keyed hash \
    of the code stays, so that no merge and no import brings the participant back. Copies that \
    were exported, backed up or sent stay as they are.
    --force       does not ask
    """,
    """
    研究をやめた参加者を消します
    すべての研究で参加者の記録を消し、ファイルにもその跡を残しません。記録とそのログ、\
    救い出したファイル、入力の履歴が対象です。コードの鍵付きハッシュだけが残り、merge や import で\
    戻ることはありません。書き出したもの、バックアップ、送ったものはそのままです。
    --force       確かめずに消します
    """)
}
