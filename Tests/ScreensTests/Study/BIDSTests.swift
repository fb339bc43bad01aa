import TestSupport
import Testing

/// Tests of an export as a dataset in the Brain Imaging Data Structure.
struct BIDSTests {
  private let folder = TemporaryFolder()

  /// Plays two rounds, exports the dataset and returns the message of the export.
  private func export() -> String {
    let commands = [
      "set participant A-1", "start 2x1:1,1;2,1", "wait 160", "press 1 1", "wait 160", "press 2 1",
      "set participant A1", "start inoue-650 trials=1 seed=fig", "give-up",
      "export \(folder.path)/data format=bids",
    ]
    return run(commands.flatMap { ["-c", $0] }).output.split(separator: "\n").map(String.init)
      .first { $0.hasPrefix("exported") || $0.hasPrefix("error") } ?? ""
  }

  /// Returns the cells of a table in the exported dataset, row by row.
  private func lines(_ name: String) -> [[Substring]] {
    TemporaryFolder.text(at: "\(folder.path)/data/\(name)").split(separator: "\n")
      .map { $0.split(separator: "\t") }
  }

  @Test func `Each participant, session and test has a table in seconds`() {
    #expect(
      export() == "exported 2 trials of 2 participants to 8 files in \"\(folder.path)/data\"")
    let free = lines("sub-A1x21/ses-01/beh/sub-A1x21_ses-01_task-free_beh.tsv")
    #expect(free.map(\.count) == Array(repeating: free[0].count, count: 3))
    func values(_ column: String, _ table: [[Substring]]) -> [Substring] {
      table[0].firstIndex { $0 == column }.map { index in table.dropFirst().map { $0[index] } }
        ?? []
    }
    #expect(values("press_time", free) == ["0.160", "0.320"])
    #expect(values("press_line_latency", free) == ["0.160", "0.160"])
    #expect(values("press_masked", free) == ["0", "1"])
    #expect(values("outcome", free) == ["passed", "passed"])
    #expect(values("test", free) == ["n/a", "n/a"])
    let test = lines("sub-A1/ses-01/beh/sub-A1_ses-01_task-inoue650_beh.tsv")
    #expect(values("requested_hold", test) == ["0.650"])
    #expect(values("press_index", test) == ["n/a"])
    #expect(
      lines("participants.tsv") == [
        ["participant_id", "code", "study_order", "simulated"],
        ["sub-A1x21", "A-1", "n/a", "0"], ["sub-A1", "A1", "n/a", "0"],
      ])
    #expect(
      export() == "error: can't write \"\(folder.path)/data\": file exists")
    #expect(folder.files == ["data"])
  }

  @Test func `The sessions of each participant have the answers, and what they answer`() {
    let file = folder.file(
      "lab.study",
      """
      @ chimp-study 1
      name lab
      participants 9
      sessions 2 gap=1m
      question age integer 18..99 "How old?"
      question hand choice right,left "Which hand?"
      question remarks text "Anything?" optional
      condition short hold=50 count=2 size=2x1 numerals=1..2 trials=1
      """)
    let block = ["next", "wait 50", "wait 200", "1 1 2 1", "wait 90000"]
    let lines =
      ["study check \(file)", "enrol P1", "next", "answer 30", "answer left", "answer"] + block
      + block
      + ["enrol P2", "next", "answer 40", "answer right", "answer later"] + block
      + ["export \(folder.path)/data format=bids"]
    #expect(
      run(lines.flatMap { ["-c", $0] }).output.hasSuffix(
        "exported 3 trials of 2 participants to 14 files in \"\(folder.path)/data\"\n"))
    let sessions = self.lines("sub-P1/sub-P1_sessions.tsv")
    #expect(sessions.map { $0.first } == ["session_id", "ses-01", "ses-02"])
    #expect(
      sessions.map { $0[2...] } == [
        ["simulated", "age", "hand", "remarks"], ["0", "30", "left", "n/a"],
        ["0", "30", "left", "n/a"],
      ])
    #expect(
      self.lines("sub-P2/sub-P2_sessions.tsv").map { $0[2...] }.last == [
        "0", "40", "right", "later",
      ])
    #expect(
      TemporaryFolder.text(at: "\(folder.path)/data/sub-P2/sub-P2_sessions.json")
        == #"{"session_id": {"Description": "identifier of the session, "#
        + #"and the name of its folder"}, "#
        + #""acq_time": {"Description": "onset of the first trial of the session (UTC)"}, "#
        + #""simulated": {"Description": "1 if a model played, 0 if a person or a script", "#
        + #""Levels": {"0": "a person or a script", "1": "a model"}}, "#
        + #""age": {"Description": "How old?"}, "hand": {"Description": "Which hand?", "#
        + #""Levels": {"right": "right", "left": "left"}}, "#
        + #""remarks": {"Description": "Anything?"}}"# + "\n")
  }

  @Test func `Each session has the answers after its own blocks, and no others`() {
    let file = folder.file(
      "calm.study",
      """
      @ chimp-study 1
      name calm
      participants 9
      sessions 2 gap=1m
      question age integer 18..99 "How old?"
      question calm integer 1..9 "How calm?" after=block
      condition a count=1 size=1x1 trials=1
      condition b count=1 size=1x1 trials=1
      question last text "Anything?" at=end
      """)
    let blocks = (1...4).flatMap { ["next", "1 1", "answer \($0)", "wait 90000"] }
    let lines =
      ["study check \(file)", "enrol P1", "next", "answer 30"] + blocks
      + ["answer no", "export \(folder.path)/data format=bids"]
    _ = run(lines.flatMap { ["-c", $0] })
    #expect(
      self.lines("sub-P1/sub-P1_sessions.tsv").map { $0[3...] } == [
        ["age", "calm_block1", "calm_block2", "calm_block3", "calm_block4", "last"],
        ["30", "1", "2", "n/a", "n/a", "no"], ["30", "n/a", "n/a", "3", "4", "no"],
      ])
    #expect(
      self.lines("participants.tsv").map { $0[4...] } == [
        ["age", "calm_block1", "calm_block2", "calm_block3", "calm_block4", "last"],
        ["30", "1", "2", "3", "4", "no"],
      ])
  }

  @Test func `A task is described by what is done in it, and by the pages that are read before it`()
  {
    let file = folder.file(
      "pages.study",
      """
      @ chimp-study 1
      name pages
      participants 9
      condition short hold=50 count=2 size=2x1 numerals=1..2 trials=1
      condition long inoue-650 trials=1
      page start
      | Numerals are shown.
      | Press them in order.
      page short
      | Only "two" numerals.
      page end
      | Thank you.
      """)
    let lines = [
      "study check \(file)", "enrol P1", "next", "next", "next", "wait 50", "wait 200", "1 1 2 1",
      "next", "wait 700", "give-up", "export \(folder.path)/data format=bids",
    ]
    _ = run(lines.flatMap { ["-c", $0] })
    /// Returns what a test's JSON file has before its columns.
    func task(_ name: String) -> String? {
      let path = "data/sub-P1/ses-01/beh/sub-P1_ses-01_task-\(name)_beh.json"
      return TemporaryFolder.text(at: "\(folder.path)/\(path)")
        .split(separator: #", "trial_id": {"#).first.map(String.init)
    }
    #expect(
      task("plain")
        == #"{"TaskName": "plain", "TaskDescription": "Numerals on a board are masked, "#
        + #"and their cells are pressed in ascending order of the numerals. "#
        + #"The columns have the rule of each trial.", "#
        + #""Instructions": "Numerals are shown.\nPress them in order.\n\nOnly \"two\" numerals.""#)
    #expect(
      task("inoue650") == #"{"TaskName": "inoue-650", "TaskDescription": "Numerals on a board "#
        + #"are masked after 650 ms, and their cells are pressed in ascending order "#
        + #"of the numerals.", "Instructions": "Numerals are shown.\nPress them in order.""#)
  }

  /// Plays a trial after an answer of one's own words.
  private func answer(_ text: String, _ export: String) {
    let file = folder.file(
      "words.study",
      """
      @ chimp-study 1
      name words
      participants 9
      groups stress control
      question age integer 18..99 "How old?"
      question remarks text "Anything?"
      condition short hold=50 count=2 size=2x1 numerals=1..2 trials=1
      """)
    let lines = [
      "study check \(file)", "enrol P1 group=control", "next P1", "answer 30",
      "answer \"\(text)\"", "next", "wait 50", "wait 200", "1 1 2 1", export,
    ]
    _ = run(lines.flatMap { ["-c", $0] })
  }

  @Test(arguments: [
    ("n/a", "'n/a"), ("N/A", "'N/A"), ("n/a?", "n/a?"), ("=1+1", "'=1+1"), ("+1", "'+1"),
    ("@here", "'@here"), ("'so", "''so"), ("none", "none"), ("1+1=2", "1+1=2"),
  ])
  func `An answer is exported neither as a missing value nor as a formula`(
    _ text: String, _ cell: Substring
  ) {
    answer(text, "export \(folder.path)/data format=bids")
    #expect(
      lines("sub-P1/sub-P1_sessions.tsv").map { $0.suffix(2) } == [
        ["age", "remarks"], ["30", cell],
      ])
  }

  @Test func `The file of presses with their trials has the group and the answers`() throws {
    answer("none", "export \(folder.path)/words.csv")
    let rows = TemporaryFolder.text(at: "\(folder.path)/words-long.csv")
      .split(whereSeparator: \.isNewline)
      .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let names = try #require(rows.first)
    let index = try #require(names.firstIndex(of: "group"))
    // Counted from the end, because a board in quotes has commas.
    #expect(
      rows.map { $0.suffix(names.count - index).prefix(3) } == [
        ["group", "age", "remarks"], ["control", "30", "none"], ["control", "30", "none"],
      ])
  }

  @Test func `A store without trials makes a dataset without a table of participants`() {
    #expect(
      run(["-c", "export \(folder.path)/none format=bids"]).output
        == "exported 0 trials of 0 participants to 2 files in \"\(folder.path)/none\"\n")
  }
}
