package import Console
package import Examiner
package import Science

/// A refusal of what stands behind `start TEST`, with the column where it stands.
package struct TestArgumentFault: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    case notRange(String)
    case range(BoardError)
    case seed(SeedError)
    /// The numbers that the key takes, and the text that is none of them.
    case notDecimals(key: String, limits: [ClosedRange<Double>], text: String)
    /// Practice until so many in a row are passed needs at least as many trials.
    case shortPractice(until: Int)
    case count(Int, test: String, allowed: [Int])
    case rangeOfTest(NumeralRange, test: String, allowed: [NumeralRange])
    case key(String, test: String)
    case keyOfMethod(String, test: String, ProcedureSettings.Method)
    case procedure(StatisticFault, test: String)
  }

  package let reason: Reason
  /// Counted from 1; nil where nothing that stands there is at fault.
  package let column: Int?

  package init(_ reason: Reason, column: Int?) {
    self.reason = reason
    self.column = column
  }
}

extension TestSettings {
  /// The parameters behind `start TEST`.
  package static let parameters = keys.map(\.parameter)

  /// The parameters of tests that adapt.
  package static var procedureParameters: [Parameter] { procedureKeys.map(\.parameter) }

  /// Reads the settings of a test from the arguments of a command.
  ///
  /// - Throws: What the test can't be played with.
  package init(of test: String, from invocation: borrowing Invocation) throws(TestArgumentFault) {
    try self.init(Self.keys, from: invocation)
    numerals = try invocation.numeralRange()
    seed = try invocation.sessionSeed()
    guard let preset = TestPreset.named(test) else { return }
    try checkProcedure(of: preset, from: invocation)
    try check(for: preset, from: invocation)
  }

  /// Reads the settings of some keys.
  package init(_ keys: [Key], from invocation: borrowing Invocation) throws(TestArgumentFault) {
    self.init()
    for key in keys {
      if let text = invocation.text(key: key.parameter.name) { key.take(&self, text) }
    }
    // A deviation that is none has words of its own.
    _ = try invocation.decimals(key: "sd", [ProcedureSettings.deviations])
  }

  /// Refuses what a test can't be played with.
  private func check(
    for preset: TestPreset, from invocation: borrowing Invocation
  ) throws(TestArgumentFault) {
    if let until, practice < until {
      throw TestArgumentFault(.shortPractice(until: until), column: invocation.column(key: "until"))
    }
    if let counts = preset.counts {
      let count = count ?? preset.plan.count
      guard counts.contains(count) else {
        throw TestArgumentFault(
          .count(count, test: preset.name, allowed: counts),
          column: invocation.column(key: "count"))
      }
    }
    guard !preset.ranges.isEmpty else {
      return try invocation.refuse(["numerals", "adjacent", "mask"]) {
        .key($0, test: preset.name)
      }
    }
    if let numerals, !preset.ranges.contains(numerals) {
      throw TestArgumentFault(
        .rangeOfTest(numerals, test: preset.name, allowed: preset.ranges),
        column: invocation.column(key: "numerals"))
    }
  }

  /// Refuses what a procedure can't begin with, and what other tests don't take.
  package func checkProcedure(
    of preset: TestPreset, from invocation: borrowing Invocation
  ) throws(TestArgumentFault) {
    guard case .procedure(let target) = preset.course else {
      return try invocation.refuse(Self.procedureParameters.map(\.name)) {
        .key($0, test: preset.name)
      }
    }
    let method = procedure.method ?? .quest
    try invocation.refuse(AdaptiveProcedure.surplusKeys(target, method)) {
      .keyOfMethod($0, test: preset.name, method)
    }
    do throws(StatisticFault) {
      _ = try AdaptiveProcedure(target, self, count: count ?? preset.plan.count)
    } catch {
      throw TestArgumentFault(
        .procedure(error, test: preset.name),
        column: invocation.column(key: "start") ?? invocation.column(key: "count"))
    }
  }
}

extension Invocation {
  /// Returns the range behind `numerals=`, or nil where the key is not given.
  package func numeralRange() throws(TestArgumentFault) -> NumeralRange? {
    guard let text = text(key: "numerals") else { return nil }
    let column = column(key: "numerals")
    guard let ends = NumeralRange.ends(of: text) else {
      throw TestArgumentFault(.notRange(text), column: column)
    }
    do throws(BoardError) { return try NumeralRange(low: ends.low, high: ends.high) } catch {
      throw TestArgumentFault(.range(error), column: column)
    }
  }

  /// Returns the seed of a session behind `seed=`, or nil where the key is not given.
  package func sessionSeed() throws(TestArgumentFault) -> SessionSeed? {
    guard let text = text(key: "seed") else { return nil }
    do throws(SeedError) { return try SessionSeed(text) } catch {
      throw TestArgumentFault(.seed(error), column: column(key: "seed"))
    }
  }

  /// Returns the numbers behind a key wherever it is given, with commas between them.
  ///
  /// The last ones may be missing.
  package func decimals(
    key: StaticString, _ limits: [ClosedRange<Double>]
  ) throws(TestArgumentFault) -> [[Double]] {
    var found: [[Double]] = []
    for text in texts(key: key) {
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let numbers = zip(parts, limits).compactMap { part, limits in
        Double(part).flatMap { limits.contains($0) ? $0 : nil }
      }
      guard numbers.count == parts.count else {
        throw TestArgumentFault(
          .notDecimals(key: "\(key)", limits: limits, text: text), column: column(key: key))
      }
      found.append(numbers)
    }
    return found
  }

  fileprivate func refuse(
    _ keys: [StaticString], _ reason: (String) -> TestArgumentFault.Reason
  ) throws(TestArgumentFault) {
    for key in keys {
      if let column = column(key: key) {
        throw TestArgumentFault(reason("\(key)"), column: column)
      }
    }
  }
}
