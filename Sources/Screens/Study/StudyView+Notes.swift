import Game
import Shell
import Statistics
import Studies

/// The notes of `study check` about what a study file says without effect, or against its purpose.
extension StudyView {
  /// Shows the primary outcome, and why little can be concluded from it if that is so.
  func show(_ primary: StudyPrimary, of plan: StudyPlan) {
    let measure = primary.outcome.measure
    let name = measure.words(in: language)
    speaker.say(
      "primary outcome: \(name), \(primary.difference)",
      "主要評価項目: \(name)、\(primary.difference)")
    let sides = [primary.first, primary.second]
    let conditions = plan.conditions.filter { condition in
      primary.sides == .groups || sides.contains(condition.name)
        || condition.cells.contains { sides.contains($0.name) }
    }
    // The holds of one condition are mixed in its block.
    if primary.sides == .conditions, conditions.count > 1,
      let caution = plan.orderCaution(in: language)
    {
      speaker.say(line: language.pick("note: ", "注意: ") + caution)
    }
    let comparability = Comparability(ofTests: Set(conditions.map(\.preset.name)))
    for caution in comparability.cautions(of: [measure], in: language) {
      speaker.say(line: caution)
    }
    showNames(of: plan.sidesOfBothKinds, primary.sides)
  }

  /// Shows which of two kinds is meant by names that conditions and groups have in common; does
  /// nothing without such names.
  private func showNames(of names: [String], _ sides: StudyPrimary.Sides) {
    guard let first = names.first else { return }
    let meant =
      switch sides {
      case .conditions: language.pick("conditions", "条件")
      case .groups: language.pick("groups", "グループ")
      }
    let shared =
      names.count > 1
      ? "\(names.joined(separator: " and ")) are conditions and groups"
      : "\(first) is a condition and a group"
    speaker.say(
      "note: \(shared): the primary outcome compares the \(meant)",
      "注意: \(names.joined(separator: "、")) は条件とグループの両方の名前です。"
        + "主要評価項目は\(meant)を比べます")
  }

  /// Shows groups that chance cannot balance, and holds that are hardly ever met.
  func showDesignNotes(of plan: StudyPlan) {
    if let length = plan.unfilledGroupBlock {
      let count = plan.participantCount
      speaker.say(
        "note: chance assigns groups in blocks of \(length) or more participants, and \(count) are "
          + "planned: the groups may be of other sizes than assign= says",
        "注意: グループは\(length)人以上のブロックごとに無作為に決まりますが、予定は\(count)人です。"
          + "グループの人数は assign= のとおりにならないことがあります")
    }
    let names = plan.exactHolds
    guard !names.isEmpty else { return }
    speaker.say(
      "note: hardly any hold is met exactly, as tolerance=0 asks for: missed trials are replaced, and "
        + "many of them end a block: " + names.joined(separator: ", "),
      "注意: tolerance=0 のように提示時間がちょうど守られることはほとんどありません。"
        + "守れなかった試行の分は追加し、多ければブロックが終わります: " + names.joined(separator: "、"))
  }

  /// Shows which boards do not come again, and those that come again after their solution.
  func showBoardNotes(of plan: StudyPlan) {
    let groups = plan.conditionsByBoards
    if plan.boards == .paired, groups.count > 1 {
      let shared = groups.filter { $0.count > 1 }.map { $0.joined(separator: ", ") }
      speaker.say(
        "note: conditions with other numerals or sizes have no boards in common: "
          + (shared.isEmpty
            ? "no board comes again"
            : "boards come again only within " + shared.joined(separator: "; ")),
        "注意: 数字や大きさの違う条件に共通の盤はありません。"
          + (shared.isEmpty
            ? "どの盤も再び出ません" : "盤が再び出るのは次の条件の間だけです: " + shared.joined(separator: "; ")))
    }
    guard plan.showsSolutionsOfLaterBoards else { return }
    speaker.say(
      "note: boards come again after their solution was shown: feedback=outcome in each "
        + "condition hides it",
      "注意: 答えを見せた盤がまた出ます。各条件に feedback=outcome を書けば、答えは出ません")
  }

  /// Shows the rules that can exclude nothing, or more than their words seem to say.
  func showRuleNotes(of plan: StudyPlan) {
    showShortCells(of: plan)
    for (rule, values) in plan.idleExclusions {
      let low = values.lowerBound.short
      let high = values.upperBound.isFinite ? values.upperBound.short : nil
      speaker.say(
        "note: \(rule.text) can exclude nothing: \(rule.measure) is "
          + (high.map { "\(low) to \($0)" } ?? "at least \(low)"),
        "注意: \(rule.text) は何も除外しません: \(rule.measure) は"
          + (high.map { "\(low)から\($0)です" } ?? "\(low)以上です"))
    }
    if let count = plan.faultlessPractice {
      speaker.say(
        "note: practice is failed unless all \(counted(count, "trial")) of it are passed: "
          + "until=N asks for fewer",
        "注意: 練習は\(count)試行すべてに成功しないと practice is failed に当たります。"
          + "until=N で減らせます")
    }
  }

  /// Warns of rules about standard deviations in cells with too few trials for them.
  private func showShortCells(of plan: StudyPlan) {
    for rule in plan.exclusions {
      guard let needed = rule.fewestTrials else { continue }
      let cells = plan.cellSizes.filter { $0.trialCount < needed }
        .map { "\($0.name) (\($0.trialCount))" }
      guard !cells.isEmpty else { continue }
      speaker.say(
        "note: \(rule.text) needs \(needed) trials to exclude one of them: "
          + cells.joined(separator: ", "),
        "注意: \(rule.text) は\(needed)試行以上でないと何も除外しません: " + cells.joined(separator: "、"))
    }
  }
}
