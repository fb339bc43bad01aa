import Examiner
import Game
import Science
public import Shell

extension StudyError {
  /// Returns the sentence about the error, with the name of its file and the line number.
  ///
  ///     memory.study:4: "name" appears twice, at column 1
  public func words(in language: Language) -> String {
    let words = (file.map { "\($0):" } ?? "") + "\(line): " + reason.words(in: language)
    // The sentence about a word that is there names its column itself.
    if case .syntax = reason, column != nil { return words }
    let column = column ?? endColumn
    return words + language.pick(", at column \(column)", "（\(column)文字目）")
  }
}

extension StudyError.Reason {
  /// Returns the error message for a line of a study file or an argument of a test, without its
  /// position.
  public func words(in language: Language) -> String {
    switch self {
    case .syntax(let sentence): sentence.in(language)
    case .line(let mistake): mistake.words(in: language)
    case .file(let mistake): mistake.words(in: language)
    case .name(let mistake): mistake.words(in: language)
    case .group(let mistake): mistake.words(in: language)
    case .hold(let mistake): mistake.words(in: language)
    case .page(let mistake): mistake.words(in: language)
    case .question(let mistake): mistake.words(in: language)
    case .answer(let mistake): mistake.words(in: language)
    case .exclusion(let mistake): mistake.words(in: language)
    case .primary(let mistake): mistake.words(in: language)
    case .presentation(let mistake): mistake.words(in: language)
    case .test(let mistake): mistake.words(in: language)
    }
  }
}

extension StudyMistake {
  /// Returns the error message for a study file, without the line number.
  fileprivate func words(in language: Language) -> String {
    switch self {
    case .noHeader(let header):
      language.pick("a study begins with \"\(header)\"", "研究のファイルは \(header) で始まります")
    case .unknownVersion(let version):
      language.pick(
        "version \(version) of study files is unknown: this program reads version 1",
        "研究のファイルの版\(version)は読めません。読めるのは版1です")
    case .notUnicode: language.pick("the file is not UTF-8", "ファイルが UTF-8 ではありません")
    case .usedTwice(let word): language.pick("\"\(word)\" appears twice", "\(word) が2つあります")
    case .practiceWithoutCount: language.pick("practice=N is missing", "practice=N がありません")
    case .failWithoutUntil:
      language.pick("fail= needs until=", "fail= には until= が必要です")
    case .tooManyConditions(let limit):
      language.pick("a study has at most \(limit) conditions", "条件は\(limit)個までです")
    case .notShuffled(let boards):
      language.pick(
        "only boards that come again can be shuffled: boards paired, not \(boards)",
        "順序を変えられるのは boards paired だけです: \(boards)")
    case .key(let key): language.pick("a study takes no \(key)= here", "ここに \(key)= は書けません")
    case .notGap(let text):
      language.pick(
        "\"\(text)\" is not a time such as 30m, 24h or 7d",
        "30m、24h、7d のような間隔ではありません: \(text)")
    case .notLeave(let text):
      language.pick("\"\(text)\" can't be the word that leaves", "\(text) は終わりの言葉にできません")
    case .missing(let word): language.pick("\"\(word)\" is missing", "\(word) がありません")
    }
  }
}

extension NameMistake {
  /// Returns the error message for a name.
  fileprivate func words(in language: Language) -> String {
    switch self {
    case .notName(let name):
      language.pick(
        "\"\(name)\" is not a name: \(ParticipantCode.rule(in: language))",
        "\(name) は名前ではありません: \(ParticipantCode.rule(in: language))")
    case .reserved(let name):
      language.pick(
        "a study can't be called \(name): study=\(name) selects trials outside of studies",
        "\(name) という名前の研究は作れません。study=\(name) は研究の外の試行を選びます")
    case .ofPlace(let name):
      language.pick(
        "a condition can't be called \(name): pages have that place",
        "\(name) という名前の条件は作れません。page の場所の名前です")
    }
  }
}

