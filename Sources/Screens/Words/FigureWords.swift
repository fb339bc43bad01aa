package import Science
package import Shell

/// Texts about computed numbers that replies, pages and error messages share.
///
///     language.range(Interval(0.4, 0.6)) { $0.percent }  // 40.0 to 60.0
extension Language {
  /// Returns the text of an interval, such as `0.4 to 0.6`.
  package func range(_ interval: Interval, _ shown: (Double) -> String) -> String {
    shown(interval.lower) + pick(" to ", "〜") + shown(interval.upper)
  }

  /// Returns a number of participants.
  package func participants(_ count: Int) -> String {
    pick(counted(count, "participant"), "参加者\(count)人")
  }
}
