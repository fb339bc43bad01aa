public import Examiner
public import Game
import Science
public import Shell

extension TestSettings {
  /// The `KEY=VALUE` parameters of the command `start TEST`.
  public static let parameters = keys.map(\.syntax.parameter)

  /// The parameters that only the test of plain rounds has.
  public static var plainParameters: [Parameter] { plainKeys.map(\.syntax.parameter) }

  /// The parameters that only adaptive tests have.
  public static var procedureParameters: [Parameter] { procedureKeys.map(\.syntax.parameter) }

  /// Parses the settings of a test from the arguments of a command.
  ///
  /// - Throws: An error for the first argument that the test does not accept.
  public init(of test: String, from invocation: Invocation) throws(StudyError) {
    try self.init(Self.keys, from: invocation)
    numerals = try invocation.numeralRange()
    seed = try invocation.sessionSeed()
    if let text = invocation.text(key: "size"), size == nil {
      throw StudyError(.test(.notSize(text)), column: invocation.column(key: "size"))
    }
    guard let preset = TestPreset.named(test) else { return }
    try checkCourse(of: preset, from: invocation)
    try checkProcedure(of: preset, from: invocation)
    try check(for: preset, from: invocation)
  }

  /// Parses the settings of some keys, without checking whether a test accepts them.
  public init(_ keys: [Key], from invocation: Invocation) throws(StudyError) {
    self.init()
    for key in keys {
      if let text = invocation.text(key: key.syntax.name) { key.set(&self, text) }
    }
    if let text = invocation.text(key: "hold"), hold == nil { holds = Self.holds(text) }
    if let text = invocation.text(key: "until"), PracticeCriterion(text) == nil {
      throw StudyError(.test(.notCriterion(text)), column: invocation.column(key: "until"))
    }
    // An invalid deviation is refused here, with its limits.
    _ = try invocation.decimals(key: "sd", [ProcedureSettings.deviations])
  }

  /// Throws for the first argument that a test with predefined steps doesn't accept.
  public func checkCourse(
    of preset: TestPreset, from invocation: Invocation
  ) throws(StudyError) {
    let trainingCount = preset.course.trainingCount
    guard trainingCount > 0 else { return }
    let names = Self.courseKeys.map(\.syntax.name)
    try invocation.refuse(practice == trainingCount ? Array(names.dropFirst()) : names) {
      .key($0, test: preset.name)
    }
  }

  /// Throws for the first argument that the test doesn't accept.
  private func check(
    for preset: TestPreset, from invocation: Invocation
  ) throws(StudyError) {
    if let until, practice < until.window {
      throw StudyError(.test(.shortPractice(until: until)), column: invocation.column(key: "until"))
    }
    guard !preset.isPlain else { return try checkPlain(preset, from: invocation) }
    let press: [String] = preset.plan.rule.hold == nil ? ["press"] : []
    try invocation.refuse(Self.plainParameters.map(\.name) + press) {
      .key($0, test: preset.name)
    }
    if let counts = preset.counts {
      let count = count ?? preset.plan.count
      guard counts.contains(count) else {
        throw StudyError(
          .test(.count(count, test: preset.name, allowed: counts)),
          column: invocation.column(key: "count"))
      }
    }
    guard !preset.ranges.isEmpty else {
      return try invocation.refuse(["numerals", "adjacent", "mask"]) {
        .key($0, test: preset.name)
      }
    }
    if let numerals, !preset.ranges.contains(numerals) {
      throw StudyError(
        .test(.rangeOfTest(numerals, test: preset.name, allowed: preset.ranges)),
        column: invocation.column(key: "numerals"))
    }
  }

  /// Throws if the settings of the test of plain rounds contradict each other.
  private func checkPlain(
    _ preset: TestPreset, from invocation: Invocation
  ) throws(StudyError) {
    _ = try StudyError.checking(
      at: invocation.column(key: "hold") ?? invocation.column(key: "press"),
      preset.plainRule(self))
    let column =
      invocation.column(key: "count") ?? invocation.column(key: "numerals")
      ?? invocation.column(key: "size")
    try StudyError.checking(at: column, preset.checkBoard(self))
  }

  /// Throws for the first argument that an adaptive test doesn't accept, or that only adaptive
  /// tests accept.
  public func checkProcedure(
    of preset: TestPreset, from invocation: Invocation
  ) throws(StudyError) {
    guard preset.isProcedure else {
      return try invocation.refuse(Self.procedureParameters.map(\.name)) {
        .key($0, test: preset.name)
      }
    }
    let method = procedure.method ?? .quest
    try invocation.refuse(preset.surplusKeys(of: method)) {
      .keyOfMethod($0, test: preset.name, method)
    }
    do { try preset.checkProcedure(self) } catch {
      throw StudyError(
        .test(.procedure(error, test: preset.name)),
        column: invocation.column(key: "start") ?? invocation.column(key: "count"))
    }
  }
}

extension TestSettings.KeySyntax {
  /// The command parameter for the key.
  fileprivate var parameter: Parameter {
    switch values {
    case .text: .key(name, .text, placeholder)
    case .number(let limits): .key(name, .number(limits), placeholder)
    case .choice(let words): .key(name, .choice(words), placeholder)
    }
  }
}

extension Invocation {
  /// Returns the range given by `numerals=`; `nil` without that key.
  public func numeralRange() throws(StudyError) -> NumeralRange? {
    guard let text = text(key: "numerals") else { return nil }
    let column = column(key: "numerals")
    guard let ends = NumeralRange.ends(of: text) else {
      throw StudyError(.test(.notRange(text)), column: column)
    }
    return try StudyError.checking(at: column, NumeralRange(low: ends.low, high: ends.high))
  }

  /// Returns the seed given by `seed=`; `nil` without that key.
  public func sessionSeed() throws(StudyError) -> SessionSeed? {
    guard let text = text(key: "seed") else { return nil }
    return try StudyError.checking(at: column(key: "seed"), SessionSeed(text))
  }

  /// Returns the comma-separated numbers of each occurrence of a key.
  ///
  /// The last numbers of a list may be missing. Throws `notDecimals` for any other text.
  public func decimals(
    key: String, _ limits: [ClosedRange<Double>]
  ) throws(StudyError) -> [[Double]] {
    var found: [[Double]] = []
    for text in texts(key: key) {
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let numbers = zip(parts, limits).compactMap { part, limits in
        Double(part).flatMap { limits.contains($0) ? $0 : nil }
      }
      guard numbers.count == parts.count else {
        throw StudyError(
          .test(.notDecimals(key: "\(key)", limits: limits, text: text)), column: column(key: key))
      }
      found.append(numbers)
    }
    return found
  }

  fileprivate func refuse(
    _ keys: [String], _ reason: (String) -> TestMistake
  ) throws(StudyError) {
    for key in keys {
      if let column = column(key: key) {
        throw StudyError(.test(reason("\(key)")), column: column)
      }
    }
  }
}
