/// The pages of the demonstration; a raw value is the step of the sequence at which one is shown.
///
///     DemonstrationPage(rawValue: 3) == .bestResults  // true
package enum DemonstrationPage: Int, CaseIterable {
  case board = 1
  case bestResults = 3
  case news = 4
}