extension GroupMistake {
  /// Returns the error message for groups.
  fileprivate func words(in language: Language) -> String {
    switch self {
    case .empty(let participantCount, let groupCount):
      language.pick(
        "\(counted(groupCount, "group")) of \(counted(participantCount, "participant")): "
          + "each group needs someone",
        "参加者\(participantCount)人に\(groupCount)個のグループはできません")
    case .single(let name):
      language.pick(
        "\(name) is the only group: a study has none, or two at least",
        "グループが \(name) だけです。グループはないか、2個以上です")
    case .tooMany(let limit):
      language.pick("a study has at most \(limit) groups", "グループは\(limit)個までです")
    case .notAssignment(let text):
      language.pick(
        "\"\(text)\" is neither blocks nor weights such as 2:1",
        "blocks でも 2:1 のような重みでもありません: \(text)")
    case .notWeight(let text):
      language.pick(
        "\"\(text)\" is not a weight: a number from 1 to \(StudyPlan.groupWeightLimits.upperBound)",
        "重みは1から\(StudyPlan.groupWeightLimits.upperBound)の数です: \(text)")
    case .weightCount(let count, let groupCount):
      language.pick(
        "\(counted(count, "weight")) for \(counted(groupCount, "group")): each group needs one",
        "グループ\(groupCount)個に重みが\(count)個です。1個ずつ必要です")
    }
  }
}

extension HoldMistake {
  /// Returns the error message for holds.
  fileprivate func words(in language: Language) -> String {
    switch self {
    case .notHolds(let text):
      language.pick(
        "\"\(text)\" is not a list of holds such as 200,400,800: \(HoldSequence.counts.lowerBound) "
          + "to \(HoldSequence.counts.upperBound) numbers from "
          + "\(TestSettings.plainHoldLimits.lowerBound) to "
          + "\(TestSettings.plainHoldLimits.upperBound)",
        "200,400,800 のような提示時間の並びではありません（\(TestSettings.plainHoldLimits.lowerBound)から"
          + "\(TestSettings.plainHoldLimits.upperBound)の数を\(HoldSequence.counts.lowerBound)から"
          + "\(HoldSequence.counts.upperBound)個）: \(text)")
    case .usedTwice(let hold):
      language.pick("hold= has \(hold) twice", "hold= に \(hold) が2つあります")
    case .unequalCounts(let trialCount, let holdCount):
      language.pick(
        "\(counted(trialCount, "trial")) can't have \(holdCount) holds equally often",
        "\(trialCount)試行に\(holdCount)個の提示時間を同じ回数ずつ入れることはできません")
    case .runsWithoutHolds:
      language.pick(
        "runs= needs several holds, such as hold=200,400,800",
        "runs= には hold=200,400,800 のように複数の提示時間が必要です")
    }
  }
}

extension PageMistake {
  /// Returns the error message for a page.
  fileprivate func words(in language: Language) -> String {
    switch self {
    case .textWithoutPage: language.pick("no page has begun", "page がまだありません")
    case .empty(let occasion):
      language.pick("the page \"\(occasion)\" has no text", "ページ \(occasion) に文がありません")
    case .hiddenCharacter:
      language.pick("a character that can't be shown", "表示できない文字です")
    case .emptyConsent(let key):
      language.pick(
        "the consent \"\(key)\" has no text to agree to", "\(key) で同意する文がありません")
    case .notKey(let text): language.pick("\"\(text)\" can't be the key", "\(text) はキーにできません")
    }
  }
}

extension QuestionMistake {
  /// Returns the error message for a question.
  fileprivate func words(in language: Language) -> String {
    switch self {
    case .columnName(let name):
      language.pick(
        "\"\(name)\" is a column of the data: give the question another name",
        "\(name) はデータの列の名前です。質問の名前を変えてください")
    case .tooManyQuestions(let limit):
      language.pick("a study has at most \(limit) questions", "質問は\(limit)個までです")
    case .twoMoments:
      language.pick(
        "a question has at= or after=, not both", "at= と after= は一方だけ書けます")
    case .unknownQuestion(let name):
      language.pick("there is no question \"\(name)\"", "質問 \(name) がありません")
    case .laterAnswer(let name):
      language.pick(
        "the answer to \"\(name)\" is not known when this is asked",
        "この質問のとき、\(name) の答えはまだわかりません")
    case .notAnswer(let value, let name):
      language.pick(
        "\"\(value)\" is not an answer to \(name)", "\(value) は \(name) の答えではありません")
    }
  }
}

