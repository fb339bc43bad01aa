import TestSupport
import Testing

/// Tests of `set acknowledge`: the report that the terminal is asked for after a board, and the
/// time of its arrival.
struct AcknowledgeTests {
  /// The times and forms in which a simulated terminal may send its report.
  enum Answer: CaseIterable {
    case atOnce
    case afterPress
    case never
    case twice
    case withOtherReports
    case onlyOtherReports
    case inPieces

    var isAccepted: Bool { self != .never && self != .onlyOtherReports }

    /// Returns the bytes that the terminal sends before a press and after it.
    func bytes(_ report: String) -> (before: [String], after: [String]) {
      let otherReports = [
        "\u{1b}[0n", "\u{1b}[2;77R", "\u{1b}[1;2R", "\u{1b}[?1;0c", "\u{1b}]10;#fff\u{7}",
      ]
      return switch self {
      case .atOnce: ([report], [])
      case .afterPress: ([], [report])
      case .never: ([], [])
      case .twice: ([report + report], [report])
      case .withOtherReports:
        ([otherReports.joined() + report + otherReports.joined()], otherReports)
      case .onlyOtherReports: (otherReports, otherReports)
      case .inPieces: ([String(report.prefix(3)), String(report.dropFirst(3))], [])
      }
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = TemporaryFolder() }

  /// Returns a simulated user in a round of three numerals, for whose board the program has asked
  /// the terminal for a report.
  private func player(board: String, asks: Bool = true) throws -> Player {
    let player = try Player(
      columns: 80, rows: 24, folder: folder, clock: "real", board: board)
    player.wait { $0.text.hasSuffix("chimp> |") }
    if asks { player.type("set acknowledge on\r") }
    begin(player)
    return player
  }

  /// Begins a round of three numerals.
  private func begin(_ player: Player) {
    player.type("start 3x2:1,1;3,1;2,1\r")
    player.wait { $0.text.contains("round") && $0.text.hasSuffix("chimp> |") }
  }

  /// Presses a right cell that does not end the round.
  private func press(_ player: Player, _ h: Int, _ v: Int, right: Int) {
    player.type("press \(h) \(v)\r")
    player.wait { $0.text.contains("right: \(right) of 3") && $0.text.hasSuffix("chimp> |") }
  }

  /// Exports the rounds and returns the lines of the trials.
  private func trials(_ player: Player) throws -> [Substring] {
    let path = folder.path + "/data.jsonl"
    player.type("export \(path)\r")
    player.wait { $0.text.contains("dictionary.txt") && $0.text.hasSuffix("chimp> |") }
    let lines = try #require(folder.read(path)).split(separator: "\n")
    return lines.filter { $0.contains("\"table\":\"trial\"") }
  }

  /// Returns the number in a column of a trial, or `nil` if it is empty.
  private func number(_ column: String, _ trial: Substring) -> Int? {
    let rest = trial.split(separator: "\"\(column)\":").last
    return rest.flatMap { Int($0.prefix { $0 != "," }) }
  }

  @Test(arguments: Answer.allCases, ["line", "live"])
  func `The answer is kept with the trial, and is no key`(
    _ answer: Answer, _ board: String
  ) throws {
    let player = try player(board: board)
    player.wait { !$0.reports.isEmpty }
    let report = try #require(player.screen.reports.first)
    let bytes = answer.bytes(report)
    for piece in bytes.before { player.type(piece) }
    press(player, 1, 1, right: 1)
    for piece in bytes.after { player.type(piece) }
    press(player, 3, 1, right: 2)
    player.type("give-up\r")
    player.wait { $0.text.contains("gave up") && $0.text.hasSuffix("chimp> |") }
    #expect(player.screen.reports == [report])
    let trial = try #require(try trials(player).first)
    let shown = try #require(number("shown", trial))
    let acknowledged = number("acknowledged", trial)
    #expect(answer.isAccepted ? acknowledged.map { $0 >= shown } == true : acknowledged == nil)
  }

  @Test func `A late answer of the terminal is not an answer to a later question`() throws {
    let player = try player(board: "live")
    player.wait { $0.reports.count == 1 }
    begin(player)
    player.wait { $0.reports.count == 2 }
    player.type(player.screen.reports[0])
    press(player, 1, 1, right: 1)
    player.type("give-up\r")
    #expect(Set(player.screen.reports).count == 2)
    #expect(try trials(player).map { number("acknowledged", $0) } == [nil, nil])
  }

  @Test func `No terminal is asked unless the setting is on, which lasts`() throws {
    let first = try player(board: "live", asks: false)
    press(first, 1, 1, right: 1)
    #expect(first.screen.reports == [])
    first.type("give-up\rset acknowledge on\rquit\r")
    _ = first.awaitEnd()
    let second = try player(board: "live", asks: false)
    second.wait { !$0.reports.isEmpty }
  }
}
