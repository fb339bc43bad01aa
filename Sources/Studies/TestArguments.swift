public import Examiner
public import Game
import Science
public import Shell

extension TestSettings {
  /// The `KEY=VALUE` parameters of the command `start TEST`.
  public static let parameters = keys.map(\.syntax.parameter)

  /// The parameters that only the test of plain rounds has.
  static var plainParameters: [Parameter] { plainKeys.map(\.syntax.parameter) }

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
      throw StudyError(
        "size= takes a size such as 8x5, not \"\(text)\"", "size= は 8x5 のように書いてください: \(text)",
        column: invocation.column(key: "size"))
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
      throw StudyError(
        "until= takes a number such as 3 or a share such as 80%/10, not \"\(text)\"",
        "until= は 3 のような数か 80%/10 のような割合です: \(text)",
        column: invocation.column(key: "until"))
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
    try invocation.refuse(
      practice == trainingCount ? Array(names.dropFirst()) : names, of: preset)
  }

  /// Throws for the first argument that the test doesn't accept.
  private func check(
    for preset: TestPreset, from invocation: Invocation
  ) throws(StudyError) {
    if let until, practice < until.window {
      throw StudyError(
        "until=\(until) needs practice=\(until.window) or more",
        "until=\(until) には practice=\(until.window) 以上が必要です",
        column: invocation.column(key: "until"))
    }
    guard !preset.isPlain else { return try checkPlain(preset, from: invocation) }
    let press: [String] = preset.plan.rule.hold == nil ? ["press"] : []
    try invocation.refuse(Self.plainParameters.map(\.name) + press, of: preset)
    if let counts = preset.counts {
      let count = count ?? preset.plan.count
      guard counts.contains(count) else {
        throw StudyError.count(
          count, of: preset.name, allowed: counts, column: invocation.column(key: "count"))
      }
    }
    guard !preset.ranges.isEmpty else {
      return try invocation.refuse(["numerals", "adjacent", "mask"], of: preset)
    }
    if let numerals, !preset.ranges.contains(numerals) {
      let ranges = preset.ranges.map { "\($0.low)..\($0.high)" }
      let given = "\(numerals.low)..\(numerals.high)"
      throw StudyError(
        "\(preset.name) draws from \(StudyError.alternatives(ranges)), not from \(given)",
        "\(preset.name) の数字は \(ranges.joined(separator: " か ")) から選びます: \(given)",
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
      return try invocation.refuse(Self.procedureParameters.map(\.name), of: preset)
    }
    let method = procedure.method ?? .quest
    for key in preset.surplusKeys(of: method) {
      guard let column = invocation.column(key: key) else { continue }
      throw StudyError(
        "\(preset.name) takes no \(key)= with method=\(method.rawValue)",
        "\(preset.name) の method=\(method.rawValue) に \(key)= は付けられません", column: column)
    }
    do { try preset.checkProcedure(self) } catch {
      let words = Self.words(for: error, of: preset.name)
      throw StudyError(
        words.english, words.japanese,
        column: invocation.column(key: "start") ?? invocation.column(key: "count"))
    }
  }

  /// Returns the sentence about an adaptive test that can't be played with its settings.
  private static func words(for error: ScienceError, of test: String) -> Text {
    switch error {
    case .impossible(.numeralCount):
      Text("\(test) shows 2 to 20 numerals", "\(test) の個数は2から20です")
    case .impossible(.hold):
      Text("\(test) holds for 50 to 2000 ms", "\(test) の提示は50から2000ミリ秒です")
    case .impossible(.parameter):
      Text(
        "\(test) takes a down= of 1 to 3 and a step= of 1 to 18",
        "\(test) の down= は1から3、step= は1から18です")
    default: Text(error.words(in: .english), error.words(in: .japanese))
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
      throw StudyError(
        "numerals= takes a range such as 1..9, not \"\(text)\"",
        "numerals= は 1..9 のような範囲で書いてください: \(text)", column: column)
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
  /// The last numbers of a list may be missing. Throws for any other text.
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
        let ranges = limits.map { "\($0.lowerBound.short)..\($0.upperBound.short)" }
          .joined(separator: ",")
        throw StudyError(
          "\(key) takes \(limits.count == 1 ? "a number" : "numbers") of \(ranges), "
            + "not \"\(text)\"", "\(key) は \(ranges) の数です: \(text)", column: column(key: key))
      }
      found.append(numbers)
    }
    return found
  }

  /// Throws for the first of these keys that is given, because a test does not take it.
  fileprivate func refuse(_ keys: [String], of test: TestPreset) throws(StudyError) {
    for key in keys {
      guard let column = column(key: key) else { continue }
      throw StudyError(
        "\(test.name) takes no \(key)=, only \(test.keyNames.joined(separator: ", "))",
        "\(test.name) に \(key)= は付けられません。使えるのは "
          + "\(test.keyNames.joined(separator: "、")) です", column: column)
    }
  }
}
