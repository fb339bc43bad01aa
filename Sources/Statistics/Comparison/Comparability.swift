import Game

/// The reasons why some figures of the trials of two conditions can't be compared.
///
///     if pair.comparability.mixesOnsets { print("first presses can't be compared") }
package struct Comparability: Equatable, Sendable {
  /// The figure that a test finds whose answers decide about the next trials.
  ///
  ///     print(pair.comparability.adapted.contains(.hold))
  package enum Finding: CaseIterable, Sendable {
    case span, hold, score
  }

  /// `true` if some first presses are timed from the onset and others from the mask, so that their
  /// times can't be compared.
  package let mixesOnsets: Bool
  /// The figures to compare instead of shares of passes, because answers decide about the next
  /// trials; empty if they do so in no test of the pair.
  ///
  /// Such a test holds the share of passes where its rule wants it, whoever plays.
  package let adapted: [Finding]

  package init(mixesOnsets: Bool = false, adapted: [Finding] = []) {
    self.mixesOnsets = mixesOnsets
    self.adapted = adapted
  }

  /// Creates the reasons why shares of passes of these tests can't be compared.
  package init(ofTests names: Set<String>, mixesOnsets: Bool = false) {
    let found = Set(names.compactMap { Finding(ofTest: $0) })
    self.init(mixesOnsets: mixesOnsets, adapted: Finding.allCases.filter(found.contains))
  }
}

extension Comparability.Finding {
  /// Returns what the test with this name finds; `nil` if its answers decide about no trial.
  fileprivate init?(ofTest name: String) {
    switch TestPreset.named(name)?.course {
    case .procedure(.span)?: self = .span
    case .procedure(.hold)?: self = .hold
    case .strikes?, .ladder?, .span?, .levels?: self = .score
    case .trials?, nil: return nil
    }
  }
}
