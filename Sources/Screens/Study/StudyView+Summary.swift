import Shell
import Studies

/// What a study plans: orders, participants and blocks.
extension StudyView {
  /// Returns the numbers of conditions, orders and participants, and the balance in one store.
  func summary(of plan: StudyPlan) -> String {
    let count = plan.participantCount
    let conditions = plan.conditions.count
    let orders = plan.orderCount
    let source = plan.order == .latin ? language.pick(" (Williams 1949)", "（Williams 1949）") : ""
    let balance = balance(of: plan).map { ": " + $0 } ?? ""
    return language.pick(
      "\(counted(conditions, "condition")), \(counted(orders, "order"))\(source), "
        + "\(counted(count, "participant"))\(balance)",
      "\(conditions)条件、\(orders)通りの順序\(source)、参加者\(count)人\(balance)")
  }

  /// Returns how groups and orders are balanced if all participants are enrolled in one store;
  /// `nil` if all have the same order and there are no groups.
  ///
  /// Several stores can only be balanced by `study split`.
  private func balance(of plan: StudyPlan) -> String? {
    guard plan.order != .random else { return language.pick("in random order", "無作為") }
    let isLatin = plan.order == .latin
    guard plan.groupWeights == nil else {
      return language.pick("groups by chance", "グループは無作為")
        + (isLatin ? language.pick(", orders in turn within each", "、その中で順序は順番") : "")
    }
    let hasGroups = !plan.groups.isEmpty
    guard isLatin || hasGroups else { return nil }
    let cells = (isLatin ? plan.orderCount : 1) * max(1, plan.groups.count)
    let (each, rest) = plan.participantCount.quotientAndRemainder(dividingBy: cells)
    let share =
      rest == 0 ? "\(each)" : language.pick("\(each) or \(each + 1)", "\(each)か\(each + 1)")
    let english = hasGroups ? (isLatin ? "group and order" : "group") : "order"
    let japanese = hasGroups ? (isLatin ? "グループと順序" : "グループ") : "順序"
    return language.pick(
      "\(share) per \(english) in one store", "1つの記録では\(japanese)ごとに\(share)人")
  }

  /// Returns the number of trials in the block of each condition.
  func blockLengths(of plan: StudyPlan) -> String {
    let blocks = plan.conditions.map { condition in
      condition.trialCount.map { count in
        language.pick(
          "\(condition.name) of \(counted(count, "trial"))", "\(condition.name) \(count)試行")
      }
        ?? language.pick(
          "\(condition.name) until its test ends", "\(condition.name) テストが終わるまで")
    }
    let sessions = plan.sessionCount
    let title =
      sessions > 1
      ? language.pick("blocks of each session", "セッションごとのブロック")
      : language.pick("blocks", "ブロック")
    return title + ": " + blocks.joined(separator: language.pick(", ", "、"))
  }
}
