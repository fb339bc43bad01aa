import Archive

/// The days in a row up to the last one of some days.
///
///     DayRun(["2026-11-25", "2026-11-27", "2026-11-28"])?.length  // 2
package struct DayRun: Equatable, Sendable {
  /// The last day, `YYYY-MM-DD`.
  package let last: String
  /// The number of days in a row that end with the last one, at least 1.
  package let length: Int

  /// Finds the last run; `nil` without a valid day.
  package init?(_ days: some Sequence<String>) {
    var texts: [Int: String] = [:]
    for day in days {
      if let number = InstantText("\(day)T00:00:00.000Z")?.daysSince1970 { texts[number] = day }
    }
    guard let last = texts.keys.max() else { return nil }
    self.last = texts[last] ?? ""
    var first = last
    while texts[first - 1] != nil { first -= 1 }
    length = last - first + 1
  }
}
