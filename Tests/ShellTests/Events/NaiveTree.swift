/// An action that a handler of a random tree performs when it is called.
enum ScriptedAction: Equatable {
  case bind(Int, to: Int)
  case unbind(Int)
  case enable(Int, Bool)
  case send(TestMessage, to: Int)
  case consume
}

/// A message that is sent in a random tree.
enum TestMessage: CaseIterable {
  case none
  case update
  case touch
}

/// The script of a random tree: the actions that each object performs at each of its calls.
struct RandomScript {
  let seed: UInt64
  let containers: [Bool]

  /// Creates a script for two to twelve objects, of which object 0 is the root.
  init(seed: UInt64) {
    self.seed = seed
    var dice = Dice(seed)
    for _ in 0..<5 { _ = dice.roll(2) }
    containers = [true] + (0..<(1 + dice.roll(11))).map { _ in dice.roll(2) == 0 }
  }

  /// Returns the container to which an object is bound at the beginning.
  func initialParent(of object: Int) -> Int {
    var dice = Dice(seed &* 31 &+ UInt64(object))
    for _ in 0..<5 { _ = dice.roll(2) }
    let choices = containers[..<object].indices.filter { containers[$0] }
    return choices[dice.roll(choices.count)]
  }

  /// Returns the actions that an object performs at one of its calls; most often none.
  func actions(of object: Int, call: Int) -> [ScriptedAction] {
    var dice = Dice(seed &* 1_000_003 &+ UInt64(object * 1009 + call))
    for _ in 0..<5 { _ = dice.roll(2) }
    guard dice.roll(3) == 0 else { return [] }
    return (0...dice.roll(3)).map { _ in action(&dice) }
  }

  /// Returns a random action on random objects.
  private func action(_ dice: inout Dice) -> ScriptedAction {
    let (one, other) = (dice.roll(containers.count), dice.roll(containers.count))
    let targets = containers.indices.filter { containers[$0] }
    return switch dice.roll(9) {
    case 0, 1: .bind(one, to: targets[dice.roll(targets.count)])
    case 2: .unbind(one)
    case 3: .enable(one, false)
    case 4, 5: .enable(one, true)
    case 6, 7: .send(TestMessage.allCases[dice.roll(3)], to: other)
    default: .consume
    }
  }
}

/// A model of the event tree that implements its rules in the simplest way, by examining all
/// objects in each step.
final class NaiveTree {
  private struct Envelope {
    let letter: TestMessage
    let target: Int
    let origin: Int
  }

  private let script: RandomScript
  private var parents: [Int?]
  private var children: [[Int]]
  private var enabled: [Bool]
  private var calls: [Int]
  private var bindings: Set<Int> = []
  private var isConsumed = false
  private var queue: [Envelope] = []
  private var budget = 60
  private(set) var log: [String] = []

  init(_ script: RandomScript) {
    self.script = script
    let count = script.containers.count
    parents = [Int?](repeating: nil, count: count)
    children = [[Int]](repeating: [], count: count)
    enabled = [Bool](repeating: true, count: count)
    calls = [Int](repeating: 0, count: count)
    for object in 1..<count {
      let parent = script.initialParent(of: object)
      parents[object] = parent
      children[parent].append(object)
    }
  }

  /// Sends a message to an object, then delivers all messages that handlers send meanwhile.
  func send(_ letter: TestMessage, to target: Int) {
    guard isAttached(target) else { return }
    queue = [Envelope(letter: letter, target: target, origin: target)]
    while !queue.isEmpty {
      let envelope = queue.removeFirst()
      bindings = []
      isConsumed = false
      if isReached(envelope.target) { visit(envelope.target, envelope, sender: envelope.target) }
    }
  }

  /// The structure of the tree as a line for each object: its parent, whether it is enabled, and
  /// its children.
  var shape: [String] {
    parents.indices.map { object in
      "\(object) \(parents[object] ?? -1) \(enabled[object]) \(children[object])"
    }
  }

  /// Calls the handler of an object, then visits its children, until the event is consumed.
  private func visit(_ object: Int, _ envelope: Envelope, sender: Int) {
    log.append("\(object) \(envelope.letter) from \(sender), first \(envelope.origin)")
    for action in script.actions(of: object, call: calls[object]) { perform(action, envelope) }
    calls[object] += 1
    for child in children[object] where !isConsumed && parents[child] == object && isReached(child)
    {
      visit(child, envelope, sender: object)
    }
  }

  /// Performs an action of a script; does nothing after the limit of actions.
  private func perform(_ action: ScriptedAction, _ envelope: Envelope) {
    guard budget > 0 else { return }
    budget -= 1
    switch action {
    case .bind(let one, let container): bind(one, to: container)
    case .unbind(let one): unbind(one)
    case .enable(let one, let isEnabled): enabled[one] = isEnabled
    case .send(let letter, let target):
      if isAttached(target) {
        queue.append(Envelope(letter: letter, target: target, origin: target))
      }
    case .consume: if envelope.letter == .touch { isConsumed = true }
    }
  }

  /// Binds an object to a container; does nothing if the container is the object or is below it.
  private func bind(_ object: Int, to container: Int) {
    guard !ancestors(from: container).contains(object) else { return }
    unbind(object)
    parents[object] = container
    children[container].append(object)
    if isAttached(container) { bindings.insert(object) }
  }

  /// Removes an object from its parent; does nothing if it has none.
  private func unbind(_ object: Int) {
    guard let parent = parents[object] else { return }
    parents[object] = nil
    children[parent].removeAll { $0 == object }
  }

  /// Returns an object followed by the containers above it.
  private func ancestors(from object: Int) -> [Int] {
    [object] + (parents[object].map { ancestors(from: $0) } ?? [])
  }

  /// Returns `true` if an object is the root or is below it.
  private func isAttached(_ object: Int) -> Bool {
    ancestors(from: object).last == 0
  }

  /// Returns `true` if an object receives the current event: it and all containers above are
  /// enabled, and none was bound during the event.
  private func isReached(_ object: Int) -> Bool {
    isAttached(object)
      && ancestors(from: object).allSatisfy { enabled[$0] && !bindings.contains($0) }
  }
}
