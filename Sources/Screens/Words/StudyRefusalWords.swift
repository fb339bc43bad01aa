package import Archive
import Game
import Shell
import Studies

/// Error messages about studies, enrolments, blocks and withdrawals, for the experimenter.
///
///     P07 has done all 6 blocks
extension Language {
  /// Returns the error message for a command about a study.
  package func words(for refusal: StudyRefusal) -> String {
    switch refusal {
    case .content(let fault): words(for: fault)
    case .file(let name, let fault): "\(name):" + words(for: fault)
    case .exists(let name): pick("\"\(name)\" exists already", "ファイルがすでにあります: \(name)")
    case .tooLong(let name): pick("\"\(name)\" is too long for a study", "\(name) は研究には長すぎます")
    case .noStudy:
      pick("no study yet (\"study check FILE\" reads one)", "研究がまだありません（study check FILE で読み込みます）")
    case .changed(let name, let study, let code):
      pick(
        "\"\(name)\" is not the study \(study) that \(code) is enrolled in: "
          + "undo the change, or give the study another name",
        "\(name) は \(code) が登録された研究 \(study) と違います。元に戻すか、別の name にしてください")
    case .capacityCount(let count, let groups):
      pick(
        "capacity= is there \(count) times: once for all, or once for each group"
          + (groups.isEmpty
            ? ", and the study has none" : " (\(groups.joined(separator: ", ")))"),
        "capacity= が\(count)個あります。全員に1個か、グループごとに1個です"
          + (groups.isEmpty
            ? "（研究にグループはありません）" : "（\(groups.joined(separator: "、"))）"))
    case .noStage: closedNeedsStage
    case .noCondition(let name, let known):
      pick(
        "no study has the condition \"\(name)\", only \(known.joined(separator: ", "))",
        "\(name) という条件の研究はありません: \(known.joined(separator: "、"))")
    case .damaged(let name): pick("the study \(name) can't be read", "研究 \(name) を読めません")
    }
  }

  /// Returns the error message for an enrolment.
  package func words(for refusal: EnrolmentRefusal) -> String {
    switch refusal {
    case .noCode: pick("a participant's code has \(codeRule)", "参加者コードではありません: \(codeRule)")
    case .isSimulated(let code):
      pick(
        "\(code) is a code of simulated participants: take another code",
        "\(code) はシミュレーションの参加者のコードです。別のコードにしてください")
    case .isSimilar(let code, let known):
      pick(
        "\(code) differs from \(known) only in capitals, and \(known) is enrolled: "
          + "take another code",
        "\(code) は登録済みの \(known) と大文字小文字だけが違います。別のコードにしてください")
    case .noGroup(let name, let groups):
      pick(
        "the study has no group \"\(name)\", only \(groups.joined(separator: ", "))",
        "\(name) は研究のグループではありません: \(groups.joined(separator: "、"))")
    case .noGroups: pick("the study has no groups", "研究にグループはありません")
    case .isEnrolled(let code, let order, let count):
      pick(
        "\(code) is enrolled already: order \(order) of \(count)",
        "\(code) は登録されています: 順序\(order)/\(count)")
    case .isFull(let count):
      pick("all \(count) participants are enrolled", "\(count)人の参加者がすべて登録されています")
    case .isNotEnrolled(let code):
      pick(
        "\(code) is not enrolled (\"enrol \(code)\", or \"next CODE\" for someone who is)",
        "\(code) は登録されていません（enrol \(code) で登録するか、登録した参加者で next CODE を使ってください）")
    case .hasWithdrawn(let code):
      pick(
        "a participant with the code \(code) has withdrawn: use another code",
        "コード \(code) の参加者は研究をやめました。別のコードにしてください")
    }
  }

  /// Returns the error message for the start of a closed session with a command of the shell that
  /// helps; `nil` for an error that needs none.
  package func shellAdvice(for error: ArchiveError) -> String? {
    switch error {
    case .enrolment(.isNotEnrolled(let code)):
      pick(
        "\(code) is not enrolled (chimp -c \"enrol \(code)\" enrols, with the same --store)",
        "\(code) は登録されていません（同じ --store で chimp -c \"enrol \(code)\" を実行すると登録できます）")
    case .study(.noStudy):
      pick(
        "no study yet (chimp -c \"study check FILE\" reads one, with the same --store)",
        "研究がまだありません（同じ --store で chimp -c \"study check FILE\" を実行すると読み込みます）")
    default: nil
    }
  }

