public import Examiner
public import Science

extension TestPreset {
  /// `true` for an adaptive test.
  public var isProcedure: Bool { if case .procedure = course { true } else { false } }

  /// Returns whether the holds of the rounds can differ: by the course of the test, or because the
  /// settings mix several.
  public func hasHolds(_ settings: TestSettings) -> Bool {
    course.hasHolds || settings.holds != nil
  }

  /// `true` for an adaptive test that searches for a hold.
  public var searchesHold: Bool { isProcedure && course.hasHolds }

  /// The keys that `start` accepts for the test, in the order in which settings are written.
  public var keyNames: [String] {
    let plain = Set(TestSettings.plainKeys.map(\.syntax.name))
    let ranged: Set = ["numerals", "adjacent", "mask"]
    let fixed = course.trainingCount > 0 ? TestSettings.courseKeys.map(\.syntax.name) : []
    return TestSettings.keys.map(\.syntax.name)
      .dropLast(isProcedure ? 0 : TestSettings.procedureKeys.count)
      .filter { isPlain || !plain.contains($0) && (!ranges.isEmpty || !ranged.contains($0)) }
      .filter { !fixed.contains($0) && ($0 != "press" || isPlain || plan.rule.hold != nil) }
  }

  /// Returns the settings of a test of plain rounds without those that have their defaults.
  ///
  /// They are unwritten and written the same: the boards and the rule are equal.
  public func withoutDefaults(_ settings: TestSettings) -> TestSettings {
    var settings = settings
    if settings.count == plan.count { settings.count = nil }
    let all = try? NumeralRange(low: 1, high: settings.count ?? plan.count)
    if settings.numerals == all { settings.numerals = nil }
    // Without a range all numerals are on the board.
    if settings.numerals == nil { settings.adjacency = nil }
    if settings.size == plan.size { settings.size = nil }
    if settings.mask == .first { settings.mask = nil }
    if settings.emptyCell == .wrong { settings.emptyCell = nil }
    if settings.wrong == .ends { settings.wrong = nil }
    // Trials whose look a press ended are a kind of their own.
    settings.press = nil
    return settings
  }

  /// Throws if no board can have these settings.
  public func checkBoard(_ settings: TestSettings) throws(ExaminerError) {
    let plan = plan(settings)
    guard let seed = try? Seed("0") else { return }
    _ = try SeededIdentifier(size: plan.size, count: plan.count, range: plan.range, seed: seed)
  }

  /// Returns `true` if the settings are valid for the test.
  public func accepts(_ settings: TestSettings) -> Bool {
    guard isProcedure || settings.procedure == ProcedureSettings(),
      settings.until?.window ?? 0 <= settings.practice
    else { return false }
    guard !isPlain else {
      guard settings.holds == nil || settings.hold == nil else { return false }
      let rule = try? plainRule(settings)
      let board: Void? = try? checkBoard(settings)
      return rule != nil && board != nil
    }
    guard settings.hold == nil, settings.holds == nil, settings.size == nil,
      settings.emptyCell == nil,
      settings.wrong == nil, settings.press == nil || plan.rule.hold != nil
    else { return false }
    if course.trainingCount > 0 {
      let isFixed = settings.until == nil && settings.trials == nil && settings.count == nil
      guard isFixed, settings.limit == nil, settings.practice == course.trainingCount
      else { return false }
    }
    let isUsual = settings.numerals == nil && settings.adjacency == nil && settings.mask == nil
    return counts?.contains(settings.count ?? plan.count) != false
      && (ranges.isEmpty ? isUsual : settings.numerals.map(ranges.contains) != false)
  }

  /// Returns the keys that do not apply to an adaptive test with this method; none for other tests.
  public func surplusKeys(of method: ProcedureSettings.Method) -> [String] {
    guard case .procedure(let target) = course else { return [] }
    return AdaptiveProcedure.surplusKeys(target, method)
  }

  /// Throws `impossible` if the settings are invalid for an adaptive test.
  public func checkProcedure(_ settings: TestSettings) throws(ScienceError) {
    guard case .procedure(let target) = course else { return }
    _ = try AdaptiveProcedure(target, settings, count: settings.count ?? plan.count)
  }
}

extension TestSettings {
  /// The keys that a test with predefined steps does not accept, because the steps set their
  /// values.
  public static var courseKeys: [Key] {
    let fixed = ["practice", "until", "trials", "count", "limit"]
    return keys.filter { fixed.contains($0.syntax.name) }
  }
}
