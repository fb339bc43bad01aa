/// How the lines that came fit every expectation, and what is bound so.
struct MatchPath {
  /// What each expectation stands for.
  let steps: [Alignment.Step]
  let bindings: Bindings

  /// Nil where the lines do not fit.
  init?(_ comparison: Comparison) {
    let isElastic = comparison.expectations.contains(where: \.isElastic)
    guard isElastic || comparison.expectations.count == comparison.lines.count else { return nil }
    // Lines that do not fit on their own need not be tried with names.
    if isElastic && comparison.hasNames {
      var search = PathSearch(comparison, checksNames: false)
      guard search.run() else { return nil }
    }
    var search = PathSearch(comparison, checksNames: true)
    guard search.run() else { return nil }
    steps = search.steps
    bindings = search.bindings
  }
}
