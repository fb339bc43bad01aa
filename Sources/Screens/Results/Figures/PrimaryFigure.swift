import Archive
import ChimpSystem
import Science
import Shell
import Statistics
import Studies

/// The figure of a study's primary outcome, which replies and the report name first.
extension Figure where Subject == PrimaryOutcome {
  static var all: [Self] { [test, cautions] }

  private static var test: Self {
    Figure(
      .init("study", "the name of the study") { .text($0.study) },
      .init("kind", "`condition` or `group`") { .text($0.declared.sides.name) },
      .init("outcome", "`accuracy`, `first_press` or `later_presses`") {
        .text($0.measure.name)
      },
      .init("first", "the side from which the other one is subtracted") {
        .text($0.declared.first)
      }, .init("second", "the one that is subtracted") { .text($0.declared.second) },
      .init("planned", "false if options change the data that the study plans") {
        .bool($0.data.isEmpty)
      }, .init("data", "these options", \.data, of: JSONMember<DataOptions>.all),
      .value(
        "difference", "as in `differences`; null if only some trials are selected",
        { outcome in
          outcome.difference.map { JudgedDifference(difference: $0, adjusted: [:]) }
        }, as: JSONMember<JudgedDifference>.all)
    ) { outcome, place in
      let note = place.language.pick(
        "its p is not adjusted; all other tests are secondary",
        "その p は調整しません。ほかの検定はすべて副次的です")
      return [place.head(of: outcome) + place.test(of: outcome)]
        + ((try? outcome.difference?.result.get()) == nil ? [] : [note])
    }
  }

  private static var cautions: Self {
    Figure(
      members: JSONMember.members(of: \.comparability, JSONMember<Comparability>.all)
    ) { outcome, place in
      guard let difference = outcome.difference else { return [] }
      return outcome.comparability.cautions(
        about: [difference], of: [outcome.measure], in: place.language)
    }
  }
}

extension StudyPrimary.Sides {
  fileprivate var name: String {
    switch self {
    case .conditions: "condition"
    case .groups: "group"
    }
  }
}

extension FigurePlace {
  fileprivate func head(of outcome: PrimaryOutcome) -> String {
    let sides = outcome.declared.difference
    guard outcome.data.isEmpty || outcome.difference == nil else {
      return language.pick(
        "primary outcome of \(outcome.study), otherwise than planned (\(outcome.data)): \(sides), ",
        "\(outcome.study) の主要評価項目（計画とは違うデータ、\(outcome.data)）: \(sides)、")
    }
    return language.pick(
      "primary outcome of \(outcome.study): \(sides), ", "\(outcome.study) の主要評価項目: \(sides)、")
  }

  fileprivate func test(of outcome: PrimaryOutcome) -> String {
    let name = outcome.measure.words(in: language)
    guard let difference = outcome.difference else {
      return name
        + language.pick(
          ": not tested, only some trials of the study are selected", ": 研究の試行の一部だけなので検定しません")
    }
    let isGroups = if case .groups = difference.unit { true } else { false }
    let unit =
      switch difference.unit {
      case .participants(let count):
        language.pick(counted(count, "participant"), "参加者\(count)人")
      case .groups(let first, let second):
        language.pick("\(first) and \(second) participants", "参加者\(first)人と\(second)人")
      case .boards, .trials: ""
      }
    let head = language.pick("\(name) of \(unit): ", "\(unit)の\(name): ")
    switch difference.result {
    case .failure(let fault): return head + fault.words(in: language, of: difference.unit)
    case .success(let tested):
      let value = tested.estimate.value
      let shown =
        outcome.measure == .accuracy
        ? points(value, tested.interval) : ratio(value, tested.interval)
      return head + shown + language.pick(", ", "、")
        + test(of: tested, isGroups ? "Welch t" : "t")
        + (tested.effect.map { ", " + size(of: $0) } ?? "")
    }
  }
}
