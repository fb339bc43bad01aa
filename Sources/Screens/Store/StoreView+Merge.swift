import Archive
import Exchange
import Shell

/// The replies of `merge`, and of an import from another store.
extension StoreView {
  /// Returns the reply after a merge.
  func merged(_ report: MergeStudies.Report) -> String {
    let added = report.imported.trialCount
    let known = report.imported.knownCount
    let count = report.participantCount
    return clause(count, "\(counted(count, "participant")) and ", "参加者\(count)人と")
      + language.pick(
        "\(counted(added, "trial")) added, \(counted(known, "was", "were")) already there",
        "\(added)試行を加えました。\(known)試行はすでにありました")
      + outsideTrials(of: report) + skipped(report.skippedRounds)
      + doubled(report.imported.doubledCount) + withdrawnParticipants(report.withdrawnCount)
      + withdrawn(report.imported.withdrawnCount)
  }

  private func outsideTrials(of report: MergeStudies.Report) -> String {
    let count = report.outsideCount
    return clause(
      count,
      "; left out \(counted(count, "trial")) of no study (\"import \(report.file)\" "
        + "adds \(count == 1 ? "it" : "them"))",
      "。研究の外の\(count)試行は除きました（import \(report.file) で加えられます）")
  }

  private func withdrawnParticipants(_ count: Int) -> String {
    clause(
      count,
      "; left out \(counted(count, "participant")) who \(count == 1 ? "has" : "have") withdrawn",
      "。研究をやめた\(count)人は除きました")
  }

  /// Writes what a merge has left out.
  func refuseParts(of report: MergeStudies.Report) {
    if !report.withdrawnElsewhere.isEmpty { speaker.refuse(withdrawnElsewhere(report)) }
    for name in report.otherStudies {
      speaker.refuse(
        Refusal(
          "other-study",
          "the study \(name) in \"\(report.file)\" has another text than the one here: "
            + "it is left out",
          "\(report.file) の研究 \(name) は、ここのものと文が違うので除きました"))
    }
    if !report.refused.isEmpty { speaker.refuse(isInBoth(report)) }
    for row in report.skippedRounds.refusedRows { refuse(row.inFile(report.file)) }
  }

  /// Returns the refusal of participants of this store who were erased from the other one.
  private func withdrawnElsewhere(_ report: MergeStudies.Report) -> Refusal {
    let codes = report.withdrawnElsewhere
    return Refusal(
      "withdrawn-elsewhere",
      "\(codes.joined(separator: ", ")) \(codes.count == 1 ? "has" : "have") withdrawn there, and "
        + "\(codes.count == 1 ? "is" : "are") still here: \"withdraw \(codes[0])\"",
      "\(codes.joined(separator: "、")) は別の記録で研究をやめましたが、この記録に残っています: "
        + "withdraw \(codes[0])")
  }

  /// Returns the refusal of participants who are enrolled in both stores.
  private func isInBoth(_ report: MergeStudies.Report) -> Refusal {
    let codes = report.refused.joined(separator: ", ")
    return Refusal(
      "refused-by-merge",
      "\(codes) \(report.refused.count == 1 ? "is" : "are") also in "
        + "\(report.store.isEmpty ? "here" : report.store): refused",
      "\(codes) は \(report.store.isEmpty ? "ここ" : report.store) にもいるため、加えませんでした")
  }
}
