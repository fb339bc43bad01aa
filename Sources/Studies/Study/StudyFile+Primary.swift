import Examiner
import Game
import Shell

/// The words of a line `primary`, which are checked when all conditions and groups are known.
struct PrimaryLine {
  let outcome: StudyPrimary.Outcome
  /// The condition of which two holds are compared; `nil` for two conditions or groups.
  let condition: Word?
  let first: Word
  let second: Word
  let number: Int

  /// A word with its column.
  struct Word {
    let text: String
    let column: Int
  }
}

extension StudyFile {
  /// The keyword of the primary outcome.
  static var primaryKeyword: Command<StudyFile> {
    let outcome = Parameter("OUTCOME", .choice(StudyPrimary.Outcome.allCases.map(\.rawValue)))
    let name = Parameter("NAME", .text)
    let names = form([outcome, name, .literal("against"), name], []) { file throws(StudyError) in
      try file.parsePrimary(condition: nil, first: 1, second: 3)
    }
    let hold = Parameter("HOLD", .number(1...100_000))
    // Another form that began with a choice would be meant by each line.
    let holds = form(
      [
        Parameter("OUTCOME", .text), Parameter("CONDITION", .text), hold, .literal("against"),
        hold,
      ], []
    ) { file throws(StudyError) in
      try file.parsePrimary(condition: 1, first: 2, second: 4)
    }
    return Command("primary", Text("", ""), in: .shell, names, holds, examples: [])
  }

  /// Keeps the words of a line `primary`, given the indexes of its sides.
  private func parsePrimary(condition: Int?, first: Int, second: Int) throws(StudyError) {
    let name = invocation.text(0)
    guard let outcome = StudyPrimary.Outcome(rawValue: name) else {
      let known = StudyPrimary.Outcome.allCases.map(\.rawValue)
      let column = invocation.column(0)
      throw StudyError(syntax: .notChoice("OUTCOME", name, known, column: column))
    }
    let line = PrimaryLine(
      outcome: outcome, condition: condition.map(word), first: word(first), second: word(second),
      number: lineNumber)
    guard line.first.text != line.second.text else {
      throw StudyError(
        "\"\(line.second.text)\" is compared with itself",
        "\(line.second.text) を同じもので比べています", column: line.second.column)
    }
    primaryLine = line
  }

  private func word(_ index: Int) -> PrimaryLine.Word {
    PrimaryLine.Word(text: invocation.text(index), column: invocation.column(index))
  }

  /// Sets the primary outcome; throws unless both sides exist and are of one kind.
  func checkPrimary() throws(StudyError) {
    guard let line = primaryLine else { return }
    guard let condition = line.condition else {
      let sides = try names(line)
      plan.primary = StudyPrimary(
        line.outcome, sides, first: line.first.text, second: line.second.text)
      return
    }
    let own = try holds(of: condition, line)
    plan.primary = StudyPrimary(line.outcome, .conditions, first: own.first, second: own.second)
  }

  /// Throws if the outcome can't be meant: it compares a condition with one of its own holds, or
  /// first presses that count from different moments.
  func checkPrimaryMeaning() throws(StudyError) {
    if let line = primaryLine, line.condition == nil {
      for (whole, part) in [(line.first, line.second), (line.second, line.first)] {
        let own = plan.conditions.first { $0.name == whole.text && $0.cells.count > 1 }
        guard own?.cells.contains(where: { $0.name == part.text }) == true else { continue }
        throw StudyError(
          "\(part.text) is a part of \(whole.text)", "\(part.text) は \(whole.text) の一部です",
          column: part.column, line: line.number)
      }
    }
    try checkPrimaryOnsets()
  }

  private func checkPrimaryOnsets() throws(StudyError) {
    guard let line = primaryLine, let primary = plan.primary, primary.outcome == .firstPress,
      primary.sides == .conditions
    else { return }
    let hasHold = [primary.first, primary.second].map { name in
      plan.conditions.first { $0.name == name || $0.cells.contains { $0.name == name } }
        .map { TestSeries($0.preset, $0.settings).plan.rule.hold != nil }
    }
    guard hasHold[0] != hasHold[1] else { return }
    let (held, free) =
      hasHold[0] == true ? (primary.first, primary.second) : (primary.second, primary.first)
    throw StudyError(
      "first presses count from the mask in \(held), and from the numerals in \(free)",
      "first-press は \(held) では隠したときから、\(free) では数字が出たときから数えます",
      column: line.second.column, line: line.number)
  }

  /// Returns the kind of two names, which are two conditions or two groups.
  private func names(_ line: PrimaryLine) throws(StudyError) -> StudyPrimary.Sides {
    let conditions = plan.conditions.flatMap { condition in
      condition.cells.count > 1
        ? [condition.name] + condition.cells.map(\.name) : [condition.name]
    }
    for word in [line.first, line.second]
    where !(conditions + plan.groups).contains(word.text) {
      throw unknown(word, line, known: conditions + plan.groups)
    }
    if [line.first, line.second].allSatisfy({ conditions.contains($0.text) }) {
      return .conditions
    }
    let known = plan.groups.contains(line.first.text) ? plan.groups : conditions
    guard known.contains(line.second.text) else {
      throw StudyError(
        "\"\(line.second.text)\" is of another kind than \"\(line.first.text)\": "
          + known.joined(separator: ", "),
        "\(line.second.text) と \(line.first.text) は種類が違います: "
          + known.joined(separator: "、"), column: line.second.column, line: line.number)
    }
    return .groups
  }

  /// Returns the cells of two holds, which the condition must mix.
  private func holds(
    of condition: PrimaryLine.Word, _ line: PrimaryLine
  ) throws(StudyError) -> (first: String, second: String) {
    guard let own = plan.conditions.first(where: { $0.name == condition.text }) else {
      throw unknown(condition, line, known: plan.conditions.map(\.name))
    }
    guard let holds = own.settings.holds?.map({ "\($0)" }) else {
      throw StudyError(
        "\(own.name) does not have several holds", "\(own.name) に提示時間は2つ以上ありません",
        column: line.first.column, line: line.number)
    }
    for word in [line.first, line.second] where !holds.contains(word.text) {
      throw StudyError(
        "\(own.name) does not have the hold \(word.text): \(holds.joined(separator: ", "))",
        "\(own.name) に提示時間 \(word.text) はありません: \(holds.joined(separator: "、"))",
        column: word.column, line: line.number)
    }
    return ("\(own.name) \(line.first.text)", "\(own.name) \(line.second.text)")
  }

  /// Returns the error for a name that is neither that of a condition nor of a group.
  private func unknown(
    _ word: PrimaryLine.Word, _ line: PrimaryLine, known: [String]
  ) -> StudyError {
    StudyError(
      "\"\(word.text)\" is neither a condition nor a group: \(known.joined(separator: ", "))",
      "\(word.text) は条件でもグループでもありません: \(known.joined(separator: "、"))",
      column: word.column, line: line.number)
  }
}
