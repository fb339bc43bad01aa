import TestSupport
import Testing

/// Tests of `study preregister` and `study deviations`.
struct PreregistrationTests {
  private let folder = TemporaryFolder()

  private static let study = """
    @ chimp-study 1
    name tiny
    participants 4
    groups a b assign=2:1
    order random
    sessions 2 gap=90m stale=1d
    question age integer 18..99 "How old?"
    condition brief hold=200 count=2 size=3x1 numerals=1..3 trials=2
    condition level span
    exclude participant age above 65
    show conditions
    """

  /// Writes the design of a study, and returns its lines without the hash and the date.
  private func design(of study: String, after: [String] = []) -> [String] {
    let file = folder.file("own.study", study)
    let lines =
      ["study check \(file)"] + after + [
        "study preregister \(folder.path)/design.md --force runs=4"
      ]
    _ = run(lines.flatMap { ["-c", $0] })
    let text = TemporaryFolder.text(at: "\(folder.path)/design.md")
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .filter { !$0.hasPrefix("Study hash: ") && !$0.hasPrefix("Date: ") }
  }

  /// Returns the lines of a section.
  private func section(_ title: String, of lines: [String]) -> [String] {
    guard let start = lines.firstIndex(of: "## \(title)") else { return [] }
    return Array(lines[(start + 2)...].prefix { !$0.hasPrefix("## ") }.filter { !$0.isEmpty })
  }

