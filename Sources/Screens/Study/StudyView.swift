import Archive
import Game
import Shell
import Studies

/// Shows a study: its pages, questions and blocks to participants, and its progress to
/// experimenters.
///
///     block 1 of 3: inoue-210, 50 trials
///
/// What participants read contains no results. Their pages are written above the prompt, and fill
/// the screen in a closed session.
struct StudyView {
  let speaker: Speaker
  /// The closed session whose pages are shown.
  let studyScreen: StudyScreen
  var language: Language { speaker.language }

  /// Writes why something was refused.
  func refuse(_ refusal: Refusal) { speaker.refuse(refusal) }

  /// Writes why a closed session can't start for a participant, with a command of the shell that
  /// helps.
  func refuseToClose(for code: String, _ refusal: Refusal) {
    refuse(shellAdvice(for: refusal, code) ?? refusal)
  }

  /// Returns the refusal with a command of the shell that helps; `nil` if none does.
  private func shellAdvice(for refusal: Refusal, _ code: String) -> Refusal? {
    switch refusal {
    case .isNotEnrolled(code):
      Refusal(
        refusal.name,
        "\(code) is not enrolled (chimp -c \"enrol \(code)\" enrols, with the same --store)",
        "\(code) は登録されていません（同じ --store で chimp -c \"enrol \(code)\" を実行すると登録できます）")
    case .noStudy:
      Refusal(
        refusal.name,
        "no study yet (chimp -c \"study check FILE\" reads one, with the same --store)",
        "研究がまだありません（同じ --store で chimp -c \"study check FILE\" を実行すると読み込みます）")
    default: nil
    }
  }

  /// Shows a refusal as a page of a closed session; one that only an experimenter can mend is
  /// written, too.
  func show(_ refusal: Refusal, in closed: ClosedSession) {
    let words = refusal.words(in: language)
    switch refusal.name {
    case "is-done", "practice-failed": closed.show(.end(nil))
    case _ where refusal.endsClosedSession: closed.show(.end(words))
    case "no-answer", "no-consent": closed.refuse(words)
    default:
      closed.show(.problem(words))
      refuse(refusal)
    }
  }

  /// Shows that a sample study was written.
  func showSample(_ name: String) {
    speaker.say(
      "wrote \"\(name)\": edit it, then \"study check \(name)\"",
      "\(name) を書きました。編集してから study check \(name) を使ってください")
  }

  /// Shows a study that was checked, with warnings: boards that are known, and texts in one
  /// language.
  func showChecked(_ plan: StudyPlan) {
    speaker.say(line: summary(of: plan))
    speaker.say(line: blockLengths(of: plan))
    showHolds(of: plan)
    showPresentation(of: plan)
    if let primary = plan.primary { show(primary, of: plan) }
    showDesignNotes(of: plan)
    showBoardNotes(of: plan)
    showRuleNotes(of: plan)
    for language in Language.allCases {
      let keywords = plan.textsInOneLanguage.filter { $0.language == language }.map(\.keyword)
      guard !keywords.isEmpty else { continue }
      speaker.say(
        "note: only in \(language == .english ? "English" : "Japanese"): "
          + keywords.joined(separator: ", "),
        "注意: \(language == .english ? "英語" : "日本語")だけ: " + keywords.joined(separator: "、"))
    }
  }

  /// Shows how the holds of each condition with several are mixed.
  private func showHolds(of plan: StudyPlan) {
    for condition in plan.conditions {
      guard let holds = condition.settings.holds, let count = condition.trialCount else { continue }
      let each = count / holds.count
      let list = holds.map(String.init).joined(separator: ", ")
      let longest = HoldSequence.longestRun
      let isFree = condition.settings.runs == .free
      speaker.say(
        "\(condition.name): \(each) of \(counted(count, "trial")) with each hold (\(list) ms), "
          + "in random order" + (isFree ? "" : ", at most \(longest) alike in a row"),
        "\(condition.name): \(count)試行のうち提示時間（\(list)ミリ秒）ごとに\(each)試行、無作為な順序"
          + (isFree ? "" : "、同じ時間は続けて\(longest)回まで"))
    }
  }

