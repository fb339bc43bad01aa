import ChimpSystem
import TestSupport

/// One attack on a new store, with what went wrong in it.
struct CrowdAttack {
  /// The attacks with their names.
  static var all: [(String, (String) throws(SystemError) -> CrowdAttack)] {
    [
      ("one block, started at once", blockStartedAtOnce),
      ("a claim whose program is killed", killedClaim),
      ("one new code, used at once", newCode),
      ("a withdrawal during starts", withdrawal),
      ("one study, simulated at once", simulation),
      ("one file of news, imported at once", news),
      ("a round in another namespace", namespace),
    ]
  }

  private(set) var failures: [String] = []
  private let folder = TemporaryFolder()
  private let program: String
  private var store: String { folder.path + "/store" }

  private init(_ program: String) {
    self.program = program
    _ = folder.file(
      "one.study",
      """
      @ chimp-study 1
      name one
      participants 40
      order fixed
      boards same
      seed one
      condition short count=3 size=4x4 feedback=outcome trials=2

      """)
  }

  /// Starts a program on the store, by another program if there is one.
  private func open(_ starter: [String] = []) throws(SystemError) -> LiveProgram {
    let words = starter + [program, "--machine", "--store", store]
    return try LiveProgram(
      Array(words.dropFirst()), program: words[0], diagnostics: folder.path + "/diagnostics")
  }

  /// Starts programs, and waits until each has opened the store.
  private func open(_ count: Int) throws(SystemError) -> [LiveProgram] {
    var programs: [LiveProgram] = []
    for _ in 0..<count { programs.append(try open()) }
    for program in programs {
      program.send("version")
      _ = program.answer()
    }
    return programs
  }

  /// Sends a line to all programs at once, and returns the first lines of their replies.
  private func ask(_ programs: [LiveProgram], _ line: String) -> [String] {
    for program in programs { program.send(line) }
    return programs.map { $0.answer()?.first ?? "no answer" }
  }

  /// Sends lines to a program, and records a failure for each that is refused.
  private mutating func run(_ program: LiveProgram, _ lines: [String]) {
    for line in lines {
      let answer = ask([program], line)[0]
      expect(answer.hasPrefix("= "), "'\(line)' was answered with '\(answer)'")
    }
  }

  private mutating func expect(_ condition: Bool, _ failure: @autoclosure () -> String) {
    if !condition { failures.append(failure()) }
  }

  /// Compares the value of a query in the store.
  private mutating func expect(_ query: String, _ value: String) {
    let found = Database.value(query, store) ?? "nothing"
    expect(found == value, "'\(query)' has the value \(found), not \(value)")
  }

  /// Ends programs, and checks the store.
  private mutating func end(_ programs: [LiveProgram]) throws(SystemError) {
    for program in programs { _ = program.finish() }
    let checker = try open()
    let answer = ask([checker], "check-store full")[0]
    expect(answer.hasSuffix("no damage found"), "check-store: '\(answer)'")
    _ = checker.finish()
    let diagnostics = folder.text("diagnostics")
    expect(!diagnostics.contains("UNIQUE"), "diagnostics: \(diagnostics)")
  }

  /// Creates a store with a study in which a participant is enrolled.
  private mutating func enrol(_ code: String) throws(SystemError) {
    let first = try open()
    run(first, ["study check \(folder.path)/one.study", "enrol \(code)"])
    _ = first.finish()
  }

  private static func blockStartedAtOnce(_ program: String) throws(SystemError) -> CrowdAttack {
    var attack = CrowdAttack(program)
    try attack.enrol("P1")
    let programs = try attack.open(3)
    let answers = attack.ask(programs, "next P1")
    let begun = answers.filter { $0.hasPrefix("= block 1 of 1") }.count
    let refused = answers.filter { $0.hasPrefix("? block 1 is running in another program") }.count
    attack.expect(begun == 1 && refused == 2, "the answers are \(answers)")
    for _ in 0..<2 {
      _ = attack.ask(programs, "give-up")
      _ = attack.ask(programs, "wait 10000")
    }
    attack.expect("SELECT count(*) FROM Round", "2")
    attack.expect("SELECT count(DISTINCT testId) FROM Round", "1")
    try attack.end(programs)
    return attack
  }

