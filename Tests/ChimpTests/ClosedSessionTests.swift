import Glibc
import TestSupport
import Testing

/// Tests of a participant in a closed session: pages, answers and presses.
///
/// Only the word that the study file sets ends it.
struct ClosedSessionTests {
  private static let study = """
    @ chimp-study 1
    name lab
    participants 9
    consent agree
    | You may stop at any time.
    consent doui ja
    | いつでもやめられます。
    question age integer 18..99 "How old are you?" ja="何歳ですか。"
    question hand choice right,left "Which hand?" ja="どちらの手ですか。" ja-choices=右,左
    question remarks text "Anything to add?" optional at=end
    condition pair count=2 size=2x1 numerals=1..2 trials=1
    LEAVE
    page start
    | Look at the numerals.
    page end
    | That was all.
    """

  /// Returns a simulated user in a closed session; the participant is enrolled first, unless a
  /// folder is given.
  private func start(
    folder: TemporaryFolder? = nil, leave: String = "leave secret",
    options: String = "--closed P07",
    columns: Int = 70, rows: Int = 14
  ) throws -> Player {
    let isNew = folder == nil
    let folder = folder ?? TemporaryFolder()
    let study = folder.path + "/lab.study"
    if isNew {
      let text = Self.study.split(separator: "LEAVE").joined(separator: leave)
      let file = fopen(study, "w")
      fputs(text, file)
      fclose(file)
    }
    let enrol =
      isNew
      ? "$CHIMP --store $HOME/s -c \"study check \(study)\" -c \"enrol P07\" > /dev/null; " : ""
    return try Player(
      columns: columns, rows: rows, folder: folder,
      through: enrol + "echo $$ > $HOME/process; exec $CHIMP --seed apple --clock virtual "
        + "--board plain --store $HOME/s " + options)
  }

  /// Returns the answers of the participant that the store contains.
  private func answers(_ folder: TemporaryFolder) -> String? {
    Database.value("SELECT answers FROM Enrolment", folder.path + "/s")
  }

  /// Returns the refusal of the block that the program started last has claimed.
  private func refusal(_ folder: TemporaryFolder) -> String {
    let process = folder.read(folder.path + "/process")?.split(separator: "\n").first ?? ""
    return "block 1 is running in another program (process \(process))"
  }

  /// Returns the screen of 14 rows that shows a page.
  private func screen(_ page: String) -> String {
    let count = page.split(separator: "\n", omittingEmptySubsequences: false).count
    return page + String(repeating: "\n", count: 13 - count) + "|"
  }

