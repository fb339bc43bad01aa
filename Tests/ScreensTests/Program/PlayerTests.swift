@testable import Archive
import Records
import TestSupport
import Testing

/// Tests of who plays: no figure about people contains what a script has played.
struct PlayerTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  /// A test of one trial, which is given up.
  private static let trial = ["start inoue-masking trials=1 seed=fig", "give-up"]
  /// A complete game in which every trial is given up.
  private static let game =
    ["start zoo"] + Array(repeating: ["give-up", "wait 100"], count: 7).joined()

  /// Runs lines on a pipe and returns the output, with the folder removed from the paths in it.
  @discardableResult
  private func play(_ options: String..., lines: [String], store: String = "store") -> String {
    let result = run(
      ["--store", folder.path + "/" + store] + options,
      input: lines.map { $0 + "\n" }.joined())
    return result.output.replacing(folder.path + "/", with: "")
  }

  /// Returns the reply to a command, line by line.
  private func reply(_ command: String, store: String = "store") -> [String] {
    play(lines: [command], store: store).split(separator: "\n").map(String.init)
  }

  private func column(_ name: String) -> String? {
    Database.value("SELECT group_concat(coalesce(\(name), '-')) FROM Session", path)
  }

  @Test(arguments: [["--machine", "--clock", "real"], ["--clock", "real"], ["--machine"], []])
  func `A script on a pipe is no person, whatever its clock`(_ options: [String]) {
    _ = run(
      ["--store", path, "--participant", "P07"] + options,
      input: Self.trial.map { $0 + "\n" }.joined())
    #expect(column("player") == "script")
    #expect(
      reply("summary") == [
        "no trials to show", "1 trial played by a script left out (include=scripts shows it)",
      ])
    let included = reply("summary include=scripts")
    #expect(included.first?.hasPrefix("inoue-masking: you passed 0 of 1,") == true)
    #expect(included.contains("SCRIPTS: 1 trial played by a script in these figures"))
    for command in ["learning", "results", "plot accuracy", "compare 5 6", "summary by=hold"] {
      let lines = reply(command)
      #expect(lines.last?.contains("played by a script") == true, "\(command): \(lines)")
    }
    let json = reply("summary format=json").joined()
    #expect(json.contains("\"tests\":[]"))
    #expect(json.contains("\"scripts\":1"))
  }

  @Test(arguments: ["m 1", "other 9", nil], [AgentLook.withheld, .context])
  func `A round that an agent has begun goes on with the same agent and look only`(
    name: String?, look: AgentLook
  ) throws {
    let agent = try #require(DeclaredPlayer(agent: "m 1"))
    let before = ScriptedSession(path, process: "one", declared: agent)
    before.play("set look withheld", "start 3x1:1,1;2,1;3,1", "press 1 1")
    var next = name.flatMap { DeclaredPlayer(agent: $0) } ?? DeclaredPlayer(.script)
    next.look = look
    let reply = ScriptedSession(path, process: "two", declared: next).play("resume")
    let isSame = name == "m 1" && look == .withheld
    #expect(reply.first?.hasPrefix("error: m 1, look=withheld has begun") == !isSame, "\(reply)")
  }

  @Test func `Rounds of a declared person are counted, those of a declared script are not`() {
    play("--clock", "real", "--player", "person", lines: Self.trial)
    #expect(column("player") == "person")
    #expect(reply("summary").first?.hasPrefix("inoue-masking: you passed 0 of 1,") == true)
    play("--machine", "--clock", "real", "--player", "script", lines: Self.trial)
    #expect(column("player") == "person,script")
    #expect(reply("summary").first?.hasPrefix("inoue-masking: you passed 0 of 1,") == true)
    #expect(
      reply("summary include=scripts").first?.hasPrefix("inoue-masking: you passed 0 of 2") == true)
  }

  @Test func `Rounds of a person on a virtual clock are excluded because of the clock`() {
    play("--player", "person", lines: Self.trial)
    #expect(
      reply("summary").last == "1 virtual-clock trial left out (include=virtual shows it)")
    #expect(reply("summary include=scripts").first == "no trials to show")
    #expect(
      reply("summary include=virtual").first?.hasPrefix("inoue-masking: you passed 0 of 1") == true)
  }

  @Test func `Only person and script can be declared`() {
    let result = run(["--player", "simulated"])
    #expect(result.status == 2)
    #expect(result.diagnostics.contains("person"))
  }

  @Test func `A simulated session is played by a model`() {
    play(lines: ["simulate 1 inoue-210 trials=1"])
    #expect(column("player") == "simulated")
  }

  @Test(arguments: ["terminal", "pipe"])
  func `The input of a session decides in a store of an earlier version`(_ input: String) throws {
    play("--clock", "real", "--player", input == "pipe" ? "script" : "person", lines: Self.trial)
    if input == "terminal" {
      try changeSession { $0.inputMode = "terminal" }
    }
    try OlderStore.make(at: path)
    let counted = reply("summary").first
    if input == "pipe" {
      #expect(counted == "no trials to show")
    } else {
      #expect(counted?.hasPrefix("inoue-masking: you passed 0 of 1,") == true)
    }
    #expect(column("player") == "-")
    #expect(reply("check-store full").last?.hasSuffix("no damage found") == true)
    #expect(reply("export \(folder.path)/data.csv").count == 1)
    #expect(exported("data.csv", "player") == [input == "pipe" ? "script" : "person"])
    #expect(
      reply("import \(folder.path)/data.csv")
        == ["imported 0 trials and 0 presses from \"data.csv\"; 1 was already there"])
  }

  @Test(arguments: ["csv", "jsonl"])
  func `The player of a session is exported to each file, and imported`(_ format: String) {
    play("--clock", "real", "--player", "person", lines: Self.trial)
    play(lines: Self.trial)
    play(lines: ["export \(folder.path)/data.\(format)"])
    #expect(
      reply("import \(folder.path)/data.\(format)", store: "other")
        == ["imported 2 trials and 0 presses from \"data.\(format)\""])
    let players = "SELECT group_concat(player) FROM Session"
    #expect(Database.value(players, folder.path + "/other") == "person,script")
    #expect(
      reply("summary", store: "other").first?.hasPrefix("inoue-masking: you passed 0 of 1,") == true
    )
  }

  @Test func `A file whose player contradicts its simulated moves is refused`() {
    play(lines: Self.trial)
    play(lines: ["export \(folder.path)/data.jsonl"])
    let text = folder.text("data.jsonl")
    folder.write(
      Array(text.replacing("\"player\":\"script\"", with: "\"player\":\"simulated\"").utf8),
      "data.jsonl")
    #expect(
      reply("import \(folder.path)/data.jsonl", store: "other")
        == ["error: data.jsonl:2: \"player\" contradicts the moves of its trial"])
  }

  @Test func `A script's game is not the first game of the participant`() {
    let options = ["--participant", "P07", "--clock", "virtual", "--store", path]
    let game = Self.game.map { $0 + "\n" }.joined()
    _ = run(options, input: game)
    let person = run(options + ["--player", "person"], input: game).output
    #expect(person.contains("\nfurther than 3 % of 1525 visitors of 16 to 59 years\n"))
    #expect(!person.contains("only first games are compared"))
    let results = reply("results include=virtual")
    #expect(results.filter { $0.hasPrefix("first zoo game of P07") }.count == 1)
    #expect(results.joined().contains("played by a script"))
  }

  @Test func `The best results of people exclude those of a script`() {
    func round(_ pause: Int) -> [String] {
      ["start 2x1:1,1;2,1", "wait \(pause)", "press 1 1 2 1"]
    }
    func newsCount() -> String? { Database.value("SELECT count(*) FROM News", path) }
    play(lines: round(100))
    #expect(newsCount() == "1")
    play("--player", "person", lines: round(900))
    #expect(newsCount() == "2")
    play("--player", "person", lines: round(1800))
    play(lines: round(900))
    #expect(newsCount() == "2")
  }

  @Test func `An agent is declared with a name and a version, and is in no figure unless asked`() {
    play("--agent", "llama 3.1", "--clock", "real", lines: ["set look withheld"] + Self.trial)
    play("--clock", "real", "--player", "person", lines: Self.trial)
    #expect(column("player") == "agent,person")
    #expect(column("agent") == "llama 3.1,-")
    #expect(column("look") == "withheld,-")
    let summary = reply("summary")
    #expect(summary.first?.hasPrefix("inoue-masking: you passed 0 of 1,") == true)
    #expect(summary.last == "1 trial played by an agent left out (include=agents shows it)")
    let included = reply("summary include=agents")
    #expect(included.last == "AGENTS: 1 trial played by an agent in these figures")
    let figures = included.dropLast().filter { !$0.hasPrefix("published: ") }
    let row = "inoue-masking [llama 3.1, look=withheld]: "
    let people = figures.prefix { !$0.hasPrefix(row) }
    let agents = figures.dropFirst(people.count)
    #expect(people.first == summary.first)
    #expect(!people.contains { $0.hasSuffix(" (agent)") })
    #expect(!agents.isEmpty && agents.allSatisfy { $0.hasSuffix(" (agent)") })
  }

  @Test(arguments: ["llama", " llama 3", "llama  3", "ラマ 3", ""])
  func `A name without a version is no agent`(_ name: String) {
    let result = run(["--agent", name])
    #expect(result.status == 2)
    #expect(
      result.diagnostics == "chimp: option \"--agent\": an agent has a name and a version, such as "
        + "\"llama 3.1\", at most 100 ASCII characters\n")
  }

  @Test(arguments: ["csv", "jsonl"])
  func `An agent comes back from its export`(_ format: String) {
    play("--agent", "llama 3.1", lines: ["set look delay:3"] + Self.trial)
    play(lines: ["export \(folder.path)/data.\(format)"])
    play(lines: ["import \(folder.path)/data.\(format)"], store: "copy")
    let copy = folder.path + "/copy"
    let columns = "player || '/' || agent || '/' || look"
    #expect(Database.value("SELECT \(columns) FROM Session", copy) == "agent/llama 3.1/delay:3")
  }

  /// Changes the only session of the store.
  private func changeSession(_ change: (inout Session.Values) -> Void) throws {
    let context = try RecordContext(
      Store.open(StoreLayout.settings(.file(path))), StoreLayout.schema)
    for session in try context.fetch(Session.self, "allSessions") { session.change(change) }
    try context.save()
  }

  /// Returns the cells of a column in an exported file.
  private func exported(_ file: String, _ name: String) -> [String] {
    let lines = folder.text(file).split(separator: "\r\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    guard let index = lines.first?.firstIndex(of: name) else { return [] }
    return lines.dropFirst().map { $0[index] }
  }
}
