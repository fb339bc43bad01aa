import Archive
import Shell
import Statistics

/// The lines below a reply about the trials that it left out, by reason, and those that it has
/// beyond the usual ones.
extension Exclusions {
  /// Returns the notes on trials that go on after an error, and on excluded trials.
  func notes(in language: Language) -> [String] {
    let count = continuedCount
    let note = language.pick(
      "\(counted(count, "trial")) with wrong=again: passed means passed without an error",
      "wrong=again の\(count)試行は、誤りなしで終えたときだけ成功と数えます")
    return (count > 0 ? [note] : []) + lines(in: language)
  }

  /// Returns the counts of excluded trials by reason; empty if there are none.
  ///
  /// A name of the selection that no trial has comes first.
  func lines(in language: Language) -> [String] {
    unmatchedNames.map { $0.line(in: language) } + otherPlayerLines(in: language)
      + otherTextLines(in: language) + reasonLines(in: language)
      + stoppedLines(in: language) + ruleLines(in: language) + unreadableLines(in: language)
  }

  /// Returns the lines about included trials that no person played.
  func otherPlayerLines(in language: Language) -> [String] {
    let count = included[.script] ?? 0
    let line = language.pick(
      "SCRIPTS: \(counted(count, "trial")) played by a script in these figures",
      "スクリプト: この値にはスクリプトが操作した\(count)試行が入っています")
    return simulatedLines(in: language) + agentLines(in: language) + (count > 0 ? [line] : [])
  }

  /// Returns the line about included trials of agents; none without one.
  private func agentLines(in language: Language) -> [String] {
    let count = included[.agent] ?? 0
    guard count > 0 else { return [] }
    return [
      language.pick(
        "AGENTS: \(counted(count, "trial")) played by an agent in these figures",
        "エージェント: この値にはエージェントが操作した\(count)試行が入っています")
    ]
  }

  /// Returns lines of figures over several kinds of players, each of which says that trials of
  /// agents are in them, if some are.
  func marked(_ lines: [String], in language: Language) -> [String] {
    guard included[.agent] != nil else { return lines }
    return lines.map { $0 + language.pick(" (with agents)", "（エージェントを含む）") }
  }

  /// Returns the line about included simulated participants; none without one.
  private func simulatedLines(in language: Language) -> [String] {
    let count = included[.simulated] ?? 0
    guard count > 0 else { return [] }
    let people = simulatedParticipantCount
    return [
      language.pick(
        "SIMULATED: \(counted(count, "trial")) of \(counted(people, "participant")) "
          + "in these figures",
        "シミュレーション: この値には模擬参加者\(people)人の\(count)試行が入っています")
    ]
  }

  /// Returns a line about each other text of a study, whose trials are counted apart.
  private func otherTextLines(in language: Language) -> [String] {
    otherTexts.map { text, count in
      let hash = text.hash ?? "-"
      return language.pick(
        "\(counted(count, "trial")) of another text of \(text.study) (\(hash)): counted apart, "
          + "without its rules",
        "\(text.study) の別の版（\(hash)）の\(count)試行は別に数えました（除外の規則なし）")
    }
  }

  /// Returns a line about each damaged row on which the figures may depend.
  private func unreadableLines(in language: Language) -> [String] {
    unreadable.map { error in
      let words = Refusal(error).words(in: language)
      return language.pick(
        "groups, answers and rules of a study may be missing: \(words)",
        "研究の群、回答、除外の規則が欠けているかもしれません: \(words)")
    }
  }

  /// Returns the line about participants for whom failed practice has ended a study; none without
  /// one.
  private func stoppedLines(in language: Language) -> [String] {
    let count = stoppedParticipantCount
    guard count > 0 else { return [] }
    return [
      language.pick(
        "\(counted(count, "participant")) ended by failed practice",
        "練習が目標に届かずに終わった参加者は\(count)人です")
    ]
  }

