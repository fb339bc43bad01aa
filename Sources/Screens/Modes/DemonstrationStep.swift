/// The steps of the demonstration; the raw values are the numbers of its sequence's steps.
///
///     DemonstrationStep(rawValue: 3) == .bestResults  // true
enum DemonstrationStep: Int {
  case board = 1
  case press, bestResults, news

  /// The steps that show a page of their own, in the order in which a user turns them.
  static var pages: [DemonstrationStep] { [.board, .bestResults, .news] }
}
