import Events
import Testing

/// Tests of random trees, whose handlers change them during delivery, against the simple model.
struct RandomTreeTests {
  /// The real event tree, whose handlers perform a script.
  private final class RealTree {
    private let script: RandomScript
    private var objects: [EventObject] = []
    private var calls: [Int]
    private var budget = 60
    private(set) var log: [String] = []

    init(_ script: RandomScript) {
      self.script = script
      calls = [Int](repeating: 0, count: script.containers.count)
      for (object, isContainer) in script.containers.enumerated() {
        let handler = Handler(self, object)
        objects.append(
          isContainer
            ? EventContainer("\(object)", handler: handler)
            : EventObject("\(object)", handler: handler))
        if object > 0 { perform(.bind(object, to: script.initialParent(of: object))) }
      }
      budget = 60
    }

    func send(_ letter: TestMessage, to target: Int) {
      guard isAttached(target) else { return }
      _ = try? objects[target].send(message(letter))
    }

    var shape: [String] {
      objects.map { object in
        let children = (object as? EventContainer)?.children.map(\.name) ?? []
        return "\(object.name) \(object.parent?.name ?? "-1") \(object.isEnabled) "
          + "[\(children.joined(separator: ", "))]"
      }
    }

    /// Logs an event and performs the scripted actions of the object; returns `true` if one of them
    /// consumes the event.
    func handleCall(_ object: Int, _ letter: TestMessage, _ event: borrowing Event) -> Bool {
      let sender = index(of: event.sender(to: objects[object]))
      log.append("\(object) \(letter) from \(sender), first \(index(of: event.origin))")
      var consumes = false
      for action in script.actions(of: object, call: calls[object]) where budget > 0 {
        consumes = consumes || action == .consume
        perform(action)
      }
      calls[object] += 1
      return consumes
    }

    private func perform(_ action: ScriptedAction) {
      budget -= 1
      switch action {
      case .bind(let one, let target): try? container(target)?.bind(objects[one])
      case .unbind(let one): try? objects[one].parent?.unbind(objects[one])
      case .enable(let one, let isEnabled): objects[one].isEnabled = isEnabled
      case .send(let letter, let target): send(letter, to: target)
      case .consume: break
      }
    }

    private func index(of identity: ObjectIdentifier) -> Int {
      objects.firstIndex { ObjectIdentifier($0) == identity } ?? -1
    }

    private func container(_ object: Int) -> EventContainer? {
      objects[object] as? EventContainer
    }

    private func isAttached(_ object: Int) -> Bool {
      var above = objects[object]
      while let parent = above.parent { above = parent }
      return above === objects[0]
    }

    private func message(_ letter: TestMessage) -> Message {
      switch letter {
      case .none: .none
      case .update: .update(milliseconds: 16)
      case .touch: .touch(h: 1, v: 1)
      }
    }
  }

  private final class Handler: EventHandler {
    private unowned let tree: RealTree
    private let index: Int

    init(_ tree: RealTree, _ index: Int) {
      self.tree = tree
      self.index = index
    }

    func update(interval: Int, of object: EventObject, event: inout Event) {
      _ = tree.handleCall(index, .update, event)
    }

    func handleEvent(_ event: inout Event, of object: EventObject) {
      var isTouch = false
      if case .touch = event.message { isTouch = true }
      if tree.handleCall(index, isTouch ? .touch : .none, event) { event.consume() }
    }
  }

  @Test func `Ten thousand random trees do what plain rules say`() {
    var visits = 0
    for seed in 0..<10_000 {
      let script = RandomScript(seed: UInt64(seed))
      let (real, naive) = (RealTree(script), NaiveTree(script))
      var dice = Dice(UInt64(seed) &+ 77)
      for _ in 0..<5 {
        let letter = TestMessage.allCases[dice.roll(3)]
        let target = dice.roll(2) == 0 ? 0 : dice.roll(script.containers.count)
        real.send(letter, to: target)
        naive.send(letter, to: target)
      }
      visits += naive.log.count
      guard real.log == naive.log, real.shape == naive.shape else {
        Issue.record(
          "seed \(seed): \(real.log) is not \(naive.log), \(real.shape) is not \(naive.shape)")
        return
      }
    }
    #expect(visits > 100_000)
  }
}
