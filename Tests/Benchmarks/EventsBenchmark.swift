import Events

/// An object that only counts, so that the compiler can't remove its call.
private final class CountingObject: EventObject {
  private let tally = Tally()

  override func update(_ milliseconds: Int, _ event: inout Event) { tally.total &+= milliseconds }

  override func handle(_ event: inout Event, from sender: EventObject) {
    guard case .touch(let h, let v) = event.message else { return }
    tally.total &+= h &+ v
    event.isHandled = true
  }
}

/// Prints the time that the event tree needs to deliver an event, compared with a loop over plain
/// closures.
func benchmarkEvents(_ write: (String) -> Void) {
  write("an Update                     ns each   ns an object   a closure's   x closure loop")
  for count in [1, 100, 10_000] {
    let closure = EventsBenchmark.closures(count) / Double(count)
    for shape in EventsBenchmark.Shape.allCases where shape == .flat || count > 1 {
      let whole = EventsBenchmark.updates(EventsBenchmark.tree(of: count, shape))
      let each = whole / Double(count)
      write(
        "\(count) objects, \(shape.rawValue)".padded(to: 26)
          + ObservingBenchmark.decimal(whole, 11) + ObservingBenchmark.decimal(each, 15)
          + ObservingBenchmark.decimal(closure, 14)
          + ObservingBenchmark.decimal(each / closure, 17))
    }
  }
  let direct = EventsBenchmark.directTouches()
  let through = EventsBenchmark.touches()
  write("a touch to the handler itself" + ObservingBenchmark.decimal(direct, 8) + " ns")
  write("a touch through root, modes, mode" + ObservingBenchmark.decimal(through, 4) + " ns")
  let minutes = EventsBenchmark.tenMinutes() / 1e6
  write("ten minutes in Updates of 16 ms" + ObservingBenchmark.decimal(minutes, 6) + " ms")
}

/// The measurements of the event tree, in nanoseconds; each is the best of seven runs.
private enum EventsBenchmark {
  /// The way in which the objects of a tree are nested.
  enum Shape: String, CaseIterable {
    case flat
    case tens = "ten a container"
  }

  /// Returns a tree with a number of objects.
  static func tree(of count: Int, _ shape: Shape) -> EventContainer {
    let root = EventContainer("root")
    var container = root
    for number in 0..<count {
      if shape == .tens && number % 10 == 0 {
        container = EventContainer("container", binding: root)
      } else {
        _ = CountingObject("object", binding: container)
      }
    }
    return root
  }

  /// Returns the time in which a tree delivers an Update to all of its objects.
  static func updates(_ root: EventContainer) -> Double {
    best { times in
      for _ in 0..<times { _ = try? root.send(.update(milliseconds: 16)) }
    }
  }

  /// Returns the time of calling a number of closures one after the other.
  static func closures(_ count: Int) -> Double {
    let tally = Tally()
    let handlers: [(Int) -> Void] = (0..<count).map { _ in { tally.total &+= $0 } }
    return best { times in
      for _ in 0..<times { call(handlers, 16) }
    }
  }

  /// Calls all closures; it is not inlined, because the delivery of an event isn't either.
  @inline(never)
  private static func call(_ handlers: [(Int) -> Void], _ interval: Int) {
    for handler in handlers { handler(interval) }
  }

  /// Returns the time in which the root delivers a touch to the enabled mode.
  static func touches() -> Double {
    let root = fourModes()
    return best { times in
      for number in 0..<times { _ = try? root.send(.touch(h: number, v: 1)) }
    }
  }

  /// Returns the time in which the tree delivers all Updates of ten minutes, one every 16 ms.
  static func tenMinutes() -> Double {
    let root = fourModes()
    return best { times in
      for _ in 0..<(times * 600_000 / 16) { _ = try? root.send(.update(milliseconds: 16)) }
    }
  }

  /// Returns a tree whose root has four modes; the last one is enabled.
  private static func fourModes() -> EventContainer {
    let modes = ["attract", "credit", "start", "play"].map { name in
      let mode = EventMode(name)
      _ = EventTimer("clock", after: 1_000_000_000, binding: mode)
      _ = CountingObject("board", binding: mode)
      return mode
    }
    let root = EventContainer("root")
    let switcher = ModeSwitcher("modes", binding: root) { $0 == 0 && $1 == 3 }
    switcher.bind(modes)
    try? switcher.change(through: [3])
    return root
  }

  /// Returns the time of a touch that is sent directly to the object that handles it.
  static func directTouches() -> Double {
    let object = CountingObject("round")
    return best { times in
      for number in 0..<times { _ = try? object.send(.touch(h: number, v: 1)) }
    }
  }

  /// Returns the time of one call in nanoseconds: the best of seven runs, each of which lasts at
  /// least 20 ms.
  private static func best(_ body: (Int) -> Void) -> Double {
    let clock = ContinuousClock()
    func nanoseconds(_ times: Int) -> Double {
      let (seconds, attoseconds) = clock.measure { body(times) }.components
      return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    }
    var times = 1
    while nanoseconds(times) < 2e7 { times *= 2 }
    return (0..<7).map { _ in nanoseconds(times) / Double(times) }.min() ?? 0
  }
}