  /// Shows the order and the group of a participant who was enrolled.
  func showEnrolment(of code: String, in plan: StudyPlan, order: Int, group: String?) {
    let names = plan.conditions(inOrder: order).map(\.name).joined(separator: ", ")
    let practice = plan.practice.map {
      language.pick("; practice \($0.settings.practice)", "。練習\($0.settings.practice)回")
    }
    let rest = plan.rest.map { language.pick(", break after \($0)", "、\($0)回ごとに休憩") }
    let own = group.map { $0 + language.pick(", ", "、") } ?? ""
    let end = names + (practice ?? "") + (rest ?? "")
    speaker.say(
      "\(code): \(own)order \(order) of \(plan.orderCount): \(end)",
      "\(code): \(own)順序\(order)/\(plan.orderCount): \(end)")
  }

  /// Shows the progress of all participants, by group if there are groups.
  func showStatus(
    of plan: StudyPlan, _ enrolled: [Enrolled],
    _ progress: StudyProgress, for reader: TableReader
  ) {
    speaker.say(line: "\(plan.name) \(plan.hash): " + summary(of: plan))
    let rows = enrolled.map { person -> [String] in
      let (code, order, group) = (person.code, person.order, person.group)
      let blocks = plan.blocks(of: code, order: order)
      let states = progress[code] ?? [:]
      let done = blocks.count { !$0.isPractice && states[$0.number]?.isOver == true }
      let stopped = blocks.count { states[$0.number]?.testState == TestEnd.stopped.rawValue }
      let trials = blocks.reduce(0) {
        $0 + (!$1.isPractice ? states[$1.number]?.trialCount ?? 0 : 0)
      }
      let count = blocks.count { !$0.isPractice }
      let hasFailed = blocks.contains { $0.endsStudy(states[$0.number]) }
      let names = plan.conditions(inOrder: order).map(\.name).joined(separator: ", ")
      let words = language.pick(
        "order \(order): \(names); \(done) of \(counted(count, "block")) done, "
          + counted(trials, "trial") + (stopped > 0 ? ", \(stopped) stopped" : "")
          + (hasFailed ? ", ended by failed practice" : ""),
        "順序\(order): \(names)。\(count)ブロックのうち\(done)終了、\(trials)試行"
          + (stopped > 0 ? "、中止\(stopped)" : "") + (hasFailed ? "、練習で終了" : ""))
      let chosen = person.choice(in: language).map {
        person.isListed
          ? language.pick("; \($0) from a list", "。表で決めた: \($0)")
          : language.pick("; \($0) by hand", "。手で決めた: \($0)")
      }
      return [code, (group.map { $0 + language.pick(", ", "、") } ?? "") + words + (chosen ?? "")]
    }
    let lines =
      reader.isSpoken
      ? rows.map { $0.joined(separator: ": ") } : aligned(rows, textColumns: 2)
    for line in lines { speaker.say(line: line) }
    showEnrolmentCount(enrolled.count, of: plan.participantCount)
  }

  /// Shows the number of enrolled participants, which stores that were merged can exceed.
  private func showEnrolmentCount(_ count: Int, of planned: Int) {
    guard count > planned else {
      return speaker.say("\(count) of \(planned) enrolled", "\(planned)人のうち\(count)人登録")
    }
    speaker.say(
      "\(count) enrolled, \(count - planned) more than the \(planned) planned",
      "\(count)人登録、予定の\(planned)人より\(count - planned)人多い")
  }
}

/// What participants read before and between their blocks.
extension StudyView {
  /// Shows a page of text; the last page of a study ends a closed session.
  func show(_ page: [String], number: Int, of count: Int, endsStudy: Bool) {
    studyScreen.show(endsStudy ? .closing(page) : .text(page))
    for line in page { speaker.say(line: line) }
    speaker.say(
      "(page \(number) of \(count); \"next\" continues)", "（\(number)/\(count)ページ。next で進みます）")
  }

  /// Returns the page for a break of a study that has none of its own.
  func breakPage(after count: Int) -> [String] {
    [
      language.pick(
        "\(counted(count, "trial is", "trials are")) done: time for a break",
        "\(count)試行が終わりました。休憩しましょう")
    ]
  }

