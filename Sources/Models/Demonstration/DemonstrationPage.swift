/// What the demonstration shows in turn, by the steps of its sequence.
package enum DemonstrationPage: Int, CaseIterable {
  case board = 1
  case bestResults = 3
  case news = 4
}