extension AnswerMistake {
  /// Returns the error message for the answers of a question.
  fileprivate func words(in language: Language) -> String {
    switch self {
    case .notChoices(let text):
      language.pick(
        "\"\(text)\" is not a list of choices such as right,left",
        "right,left のような選択肢ではありません: \(text)"
      )
    case .notRange(let text):
      language.pick("\"\(text)\" is not a range such as 18..99", "18..99 のような範囲ではありません: \(text)")
    case .notDecimalRange(let text):
      language.pick(
        "\"\(text)\" is not a range such as 0.5..99.5", "0.5..99.5 のような範囲ではありません: \(text)")
    case .reversedRange(let text):
      language.pick(
        "the range \"\(text)\" is reversed: its lower end comes first",
        "範囲は小さいほうを先に書きます: \(text)")
    case .oneLabel:
      language.pick(
        "a scale has a label for each end, and then the text",
        "scale には両端の言葉を1つずつ書き、そのあとに質問を書きます")
    case .notLabel(let text):
      language.pick(
        "\"\(text)\" can't be the label of a scale: 1 to 64 characters",
        "尺度の端の言葉は1から64文字です: \(text)")
    case .notLabelsInJapanese(let text):
      language.pick(
        "ja-labels= takes the two labels of a scale, such as A,B, not \"\(text)\"",
        "ja-labels= は A,B のように scale の両端の言葉を書きます: \(text)")
    case .notChoicesInJapanese(let text, let count):
      language.pick(
        count == 0
          ? "only a choice takes ja-choices="
          : "no \(count) other choices in Japanese: \"\(text)\"",
        count == 0 ? "ja-choices= は choice だけに書けます" : "\(count)個の選択肢ではありません: \(text)")
    }
  }
}

extension ExclusionMistake {
  /// Returns the error message for an exclusion rule.
  fileprivate func words(in language: Language) -> String {
    switch self {
    case .excludesAll(let whole): whole.words(in: language)
    case .noCriterion:
      language.pick(
        "no practice of this study has a criterion (until=N)",
        "この研究の練習には終わりの条件（until=N）がありません")
    case .conditionOfMeasure(let measure):
      language.pick(
        "\(measure) is not counted by condition: \"in\" can't follow it",
        "\(measure) は条件ごとには数えません。in は書けません")
    case .notDeviations:
      language.pick(
        "latency, beyond and sd make one rule: exclude trial latency beyond 3 sd",
        "latency、beyond、sd は一緒に使います: exclude trial latency beyond 3 sd")
    case .tooManyExclusions(let limit):
      language.pick("a study has at most \(limit) exclusions", "除外の規則は\(limit)個までです")
    case .notMeasure(let name, let known):
      language.pick(
        "\"\(name)\" can't be used to exclude, only \(known.joined(separator: ", "))",
        "\(name) では除外できません: \(known.joined(separator: "、"))")
    case .ambiguousMeasure(let name):
      language.pick(
        "\"\(name)\" is a question and a measure: give the question another name",
        "\(name) は質問でもあり測度でもあります。質問の名前を変えてください")
    case .textAnswer(let name):
      language.pick(
        "the answers to \(name) are texts, which no rule compares",
        "\(name) の答えは文章なので、規則では比べられません")
    case .notLimit(let value, let name, let limits):
      language.pick("\"\(value)\" is not a value of \(name): ", "\(value) は \(name) の値ではありません: ")
        + limits.words(in: language)
    case .notRelation(let relation, let name):
      language.pick(
        "\(name) takes no \"\(relation)\", only \"is\"", "\(name) には \(relation) ではなく is を使います")
    }
  }
}

extension ExclusionMistake.Whole {
  /// Returns the error message for a rule that leaves nothing.
  fileprivate func words(in language: Language) -> String {
    switch self {
    case .trials(let largest):
      language.pick(
        "no block has as many trials: \(largest) at the most, so that all would be excluded",
        "ブロックの試行は多くても\(largest)回なので、すべて除外されます")
    case .people(let count):
      language.pick(
        "a participant plays \(count) trials at the most, so that all would be excluded",
        "参加者の試行は多くても\(count)回なので、全員が除外されます")
    case .completedHolds:
      language.pick(
        "a completed hold is 100% of it, so that all would be excluded",
        "最後まで見た提示は100%なので、すべて除外されます")
    case .longerHolds(let value, let shortest):
      language.pick(
        "each hold is \(shortest) ms or longer, so that all would be excluded "
          + "(\(value)% is a share of the hold)",
        "提示時間は\(shortest)ミリ秒以上なので、すべて除外されます（提示時間の割合は\(value)%と書きます）")
    case .values(let measure):
      language.pick(
        "the rules about \(measure) leave no value: all would be excluded",
        "\(measure) の規則ではどの値も残らず、すべて除外されます")
    }
  }
}

