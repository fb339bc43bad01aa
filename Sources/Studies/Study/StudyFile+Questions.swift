import Shell

extension StudyFile {
  func parseQuestion() throws(StudyError) {
    guard !StudyQuestion.reservedNames.contains(invocation.text(0)) else {
      throw StudyError(
        "\"\(invocation.text(0))\" is a column of the data: give the question another name",
        "\(invocation.text(0)) はデータの列の名前です。質問の名前を変えてください",
        column: invocation.column(0))
    }
    let name = try name()
    guard !plan.questions.contains(where: { $0.name == name }) else {
      throw StudyError.usedTwice(name, column: invocation.column(0))
    }
    guard plan.questions.count < StudyPlan.mostQuestions else {
      let limit = StudyPlan.mostQuestions
      throw StudyError(
        "a study has at most \(limit) questions", "質問は\(limit)個までです", column: 1)
    }
    let kind = try questionKind()
    let textIndex =
      switch kind {
      case .text: 2
      case .integer, .decimal, .choice: 3
      case .scale: 5
      }
    guard let text = invocation.textIfGiven(textIndex), !text.isEmpty else {
      if case .scale = kind { throw StudyError.oneLabel(column: nil) }
      throw StudyError(syntax: .missing("TEXT", usages: []))
    }
    // The text of a scale with a single label would be taken for the other one.
    if case .scale = kind, text == "optional" {
      throw StudyError.oneLabel(column: invocation.column(textIndex))
    }
    var texts: [Language: String] = [.english: text]
    texts[.japanese] = invocation.text(key: "ja")
    plan.questions.append(
      StudyQuestion(
        name: name, kind: kind, isOptional: invocation.textIfGiven(textIndex + 1) != nil,
        moment: try moment(), condition: questionCondition?.condition,
        labels: try labels(of: kind), texts: texts,
        japaneseChoices: try japaneseChoices(of: kind)))
    conditionPositions.append(questionCondition?.position)
  }

