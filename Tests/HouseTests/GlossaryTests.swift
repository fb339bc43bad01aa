import Testing

/// The glossary: words that stand for no term and so may not be part of a declared name.
struct GlossaryTests {
  /// The targets and test targets whose names are checked.
  private static let checkedTargets: Set = [
    "Analysis", "AnalysisTests", "Archive", "Benchmarks", "Characters", "CharactersTests",
    "ChimpApplicationTests", "Events", "Examiner", "ExaminerTests", "Exchange", "FaultyFiles",
    "FileKills", "Game", "GameTests", "GlanceProbe", "HouseTests", "Lab", "LabCrowd", "LabTests",
    "LineFuzzer", "Models", "MutatedStores", "Observing", "ObservingDriver",
    "ObservingDriverProgram", "ObservingTests", "Operations", "Records", "RecordsDouble",
    "RecordsTests", "Science", "ScienceTests", "ShellTests", "Simulation", "StoreCrowd",
    "Studies", "SystemCalls", "Terminal", "TerminalTests", "TestSupport", "TranscriptDouble",
    "TranscriptDoubleProgram", "Transcripts", "TranscriptsTests", "Views", "Words", "chimp",
    "chimp-lab",
  ]

  /// The words in lower case, each with the terms to use instead.
  private static let excludedWords = [
    "settle": "commit", "gather": "batch, collect", "patience": "timeout", "bury": "terminate",
    "farewell": "exit, shutdown", "leftout": "skip, exclude", "learnseed": "resolve",
    "whoever": "the caller, the user", "somebody": "the caller, the user",
    "nobody": "no caller, no user",
  ]

  private static func problems(in source: String) -> [String] {
    DeclaredNames(in: source).names.flatMap { name in
      excludedWords.sorted { $0.key < $1.key }
        .filter { name.lowercased().contains($0.key) }
        .map { "\(name): not '\($0.key)' but \($0.value)" }
    }
  }

  @Test func `Declared names use the terms of the glossary`() {
    var problems: [String] = []
    var fileCount = 0
    for folder in ["Sources", "Tests"] {
      for target in HouseFiles.names(in: HouseFiles.root + "/" + folder)
      where Self.checkedTargets.contains(target) {
        for file in HouseFiles.swift(below: "\(HouseFiles.root)/\(folder)/\(target)") {
          fileCount += 1
          problems += Self.problems(in: HouseFiles.text(of: file)).map { "\(file): \($0)" }
        }
      }
    }
    #expect(problems == [])
    #expect(fileCount > 100)
  }

  @Test func `An excluded word is found in every kind of declaration, and only there`() {
    let source = """
      // A comment may say that somebody has settled.
      struct LeftOut { enum Patience { case none, buryAll(Int) } }
      let (gathered, text) = (nobody(), "farewell \\("whoever") settle")
      func learnSeed<Value>(of somebodyElse: Value, by isSettled: Bool = settle(1)) {}
      init(whoever farewellText: Int) { switch text { case .nobody: break } }
      @Test func `Somebody settles`() {}
      """
    #expect(
      Self.problems(in: source) == [
        "LeftOut: not 'leftout' but skip, exclude",
        "Patience: not 'patience' but timeout",
        "buryAll: not 'bury' but terminate",
        "gathered: not 'gather' but batch, collect",
        "learnSeed: not 'learnseed' but resolve",
        "somebodyElse: not 'somebody' but the caller, the user",
        "isSettled: not 'settle' but commit",
        "whoever: not 'whoever' but the caller, the user",
        "farewellText: not 'farewell' but exit, shutdown",
      ])
  }
}
