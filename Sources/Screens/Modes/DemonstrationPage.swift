/// The pages of the demonstration; the raw values are the numbers of its sequence's steps.
///
///     DemonstrationPage(rawValue: 3) == .bestResults  // true
enum DemonstrationPage: Int, CaseIterable {
  case board = 1
  case bestResults = 3
  case news = 4
}
