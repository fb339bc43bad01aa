package import Shell
package import Studies

/// Error messages about study files, with the line and the column.
///
///     4: "name" appears twice, at column 1
extension Language {
  /// Runs a closure about the arguments of a test; throws its error message in this language.
  package func checking<Result>(
    _ work: @autoclosure () throws(StudyError) -> Result
  ) throws(ConsoleError) -> Result {
    do throws(StudyError) { return try work() } catch {
      throw .invalid(words(for: error.reason), column: error.column)
    }
  }

  /// Returns the error message for a study file, with the line number.
  func words(for error: StudyError) -> String {
    var sentence = words(for: error.reason)
    switch error.reason {
    case .argument(.missing), .file, .question, .exclusion, .test:
      sentence = words(
        for: ConsoleError.invalid(sentence, column: error.column ?? error.endColumn))
    // Other errors of the syntax name the column themselves.
    case .argument: break
    }
    return "\(error.line): \(sentence)"
  }

  /// Returns the error message for a line of a study file or an argument of a test, without its
  /// position.
  package func words(for reason: StudyError.Reason) -> String {
    switch reason {
    case .argument(let fault): words(for: fault)
    case .file(let mistake): words(for: mistake)
    case .question(let mistake): words(for: mistake)
    case .exclusion(let mistake): words(for: mistake)
    case .test(let mistake): words(for: mistake)
    }
  }

  /// Returns the error message for a study file, without the line number.
  private func words(for mistake: StudyMistake) -> String {
    switch mistake {
    case .noHeader(let header): missingHeader(header)
    case .notUnicode: pick("the file is not UTF-8", "ファイルが UTF-8 ではありません")
    case .usedTwice(let word): usedTwice(word)
    case .textWithoutPage: textWithoutPage
    case .practiceWithoutCount: practiceNeedsCount
    case .tooManyConditions(let limit): tooManyInStudy(limit)
    case .notName(let name): invalidName(name)
    case .reservedName(let name): reservedName(name)
    case .emptyGroup(let participantCount, let groupCount):
      pick(
        "\(counted(groupCount, "group")) of \(counted(participantCount, "participant")): "
          + "each group needs someone",
        "参加者\(participantCount)人に\(groupCount)個のグループはできません")
    case .singleGroup(let name):
      pick(
        "\(name) is the only group: a study has none, or two at least",
        "グループが \(name) だけです。グループはないか、2個以上です")
    case .emptyPage(let occasion):
      pick("the page \"\(occasion)\" has no text", "ページ \(occasion) に文がありません")
    case .hiddenCharacter:
      pick("a character that can't be shown", "表示できない文字です")
    case .notShuffled(let boards):
      pick(
        "only boards that come again can be shuffled: boards paired, not \(boards)",
        "順序を変えられるのは boards paired だけです: \(boards)")
    case .emptyConsent(let key):
      pick(
        "the consent \"\(key)\" has no text to agree to", "\(key) で同意する文がありません")
    case .key(let key): noKeyInStudy(key)
    case .notGap(let text): noGap(text)
    case .notKey(let text): pick("\"\(text)\" can't be the key", "\(text) はキーにできません")
    case .tooManyGroups(let limit):
      pick("a study has at most \(limit) groups", "グループは\(limit)個までです")
    case .notLeave(let text):
      pick("\"\(text)\" can't be the word that leaves", "\(text) は終わりの言葉にできません")
    case .missing(let word): missingInStudy(word)
    }
  }

  /// Returns the error message for a study's name that is a word of `study=`.
  private func reservedName(_ name: String) -> String {
    pick(
      "a study can't be called \(name): study=\(name) selects trials outside of studies",
      "\(name) という名前の研究は作れません。study=\(name) は研究の外の試行を選びます")
  }

  /// Returns the error message for a question.
  private func words(for mistake: QuestionMistake) -> String {
    switch mistake {
    case .columnName(let name):
      pick(
        "\"\(name)\" is a column of the data: give the question another name",
        "\(name) はデータの列の名前です。質問の名前を変えてください")
    case .tooManyQuestions(let limit):
      pick("a study has at most \(limit) questions", "質問は\(limit)個までです")
    case .notChoices(let text):
      pick(
        "\"\(text)\" is not a list of choices such as right,left",
        "right,left のような選択肢ではありません: \(text)"
      )
    case .notRange(let text):
      pick("\"\(text)\" is not a range such as 18..99", "18..99 のような範囲ではありません: \(text)")
    case .notChoicesInJapanese(let text, let count):
      pick(
        count == 0
          ? "only a choice takes ja-choices="
          : "no \(count) other choices in Japanese: \"\(text)\"",
        count == 0 ? "ja-choices= は choice だけに書けます" : "\(count)個の選択肢ではありません: \(text)")
    }
  }

  /// Returns the error message for an exclusion rule.
  private func words(for mistake: ExclusionMistake) -> String {
    switch mistake {
    case .excludesAll(let largest):
      pick(
        "no block has as many trials: \(largest) at the most, so that all would be excluded",
        "ブロックの試行は多くても\(largest)回なので、すべて除外されます")
    case .excludesEvery(let measure):
      pick(
        "the rules about \(measure) leave no value: all would be excluded",
        "\(measure) の規則ではどの値も残らず、すべて除外されます")
    case .noCriterion:
      pick(
        "no practice of this study has a criterion (until=N)",
        "この研究の練習には終わりの条件（until=N）がありません")
    case .tooManyExclusions(let limit):
      pick("a study has at most \(limit) exclusions", "除外の規則は\(limit)個までです")
    case .notMeasure(let name, let known):
      pick(
        "\"\(name)\" can't be used to exclude, only \(known.joined(separator: ", "))",
        "\(name) では除外できません: \(known.joined(separator: "、"))")
    case .ambiguousMeasure(let name):
      pick(
        "\"\(name)\" is a question and a measure: give the question another name",
        "\(name) は質問でもあり測度でもあります。質問の名前を変えてください")
    case .notLimit(let value, let name):
      pick("\"\(value)\" is not a value of \(name)", "\(value) は \(name) の値ではありません")
    case .notRelation(let relation, let name):
      pick("\(name) takes no \"\(relation)\", only \"is\"", "\(name) には \(relation) ではなく is を使います")
    }
  }

  private func missingHeader(_ header: String) -> String {
    pick("a study begins with \"\(header)\"", "研究のファイルは \(header) で始まります")
  }

  private var textWithoutPage: String { pick("no page has begun", "page がまだありません") }
  private func usedTwice(_ word: String) -> String {
    pick("\"\(word)\" appears twice", "\(word) が2つあります")
  }

  private func invalidName(_ name: String) -> String {
    pick("\"\(name)\" is not a name: \(codeRule)", "\(name) は名前ではありません: \(codeRule)")
  }

  private var practiceNeedsCount: String { pick("practice=N is missing", "practice=N がありません") }

  private func tooManyInStudy(_ count: Int) -> String {
    pick("a study has at most \(count) conditions", "条件は\(count)個までです")
  }

  private func noKeyInStudy(_ key: String) -> String {
    pick("a study takes no \(key)= here", "ここに \(key)= は書けません")
  }

  private func missingInStudy(_ word: String) -> String {
    pick("\"\(word)\" is missing", "\(word) がありません")
  }

  private func noGap(_ text: String) -> String {
    pick("\"\(text)\" is not a time such as 30m, 24h or 7d", "30m、24h、7d のような間隔ではありません: \(text)")
  }
}
