import Shell

/// The replies of `study split`.
extension StudyView {
  /// Shows the files with the lists of all stations, and how many participants they do not count.
  func showLists(_ names: [String], of count: Int, besides enrolledCount: Int) {
    speaker.say(
      "wrote lists for \(counted(count, "participant")) to "
        + names.map { "\"\($0)\"" }.joined(separator: ", "),
      "参加者\(count)人の表を書きました: " + names.joined(separator: "、"))
    guard enrolledCount > 0 else { return }
    let people = counted(enrolledCount, "participant is", "participants are")
    speaker.say(
      "note: \(people) enrolled in this store already, and not counted in these lists",
      "注意: この記録には参加者\(enrolledCount)人がすでに登録されていて、表には数えていません")
  }
}