  /// Returns a line about each rule of a study that excludes trials, and their sum.
  private func ruleLines(in language: Language) -> [String] {
    let rules = byRule
    let lines = eachRuleLine(in: language)
    guard rules.all.count(where: { $0.trialCount > 0 }) > 1 else { return lines }
    let total = counted(rules.trialCount, "trial")
    let several = rules.wordsOnSeveral(in: language)
    guard appliesRules else {
      return lines + [
        language.pick(
          "\(total) counted despite these rules\(several)",
          "これらの規則に当たる\(rules.trialCount)試行を数えました\(several)")
      ]
    }
    return lines + [
      language.pick(
        "\(total) left out by these rules\(several)",
        "これらの規則により除いたのは\(rules.trialCount)試行です\(several)")
    ]
  }

  /// Returns a line about each rule of a study that excludes trials.
  private func eachRuleLine(in language: Language) -> [String] {
    byRule.all.map { count in
      let trials = counted(count.trialCount, "trial")
      let people = counted(count.participantCount, "participant")
      let rule = "\(count.rule.study): exclude \(count.rule.text)"
      if count.trialCount == 0, count.participantCount > 0 {
        return appliesRules
          ? language.pick(
            "\(people) with practice alone left out by \(rule)",
            "\(rule) により練習だけの\(count.participantCount)人を除きました")
          : language.pick(
            "\(people) with practice alone would be left out by \(rule)",
            "練習だけの\(count.participantCount)人は \(rule) に当たりますが、除いていません")
      }
      if count.trialCount == 0 {
        return language.pick("no trials left out by \(rule)", "\(rule) により除いた試行はありません")
      }
      guard appliesRules else {
        return language.pick(
          "\(trials) of \(people) counted despite \(rule)",
          "\(rule) に当たる\(count.participantCount)人の\(count.trialCount)試行も数えました")
      }
      return language.pick(
        "\(trials) of \(people) left out by \(rule)",
        "\(rule) により\(count.participantCount)人の\(count.trialCount)試行を除きました")
        + language.pick(" (exclusions=no counts them)", "（exclusions=no で数えます）")
    }
  }

  /// Returns the line about the other excluded trials, with their reasons.
  private func reasonLines(in language: Language) -> [String] {
    let reasons = Reason.inOrder.filter { self[$0] > 0 }
    let all = Reason.inOrder.filter { self.reasons.contains($0) }
    let count = otherCount
    guard count > 0, let first = reasons.first else { return [] }
    let them = count == 1 ? "it" : "them"
    let hint = Reason.key(for: all).map {
      language.pick(" (include=\($0) shows \(them))", "（include=\($0) で表示します）")
    }
    let trials = counted(count, "trial")
    let left =
      if reasons.count == 1 {
        language.pick(
          "\(first.excluding(count)) left out",
          "\(first.words(in: language))の\(count)試行は除きました")
      } else {
        language.pick("\(trials) left out: ", "\(count)試行は除きました: ")
          + reasons.map { reason in
            let words = reason.words(in: language)
            return language.pick("\(self[reason]) \(words)", "\(words)\(self[reason])")
          }.joined(separator: language.pick(", ", "、"))
      }
    return [left + (hint ?? "")]
  }
}

/// The words for a reason why trials are excluded.
struct ReasonWords {
  /// The stable name in JSON.
  let name: String
  /// The trials with the reason, for the table of members.
  let meaning: String
  /// The reason behind a number of trials.
  let reason: Text
  /// The English words before and behind `trials` in a line about this reason alone.
  let (before, behind): (String, String)

  fileprivate init(
    _ name: String, _ meaning: String, _ reason: Text, before: String = "", behind: String = ""
  ) {
    self.name = name
    self.meaning = meaning
    self.reason = reason
    (self.before, self.behind) = (before, behind)
  }
}

extension Exclusions.Reason {
  /// Returns the number of trials excluded for the reason, in English.
  fileprivate func excluding(_ count: Int) -> String {
    let words = words
    return counted(count, words.before + "trial") + words.behind
  }