  private static func killedClaim(_ program: String) throws(SystemError) -> CrowdAttack {
    var attack = CrowdAttack(program)
    try attack.enrol("P1")
    let programs = try attack.open(2)
    attack.run(programs[0], ["set begin key", "next P1"])
    let refusal = attack.ask([programs[1]], "next P1")[0]
    attack.expect(refusal.hasSuffix("(process \(programs[0].process))"), "'\(refusal)'")
    programs[0].kill()
    attack.run(programs[1], ["next P1", "give-up"])
    attack.expect("SELECT count(*) FROM Round", "1")
    try attack.end([programs[1]])
    return attack
  }

  private static func newCode(_ program: String) throws(SystemError) -> CrowdAttack {
    var attack = CrowdAttack(program)
    let programs = try attack.open(6)
    _ = attack.ask(programs, "set participant new")
    let answers = attack.ask(programs, "start 3 4 4")
    attack.expect(answers.allSatisfy { $0.hasPrefix("= ") }, "the answers are \(answers)")
    attack.expect("SELECT count(*) FROM Participant WHERE code = 'new'", "1")
    attack.expect("SELECT count(*) FROM Session", "6")
    attack.expect("SELECT count(DISTINCT sessionNumber) FROM Round", "6")
    try attack.end(programs)
    return attack
  }

  private static func withdrawal(_ program: String) throws(SystemError) -> CrowdAttack {
    var attack = CrowdAttack(program)
    try attack.enrol("P1")
    let programs = try attack.open(4)
    _ = attack.ask(Array(programs.dropFirst()), "set participant P1")
    for program in programs.dropFirst() { program.send("start 3 4 4") }
    let answer = attack.ask([programs[0]], "withdraw P1 --force")[0]
    for program in programs.dropFirst() { _ = program.answer() }
    // A round that began before the withdrawal is a reason to refuse it.
    if answer.hasPrefix("= ") {
      _ = attack.ask(Array(programs.dropFirst()), "start 3 4 4")
      attack.expect("SELECT count(*) FROM Round", "0")
      attack.expect("SELECT count(*) FROM Participant WHERE code = 'P1'", "0")
    } else {
      attack.expect(answer.hasPrefix("? a round is in progress"), "'\(answer)'")
    }
    try attack.end(programs)
    return attack
  }

  private static func simulation(_ program: String) throws(SystemError) -> CrowdAttack {
    var attack = CrowdAttack(program)
    let programs = try attack.open(3)
    let answers = attack.ask(programs, "simulate 3 study=\(attack.folder.path)/one.study")
    attack.expect(
      answers.allSatisfy { $0.hasPrefix("= simulated 3 participants") },
      "the answers are \(answers)")
    attack.expect("SELECT count(*) FROM Study", "1")
    attack.expect("SELECT count(*) FROM Enrolment", "9")
    let same = attack.ask(programs, "simulate 3 study=one seed=fig")
    attack.expect(same.filter { $0.hasPrefix("= ") }.count == 1, "the answers are \(same)")
    attack.expect("SELECT count(*) FROM Enrolment", "12")
    try attack.end(programs)
    return attack
  }

  private static func news(_ program: String) throws(SystemError) -> CrowdAttack {
    var attack = CrowdAttack(program)
    let file = attack.folder.path + "/news.csv"
    let writer = try LiveProgram(["--machine"], program: program)
    attack.run(writer, ["news add one", "news add two", "news export \(file)"])
    _ = writer.finish()
    let programs = try attack.open(4)
    let answers = attack.ask(programs, "news import \(file)")
    attack.expect(answers.allSatisfy { $0.hasPrefix("= ") }, "the answers are \(answers)")
    attack.expect("SELECT count(*) FROM News", "2")
    try attack.end(programs)
    return attack
  }

  private static func namespace(_ program: String) throws(SystemError) -> CrowdAttack {
    var attack = CrowdAttack(program)
    let own = try attack.open(1)[0]
    let starter = ["/usr/bin/unshare", "--pid", "--fork", "--kill-child", "--mount-proc"]
    let other = try attack.open(starter)
    // Not every user may create a namespace.
    guard attack.ask([other], "version")[0].hasPrefix("= ") else { return attack }
    attack.run(own, ["start 3 4 4"])
    attack.run(other, ["start 3 4 4"])
    let answers = attack.ask([own, other], "resume")
    attack.expect(
      answers.allSatisfy { $0 == "? no round was interrupted" }, "the answers are \(answers)")
    own.kill()
    attack.run(other, ["resume"])
    try attack.end([other])
    return attack
  }
}
