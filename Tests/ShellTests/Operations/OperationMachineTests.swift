import Shell
import Testing

struct OperationMachineTests {
  @Test(arguments: [
    ("a", "start a"),
    ("a; b; end a success", "start a, a success, start b"),
    ("a; end a failure; b", "start a, a failure, start b"),
    ("a; b after a; end a success; end b success", "start a, a success, start b, b success"),
    ("a; end a success; b after a", "start a, a success, start b"),
    // A failure takes along what waits for it, and what waits for that.
    (
      "a; b after a; c after b; d; end a failure",
      "start a, a failure, b skipped for a, c skipped for b, start d"
    ),
    ("a; end a failure; b after a", "start a, a failure, b skipped for a"),
    ("a; b after a a; end a success", "start a, a success, start b"),
    (
      "a; b after a; c after a; d after b c; end a failure",
      "start a, a failure, b skipped for a, c skipped for a, d skipped for b"
    ),
    // Those who say so run all the same.
    ("a; B after a; end a failure", "start a, a failure, start B"),
    ("a; end a failure; B after a", "start a, a failure, start B"),
    (
      "a; b after a; C after b; end a failure",
      "start a, a failure, b skipped for a, start C"
    ),
    // Priority, then first come.
    (
      "a; b 1; c 2; d 1; end a success; end c success; end b success",
      "start a, a success, start c, c success, start b, b success, start d"
    ),
  ])
  func `Operations start in turn, each after those that it waits for`(
    script: String, expected: String
  ) {
    #expect(MachineScript(script).log.joined(separator: ", ") == expected)
  }

  @Test(arguments: [
    // Pending, ready, executing, executing and asked already, finished.
    ("a; b after a; cancel b; end a success", "start a, b cancelled, a success"),
    ("a; b; cancel b; end a success", "start a, b cancelled, a success"),
    ("a; cancel a; cancel a; end a cancelled", "start a, interrupt a, a cancelled"),
    ("a; cancel a; end a success", "start a, interrupt a, a success"),
    ("a; end a success; cancel a; end a success", "start a, a success"),
    ("a; b after a; c after b; cancel b", "start a, b cancelled, c skipped for b"),
    (
      "a; b after a; cancel a; end a cancelled",
      "start a, interrupt a, a cancelled, b skipped for a"
    ),
    (
      "a; b after a; C after b; cancel b; end a success", "start a, b cancelled, a success, start C"
    ),
    (
      "a; b; c after b; D after b; cancel-all; end a success",
      "start a, b cancelled, c cancelled, D cancelled, interrupt a, a success"
    ),
    ("a; b; end b success; cancel x", "start a"),
  ])
  func `Cancelling is well defined in every state`(script: String, expected: String) {
    #expect(MachineScript(script).log.joined(separator: ", ") == expected)
  }

  @Test(arguments: [
    ("a; b; wait b a; end a success", "start a, a success, start b"),
    (
      "a; b; c; wait b c; end a success; end c success",
      "start a, a success, start c, c success, start b"
    ),
    ("a; b; wait b a; end a failure", "start a, a failure, b skipped for a"),
    (
      "a; b; c; end a failure; end b success; wait c a",
      "start a, a failure, start b, b success, start c, refused: c has begun"
    ),
    ("a; b; c; end a failure; wait c a", "start a, a failure, start b, c skipped for a"),
    (
      "a; b; c after b; D after c; end a failure; wait c a; end b success",
      "start a, a failure, start b, c skipped for a, b success, start D"
    ),
    (
      "a; b; c; end a success; wait c a; end b success",
      "start a, a success, start b, b success, start c"
    ),
    ("a; wait a a", "start a, refused: a has begun"),
    ("a; b; wait b b", "start a, refused: cycle b b"),
    ("a; b after a; c after b; d after c; wait b d", "start a, refused: cycle b d c b"),
    ("a; b; c; wait b c; wait c b", "start a, refused: cycle c b c"),
    ("a; end a success; wait a a", "start a, a success, refused: a has begun"),
  ])
  func `A dependency may come later, unless it is too late or a cycle`(
    script: String, expected: String
  ) {
    #expect(MachineScript(script).log.joined(separator: ", ") == expected)
  }

  // NB: Foundation's queue never starts an operation whose last dependency was removed.
  @Test(arguments: [
    ("a; b; c; d; wait c d; unwait c d; end b success", "start a, start b, b success, start c"),
    ("a; b after a; unwait b a; unwait b a", "start a, start b"),
    ("a; b after a; unwait b x; end a success", "start a, a success, start b"),
    ("a; end a success; unwait a a", "start a, a success"),
  ])
  func `An operation starts when its last dependency is removed`(
    script: String, expected: String
  ) {
    #expect(MachineScript(script, width: 2).log.joined(separator: ", ") == expected)
  }

  @Test func `What is skipped for a late dependency makes room for who runs all the same`() {
    let script = MachineScript("a; b; c after a; D after c; end b failure; wait c b", width: 2)
    #expect(
      script.log.joined(separator: ", ")
        == "start a, start b, b failure, c skipped for b, start D")
  }

  @Test func `Every operation is in a state`() {
    let script = MachineScript("a; b; c after b; d; end a success; d2; wait d2 c", width: 1)
    #expect(
      script.states
        == "a finished, b executing, c pending, d ready, d2 pending")
    #expect(
      MachineScript("a; b; c; d", width: 2).states
        == "a executing, b executing, c ready, d ready")
    #expect(MachineScript("a", width: -3).states == "a executing")
  }

  @Test func `A long chain is skipped without running out of stack`() {
    var machine = OperationMachine(width: 1)
    var last = machine.add(priority: 0, runsAfterFailure: false, after: []).identifier
    let first = last
    for _ in 0..<100_000 {
      last = machine.add(priority: 0, runsAfterFailure: false, after: [.init(last)]).identifier
    }
    #expect(throws: OperationMachine.Refusal.self) {
      _ = try machine.addDependency(of: first + 1, on: .init(last))
    }
    #expect(machine.end(first, .failure).count == 100_001)
  }
}