  /// Returns the reason why a trial is excluded.
  func words(in language: Language) -> String { words.reason.in(language) }

  /// The words for the reason.
  var words: ReasonWords {
    switch self {
    case .free:
      ReasonWords(
        "no_test", "rounds outside tests", Text("of single rounds", "1ラウンドだけのもの"),
        behind: " of single rounds")
    case .notOver:
      ReasonWords(
        "not_over", "trials that are not over", Text("not over", "途中"), before: "unfinished ")
    case .practice:
      ReasonWords("practice", "practice", Text("practice", "練習"), before: "practice ")
    case .simulated:
      ReasonWords(
        "simulated", "simulated trials", Text("simulated", "シミュレーション"), before: "simulated ")
    case .script:
      ReasonWords(
        "scripts", "trials that a script has played", Text("played by a script", "スクリプトの操作"),
        behind: " played by a script")
    case .agent:
      ReasonWords(
        "agents", "trials that an agent has played", Text("played by an agent", "エージェントの操作"),
        behind: " played by an agent")
    case .virtualClock:
      ReasonWords(
        "virtual_clock", "trials on a virtual clock", Text("virtual clock", "仮想時計"),
        before: "virtual-clock ")
    case .resumed:
      ReasonWords(
        "resumed", "trials that were continued after an interruption", Text("interrupted", "中断"),
        behind: " interrupted")
    case .holdMissed:
      ReasonWords(
        "hold_missed", "trials whose hold was missed", Text("hold not met", "提示時間のずれ"),
        behind: " with a missed hold")
    case .lookEnded:
      ReasonWords(
        "look_ended", "trials whose look the participant ended",
        Text("look ended early", "提示の途中で隠したもの"), behind: " whose look was ended early")
    case .severalPresses:
      ReasonWords(
        "several_presses", "trials with several presses at once",
        Text("several presses on a line", "1行に複数の押下"), behind: " with several presses on a line")
    case .damaged:
      ReasonWords("damaged", "damaged trials", Text("damaged", "破損"), before: "damaged ")
    case .forgotten:
      ReasonWords(
        "forgotten", "rounds that a session without a store has discarded",
        Text("not known any more", "もう残っていません"), behind: " not known any more")
    case .stale:
      ReasonWords(
        "stale", "trials of a block that was begun anew",
        Text("of blocks begun anew", "やり直したブロック"), behind: " of blocks begun anew")
    }
  }
}

extension TestKind {
  /// Returns lines of figures of this kind of trials, each of which says so if an agent played
  /// them.
  ///
  /// Published results are of no agent.
  func marked(
    _ lines: [String], published: [String] = [], in language: Language
  ) -> [String] {
    guard agent != nil else { return lines }
    return lines.map { line in
      published.contains(line) ? line : line + language.pick(" (agent)", "（エージェント）")
    }
  }
}

extension RuleCounts {
  /// Returns the number of trials that several rules exclude, which the counts of the rules have
  /// several times.
  func wordsOnSeveral(in language: Language) -> String {
    let count = severalCount
    return language.pick(
      count == 0 ? ", none of them by several" : ", \(count) of them by several",
      count == 0 ? "（複数の規則に当たる試行はありません）" : "（うち\(count)試行は複数の規則に当たります）")
  }
}

extension Exclusions.SelectedName {
  /// Returns the line about a name that no trial has.
  fileprivate func line(in language: Language) -> String {
    switch self {
    case .participant(let code):
      language.pick("no trial is of participant \(code)", "参加者 \(code) の試行はありません")
    case .study(StudyText.outside):
      language.pick("no trial is outside of studies", "研究の外の試行はありません")
    case .study(let name):
      language.pick("no trial is of study \(name)", "研究 \(name) の試行はありません")
    case .condition(let name):
      language.pick("no trial is of condition \(name)", "条件 \(name) の試行はありません")
    case .group(let name):
      language.pick("no trial is of group \(name)", "グループ \(name) の試行はありません")
    }
  }
}
