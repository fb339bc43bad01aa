import TestSupport
import Testing

/// Tests of a study that takes presses by mouse only, and needs a window.
struct RequiredMouseTests {
  private static let study = """
    @ chimp-study 1
    name lab
    participants 9
    require mouse window=60x12
    condition pair count=2 size=2x1 numerals=1..2 trials=1
    """

  /// Returns a simulated user at the prompt of a store with an enrolled participant.
  private func start(
    columns: Int = 70, rows: Int = 14, options: String = "", board: String = "plain"
  ) throws -> Player {
    let folder = TemporaryFolder()
    let study = folder.file("lab.study", Self.study)
    return try Player(
      columns: columns, rows: rows, folder: folder,
      through: "$CHIMP --store $HOME/s -c \"study check \(study)\" -c \"enrol P07\" > /dev/null; "
        + "exec $CHIMP --seed apple --clock virtual --board \(board) --store $HOME/s " + options)
  }

  /// Clicks on the square with a sign, of a board of two squares.
  private func click(_ sign: Character, _ player: Player) {
    let rows = player.screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    let head = rows.firstIndex { $0.contains("1") && $0.allSatisfy { " 12".contains($0) } } ?? 0
    let columns = rows[head].indices.filter { rows[head][$0] != " " }
      .map { rows[head].distance(from: rows[head].startIndex, to: $0) }
    for (offset, row) in rows[head...].enumerated().dropFirst() {
      for column in columns where row.count > column {
        guard row[row.index(row.startIndex, offsetBy: column)] == sign else {
          continue
        }
        return player.click(column: column + 1, row: head + offset + 1)
      }
    }
    Issue.record("no \(sign) in \(player.screen.text)")
  }

  /// Waits until the screen shows words, whatever lines they are on.
  private func awaitWords(_ words: String, _ player: Player) {
    player.wait { screen in
      screen.text.split { $0.isWhitespace }.joined(separator: " ").contains(words)
    }
  }

  private func value(_ query: String, _ player: Player) -> String? {
    Database.value(query, player.folder.path + "/s")
  }

  @Test func `Keys and typed lines press nothing, and clicks do`() throws {
    let player = try start()
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("next P07\r")
    player.wait { $0.text.contains("click the squares: no key presses them here") }
    player.type("\r")
    player.wait { $0.text.contains("Remember where they are.") }
    player.type("11\u{1b}[A\r \u{1b}[B\r21")
    player.type("press 1 1\r")
    awaitWords("error: this study takes presses by mouse only: click the square", player)
    #expect(player.screen.text.contains("0 of 2"))
    click("1", player)
    player.wait { $0.text.contains("1 of 2") }
    player.type("11")
    player.type("version\r")
    player.wait { $0.text.contains("chimp 1.0.0") && $0.text.contains("1 of 2") }
    let moves = value("SELECT trim(moves) FROM Round", player) ?? ""
    #expect(moves.hasSuffix(" mouse") && !moves.contains(";"), "\(moves)")
    #expect(
      value("SELECT testSettings FROM Round", player)?.hasSuffix("device=mouse window=60x12")
        == true)
  }

  @Test func `A trial that keys have pressed is not imported`() throws {
    let folder = TemporaryFolder()
    let study = folder.file("lab.study", Self.study)
    let player = try Player(
      columns: 70, rows: 14, folder: folder,
      through: "$CHIMP --store $HOME/s -c \"study check \(study)\" -c \"enrol P07\" > /dev/null; "
        + "exec $CHIMP --seed apple --clock real --board plain --store $HOME/s --closed P07")
    player.wait { $0.text.contains("click the squares: no key presses them here") }
    player.type("\r")
    player.wait { $0.text.contains("Remember where they are.") }
    click("1", player)
    player.wait { $0.text.contains("1 of 2") }
    click("#", player)
    player.wait { $0.text.contains("This part is done") }
    player.type("\r")
    player.wait { $0.text.contains("Please call the experimenter.") }
    let data = folder.path + "/data.jsonl"
    #expect(
      FinishedRun([programPath, "--store", folder.path + "/s", "-c", "export \(data)"]).status == 0)
    let imported = [programPath, "--store", folder.path + "/t", "-c", "import \(data)"]
    let text = TemporaryFolder.text(at: data)
    let keys = text.replacing(" mouse", with: "").replacing("\"mouse\"", with: "\"line\"")
    _ = folder.file("data.jsonl", keys)
    #expect(
      FinishedRun(imported).output
        == "error: \(data):2: \"moves\" contradicts \"test\" and \"test_settings\"\n")
    _ = folder.file("data.jsonl", text)
    #expect(FinishedRun(imported).output.hasPrefix("imported 1 trial and 2 presses"))
  }

  @Test func `A closed session takes clicks only`() throws {
    let player = try start(options: "--closed P07")
    player.wait { $0.text.contains("click the squares: no key presses them here") }
    player.type("\r")
    player.wait { $0.text.contains("Remember where they are.") }
    player.type("1121\u{1b}[A\r ")
    click("1", player)
    player.wait { $0.text.contains("1 of 2") }
    click("#", player)
    player.wait { $0.text.contains("This part is done") }
    let moves = value("SELECT trim(moves) FROM Round", player)?.split(separator: ";") ?? []
    #expect(moves.map { $0.hasSuffix(" mouse") } == [true, true], "\(moves)")
  }

  @Test func `A smaller window is refused at the beginning, and told later`() throws {
    let player = try start(columns: 59)
    player.wait { $0.text.contains("chimp>") }
    player.type("next P07\r")
    awaitWords("the study needs a window of 60x12 or larger, this one has 59x14", player)
    #expect(value("SELECT count(*) FROM Round", player) == "0")
    player.resize(columns: 60, rows: 14)
    player.type("next P07\r")
    player.wait { $0.text.contains("click the squares") }
    player.type("\r")
    player.wait { $0.text.contains("Remember where they are.") }
    player.resize(columns: 50, rows: 14)
    player.type("version\r")
    player.wait { $0.text.contains("chimp 1.0.0") }
    #expect(value("SELECT count(*) FROM Round", player) == "1")
  }

  @Test func `A terminal without boards in place is refused`() throws {
    let player = try start(board: "line")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("next P07\r")
    awaitWords("the study takes presses by mouse only: it needs a terminal that shows", player)
    #expect(value("SELECT count(*) FROM Round", player) == "0")
  }
}
