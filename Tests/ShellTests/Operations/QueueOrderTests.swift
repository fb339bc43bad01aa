import ChimpSystem
import Shell
import TestSupport
import Testing

/// Tests of a queue's rules as scripts such as `a; b after a; end a failure`.
struct QueueOrderTests {
  /// The interpreter of a script, in which each letter is an operation of the queue.
  private final class Script {
    private(set) var log: [String] = []
    private let executor = DeferredExecutor()
    private let queue: OperationQueue
    private let end = Guarded(OperationEnd.success)
    private var operations: [(name: String, operation: QueuedOperation)] = []
    private var started: [String] = []

    init(_ text: String, width: Int = 1) {
      queue = OperationQueue(width: width, executor: executor)
      executor.onExecute = { [unowned self] in noteStart() }
      for command in text.split(separator: ";") {
        perform(command.split(separator: " ").map(String.init))
      }
    }

    /// The states of all operations by name, such as `a finished, b ready`.
    var states: String {
      operations.map { name, operation in
        let state = operation.state.map { $0.isFinished ? "finished" : "\($0)" } ?? "nowhere"
        return "\(name) \(state)"
      }.joined(separator: ", ")
    }

    private func noteStart() {
      let executing = operations.filter { $0.operation.state == .executing }.map(\.name)
      guard let name = executing.first(where: { !started.contains($0) }) else { return }
      started.append(name)
      log.append("start \(name)")
    }

    private func perform(_ words: [String]) {
      switch words[0] {
      case "cancel": operation(words[1]).map(queue.cancel)
      case "cancel-all": queue.cancelAll()
      case "end":
        guard operation(words[1])?.state == .executing else { return }
        let ends: [String: OperationEnd] = ["success": .success, "failure": .failure]
        end.use { $0 = ends[words[2]] ?? .cancelled }
        executor.performNext()
        queue.collect()
      default: add(words)
      }
    }

    private func add(_ words: [String]) {
      let work = Work { [end] _ in
        switch end.use({ $0 }) {
        case .success: return 0
        case .failure: throw TestFault.broken
        case .cancelled: throw OperationCancellation()
        }
      }
      let priority = words.dropFirst().first.flatMap { Int($0) } ?? 0
      let added = QueuedOperation(work, priority: priority)
      added.predecessors = words.drop { $0 != "after" }.dropFirst().compactMap(operation)
      added.onFinish = { [unowned self] in
        log.append("\(words[0]) \($0.end.map { "\($0)" } ?? "nowhere")")
      }
      operations.append((words[0], added))
      queue.enqueue(added)
    }

    private func operation(_ name: String) -> QueuedOperation? {
      operations.first { $0.name == name }?.operation
    }
  }

  @Test(arguments: [
    ("a", "start a"),
    ("a; b; end a success", "start a, a success, start b"),
    ("a; end a failure; b", "start a, a failure, start b"),
    ("a; b after a; end a success; end b success", "start a, a success, start b, b success"),
    ("a; end a success; b after a", "start a, a success, start b"),
    // A successor runs whether its predecessors succeeded or failed.
    (
      "a; b after a; c after b; d; end a failure; end b success",
      "start a, a failure, start b, b success, start c"
    ),
    ("a; end a failure; b after a", "start a, a failure, start b"),
    ("a; b after a a; end a success", "start a, a success, start b"),
    // First by priority, then in the order of addition.
    (
      "a; b 1; c 2; d 1; end a success; end c success; end b success",
      "start a, a success, start c, c success, start b, b success, start d"
    ),
  ])
  func `Operations start in turn, each after those that it waits for`(
    script: String, expected: String
  ) {
    #expect(Script(script).log.joined(separator: ", ") == expected)
  }

  @Test(arguments: [
    // The states: pending, ready, executing, executing but already cancelled, finished.
    ("a; b after a; cancel b; end a success", "start a, b cancelled, a success"),
    ("a; b; cancel b; end a success", "start a, b cancelled, a success"),
    ("a; cancel a; cancel a; end a success", "start a, a cancelled"),
    ("a; end a success; cancel a; end a success", "start a, a success"),
    (
      "a; b after a; c after b; cancel b; end a success", "start a, b cancelled, a success, start c"
    ),
    ("a; b after a; cancel a; end a success", "start a, a cancelled, start b"),
    (
      "a; b; c after b; d after b; cancel-all; end a success",
      "start a, b cancelled, c cancelled, d cancelled, a cancelled"
    ),
    ("a; b; end b success; cancel x", "start a"),
  ])
  func `Cancelling is well defined in every state`(script: String, expected: String) {
    #expect(Script(script).log.joined(separator: ", ") == expected)
  }

  @Test func `Every operation is in a state`() {
    let script = Script("a; b; c after b; d; end a success; e after c")
    #expect(script.states == "a finished, b executing, c pending, d ready, e pending")
    #expect(
      Script("a; b; c; d", width: 2).states == "a executing, b executing, c ready, d ready")
    #expect(Script("a", width: -3).states == "a executing")
  }
}