  /// Removes `if NAME=VALUE` from the end of a line `question`, and keeps it apart.
  ///
  /// Other lines have keys there, of which a name chosen by the file is none.
  func separateCondition(of line: String) throws(Refusal) {
    questionCondition = nil
    let last = invocation.wordCount - 1
    guard last > 3, invocation.text(ofWord: 0) == "question",
      invocation.text(ofWord: last - 1) == "if"
    else { return }
    let parts = invocation.text(ofWord: last).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false
    ).map(String.init)
    guard parts.count == 2 else { return }
    questionCondition = (
      StudyQuestion.Condition(name: parts[0], value: parts[1]),
      (lineNumber, invocation.column(ofWord: last))
    )
    let length = invocation.column(ofWord: last - 1) - 1
    invocation = Invocation(Array(String(line.unicodeScalars.prefix(length)).utf8))
    try invocation.split()
  }

  /// `true` if the current line is a scale without a label or without its text.
  var isIncompleteScale: Bool {
    (3..<7).contains(invocation.wordCount) && invocation.text(ofWord: 0) == "question"
      && invocation.text(ofWord: 2) == "scale"
  }

  /// Throws for the first question about an answer that is unknown, impossible or comes later.
  func checkConditions() throws(StudyError) {
    for (index, question) in plan.questions.enumerated() {
      guard let condition = question.condition, let position = conditionPositions[index] else {
        continue
      }
      let name = condition.name
      guard let earlier = plan.questions.firstIndex(where: { $0.name == name }) else {
        throw StudyError(
          "there is no question \"\(name)\"", "質問 \(name) がありません", column: position.column,
          line: position.line)
      }
      let other = plan.questions[earlier]
      guard comes(other, at: earlier, before: question, at: index) else {
        throw StudyError(
          "the answer to \"\(name)\" is not known when this is asked",
          "この質問のとき、\(name) の答えはまだわかりません", column: position.column,
          line: position.line)
      }
      guard !condition.value.isEmpty, other.accepts(condition.value) else {
        throw StudyError(
          "\"\(condition.value)\" is not an answer to \(name)",
          "\(condition.value) は \(name) の答えではありません", column: position.column,
          line: position.line)
      }
    }
  }

  /// Returns whether a question is answered before another one is asked.
  ///
  /// At the end of the study there is no single answer of a question after each block or trial.
  private func comes(
    _ first: StudyQuestion, at firstIndex: Int, before second: StudyQuestion, at secondIndex: Int
  ) -> Bool {
    guard first.moment != second.moment else { return firstIndex < secondIndex }
    return first.moment == .start
  }

  /// Returns the moment that `at=` or `after=` gives; throws if a line has both.
  private func moment() throws(StudyError) -> StudyQuestion.Moment {
    let moment = invocation.text(key: "at").flatMap(StudyQuestion.Moment.init)
    guard let repeated = invocation.text(key: "after") else { return moment ?? .start }
    guard moment == nil else {
      throw StudyError(
        "a question has at= or after=, not both", "at= と after= は一方だけ書けます",
        column: invocation.column(key: "after"))
    }
    return repeated == StudyQuestion.Moment.trial.rawValue ? .trial : .block
  }

  /// Returns the labels of a scale in all of its languages; none for other questions.
  private func labels(
    of kind: StudyQuestion.Kind
  ) throws(StudyError) -> [Language: [String]] {
    let text = invocation.text(key: "ja-labels")
    let column = invocation.column(key: "ja-labels")
    guard case .scale = kind else {
      guard let text else { return [:] }
      throw Self.notLabelsInJapanese(text, column: column)
    }
    var labels: [Language: [String]] = [.english: [invocation.text(3), invocation.text(4)]]
    for index in 3...4 where !StudyQuestion.isChoice(invocation.text(index)) {
      throw StudyError(
        "\"\(invocation.text(index))\" can't be the label of a scale: 1 to 64 characters",
        "尺度の端の言葉は1から64文字です: \(invocation.text(index))",
        column: invocation.column(index))
    }
    if let text {
      let translated = text.split(separator: ",", omittingEmptySubsequences: false)
        .map(String.init)
      guard translated.count == 2, translated.allSatisfy(StudyQuestion.isChoice) else {
        throw Self.notLabelsInJapanese(text, column: column)
      }
      labels[.japanese] = translated
    }
    return labels
  }

  /// Returns the error for a text that is no pair of labels, or of a question that is no scale.
  private static func notLabelsInJapanese(_ text: String, column: Int?) -> StudyError {
    StudyError(
      "ja-labels= takes the two labels of a scale, such as A,B, not \"\(text)\"",
      "ja-labels= は A,B のように scale の両端の言葉を書きます: \(text)", column: column)
  }

  /// Returns the Japanese texts of a question's choices; `nil` if the file has none.
  private func japaneseChoices(
    of kind: StudyQuestion.Kind
  ) throws(StudyError) -> [String]? {
    guard let text = invocation.text(key: "ja-choices") else { return nil }
    let column = invocation.column(key: "ja-choices")
    guard case .choice(let choices) = kind else {
      throw StudyError(
        "only a choice takes ja-choices=", "ja-choices= は choice だけに書けます", column: column)
    }
    // An answer must have the same meaning in every language.
    guard let translated = Self.choices(text), translated.count == choices.count,
      translated.indices.allSatisfy({ (choices.firstIndex(of: translated[$0]) ?? $0) == $0 })
    else {
      throw StudyError(
        "no \(choices.count) other choices in Japanese: \"\(text)\"",
        "\(choices.count)個の選択肢ではありません: \(text)", column: column)
    }
    return translated
  }

  /// Returns the words of a list such as `right,left`; `nil` if the text is invalid, or if a word
  /// occurs twice.
  private static func choices(_ text: String) -> [String]? {
    let choices = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard choices.count > 1, choices.allSatisfy(StudyQuestion.isChoice),
      Set(choices).count == choices.count
    else { return nil }
    return choices
  }

  private func questionKind() throws(StudyError) -> StudyQuestion.Kind {
    let word = invocation.text(1)
    guard word != "text" else { return .text }
    let text = invocation.text(2)
    let column = invocation.column(2)
    switch word {
    case "choice":
      guard let choices = Self.choices(text) else {
        throw StudyError(
          "\"\(text)\" is not a list of choices such as right,left",
          "right,left のような選択肢ではありません: \(text)", column: column)
      }
      return .choice(choices)
    case "decimal":
      guard let range = StudyQuestion.decimalRange(text) else {
        throw StudyQuestion.isReversed(text, StudyQuestion.decimalRange)
          ? Self.reversedRange(text, column: column)
          : StudyError(
            "\"\(text)\" is not a range such as 0.5..99.5",
            "0.5..99.5 のような範囲ではありません: \(text)", column: column)
      }
      return .decimal(range)
    default:
      let isScale = word == "scale"
      guard let range = StudyQuestion.range(text), !isScale || range.count > 1 else {
        throw StudyQuestion.isReversed(text, StudyQuestion.range)
          ? Self.reversedRange(text, column: column)
          : StudyError(
            "\"\(text)\" is not a range such as 18..99", "18..99 のような範囲ではありません: \(text)",
            column: column)
      }
      return isScale ? .scale(range) : .integer(range)
    }
  }

  /// Returns the error for a range whose larger end comes first.
  private static func reversedRange(_ text: String, column: Int?) -> StudyError {
    StudyError(
      "the range \"\(text)\" is reversed: its lower end comes first",
      "範囲は小さいほうを先に書きます: \(text)", column: column)
  }

  /// The kinds of answers, as study files name them.
  static var questionKinds: [String] { ["integer", "decimal", "scale", "choice", "text"] }

  /// The keyword `question`, with a form for each kind of answer.
  static var questionKeyword: Command<StudyFile> {
    let name = Parameter("NAME", .text)
    let text = Parameter("TEXT", .text)
    let range = Parameter("LOW..HIGH", .text)
    let optional = Parameter("optional", .flag(["optional"]), .optional)
    let forms = [
      [name, Parameter("integer", .choice(questionKinds)), range, text, optional],
      [name, .literal("decimal"), range, text, optional],
      [
        name, .literal("scale"), range, Parameter("LOWEST", .text), Parameter("HIGHEST", .text),
        text, optional,
      ],
      [name, .literal("choice"), Parameter("A,B", .text), text, optional],
      [name, .literal("text"), text, optional],
    ].map { parameters in
      form(
        parameters,
        [
          .key("at", .choice(["start", "end"])), .key("after", .choice(["block", "trial"])),
          .key("ja", .text, "TEXT"), .key("ja-choices", .text, "A,B"),
          .key("ja-labels", .text, "A,B"),
        ]
      ) { file throws(StudyError) in
        try file.parseQuestion()
      }
    }
    return Command(
      "question", Text("", ""), in: .shell, forms[0], forms[1], forms[2], forms[3], forms[4],
      examples: [])
  }
}
