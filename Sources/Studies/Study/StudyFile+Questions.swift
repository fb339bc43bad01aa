import Shell

extension StudyFile {
  func parseQuestion() throws(StudyError) {
    guard !StudyQuestion.reservedNames.contains(invocation.text(0)) else {
      throw StudyError(.question(.columnName(invocation.text(0))), column: invocation.column(0))
    }
    let name = try name()
    guard !plan.questions.contains(where: { $0.name == name }) else {
      throw StudyError(.file(.usedTwice(name)), column: invocation.column(0))
    }
    guard plan.questions.count < StudyPlan.mostQuestions else {
      throw StudyError(.question(.tooManyQuestions(limit: StudyPlan.mostQuestions)), column: 1)
    }
    let kind = try questionKind()
    let textPlace = kind == .text ? 2 : 3
    guard let text = invocation.textIfGiven(textPlace), !text.isEmpty else {
      throw StudyError(.argument(.missing("TEXT", usages: [])), column: nil)
    }
    var texts: [Language: String] = [.english: text]
    texts[.japanese] = invocation.text(key: "ja")
    plan.questions.append(
      StudyQuestion(
        name: name, kind: kind, isOptional: invocation.textIfGiven(textPlace + 1) != nil,
        moment: invocation.text(key: "at").flatMap(StudyQuestion.Moment.init) ?? .start,
        texts: texts, japaneseChoices: try japaneseChoices(of: kind)))
  }

  /// Returns the Japanese texts of a question's choices; `nil` if the file has none.
  private func japaneseChoices(
    of kind: StudyQuestion.Kind
  ) throws(StudyError) -> [String]? {
    guard let text = invocation.text(key: "ja-choices") else { return nil }
    let column = invocation.column(key: "ja-choices")
    guard case .choice(let choices) = kind else {
      throw StudyError(.question(.notChoicesInJapanese(text, count: 0)), column: column)
    }
    guard let translated = Self.choices(text), translated.count == choices.count else {
      throw StudyError(.question(.notChoicesInJapanese(text, count: choices.count)), column: column)
    }
    // An answer must have the same meaning in every language.
    for (index, word) in translated.enumerated()
    where choices.firstIndex(of: word).map({ $0 != index }) == true {
      throw StudyError(.question(.notChoicesInJapanese(text, count: choices.count)), column: column)
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
    guard invocation.text(1) != "text" else { return .text }
    let text = invocation.text(2)
    let column = invocation.column(2)
    if invocation.text(1) == "choice" {
      guard let choices = Self.choices(text) else {
        throw StudyError(.question(.notChoices(text)), column: column)
      }
      return .choice(choices)
    }
    guard let range = StudyQuestion.range(text) else {
      throw StudyError(.question(.notRange(text)), column: column)
    }
    return .integer(range)
  }
}