  @Test func `A participant is led from the first page to the last`() throws {
    let player = try start()
    // The way to refuse is shown in every window, even if it takes two rows.
    let page = """
      You may stop at any time.
      > _
      Type agree and press Enter to agree, or no and Enter: then nothing is
        kept.
      """
    player.wait { $0.text.contains(page) }
    player.type("yes\r")
    player.wait { $0.text.contains("\"yes\" is neither \"agree\" nor \"no\"") }
    player.type("agreed\u{7f}\u{7f}xx\u{15}agree\r")
    player.wait { $0.text.contains("How old are you?\n> _\nType your answer (18 to 99)") }
    player.type("17\r")
    player.wait { $0.text.contains("\"17\" is not an answer to \"How old are you?\": 18 to 99") }
    player.type("30\r")
    player.wait { $0.text.contains("Which hand?\n  1  right\n  2  left\n") }
    // No answer is chosen before a key chooses it.
    player.type("left\r\u{1b}[B")
    player.wait { $0.text.contains("Which hand?\n> 1  right\n  2  left\n") }
    player.type("\u{1b}[B\r")
    player.wait { $0.text.contains("Look at the numerals.\n\nPress Enter to go on.") }
    player.type("\r")
    player.wait { $0.text.contains("click, arrows and Enter, or column and row") }
    #expect(!player.screen.text.contains("chimp>"))
    #expect(player.screen.text.hasPrefix("          Block 1 of 1, trial 1 of 1\n"))
    player.type("1121")
    // The result and the name of the condition are for the experimenter.
    player.wait { $0.text.contains("This part is done, thank you. Press Enter to go on.") }
    #expect(player.screen.text.hasPrefix("          Block 1 of 1\n"))
    for word in ["Wilson", "chance", "pair", "plain"] {
      #expect(!player.screen.text.contains(word), "\(player.screen.text)")
    }
    player.type("\r")
    player.wait { $0.text.contains("Anything to add?") }
    player.type("a \"b\" c=d & x\r")
    player.wait { $0.text.contains("That was all.\n\nPlease call the experimenter.") }
    #expect(!player.screen.text.contains("Enter"))
    player.type("\r\rquit\rstart inoue-210\r\u{1b}\u{4}\u{1a}")
    player.type("\u{3}")
    player.wait { $0.text.contains("type the word and press Enter") }
    player.type("secret\r")
    #expect(player.awaitEnd() == 0)
    #expect(answers(player.folder) == "age=30\nhand=left\nremarks=a \"b\" c=d & x")
    #expect(player.folder.read(player.folder.historyPath) == nil)
    #expect(
      Database.value("SELECT group_concat(code) FROM Participant", player.folder.path + "/s")
        == "P07")
  }

  @Test func `A block is followed by its questions`() throws {
    let player = try start(
      leave: "question calm scale 1..7 \"not at all\" very \"How calm?\" after=block\n"
        + "question why text \"Why?\" after=block if calm=1\nleave secret")
    player.type("agree\r30\r1\r\r")
    player.wait { $0.text.contains("click, arrows and Enter, or column and row") }
    player.type("1121")
    player.wait { $0.text.contains("This part is done, thank you. Press Enter to go on.") }
    player.type("\r")
    player.wait {
      $0.text.contains(
        "How calm?\n> _\nType your answer (1 = not at all to 7 = very) and press Enter.")
    }
    player.type("8\r")
    player.wait { $0.text.contains("\"8\" is not an answer to \"How calm?\"") }
    player.type("1\r")
    player.wait { $0.text.contains("Why?\n> _\n") }
    player.type("noise\r")
    player.wait { $0.text.contains("Anything to add?") }
    player.type("\r")
    player.wait { $0.text.contains("That was all.\n\nPlease call the experimenter.") }
    #expect(answers(player.folder) == "age=30\nhand=right\ncalm.1=1\nwhy.1=noise\nremarks=")
  }

  @Test func `Practice that fails ends the session with the last page, as a whole study does`()
    throws
  {
    let player = try start(
      leave: "practice count=2 size=2x1 numerals=1..2 practice=1 until=1 fail=stop\n"
        + "leave secret")
    player.type("agree\r30\r1\r\r")
    player.wait { $0.text.contains("click, arrows and Enter, or column and row") }
    player.type("1121")
    player.wait { $0.text.contains("This part is done, thank you. Press Enter to go on.") }
    player.type("\r")
    player.wait { $0.text.contains("That was all.\n\nPlease call the experimenter.") }
    player.type("\r\r2111")
    #expect(!player.screen.text.contains("Anything to add?"))
    player.type("\u{3}")
    player.wait { $0.text.contains("type the word and press Enter") }
    player.type("secret\r")
    #expect(player.awaitEnd() == 0)
    #expect(!String(decoding: player.written, as: UTF8.self).contains("goal"))
    // The experimenter is told at the prompt.
    let told = FinishedRun([
      programPath, "--store", player.folder.path + "/s", "-c", "next P07", "-c", "study status",
    ])
    #expect(
      told.output.hasPrefix(
        "error: the study ends here for P07: the practice did not reach its goal\n"))
    #expect(
      told.output.contains(
        "P07  order 1: pair; 0 of 1 block done, 0 trials, ended by failed practice\n"))
  }

  @Test func `A study may show the results and the names of the conditions`() throws {
    let player = try start(leave: "show conditions results\nleave secret")
    player.type("agree\r30\r1\r\r")
    player.wait { $0.text.hasPrefix("          Block 1 of 1, condition pair, trial 1 of 1\n") }
    player.type("1121")
    player.wait { $0.text.contains("This part is done") && $0.text.contains("you passed 100 %") }
    #expect(player.screen.text.hasPrefix("          Block 1 of 1, condition pair\n"))
  }

  @Test func `The results that a study shows follow the answers about the block`() throws {
    let player = try start(
      leave: "show results\nquestion calm integer 1..9 \"How calm?\" after=block\nleave secret")
    player.type("agree\r30\r1\r\r")
    player.wait { $0.text.contains("click, arrows and Enter, or column and row") }
    player.type("1121")
    player.wait { $0.text.contains("This part is done") }
    #expect(!player.screen.text.contains("you passed"))
    player.type("\r")
    player.wait { $0.text.contains("How calm?\n> _\n") }
    #expect(!String(decoding: player.written, as: UTF8.self).contains("you passed"))
    player.type("4\r")
    player.wait { $0.text.contains("This part is done") && $0.text.contains("you passed 100 %") }
    player.type("\r")
    player.wait { $0.text.contains("Anything to add?") }
    #expect(answers(player.folder) == "age=30\nhand=right\ncalm.1=4")
  }

  @Test func `The word is asked for over masked numerals, and another one goes back`() throws {
    let player = try start()
    player.type("agree\r30\r1\r\r")
    player.wait { $0.text.contains("click, arrows and Enter, or column and row") }
    let board = player.screen.text
    player.type("\u{3}")
    player.wait { $0.text.contains("> _") && !$0.text.contains("click, arrows") }
    player.type("Secret\r")
    player.see(board)
    player.send(SIGINT)
    player.wait { $0.text.contains("> _") }
    player.type("11\r")
    player.see(board)
    player.send(SIGTSTP)
    player.type("\u{3}secret\r")
    #expect(player.awaitEnd() == 0)
    // The block continues with the same round.
    let again = try start(folder: player.folder)
    again.wait { $0.text.contains("click, arrows and Enter, or column and row") }
  }

  @Test func `Without a word two interrupts leave`() throws {
    let player = try start(leave: "# no word")
    player.wait { $0.text.contains("Type agree") }
    player.type("\u{3}")
    player.wait { $0.text.contains("Ctrl-C again leaves.") }
    player.type("\r")
    player.wait { $0.text.contains("Type agree") }
    player.type("\u{3}\u{3}")
    #expect(player.awaitEnd() == 0)
  }

  @Test func `A participant who does not agree is not stored`() throws {
    let player = try start()
    player.type("no\r")
    player.wait { $0.text.contains("nothing was kept\n\nThank you. Please call the experimenter.") }
    player.type("\u{3}secret\r")
    #expect(player.awaitEnd() == 0)
    #expect(answers(player.folder) == nil)
  }

  @Test func `A page that is longer than the window has several parts`() throws {
    let player = try start(rows: 9)
    player.wait { $0.text.contains("Type agree") }
    player.type("agree\r30\r1\r")
    player.wait { $0.text.contains("Look at the numerals.") }
    player.resize(columns: 12, rows: 10)
    player.wait { $0.text.contains("part 1 of") && !$0.text.contains("numerals.") }
    player.type("\r")
    player.wait { $0.text.contains("part 2 of") }
    player.type("\u{1b}[A")
    player.wait { $0.text.contains("part 1 of") }
  }

  @Test func `A session of the prompt is closed by a command, and is a prompt again afterwards`()
    throws
  {
    let player = try start(options: "--participant P07", rows: 16)
    player.wait { $0.text.contains("chimp> |") }
    player.type("\u{1b}")
    player.wait { !$0.text.contains("human-benchmark") }
    player.type("next P07 closed=yes\r")
    player.wait { $0.text.contains("Type agree") && !$0.text.contains("chimp>") }
    player.type("\u{3}secret\r")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("next P99 closed=yes\r")
    player.wait { $0.text.contains("P99 is not enrolled") }
  }

  @Test func `A participant who is not enrolled is told the shell's command that enrols`() throws {
    let player = try start(options: "--closed P02", columns: 100)
    #expect(player.awaitEnd() == 1 << 8)
    #expect(
      player.screen.text == Player.banner
        + "error: P02 is not enrolled (chimp -c \"enrol P02\" enrols, with the same --store)\n|")
  }

  @Test func `Without a study the shell's command that reads one is named`() throws {
    let player = try start(folder: TemporaryFolder(), options: "--closed P02", columns: 100)
    #expect(player.awaitEnd() == 1 << 8)
    #expect(
      player.screen.text == Player.banner + "error: no study yet "
        + "(chimp -c \"study check FILE\" reads one, with the same --store)\n|")
  }

  @Test func `A block that one closed session has begun or announced lets no other one begin`()
    throws
  {
    let first = try start()
    first.type("agree\r30\r1\r")
    first.see(screen("\n\nLook at the numerals.\n\nPress Enter to go on."))
    let error = "error: \(refusal(first.folder))\n"
    for (keys, heading) in [
      ("\r", "          Block 1 of 1, trial 1 of 1\n"),
      ("1121", "          Block 1 of 1\n"),
    ] {
      let second = try start(folder: first.folder)
      #expect(second.awaitEnd() == 1 << 8)
      #expect(second.screen.text == Player.banner + error + "|")
      first.type(keys)
      first.wait { $0.text.hasPrefix(heading) }
    }
    first.type("\u{3}secret\r")
    #expect(first.awaitEnd() == 0)
    #expect(Database.value("SELECT count(*) FROM Round", first.folder.path + "/s") == "1")
  }

  @Test func `Of two closed sessions one plays the block, and the other one waits on a page`()
    throws
  {
    let first = try start()
    first.type("agree\r30\r")
    first.wait { $0.text.contains("Which hand?") }
    let refused = refusal(first.folder)
    let second = try start(folder: first.folder)
    second.wait { $0.text.contains("Which hand?") }
    first.type("1\r")
    first.wait { $0.text.contains("Look at the numerals.") }
    second.type("1\r")
    let end = "\n\nPlease call the experimenter."
    second.see(screen("\n\n\(refused)\(end)\n\nEnter tries again."))
    first.type("\r1121")
    first.wait { $0.text.contains("This part is done, thank you. Press Enter to go on.") }
    for player in [second, first] {
      player.type("\r")
      player.wait { $0.text.contains("Anything to add?") }
    }
    first.type("\r")
    first.see(screen("\n\nThat was all.\(end)"))
    // Its status tells that one of the programs was refused something.
    for (player, status) in [(first, Int32(0)), (second, 1 << 8)] {
      player.type("\u{3}secret\r")
      #expect(player.awaitEnd() == status)
    }
    #expect(Database.value("SELECT count(*) FROM Round", first.folder.path + "/s") == "1")
  }

  @Test func `A consent that comes too late is no answer to the question that is open by then`()
    throws
  {
    let question = "question food text \"What did you eat?\" ja=\"何を食べましたか。\""
    let first = try start(leave: question + "\nleave secret")
    first.wait { $0.text.contains("Type agree") }
    let second = try start(folder: first.folder)
    second.wait { $0.text.contains("Type agree") }
    first.type("agree\r30\r1\r")
    let open = "What did you eat?\n> _\nType your answer and press Enter."
    first.see(screen("\n\n\(open)"))
    second.type("no\r")
    let reason = "not stored, because another program has gone on with the participant\n  meanwhile"
    second.see(screen("\n\(reason)\n\(open)"))
    #expect(answers(first.folder) == "age=30\nhand=right")
    let agreed = "SELECT count(*) FROM Enrolment WHERE dateConsented IS NOT NULL"
    #expect(Database.value(agreed, first.folder.path + "/s") == "1")
    first.type("fig\r")
    first.wait { $0.text.contains("Look at the numerals.") }
    #expect(answers(first.folder) == "age=30\nhand=right\nfood=fig")
  }

  @Test func `Enter on a page beside the menu begins no test`() throws {
    let player = try start(options: "--participant P07", rows: 16)
    player.wait { $0.text.contains("human-benchmark") }
    player.type("\u{1b}")
    player.wait { !$0.text.contains("human-benchmark") }
    player.type("next\r")
    player.wait { $0.text.contains("(\"answer agree\" agrees") }
    player.type("\r")
    player.type("study status\r")
    player.wait { $0.text.contains("P07  order 1: pair; 0 of 1 block done, 0 trials") }
    #expect(Database.value("SELECT count(*) FROM Round", player.folder.path + "/s") == "0")
  }
}
