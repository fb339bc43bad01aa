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
    return Command("primary", Text("", ""), in: .tests, names, holds, examples: [])
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
      throw StudyError(.primary(.same(line.second.text)), column: line.second.column)
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
          .primary(.part(part.text, of: whole.text)), column: part.column, line: line.number)
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
      .primary(.mixedOnsets(held: held, free: free)), column: line.second.column,
      line: line.number)
  }

  /// Returns the kind of two names, which are two conditions or two groups.
  private func names(_ line: PrimaryLine) throws(StudyError) -> StudyPrimary.Sides {
    let conditions = plan.conditions.flatMap { condition in
      condition.cells.count > 1
        ? [condition.name] + condition.cells.map(\.name) : [condition.name]
    }
    for word in [line.first, line.second]
    where !(conditions + plan.groups).contains(word.text) {
      throw StudyError(
        .primary(.unknown(word.text, known: conditions + plan.groups)), column: word.column,
        line: line.number)
    }
    if [line.first, line.second].allSatisfy({ conditions.contains($0.text) }) {
      return .conditions
    }
    let known = plan.groups.contains(line.first.text) ? plan.groups : conditions
    guard known.contains(line.second.text) else {
      let mistake = PrimaryMistake.otherKind(
        line.second.text, first: line.first.text, known: known)
      throw StudyError(.primary(mistake), column: line.second.column, line: line.number)
    }
    return .groups
  }

  /// Returns the cells of two holds, which the condition must mix.
  private func holds(
    of condition: PrimaryLine.Word, _ line: PrimaryLine
  ) throws(StudyError) -> (first: String, second: String) {
    let names = plan.conditions.map(\.name)
    guard let own = plan.conditions.first(where: { $0.name == condition.text }) else {
      throw StudyError(
        .primary(.unknown(condition.text, known: names)), column: condition.column,
        line: line.number)
    }
    let holds = own.settings.holds?.map { "\($0)" } ?? []
    for word in [line.first, line.second] where !holds.contains(word.text) {
      throw StudyError(
        .primary(.unknownHold(word.text, condition: own.name, known: holds)), column: word.column,
        line: line.number)
    }
    return ("\(own.name) \(line.first.text)", "\(own.name) \(line.second.text)")
  }
}

extension PrimaryMistake {
  /// Returns the error message for a primary outcome.
  func words(in language: Language) -> String {
    switch self {
    case .same(let name):
      language.pick("\"\(name)\" is compared with itself", "\(name) を同じもので比べています")
    case .unknown(let name, let known):
      language.pick(
        "\"\(name)\" is neither a condition nor a group: \(known.joined(separator: ", "))",
        "\(name) は条件でもグループでもありません: \(known.joined(separator: "、"))")
    case .otherKind(let name, let first, let known):
      language.pick(
        "\"\(name)\" is of another kind than \"\(first)\": \(known.joined(separator: ", "))",
        "\(name) と \(first) は種類が違います: \(known.joined(separator: "、"))")
    case .part(let name, let whole):
      language.pick("\(name) is a part of \(whole)", "\(name) は \(whole) の一部です")
    case .mixedOnsets(let held, let free):
      language.pick(
        "first presses count from the mask in \(held), and from the numerals in \(free)",
        "first-press は \(held) では隠したときから、\(free) では数字が出たときから数えます")
    case .unknownHold(let hold, let condition, let known):
      known.isEmpty
        ? language.pick(
          "\(condition) does not have several holds", "\(condition) に提示時間は2つ以上ありません")
        : language.pick(
          "\(condition) does not have the hold \(hold): \(known.joined(separator: ", "))",
          "\(condition) に提示時間 \(hold) はありません: \(known.joined(separator: "、"))")
    }
  }
}
