import TestSupport
import Testing

/// Tests of programs that lead participants through one study at the same time.
final class SharedStudyTests {
  private let folder = TemporaryFolder()
  private var store: String { folder.path + "/store" }

  /// Starts a program on the store.
  private func program() throws -> LiveProgram {
    try LiveProgram(["--machine", "--store", store])
  }

  /// Sends lines to a program, and returns the reply to the last one.
  @discardableResult
  private func ask(_ program: LiveProgram, _ lines: String...) -> [String] {
    var answer: [String] = []
    for line in lines {
      program.send(line)
      answer = program.answer() ?? ["no answer"]
    }
    return answer
  }

  /// Starts a program that has checked a study with these additional lines, and enrolled P1.
  private func enroller(_ more: String) throws -> LiveProgram {
    let file = folder.file(
      "a.study",
      """
      @ chimp-study 1
      name memory
      participants 9
      order fixed
      boards same
      \(more)
      condition short hold=200 count=3 size=4x4 feedback=outcome trials=2

      """)
    let program = try program()
    ask(program, "study check \(file)", "enrol P1")
    return program
  }

  private func refusal(of program: LiveProgram) -> [String] {
    ["? block 1 is running in another program (process \(program.process))"]
  }

  @Test(arguments: ["next P1", "next"])
  func `A block is claimed before its first page, until its program gives it up`(
    _ line: String
  ) throws {
    let first = try enroller("page short\n| page one")
    let second = try program()
    #expect(ask(first, "next") == ["= page one", "(page 1 of 1; \"next\" continues)"])
    if line == "next" { ask(second, "set participant P1") }
    #expect(ask(second, line) == refusal(of: first))
    ask(first, "set begin key")
    #expect(ask(first, "next").first?.hasPrefix("= block 1 of 1") == true)
    #expect(ask(second, line) == refusal(of: first))
    // A test that waits for its first key is given up.
    ask(first, "stop")
    #expect(ask(second, line).first == "= page one")
    #expect(ask(first, "next P1") == refusal(of: second))
    // So are pages, when another participant is chosen.
    ask(second, "set participant P2")
    #expect(ask(first, "next P1").first?.hasPrefix("= block 1 of 1") == true)
  }

  @Test func `A claim whose program was killed is taken over`() throws {
    let first = try enroller("")
    let second = try program()
    ask(first, "set begin key", "next P1")
    #expect(ask(second, "next P1") == refusal(of: first))
    first.kill()
    #expect(ask(second, "next P1").first == "= block 1 of 1, condition short: plain, 2 trials")
    #expect(Database.value("SELECT count(*) FROM Round", store) == "1")
  }

  @Test func `An answer counts only for what its program has shown, as long as it is open`()
    throws
  {
    let first = try enroller(
      "consent agree\n| Do you agree?\nquestion food text \"Food?\"\nquestion hand text \"Hand?\"")
    let second = try program()
    let page = [
      "Do you agree?", "(\"answer agree\" agrees; \"answer no\" ends, and nothing is kept)",
    ]
    #expect(
      ask(first, "answer agree")
        == ["? not stored, because this program had not asked it"] + page)
    ask(second, "next P1")
    #expect(ask(first, "answer agree") == ["= agreed", "Food? (\"answer TEXT\")"])
    let goneOn =
      "? not stored, because another program has gone on with the participant meanwhile"
    #expect(ask(second, "answer no") == [goneOn, "Food? (\"answer TEXT\")"])
    #expect(Database.value("SELECT answers FROM Enrolment", store) == nil)
    #expect(ask(second, "answer fig") == ["= food: fig", "Hand? (\"answer TEXT\")"])
    #expect(ask(first, "answer plum") == [goneOn, "Hand? (\"answer TEXT\")"])
    ask(first, "answer left")
    #expect(
      ask(second, "answer right") == [goneOn, "nothing is asked now: \"next\" continues"])
    #expect(ask(second, "answer right") == ["? nothing has been asked"])
    #expect(Database.value("SELECT answers FROM Enrolment", store) == "food=fig\nhand=left")
  }

  @Test func `Of a participant who has withdrawn elsewhere nothing more is stored`() throws {
    let first = try enroller("")
    let second = try program()
    let refusal = "? a participant with the code P1 has withdrawn: use another code"
    ask(second, "set participant P1")
    ask(first, "set begin key", "next P1")
    #expect(ask(second, "withdraw P1 --force").first?.hasPrefix("= P1 is erased") == true)
    ask(first, "begin")
    #expect(ask(first, "wait 2000").first == refusal)
    #expect(ask(first, "next") == [refusal])
    #expect(ask(first, "start 3 4 4") == [refusal])
    #expect(ask(first, "age 30") == [refusal])
    #expect(ask(first, "set participant P1") == [refusal])
    #expect(Database.value("SELECT count(*) FROM Round", store) == "0")
    #expect(Database.value("SELECT count(*) FROM Participant WHERE code = 'P1'", store) == "0")
    ask(first, "set participant P2")
    #expect(ask(first, "start 3 4 4").first?.hasPrefix("= ") == true)
  }

  @Test func `A new study is not written over a file that belongs to the store`() throws {
    let program = try program()
    for ending in ["", "-wal", "-shm", "-journal", "-reserve"] {
      #expect(
        ask(program, "study new \(store)\(ending)")
          == ["? the store itself is in \"\(store)\(ending)\""])
    }
    #expect(program.finish() == 1)
    #expect(!folder.files.contains("store-journal"))
  }

  @Test func `A merge says how many trials outside studies it has left out`() throws {
    let first = try enroller("")
    ask(first, "start 3 4 4", "give-up", "start 3 4 4", "give-up", "next P1", "give-up")
    #expect(first.finish() == 0)
    let other = try LiveProgram(["--machine", "--store", folder.path + "/other"])
    #expect(
      ask(other, "merge \(store)")[0]
        == "= 1 participant and 1 trial added, 0 were already there; left out 2 trials of no study "
        + "(\"import \(store)\" adds them)")
  }
}