  /// Returns the error message for a block of a study, or for an answer.
  package func words(for refusal: BlockRefusal) -> String {
    switch refusal {
    case .nothingAsked: pick("nothing has been asked", "質問はありません")
    case .notAnswer(let text, let question): notAnswer(text, question)
    case .notConsent(let text, let key):
      pick(
        "\"\(text)\" is neither \"\(key)\" nor \"no\"", "\(named(text)) は \(key) でも no でもありません")
    case .isDone(let code, let count):
      pick("\(code) has done all \(counted(count, "block"))", "\(code) は\(count)ブロックすべてを終えました")
    case .tooEarly(let session, let rest):
      pick(
        "session \(session) begins in \(timeLeft(rest)) at the earliest",
        "セッション\(session)を始められるのは、早くても\(timeLeft(rest))後です")
    case .goesOnElsewhere(let block, let process):
      pick(
        "block \(block) is running in another program"
          + (process.map { " (process \($0))" } ?? ""),
        "ブロック\(block)は別のプログラム\(process.map { "（プロセス\($0)）" } ?? "")で進行中です")
    case .notAsked(let hasAsked):
      hasAsked
        ? pick(
          "not stored, because another program has gone on with the participant meanwhile",
          "その間に別のプログラムで進んだので、記録していません")
        : pick(
          "not stored, because this program had not asked it",
          "このプログラムではたずねていなかったので、記録していません")
    case .interruptedElsewhere(let block, let code):
      pick(
        "block \(block) was interrupted at another station: continue it there, or begin it anew "
          + "here with \"next \(code) anew=yes\"",
        "ブロック\(block)は別の端末で中断しました。そこで続けるか、next \(code) anew=yes でここでやり直せます")
    case .nothingInterrupted(let code):
      pick(
        "no block of \(code) was interrupted: \"next \(code)\" goes on",
        "\(code) に中断したブロックはありません。next \(code) で続けます")
    }
  }

  /// Returns the error message for the command `withdraw`.
  package func words(for refusal: WithdrawalRefusal) -> String {
    switch refusal {
    case .isUnknown(let code):
      pick("no participant has the code \(code)", "コード \(code) の参加者はいません")
    case .isPlaying(let code):
      pick(
        "a round is in progress here, or \(code) is playing in another program: end that first",
        "ラウンドの途中か、\(code) が別のプログラムで遊んでいます。先に終えてください")
    case .isGuest(let code):
      pick(
        "\(code) stands for everyone without a code, so no one can withdraw as \(code)",
        "\(code) はコードのない人すべてなので、\(code) として研究をやめることはできません")
    case .notConfirmed(let code):
      pick(
        "nothing was erased (\"withdraw \(code) --force\" does not ask)",
        "何も消していません（withdraw \(code) --force なら確かめずに消します）")
    }
  }

  /// Returns a duration in its two largest units, such as `1 h 5 min`.
  private func timeLeft(_ milliseconds: Int) -> String {
    let minutes = (milliseconds + 59_999) / 60_000
    let days = minutes / 1440
    let hours = minutes / 60 % 24
    let parts = [
      (days, pick("d", "日")), (hours, pick("h", "時間")), (minutes % 60, pick("min", "分")),
    ].filter { $0.0 > 0 }.prefix(2)
    return parts.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }

  /// The error message if the terminal can't show a closed session.
  package var closedNeedsStage: String {
    pick(
      "a closed session needs a terminal that shows boards in place (\"set board live\")",
      "閉じたセッションには盤をその場に表示できる端末が必要です（set board live）")
  }

  private func notAnswer(_ text: String, _ question: StudyQuestion) -> String {
    let shown = text.isEmpty ? pick("an empty answer", "空の答え") : "\"\(text)\""
    let asked = question.text(in: self)
    guard let range = question.answerRange(in: self) else {
      return pick(
        "\(shown) is not an answer to \"\(asked)\": "
          + "1 to \(StudyQuestion.longestAnswer) characters",
        "\(shown)は「\(asked)」の答えではありません: "
          + "1から\(StudyQuestion.longestAnswer)文字")
    }
    return pick(
      "\(shown) is not an answer to \"\(asked)\": \(range)",
      "\(shown)は「\(asked)」の答えではありません: \(range)")
  }
}