  /// Shows the consent page with the words to type.
  func show(_ consent: StudyConsent) {
    studyScreen.show(.consent(consent))
    for line in consent.lines { speaker.say(line: line) }
    speaker.say(
      "(\"answer \(consent.key)\" agrees; \"answer no\" ends, and nothing is kept)",
      "（answer \(consent.key) で同意します。answer no で終わり、何も残しません）")
  }

  func showAgreement() { speaker.say("agreed", "同意しました") }

  func showRefusal() {
    let words = language.pick(
      "not agreed: the study is over, nothing was kept", "同意しませんでした。研究は終わりで、何も残していません")
    studyScreen.session?.show(.end(words))
    speaker.say(line: words)
  }

  /// Asks a question, with the form of the answer and the way to give it.
  func show(_ question: StudyQuestion) {
    studyScreen.show(.question(question))
    let answer =
      switch question.kind {
      case .integer, .decimal, .scale: "N"
      case .choice: "WORD"
      case .text: "TEXT"
      }
    let text = question.text(in: language)
    let range = question.answerRange(in: language)
    speaker.say(
      text + " (" + (range.map { $0 + "; " } ?? "") + "\"answer \(answer)\""
        + (question.isOptional ? "; \"answer\" skips it" : "") + ")",
      text + "（" + (range.map { $0 + "。" } ?? "") + "answer \(answer)"
        + (question.isOptional ? "。answer だけで答えずに進めます" : "") + "）")
  }

  /// Shows the stored answer in the participant's language, or that the question was skipped.
  func show(_ answer: String, to question: StudyQuestion) {
    guard !answer.isEmpty else {
      return speaker.say("\(question.name): skipped", "\(question.name): 答えずに進みます")
    }
    var shown = answer
    if case .choice(let choices) = question.kind, let index = choices.firstIndex(of: answer) {
      shown = question.choices(in: language)[index]
    }
    speaker.say(line: "\(question.name): \(shown)")
  }

  /// Shows that no page or question waits for an answer.
  func showNothingAsked() {
    speaker.say("nothing is asked now: \"next\" continues", "いまは質問がありません。next で続けます")
  }
}

/// The blocks of a participant.
extension StudyView {
  /// Shows that a block begins, or its practice; without a setting of its own, each trial begins
  /// as `usual`.
  func showBeginning(of block: StudyBlock, of count: Int, _ usual: TestSettings.Begin) {
    let condition = block.condition
    let keys = (block.settings.begin ?? usual) == .key ? keyHint(of: block) : ""
    guard !block.isPractice else {
      let end = block.settings.practiceEnd(in: language)
      let name = name(of: condition)
      let own = block.number == 0 ? "" : language.pick(" for \(name)", "（\(name)）")
      return speaker.say(
        "practice\(own): \(condition.preset.name), \(end)\(keys)",
        "練習\(own): \(condition.preset.name), \(end)\(keys)")
    }
    let trials = condition.trialCount.map {
      language.pick(", \(counted($0, "trial"))", "、\($0)試行")
    }
    let end = name(of: condition) + ": " + condition.preset.name + (trials ?? "") + keys
    speaker.say(
      "block \(block.number) of \(count), \(end)", "ブロック\(block.number)/\(count)、\(end)")
  }

  /// Returns which trials of a block a key begins.
  private func keyHint(of block: StudyBlock) -> String {
    block.settings.presentation.interval == nil
      ? language.pick("; press Enter to begin each", "。Enter で1回ずつ始めます")
      : language.pick("; press Enter to begin the first", "。Enter で始めます")
  }

  /// Shows that an interrupted block continues.
  func showContinuation(of block: StudyBlock, of count: Int) {
    guard !block.isPractice else { return speaker.say("practice continues", "練習の続き") }
    let name = name(of: block.condition)
    speaker.say(
      "block \(block.number) of \(count), \(name), continues",
      "ブロック\(block.number)/\(count)、\(name)の続き")
  }

  /// Shows how an interrupted block begins anew after the answer that is asked for first.
  func showRestartLater(of code: String) {
    speaker.say(
      "after the answer, \"next \(code) anew=yes\" begins the block anew",
      "答えたあとで next \(code) anew=yes と入力すると、ブロックを始めからやり直します")
  }