  @Test func `The sections follow the forms, and the study file is the last one`() {
    let lines = design(of: Self.study)
    #expect(
      lines.filter { $0.hasPrefix("#") } == [
        "# Preregistration: tiny", "## Study information", "## Design plan", "## Sampling plan",
        "## Variables", "## Analysis plan", "## Other", "## The study file",
      ])
    #expect(
      section("The study file", of: lines)
        == Self.study.split(separator: "\n").map { "    " + $0 })
    for number in 1...8 {
      #expect(lines.contains { $0.contains("(\(number)") || $0.contains(", \(number))") })
    }
  }

  @Test func `The design is told as the file declares it`() {
    #expect(
      section("Design plan", of: design(of: Self.study)) == [
        "Study type: experiment. Each participant plays all conditions; groups differ between "
          + "participants.",
        "Blinding: a closed session shows names of conditions.", "Conditions (4):",
        "- brief: plain, 2 numerals out of 1..3 on 3x1, shown for 200 ms, 2 trials "
          + "(trials=2 count=2 numerals=1..3 hold=200 size=3x1)",
        "- level: span, 3 numerals on 8x5, as many trials as its results ask for",
        "Groups (4): a, b; assigned: by chance in permuted blocks, with the weights 2:1",
        "Orders: each participant has a random one of 2.",
        "Boards: all participants have the same.", "Sessions: 2, at least 1 h 30 min apart.",
      ])
  }

  @Test func `A question is told with the moment at which it is asked`() {
    let questions = """
      question sure integer 1..9 "How sure?" after=trial
      question calm integer 1..9 "How calm?" after=block
      question last text "Anything else?" at=end
      question why text "Why so calm?" after=block if calm=9

      """
    let lines = section("Variables", of: design(of: Self.study + "\n" + questions))
    #expect(
      lines.filter { $0.contains("?") } == [
        "- age: How old? (18 to 99), before the first block",
        "- sure: How sure? (1 to 9), after each trial",
        "- calm: How calm? (1 to 9), after each block",
        "- last: Anything else?, after the last block",
        "- why: Why so calm?, after each block, only if calm=9",
      ])
  }

  @Test func `Practice, breaks and consent are told, and what the power does not have`() {
    let lines = design(
      of: """
        @ chimp-study 1
        name whole
        participants 3
        consent agree
        | I agree.
        break 2
        practice practice=9 until=80%/5 fail=stop
        condition glance hold=200,800 count=3 trials=6
        primary accuracy glance 800 against 200
        """)
    let design = section("Design plan", of: lines)
    #expect(
      design.suffix(3) == [
        "Practice: plain, until 80 % of the last 5 are passed, at most 9 trials; who fails it, "
          + "ends there.",
        "Breaks: after each 2 trials of a block.",
        "Consent: asked before the first block; who does not agree, plays nothing.",
      ])
    #expect(
      section("Sampling plan", of: lines).suffix(2) == [
        "- primary outcome, accuracy, glance 800 - glance 200: with 3 participants, power is 0.80 "
          + "for a difference of d_z = 3.26",
        "- each at alpha .05 without Holm's adjustment, of all trials without exclusions, as if "
          + "everybody passed the practice",
      ])
  }

  private static let pooled = """
    @ chimp-study 1
    name pooled
    participants 3
    boards paired
    condition five hold=200,800 count=5 trials=2
    condition six hold=200,800 count=6 trials=2
    primary accuracy five against six
    """

  @Test func `Conditions of other numerals have no boards in common, and pooled holds a power`() {
    let lines = design(of: Self.pooled)
    #expect(
      section("Design plan", of: lines).filter { $0.hasPrefix("Boards: ") } == [
        "Boards: all participants have the same; no board comes again in another condition, because "
          + "their numerals or sizes differ."
      ])
    #expect(
      section("Sampling plan", of: lines).suffix(2) == [
        "- primary outcome, accuracy, five - six: with 3 participants, power is 0.80 for a "
          + "difference of d_z = 3.26",
        "- each at alpha .05 without Holm's adjustment, of all trials without exclusions",
      ])
    let pairs = section("Sampling plan", of: lines).filter { $0.contains(": power ") }
      .compactMap { $0.split(separator: ":").first }
    #expect(
      pairs == [
        "- five 800 - five 200", "- six 200 - five 200", "- six 200 - five 800",
        "- six 800 - five 200", "- six 800 - five 800", "- six 800 - six 200", "- five - six",
      ])
  }

  @Test func `The conditions that share their boards are named, and so is a missing power`() {
    let more = "\ncondition seven hold=200 count=6 trials=2"
    let lines = design(
      of: Self.pooled.replacing("accuracy", with: "first-press") + more,
      after: ["set language ja"])
    #expect(
      section("計画", of: lines).filter { $0.hasPrefix("盤: ") } == [
        "盤: 全員が、セッションの次の条件でも同じ盤（six, seven）。"
      ])
    #expect(
      section("標本", of: lines).last
        == "- どれも α .05、Holm の調整も除外もなく、全試行で。主要評価項目の時間のシミュレーションはありません")
    #expect(
      section("Design plan", of: design(of: Self.pooled + more)).filter {
        $0.hasPrefix("Boards: ")
      } == [
        "Boards: all participants have the same, and so have these conditions of a session (six, "
          + "seven)."
      ])
  }

  @Test func `Each hold that a condition mixes is told, and has its power`() {
    let lines = design(
      of: """
        @ chimp-study 1
        name mixed
        participants 3
        condition glance hold=200,800 count=3 trials=6
        """)
    let settings = "(trials=6 count=3 holds=200,800)"
    #expect(
      section("Design plan", of: lines).filter { $0.hasPrefix("- ") } == [
        "- glance 200: plain, 3 numerals on 8x5, shown for 200 ms, 3 trials, mixed with the other "
          + "holds \(settings)",
        "- glance 800: plain, 3 numerals on 8x5, shown for 800 ms, 3 trials, mixed with the other "
          + "holds \(settings)",
      ])
    let sampling = section("Sampling plan", of: lines)
    #expect(sampling.contains { $0.hasPrefix("- glance 800 - glance 200: power ") })
    #expect(
      sampling.contains("- 4 runs like students, seed 1: paired t, alpha 0.05 for each pair"))
  }

  @Test(arguments: [
    (
      "primary accuracy brief against level", "brief and level differ in accuracy",
      "accuracy, brief - level, by the t test of the participants' differences"
    ),
    (
      "primary first-press a against b", "a and b differ in first press",
      "first press, a - b, by Welch's test of the participants' means"
    ),
  ])
  func `A primary outcome is the hypothesis and the primary analysis`(
    _ line: String, _ hypothesis: String, _ analysis: String
  ) {
    let lines = design(of: Self.study + "\n" + line)
    #expect(section("Study information", of: lines).last == "Hypothesis (2): \(hypothesis)")
    #expect(
      section("Analysis plan", of: lines).first
        == "Primary analysis (5): \(analysis), which is not adjusted.")
    #expect(
      section("Analysis plan", of: design(of: Self.study + "\nseed x")).first
        == "Primary analysis (5): none is declared.")
  }

  @Test func `What the store has already is told, and why there is no power`() {
    let played = [
      "enrol P1", "next", "answer 20", "next", "wait 200", "wait 200", "press 1 1", "press 2 1",
      "stop",
    ]
    #expect(
      section("Sampling plan", of: design(of: Self.study, after: played)) == [
        "Existing data (1): 1 participant and 1 trial when this was written.",
        "Sample size (7): 4 participants.",
        "Stopping rule (7): no store enrols anybody beyond this number, which several stations share "
          + "only by the lists of a split; no interim test is planned.",
        "Rationale, the simulated power of this design:",
        "- none: level has no fixed number of trials of one size",
      ])
    let looked = played + ["export \(folder.path)/data.csv", "reliability"]
    #expect(
      section("Sampling plan", of: design(of: Self.study, after: looked)).first
        == "Existing data (1): 1 participant and 1 trial when this was written. They were looked at "
        + "before, in 2 ways: \"study deviations\" lists them.")
  }

  @Test func `The power of groups is that of people who differ as it is said`() {
    let study = """
      @ chimp-study 1
      name own
      participants 20
      groups stress control
      primary accuracy stress against control
      condition brief hold=200 trials=10
      """
    let file = folder.file("own.study", study)
    let path = "\(folder.path)/design.md"
    _ = run([
      "-c", "study check \(file)", "-c",
      "study preregister \(path) runs=20 capacity=4 capacity=7 seed=a",
    ])
    let text = TemporaryFolder.text(at: path)
    #expect(text.contains("\n- stress: capacity 4\n- control: capacity 7\n"))
    #expect(text.contains("\n- control - stress: power "))
    #expect(
      text.contains(
        "\n- primary outcome, accuracy, stress - control: with 10 and 10 participants, power is 0.80 "
          + "for a difference of d = 1.32\n"))
  }

  @Test func `A file is replaced only if that is meant`() {
    _ = design(of: Self.study)
    let before = TemporaryFolder.text(at: "\(folder.path)/design.md")
    let refused = run(
      ["-c", "study check \(folder.path)/own.study"] + [
        "-c", "study preregister \(folder.path)/design.md",
      ])
    #expect(refused.output.hasSuffix("exists already (--force replaces it)\n"))
    #expect(TemporaryFolder.text(at: "\(folder.path)/design.md") == before)
  }

  @Test(arguments: [
    "@ chimp-study 1\nname other\n", "@ chimp-study 2\r\n", "\u{feff}@ chimp-study 1\n",
  ])
  func `A study file is never replaced by a design`(_ text: String) {
    _ = design(of: Self.study)
    let file = folder.file("other.study", text)
    for force in ["", " --force"] {
      let refused = run(
        ["-c", "study check \(folder.path)/own.study", "-c", "study preregister \(file)\(force)"])
      #expect(
        refused.output.split(separator: "\n").last.map(String.init)
          == "error: \"\(file)\" is a study file and stays as it is: FILE is the text to write, about "
          + "the study that was checked last")
    }
    #expect(TemporaryFolder.text(at: file) == text)
  }

  /// Makes the exported trials of a script those of a person at a terminal whose window had these
  /// sizes.
  private func playInWindows(_ windows: [String], _ folder: TemporaryFolder) {
    var lines = TemporaryFolder.text(at: folder.path + "/data.csv").split(separator: "\r\n").map {
      $0.replacing("1x1:1,1", with: "BOARD").split(
        separator: ",", omittingEmptySubsequences: false
      ).map(String.init)
    }
    let column = lines[0].firstIndex(of: "window") ?? 0
    for (index, window) in windows.enumerated() { lines[index + 1][column] = window }
    let trials = lines.map { $0.joined(separator: ",") + "\r\n" }.joined()
      .replacing("BOARD", with: "1x1:1,1")
    let sessions = TemporaryFolder.text(at: folder.path + "/data-sessions.csv")
    for (name, text) in [("data.csv", trials), ("data-sessions.csv", sessions)] {
      _ = folder.file(name, text.replacing(",script,virtual,", with: ",person,real,"))
    }
  }

  @Test func `Trials in too small a window are counted among the deviations, without codes`() {
    let folder = TemporaryFolder(isInMemory: true)
    let file = folder.file(
      "window.study",
      """
      @ chimp-study 1
      name windows
      participants 1
      seed x
      require window=80x24
      condition a count=1 size=1x1 trials=4
      """)
    let player = ScriptedSession(folder.path + "/played", process: "one")
    player.play("study check \(file)", "enrol P1", "next")
    for _ in 1...4 { player.play("wait 600", "1 1", "wait 32") }
    player.play("export \(folder.path)/data.csv")
    player.quit()
    playInWindows(["80x24", "80x24;350 60x20", "100x23", "79x40;90 80x40;200 70x40"], folder)
    let output = run([
      "--store", folder.path + "/store", "-c", "study check \(file)", "-c", "enrol P1",
      "-c", "import \(folder.path)/data.csv", "-c", "study deviations",
    ]).output
    #expect(
      output.split(separator: "\n").suffix(2) == [
        "windows 7faa63fc3e8380fa: otherwise than the file says",
        "window too small: 3 trials of 1 participant, smaller than 80x24",
      ], "\(output)")
  }

  @Test func `A contrast of conditions with several holds is none of the study's`() {
    let file = folder.file(
      "mixed.study",
      """
      @ chimp-study 1
      name mixed
      participants 3
      condition glance hold=200,800 count=3 trials=6
      condition still count=3 trials=6
      condition free count=3 trials=6
      primary accuracy glance against free
      """)
    let lines = [
      "study check \(file)", "enrol P1", "compare glance still by=condition",
      "compare free glance by=condition",
      "compare \"glance 200\" \"glance 800\" by=condition", "reliability", "study deviations",
    ]
    let output = run(["--store", folder.path + "/store"] + lines.flatMap { ["-c", $0] }).output
    #expect(
      output.split(separator: "\n").filter { $0.hasPrefix("analyses") }
        == ["analyses beyond the plan: compare glance still by=condition"])
  }
}
