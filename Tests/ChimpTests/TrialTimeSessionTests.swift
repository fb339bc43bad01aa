import TestSupport
import Testing

/// Tests of the times before and between trials on a real clock.
struct TrialTimeSessionTests {
  /// Returns a simulated participant in a closed session of two trials on a real clock.
  private func start(_ settings: String) throws -> Player {
    let folder = TemporaryFolder()
    let study = folder.file(
      "lab.study",
      """
      @ chimp-study 1
      name lab
      participants 9
      condition pair count=2 size=2x1 numerals=1..2 trials=2 \(settings)
      leave door
      """)
    let player = try Player(
      columns: 70, rows: 14, folder: folder,
      through: "$CHIMP --store $HOME/s -c \"study check \(study)\" -c \"enrol P07\" > /dev/null; "
        + "exec $CHIMP --seed apple --clock real --board plain --store $HOME/s --closed P07")
    player.wait { $0.text.contains("trial 1 of 2") }
    return player
  }

  @Test func `Only the first trial waits for a key, and both times are measured`() throws {
    let player = try start("fixation=100 interval=100..200")
    player.type("\r")
    player.wait { $0.text.contains("Remember where they are.") }
    player.type("1121")
    player.wait { $0.text.contains("trial 2 of 2") && $0.text.contains("Remember where they are.") }
    player.type("1121")
    player.wait { $0.text.contains("This part is done") }
    player.type("\r")
    player.wait { $0.text.contains("Please call the experimenter.") }
    #expect(
      Database.value(
        """
        SELECT group_concat(ifnull(measuredInterval >= plannedInterval, '-') || ' '
          || (measuredFixation >= 84), ',') FROM (SELECT * FROM Round ORDER BY trial)
        """, player.folder.path + "/s") == "- 1,1 1")
  }

  @Test(arguments: [
    ("hold=60000", "they vanish", "hide;"), ("", "When you press", ""),
    ("limit=3600000", "When you press", ""),
  ])
  func `A trial whose numerals the page for the word has covered is replaced`(
    settings: String, sentence: String, moves: String
  ) throws {
    let player = try start(settings)
    player.type("\r")
    player.wait { $0.text.contains(sentence) }
    player.type("\u{3}")
    player.wait { $0.text.contains("type the word") && !$0.text.contains("trial 1 of 2") }
    player.type("\r")
    player.wait { $0.text.contains("trial 1 of 2") }
    let stored =
      Database.value(
        "SELECT outcome || ' ' || trim(moves) FROM Round", player.folder.path + "/s") ?? ""
    #expect(stored.hasPrefix("gave-up ") && stored.hasSuffix("give-up"), "\(stored)")
    #expect(stored.contains(moves) && stored.contains("resumed"), "\(stored)")
  }

  @Test func `A masked trial without a limit goes on behind the page, in which no time passes`()
    throws
  {
    let player = try start("")
    player.type("\r")
    player.wait { $0.text.contains("When you press 1") }
    player.type("11")
    player.wait { $0.text.contains("Press the hidden") }
    player.type("\u{3}")
    player.wait { $0.text.contains("type the word") }
    player.type("\r")
    player.wait { $0.text.contains("Press the hidden") }
    let stored = Database.value("SELECT trim(moves) FROM Round", player.folder.path + "/s") ?? ""
    #expect(stored.hasSuffix(";paused"), "\(stored)")
  }
}
