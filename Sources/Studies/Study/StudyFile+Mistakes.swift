import Shell

/// The frequent mistakes in lines of a study file, whose errors tell more than the word that does not
/// fit.
extension StudyFile {
  /// Returns the error for a line that does not have the syntax of its keyword.
  ///
  /// It tells a frequent mistake of whoever wrote the line, and otherwise what the syntax says.
  func mistake(for refusal: Refusal, in line: String) -> StudyError {
    if let quote = curlyQuote(in: line) { return quote }
    guard invocation.wordCount > 0 else { return StudyError(syntax: refusal) }
    let words = (0..<invocation.wordCount).map { invocation.text(ofWord: $0) }
    if let found = mistake(ofKeyword: words, refusal) { return found }
    if let word = refusal.column.flatMap(word(atColumn:)) {
      if let comma = words[..<word].firstIndex(where: { $0.hasSuffix(",") }) {
        return StudyError(
          "a list has no blank after a comma", "並びのコンマのあとに空白は入りません",
          column: invocation.column(ofWord: comma + 1))
      }
      if let mistake = mistake(at: word, of: words) { return mistake }
    }
    return StudyError(syntax: surplus(refusal, inQuestion: words) ?? refusal)
  }

  /// Returns the error for the first quotation mark that is not straight; `nil` without one.
  private func curlyQuote(in line: String) -> StudyError? {
    let scalars = Array(line.unicodeScalars)
    guard let index = scalars.firstIndex(where: { "“”„‟‘’".unicodeScalars.contains($0) }) else {
      return nil
    }
    let quote = String(scalars[index])
    return StudyError(
      "quotes are straight (\"), not \(quote)", "引用符は \(quote) ではなく \" です", column: index + 1)
  }

  /// Returns the error for a line that lacks a word of its keyword; `nil` for any other one.
  private func mistake(ofKeyword words: [String], _ refusal: Refusal) -> StudyError? {
    let column = invocation.column(ofWord: 0)
    if refusal.name == "not-a-choice", refusal.column == column, isTextOpen {
      return StudyError(
        "unknown word \"\(words[0])\" (a line of a page's text begins with \"|\")",
        "\(words[0]) という語はありません（ページの文は | で始めます）", column: column)
    }
    if words[0] == "primary", let found = mistake(ofPrimary: words) { return found }
    if words[0] == "question", words.count > 2, Self.questionKinds.contains(words[1]),
      !Self.questionKinds.contains(words[2])
    {
      let column = invocation.column(ofWord: 1)
      return StudyError(
        "the question has no name before \"\(words[1])\"", "\(words[1]) の前に質問の名前がありません",
        column: column)
    }
    if words[0] == "question", words.count > 2, !Self.questionKinds.contains(words[2]) {
      let column = invocation.column(ofWord: 2)
      return StudyError(
        syntax: .notChoice("TYPE", words[2], Self.questionKinds, column: column))
    }
    if words[0] == "question", let condition = words.firstIndex(of: "if") {
      let rest = words[(condition + 1)...]
      let isComplete = rest.first?.contains("=") == true && rest.first?.hasPrefix("=") == false
      let next = rest.dropFirst().first
      let isNotLast = isComplete && (next == "optional" || next?.contains("=") == true)
      let column = invocation.column(ofWord: condition)
      return isNotLast
        ? StudyError(
          "if NAME=ANSWER comes at the end of the line", "if NAME=ANSWER は行の最後に書きます",
          column: column)
        : StudyError(
          "a condition is written if NAME=ANSWER", "条件は if NAME=ANSWER と書きます",
          column: column)
    }
    return words[0] == "exclude" ? mistake(ofExclusion: words) : nil
  }

  /// Returns the error for a primary outcome that names a hold in another way than its two forms
  /// do; `nil` for any other one.
  private func mistake(ofPrimary words: [String]) -> StudyError? {
    // The form without holds would have the word after the condition.
    if words.count > 4, Int(words[3]) != nil, words[4] != "against" {
      let column = invocation.column(ofWord: 4)
      return StudyError(syntax: .notChoice("argument", words[4], ["against"], column: column))
    }
    let namesHolds = words.count == 6 && Int(words[3]) != nil && Int(words[5]) != nil
    guard !namesHolds, words.contains("against") else { return nil }
    let side = words.indices.dropFirst(2).first { index in
      words[index] != "against" && index + 1 < words.count && Int(words[index + 1]) != nil
    }
    return side.map { side in
      let name = "\(words[side]) \(words[side + 1])"
      return StudyError(
        "a name with a blank needs quotes: \"\(name)\"",
        "空白のある名前は \"\(name)\" のように引用符で囲みます",
        column: invocation.column(ofWord: side))
    }
  }

  /// Returns the error for a rule whose last words are not those of the syntax; `nil` for any other
  /// one.
  private func mistake(ofExclusion words: [String]) -> StudyError? {
    if words.last == StudyExclusion.deviationUnit, words.count > 4 {
      return .notDeviations(column: invocation.column(ofWord: 3))
    }
    guard words.count == 8, words[5] == "in", Int(words[7]) != nil else { return nil }
    let name = "\(words[6]) \(words[7])"
    return StudyError(
      "the hold of a condition needs quotes: in \"\(name)\"",
      "条件の提示時間は in \"\(name)\" のように引用符で囲みます",
      column: invocation.column(ofWord: 6))
  }

  /// Returns the likely mistake at the word that the error is about; `nil` if there is none.
  private func mistake(at index: Int, of words: [String]) -> StudyError? {
    let word = words[index]
    let next = index + 1 < words.count ? words[index + 1] : ""
    let column = invocation.column(ofWord: index)
    if word.hasPrefix("#") {
      return StudyError(
        "a comment needs a line of its own", "# の注釈は別の行に書きます", column: column)
    }
    if word == "%" {
      return StudyError(
        "a number has no blank before its %", "数と % の間に空白は入りません", column: column)
    }
    guard next.hasPrefix("=") else { return nil }
    return StudyError(
      "\(word)= and its value have no blank", "\(word)= と値の間に空白は入りません", column: column)
  }

  /// Returns the refusal of a word too many in a line `question`, with the usage of its kind alone;
  /// `nil` for any other refusal or line.
  private func surplus(_ refusal: Refusal, inQuestion words: [String]) -> Refusal? {
    guard refusal.name == "surplus-argument", words[0] == "question", words.count > 2,
      let column = refusal.column, let word = word(atColumn: column)
    else { return nil }
    let usages = table.command(named: "question")?.usages ?? []
    let own = usages.filter { $0.hasPrefix("question NAME \(words[2]) ") }
    return own.isEmpty ? nil : .surplus(words[word], column: column, usages: own)
  }

  /// Returns the index of the word at a column, other than the keyword; `nil` if there is none.
  private func word(atColumn column: Int) -> Int? {
    (1..<max(1, invocation.wordCount)).first { invocation.column(ofWord: $0) == column }
  }
}
