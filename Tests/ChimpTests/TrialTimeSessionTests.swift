import TestSupport
import Testing

/// Tests of the times before and between trials on a real clock.
struct TrialTimeSessionTests {
  private static let study = """
    @ chimp-study 1
    name lab
    participants 9
    condition pair count=2 size=2x1 numerals=1..2 trials=2 fixation=100 interval=100..200
    """

  @Test func `Only the first trial waits for a key, and both times are measured`() throws {
    let folder = TemporaryFolder()
    let study = folder.file("lab.study", Self.study)
    let player = try Player(
      columns: 70, rows: 14, folder: folder,
      through: "$CHIMP --store $HOME/s -c \"study check \(study)\" -c \"enrol P07\" > /dev/null; "
        + "exec $CHIMP --seed apple --clock real --board plain --store $HOME/s --closed P07")
    player.wait { $0.text.contains("trial 1 of 2") }
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
        """, folder.path + "/s") == "- 1,1 1")
  }
}