extension ExclusionMistake.Limits {
  fileprivate func words(in language: Language) -> String {
    switch self {
    case .whole: language.pick("a whole number such as 150", "150 のような整数")
    case .words(let words): words.joined(separator: language.pick(", ", "、"))
    case .share: language.pick("0% to 100%", "0%から100%")
    case .range(let range):
      range.lowerBound.short + language.pick(" to ", "から") + range.upperBound.short
    }
  }
}

extension TestMistake {
  /// Returns the sentence about an argument of a test.
  ///
  /// It names the test, because the same key may be valid for another one.
  fileprivate func words(in language: Language) -> String {
    switch self {
    case .notRange(let text):
      language.pick(
        "numerals= takes a range such as 1..9, not \"\(text)\"",
        "numerals= は 1..9 のような範囲で書いてください: \(text)")
    case .invalid(let fault): fault.words(in: language)
    case .notSize(let text):
      language.pick(
        "size= takes a size such as 8x5, not \"\(text)\"", "size= は 8x5 のように書いてください: \(text)")
    case .notDecimals(let key, let limits, let text):
      Self.notDecimals(key, limits, text).in(language)
    case .notCriterion(let text):
      language.pick(
        "until= takes a number such as 3 or a share such as 80%/10, not \"\(text)\"",
        "until= は 3 のような数か 80%/10 のような割合です: \(text)")
    case .shortPractice(let criterion):
      language.pick(
        "until=\(criterion) needs practice=\(criterion.window) or more",
        "until=\(criterion) には practice=\(criterion.window) 以上が必要です")
    case .count(let count, let test, let counts):
      language.pick(
        "\(test) is played with \(alternatives(counts.map(String.init))) numerals, "
          + "not with \(count)",
        "\(test) の個数は\(counts.map(String.init).joined(separator: "か"))です: \(count)")
    case .rangeOfTest(let range, let test, let ranges):
      notRange(range, of: test, ranges.map { "\($0.low)..\($0.high)" }, in: language)
    case .key(let key, let test):
      noKey(key, of: test, TestPreset.named(test)?.keyNames ?? [], in: language)
    case .keyOfMethod(let key, let test, let method):
      language.pick(
        "\(test) takes no \(key)= with method=\(method.rawValue)",
        "\(test) の method=\(method.rawValue) に \(key)= は付けられません")
    case .procedure(let fault, let test): noProcedure(of: test, fault, in: language)
    }
  }

  /// Returns the sentence about a text that is no list of numbers within limits.
  public static func notDecimals(
    _ key: String, _ limits: [ClosedRange<Double>], _ text: String
  ) -> Text {
    let ranges = limits.map { "\($0.lowerBound.short)..\($0.upperBound.short)" }
      .joined(separator: ",")
    return Text(
      "\(key) takes \(limits.count == 1 ? "a number" : "numbers") of \(ranges), not \"\(text)\"",
      "\(key) は \(ranges) の数です: \(text)")
  }

  private func notRange(
    _ range: NumeralRange, of test: String, _ ranges: [String], in language: Language
  ) -> String {
    language.pick(
      "\(test) draws from \(alternatives(ranges)), not from \(range.low)..\(range.high)",
      "\(test) の数字は \(ranges.joined(separator: " か ")) から選びます: \(range.low)..\(range.high)")
  }

  /// Returns the sentence about a key that a test doesn't take, with those that it takes.
  private func noKey(
    _ key: String, of test: String, _ keys: [String], in language: Language
  ) -> String {
    language.pick(
      "\(test) takes no \(key)=, only \(keys.joined(separator: ", "))",
      "\(test) に \(key)= は付けられません。使えるのは \(keys.joined(separator: "、")) です")
  }

  private func noProcedure(
    of test: String, _ fault: ScienceError, in language: Language
  ) -> String {
    switch fault {
    case .impossible(.numeralCount):
      language.pick("\(test) shows 2 to 20 numerals", "\(test) の個数は2から20です")
    case .impossible(.hold):
      language.pick("\(test) holds for 50 to 2000 ms", "\(test) の提示は50から2000ミリ秒です")
    case .impossible(.parameter):
      language.pick(
        "\(test) takes a down= of 1 to 3 and a step= of 1 to 18",
        "\(test) の down= は1から3、step= は1から18です")
    default: fault.words(in: language)
    }
  }

  /// Returns the choices in English, such as `3, 4 or 5`.
  private func alternatives(_ choices: [String]) -> String {
    guard let last = choices.last, choices.count > 1 else { return choices.first ?? "" }
    return choices.dropLast().joined(separator: ", ") + " or " + last
  }
}
