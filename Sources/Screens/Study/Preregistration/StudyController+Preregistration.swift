import Archive
import ChimpSystem
import Exchange
import Game
import Shell
import Statistics
import Studies

extension StudyController {
  /// Returns the operation that writes the current study's design to a new text file.
  ///
  /// The power comes from `runCount` simulated experiments for each number of participants.
  ///
  /// - Throws: A refusal if the file exists; a study file is never replaced, because its name may
  ///   be given in place of that of the text.
  func preregister(
    _ file: NamedFile, replaces: Bool, people simulated: SimulatedPeople, runCount: Int
  ) throws -> QueuedOperation {
    guard !StudyFile.isStudy(file) else { throw Refusal.isStudyFile(file.name) }
    guard replaces || FileFacts(file.path) == nil else { throw Refusal.exists(file.name) }
    let (plan, text, existing) = try perform { context in
      let (study, plan) = try self.study(in: context)
      try simulated.checkGroups(plan.groups)
      let people = try context.people(in: study, of: plan)
      let states = try context.progress(of: study)
      let trialCount = people.reduce(0) { sum, person in
        sum + (states[person.code] ?? [:]).values.reduce(0) { $0 + $1.trialCount }
      }
      let looks = try StudyNote.look.all(ofStudy: study.hash, in: context)
      return (plan, study.text, (people.count, trialCount, looks.count))
    }
    let store = application.store
    let preregistration = WritePreregistration(
      source: try store.finishedTrials(for: "study preregister", reporting: .simulation),
      plan: plan, text: text, existing: existing, date: programStore.date(at: nil),
      people: simulated, runCount: runCount, file: file, replaces: replaces, language: language)
    return store.queued(preregistration) { language, _ in
      [
        language.pick(
          "wrote the design of \(plan.name) (\(plan.hash)) to \"\(file.name)\"",
          "\(plan.name)（\(plan.hash)）の計画を \(file.name) に書きました")
      ]
    }
  }

  /// Returns the operation that lists what was done otherwise than the study's file says.
  func deviations() throws -> QueuedOperation {
    let plan = try perform { context in try study(in: context).1 }
    let analyses = analyses(beyond: plan)
    let store = application.store
    let source = try store.finishedTrials(for: "study deviations")
    return store.queued(FindDeviations(source: source, plan: plan)) { language, report in
      report.lines(of: plan, analyses, in: language)
    }
  }
}

extension Refusal {
  /// Returns the refusal to replace a study file by the text about a study.
  fileprivate static func isStudyFile(_ name: String) -> Refusal {
    Refusal(
      "is-study",
      "\"\(name)\" is a study file and stays as it is: FILE is the text to write, about the study "
        + "that was checked last",
      "\(name) は研究のファイルなので置き換えません。FILE には書き出す文章の名前を書きます。"
        + "内容は最後に調べた研究の計画です")
  }
}

extension FindDeviations.Report {
  /// The title and the items of a line; one without items is left out.
  private typealias Topic = (title: String, items: [String])

  /// Returns the lines of the reply.
  fileprivate func lines(
    of plan: StudyPlan, _ analyses: [String], in language: Language
  ) -> [String] {
    let topics =
      peopleTopics(of: plan, in: language) + blockTopics(in: language)
      + [
        (
          language.pick("window too small", "小さすぎるウィンドウ"),
          plan.presentation.window.map { smallWindows.words(in: language, required: $0) } ?? []
        ),
        (language.pick("analyses beyond the plan", "計画にない分析"), analyses),
        (
          language.pick("looks before all were complete", "全員が終わる前の分析"),
          looks.map { InterimLook.words(ofNote: $0, in: language) }
        ),
      ]
    let lines =
      topics.filter { !$0.items.isEmpty }
      .map { "\($0.title): " + $0.items.joined(separator: language.pick(", ", "、")) }
      + exclusions.notes(in: language)
    let title = "\(plan.name) \(plan.hash): "
    guard !lines.isEmpty else {
      return [title + language.pick("all is as the file says", "ファイルの計画のとおりです")]
    }
    return [title + language.pick("otherwise than the file says", "ファイルの計画との違い")] + lines
  }