  /// Shows that a block begins anew, because it was asked for or is stale.
  func showRestart(isAsked: Bool) {
    if isAsked {
      speaker.say(
        "the block begins anew; the earlier trials are kept", "ブロックを始めからやり直します。それまでの分は残します")
    } else {
      speaker.say(
        "the block was interrupted too long ago: it begins anew; the earlier trials are kept",
        "中断から時間がたったので、ブロックを始めからやり直します。それまでの分は残します")
    }
  }

  /// Shows the board of a block in a closed session, with the progress as its title.
  func showBoard(of block: StudyBlock, _ progress: ParticipantProgress) {
    studyScreen.session?.enter(title(of: block, progress))
  }

  /// Returns the title of a block in a closed session, with the condition if the study shows it.
  private func title(of block: StudyBlock, _ progress: ParticipantProgress) -> String {
    guard !block.isPractice else { return language.pick("Practice", "練習") }
    let title = language.pick(
      "Block \(block.number) of \(progress.blockCount)",
      "ブロック\(block.number)/\(progress.blockCount)")
    guard progress.plan.shownItems.contains(.conditions) else { return title }
    return title + language.pick(", ", "、") + name(of: block.condition)
  }

  private func name(of condition: StudyPlan.Condition) -> String {
    language.pick("condition \(condition.name)", "条件 \(condition.name)")
  }
}

extension StudyBlock {
  /// Returns the refusal to go on after practice that ended without its criterion.
  func refusalAfterFailure(of code: String) -> Refusal {
    Refusal(
      "practice-failed", "the study ends here for \(code): the practice did not reach its goal",
      "\(code) の研究はここで終わりです。練習が目標に届きませんでした")
  }
}

extension StudyQuestion {
  /// Returns the refusal of a text that is no answer to the question.
  func refusal(of text: String) -> Refusal {
    Refusal("no-answer") { language in
      let shown = text.isEmpty ? language.pick("an empty answer", "空の答え") : "\"\(text)\""
      let asked = self.text(in: language)
      let count = Self.longestAnswer
      let range =
        answerRange(in: language) ?? language.pick("1 to \(count) characters", "1から\(count)文字")
      return language.pick(
        "\(shown) is not an answer to \"\(asked)\": \(range)",
        "\(shown)は「\(asked)」の答えではありません: \(range)")
    }
  }

  /// Returns the answers that are accepted; `nil` for any text.
  func answerRange(in language: Language) -> String? {
    switch kind {
    case .integer(let range):
      language.pick(
        "\(range.lowerBound) to \(range.upperBound)", "\(range.lowerBound)から\(range.upperBound)")
    case .decimal(let range):
      language.pick(
        "\(range.lowerBound.short) to \(range.upperBound.short)",
        "\(range.lowerBound.short)から\(range.upperBound.short)")
    case .scale(let range):
      zip([range.lowerBound, range.upperBound], labels(in: language))
        .map { "\($0) = \($1)" }.joined(separator: language.pick(" to ", "から"))
    case .choice: choices(in: language).joined(separator: language.pick(", ", "、"))
    case .text: nil
    }
  }

  /// Returns the instruction on how to answer in a closed session.
  func closedAnswer(in language: Language) -> String {
    let range = answerRange(in: language).map { language.pick(" (\($0))", "（\($0)）") } ?? ""
    let skip =
      isOptional ? language.pick(" Enter alone skips it.", "Enter だけで答えずに進みます。") : ""
    return language.pick(
      "Type your answer\(range) and press Enter.", "答え\(range)を入力して Enter を押します。") + skip
  }
}

extension TestSettings {
  /// Returns when a block of practice ends.
  func practiceEnd(in language: Language) -> String {
    let most = practice
    guard let until, !until.isRow || until.window != most else {
      return language.pick(counted(most, "trial"), "\(most)試行")
    }
    guard until.isRow else {
      return language.pick(
        "until \(until.percentage) % of the last \(until.window) are passed, at most \(most) trials",
        "最後の\(until.window)回の\(until.percentage)%に成功するまで、多くても\(most)試行")
    }
    return language.pick(
      "until \(until.window) in a row are passed, at most \(most) trials",
      "\(until.window)回連続して成功するまで、多くても\(most)試行")
  }
}
