import Exchange
import Shell

/// The reply of `merge`.
extension MergeStudies.Report {
  /// Returns the reply after a merge.
  func words(in language: Language) -> String {
    let added = imported.trialCount
    let known = imported.knownCount
    let people =
      participantCount > 0
      ? language.pick(
        "\(counted(participantCount, "participant")) and ",
        "参加者\(participantCount)人と") : ""
    return people
      + language.pick(
        "\(counted(added, "trial")) added, \(counted(known, "was", "were")) already there",
        "\(added)試行を加えました。\(known)試行はすでにありました")
      + outsideTrials(in: language) + StoreView(language: language).skipped(skippedRounds)
      + StoreView(language: language).doubled(imported.doubledCount)
      + withdrawnParticipants(in: language)
      + StoreView(language: language).withdrawn(imported.withdrawnCount)
  }

  private func outsideTrials(in language: Language) -> String {
    let count = outsideCount
    guard count > 0 else { return "" }
    return language.pick(
      "; left out \(counted(count, "trial")) of no study (\"import \(file)\" adds \(count == 1 ? "it" : "them"))",
      "。研究の外の\(count)試行は除きました（import \(file) で加えられます）")
  }

  private func withdrawnParticipants(in language: Language) -> String {
    let count = withdrawnCount
    guard count > 0 else { return "" }
    return language.pick(
      "; left out \(counted(count, "participant")) who \(count == 1 ? "has" : "have") withdrawn",
      "。研究をやめた\(count)人は除きました")
  }

  /// Returns the line about participants of this store who were erased from the other one.
  func wordsOnWithdrawn(in language: Language) -> String {
    let codes = withdrawnElsewhere
    let names = codes.joined(separator: language.pick(", ", "、"))
    return language.pick(
      "\(names) \(codes.count == 1 ? "has" : "have") withdrawn there, and "
        + "\(codes.count == 1 ? "is" : "are") still here: \"withdraw \(codes[0])\"",
      "\(names) は別の記録で研究をやめましたが、この記録に残っています: withdraw \(codes[0])")
  }

  /// Returns the line about participants who are enrolled in both stores.
  func wordsOnRefused(in language: Language) -> String {
    let codes = refused.joined(separator: ", ")
    let store = self.store.isEmpty ? language.pick("here", "ここ") : self.store
    return language.pick(
      "\(codes) \(refused.count == 1 ? "is" : "are") also in \(store): refused",
      "\(codes) は \(store) にもいるため、加えませんでした")
  }
}
