import Shell

/// Operations and what is done with them, as text: `a; b after a; end a failure`.
///
/// Letters are operations, in the order in which they are added.
struct MachineScript {
  private(set) var log: [String] = []
  private var machine: OperationMachine
  private var names: [String] = []

  init(_ text: String, width: Int = 1) {
    machine = OperationMachine(width: width)
    for command in text.split(separator: ";") {
      perform(command.split(separator: " ").map(String.init))
    }
  }

  /// Where each operation is, by name.
  var states: String {
    names.indices.map { index in
      let state = machine.state(of: index + 1).map { "\($0)" } ?? "finished"
      return "\(names[index]) \(state)"
    }.joined(separator: ", ")
  }

  private mutating func perform(_ words: [String]) {
    switch words[0] {
    case "cancel": take(machine.cancel(identifier(words[1])))
    case "cancel-all": take(machine.cancelAll())
    case "end": take(machine.end(identifier(words[1]), end(words[2])))
    default: add(words)
    }
  }

  private mutating func add(_ words: [String]) {
    names.append(words[0])
    let priority = words.dropFirst().first.flatMap { Int($0) } ?? 0
    let afters = words.drop { $0 != "after" }.dropFirst()
    take(
      machine.add(
        priority: priority, after: afters.map(identifier)
      ).actions)
  }

  private mutating func take(_ actions: [OperationMachine.Action]) {
    for action in actions {
      switch action {
      case .start(let identifier): log.append("start \(names[identifier - 1])")
      case .interrupt(let identifier): log.append("interrupt \(names[identifier - 1])")
      case .finish(let identifier, let end):
        log.append("\(names[identifier - 1]) \(told(end))")
      }
    }
  }

  private func told(_ end: OperationEnd) -> String {
    switch end {
    case .success: "success"
    case .failure: "failure"
    case .cancelled: "cancelled"
    }
  }

  private func end(_ word: String) -> OperationEnd {
    switch word {
    case "success": .success
    case "failure": .failure
    default: .cancelled
    }
  }

  private func identifier(_ name: String) -> Int {
    (names.firstIndex(of: name) ?? -1) + 1
  }
}
