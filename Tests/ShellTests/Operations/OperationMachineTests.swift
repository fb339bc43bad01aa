import Shell
import Testing

struct OperationMachineTests {
  @Test(arguments: [
    ("a", "start a"),
    ("a; b; end a success", "start a, a success, start b"),
    ("a; end a failure; b", "start a, a failure, start b"),
    ("a; b after a; end a success; end b success", "start a, a success, start b, b success"),
    ("a; end a success; b after a", "start a, a success, start b"),
    // What waits runs however the others ended.
    (
      "a; b after a; c after b; d; end a failure; end b success",
      "start a, a failure, start b, b success, start c"
    ),
    ("a; end a failure; b after a", "start a, a failure, start b"),
    ("a; b after a a; end a success", "start a, a success, start b"),
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
    (
      "a; b after a; c after b; cancel b; end a success", "start a, b cancelled, a success, start c"
    ),
    (
      "a; b after a; cancel a; end a cancelled",
      "start a, interrupt a, a cancelled, start b"
    ),
    (
      "a; b; c after b; d after b; cancel-all; end a success",
      "start a, b cancelled, c cancelled, d cancelled, interrupt a, a success"
    ),
    ("a; b; end b success; cancel x", "start a"),
  ])
  func `Cancelling is well defined in every state`(script: String, expected: String) {
    #expect(MachineScript(script).log.joined(separator: ", ") == expected)
  }

  @Test func `Every operation is in a state`() {
    let script = MachineScript("a; b; c after b; d; end a success; e after c", width: 1)
    #expect(script.states == "a finished, b executing, c pending, d ready, e pending")
    #expect(
      MachineScript("a; b; c; d", width: 2).states
        == "a executing, b executing, c ready, d ready")
    #expect(MachineScript("a", width: -3).states == "a executing")
  }
}