  /// Returns how many people take part, and who was not assigned or has not finished as planned.
  private func peopleTopics(of plan: StudyPlan, in language: Language) -> [Topic] {
    let planned = plan.participantCount
    let enrolled = language.pick(
      "\(enrolledCount) of \(planned) enrolled", "\(planned)人のうち\(enrolledCount)人登録")
    let withdrawn = language.pick(
      "\(counted(withdrawnCount, "participant")), whose data was erased",
      "\(withdrawnCount)人（データは消しました）")
    return [
      (language.pick("people", "参加者"), enrolledCount == planned ? [] : [enrolled]),
      (language.pick("withdrawn", "参加を取りやめた人"), withdrawnCount == 0 ? [] : [withdrawn]),
      (
        language.pick("given by hand", "手で決めた順序とグループ"),
        chosen.filter { !$0.isListed }.map { $0.words(in: language) }
      ),
      (
        language.pick("given from a list", "表で決めた順序とグループ"),
        chosen.filter(\.isListed).map { $0.words(in: language) }
      ),
      (
        language.pick("unfinished", "途中の参加者"),
        unfinished.map { code, done, count in
          language.pick(
            "\(code) (\(done) of \(counted(count, "block")))", "\(code)（\(count)ブロックのうち\(done)）")
        }
      ),
    ]
  }

  /// Returns the blocks that did not go from their beginning to their end.
  private func blockTopics(in language: Language) -> [Topic] {
    [
      (
        language.pick("begun anew", "やり直したブロック"),
        blocks.filter { $0.restartCount > 0 }.map { $0.restarts(in: language) }
      ),
      (
        language.pick("interrupted and continued", "中断して続けたブロック"),
        blocks.filter(\.wasResumed).map { $0.name(in: language) }
      ),
    ]
      + FindDeviations.Block.End.allCases.map { end in
        (end.title(in: language), blocks.filter { $0.end == end }.map { $0.name(in: language) })
      }
  }
}

extension StudyView.Enrolled {
  /// Returns the participant with what was given by hand or from a list.
  fileprivate func words(in language: Language) -> String {
    let choice = choice(in: language) ?? ""
    return code + language.pick(" (\(choice))", "（\(choice)）")
  }
}

extension SmallWindows {
  /// Returns the numbers of trials and participants with the required size; nothing without any.
  fileprivate func words(in language: Language, required size: TerminalSize) -> [String] {
    guard trialCount > 0 else { return [] }
    return [
      language.pick(
        "\(counted(trialCount, "trial")) of \(counted(participantCount, "participant")), "
          + "smaller than \(size)",
        "参加者\(participantCount)人の\(trialCount)試行で \(size) より小さい")
    ]
  }
}

extension FindDeviations.Block.End {
  fileprivate func title(in language: Language) -> String {
    switch self {
    case .stopped: language.pick("stopped", "中止したブロック")
    case .missedItsTime:
      language.pick("stopped by the program, as holds were missed", "提示時間を守れず、プログラムが中止したブロック")
    case .failedPractice:
      language.pick("study ended by failed practice", "練習が不合格で、研究が終わった人")
    case .leftOpen: language.pick("begun and not finished", "始めて終えていないブロック")
    }
  }
}

extension FindDeviations.Block {
  /// Returns the block with the number of its restarts.
  fileprivate func restarts(in language: Language) -> String {
    let times = counted(restartCount, "time")
    return name(in: language) + language.pick(" (\(times))", "（\(restartCount)回）")
  }

  /// Returns the block with its participant.
  fileprivate func name(in language: Language) -> String {
    guard StudyBlock.isPractice(number) else {
      return language.pick("\(code) block \(number)", "\(code) ブロック\(number)")
    }
    guard number > 0 else {
      return language.pick("\(code) practice of the study", "\(code) 研究の練習")
    }
    let own = number % StudyBlock.practiceOffset
    return language.pick("\(code) practice of block \(own)", "\(code) ブロック\(own)の練習")
  }
}
