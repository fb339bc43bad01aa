import Observing

/// The observable model of the benchmark, written as a user of the library would write it.
final class MeasuredModel: Observable {
  @Observed var number = 0
  @Observed var text = ""
  @ObservedList var list: [Int] = []
  let observation = ObservationTable()

  var count: Int { list.count }

  static func declareDependentKeys(in keys: inout DependentKeys) {
    keys.declare(\MeasuredModel.count, dependsOn: \.list)
  }
}

/// A sum over the arguments of all handlers, so that the compiler can't remove their calls.
final class Tally {
  var total = 0
}

/// Prints the time of notifications, compared with a loop over plain closures in the same run.
func benchmarkObserving(_ write: (String) -> Void) {
  let closure = ObservingBenchmark.closures(1)
  write("what                                     ns each   x closure loop   limit")

  /// Writes a row of the table: the name, the time, its ratio to a closure's, and the limit.
  func row(_ name: String, _ cost: Double, _ limit: String) {
    write(
      ObservingBenchmark.padded(name, 40) + ObservingBenchmark.decimal(cost, 8)
        + ObservingBenchmark.decimal(cost / closure, 17) + "   " + limit)
  }
  row("a loop over one closure", closure, "")
  row("unobserved set", ObservingBenchmark.sets(observers: 0), "20 ns")
  row("get", ObservingBenchmark.gets(), "")
  let one = ObservingBenchmark.sets(observers: 1)
  row("set, 1 observer", one, "50 ns and 3 x")
  row("set, 1 observer, new and old text", ObservingBenchmark.textSets(), "")
  let ten = ObservingBenchmark.sets(observers: 10)
  row("set, 10 observers", ten, "10 x one: " + ObservingBenchmark.decimal(ten / one, 0) + " x")
  row("append, unobserved", ObservingBenchmark.appends(to: 10, observers: 0), "")
  row("append, 1 observer, 10 elements", ObservingBenchmark.appends(to: 10, observers: 1), "100 ns")
  row(
    "append, 1 observer, 1,000,000 elements",
    ObservingBenchmark.appends(to: 1_000_000, observers: 1), "100 ns")
  for count in [10, 1_000_000] {
    row(
      "append, dependent key, \(count) elements",
      ObservingBenchmark.appends(to: count, observers: 0, dependents: 1), "")
  }
  row("1,000 appends, one by one", ObservingBenchmark.batches(.append, areBatched: false), "")
  row("1,000 appends, one batch", ObservingBenchmark.batches(.append, areBatched: true), "less")
  row("1,000 edits, one by one", ObservingBenchmark.batches(.everywhere, areBatched: false), "")
  row("1,000 edits, one batch", ObservingBenchmark.batches(.everywhere, areBatched: true), "less")
}

/// The measurements of observing, in nanoseconds; each is the best of several runs.
enum ObservingBenchmark {
  /// Returns the time of calling a number of closures one after the other.
  static func closures(_ count: Int) -> Double {
    let tally = Tally()
    let handlers: [(Int) -> Void] = (0..<count).map { _ in { tally.total &+= $0 } }
    return best(of: 1_000_000) { times in
      for number in 0..<times { call(handlers, number) }
    }
  }

  /// Calls all closures; it is not inlined, because a notification isn't either.
  @inline(never)
  private static func call(_ handlers: [(Int) -> Void], _ number: Int) {
    for handler in handlers { handler(number) }
  }

  /// Returns the time of setting a property that has a number of observers.
  static func sets(observers: Int) -> Double {
    let (model, tally) = (MeasuredModel(), Tally())
    let tokens = (0..<observers).map { _ in
      model.observe(\.number) { tally.total &+= $0.new ?? 0 }
    }
    return withExtendedLifetime(tokens) {
      best(of: 1_000_000) { times in
        for number in 0..<times { set(model, number) }
      }
    }
  }

  /// Sets the number by a call that is not inlined.
  @inline(never)
  private static func set(_ model: MeasuredModel, _ number: Int) {
    model.number = number
  }

  /// Returns the time of reading an observable property.
  static func gets() -> Double {
    let (model, tally) = (MeasuredModel(), Tally())
    return best(of: 1_000_000) { times in
      for _ in 0..<times { tally.total &+= get(model) }
    }
  }

  /// Returns the number, by a call that is not inlined.
  @inline(never)
  private static func get(_ model: MeasuredModel) -> Int {
    model.number
  }

  /// Returns the time of setting a property that holds a text and has an observer.
  static func textSets() -> Double {
    let (model, tally) = (MeasuredModel(), Tally())
    let texts = ["a text that is too long to be small", "another text of much the same length"]
    let token = model.observe(\.text, [.new, .old]) {
      tally.total &+= ($0.new?.utf8.count ?? 0) &+ ($0.old?.utf8.count ?? 0)
    }
    return withExtendedLifetime(token) {
      best(of: 1_000_000) { times in
        for number in 0..<times { set(model, texts[number & 1]) }
      }
    }
  }

  /// Sets the text by a call that is not inlined.
  @inline(never)
  private static func set(_ model: MeasuredModel, _ text: String) {
    model.text = text
  }

  /// Returns the time of appending an element to an observed list of `count` elements.
  static func appends(to count: Int, observers: Int, dependents: Int = 0) -> Double {
    let (model, tally) = (MeasuredModel(), Tally())
    // The capacity is reserved before, because the growth of an array is not measured.
    model.list = []
    model.withoutNotifying(\.list) { $0.reserveCapacity(count + 100_100) }
    model.withoutNotifying(\.list) { $0.append(contentsOf: 0..<count) }
    var tokens = (0..<observers).map { _ in
      model.observe(\.list) { change in
        if case .insertion(_, let new?) = change { tally.total &+= new[0] }
      }
    }
    tokens += (0..<dependents).map { _ in
      model.observe(\.count, [.new, .old]) { tally.total &+= $0.new ?? 0 }
    }
    return withExtendedLifetime(tokens) {
      best(
        of: 100_000,
        before: { model.withoutNotifying(\.list) { $0.removeLast($0.count - count) } }
      ) { times in
        for number in 0..<times { append(model, number) }
      }
    }
  }

  /// Appends a number to the list by a call that is not inlined.
  @inline(never)
  private static func append(_ model: MeasuredModel, _ number: Int) {
    model.$list.append(number)
  }

  /// The kinds of edits that a batch has: appends only, or a mixture.
  enum Edits {
    case append
    case everywhere
  }

  /// Returns the time per edit of one thousand edits in a list of 1,000 elements, as one batch or
  /// each by itself.
  static func batches(_ edits: Edits, areBatched: Bool) -> Double {
    let (model, tally) = (MeasuredModel(), Tally())
    let numbers = Array(0..<1000)
    let edit = edits == .append ? appendAll : editEverywhere
    let token = model.observe(\.list) { change in
      switch change {
      case .insertion(_, let new?): tally.total &+= new[0]
      case .batch(let changes): tally.total &+= changes.inserted?.count ?? 0
      default: tally.total &+= 1
      }
    }
    return withExtendedLifetime(token) {
      best(of: 200) { times in
        for _ in 0..<times {
          model.withoutNotifying(\.list) { $0 = numbers }
          if areBatched { model.$list.batch { edit($0) } } else { edit(model.$list) }
        }
      } / 1000
    }
  }

  /// Appends one thousand numbers to the list.
  @inline(never)
  private static func appendAll(_ list: NotifyingList<Int>) {
    for number in 0..<1000 { list.append(number) }
  }

  /// Removes, inserts and replaces elements all over the list: one thousand edits.
  @inline(never)
  private static func editEverywhere(_ list: NotifyingList<Int>) {
    for number in 0..<250 {
      try? list.remove(at: 2 * number)
      try? list.insert(number, at: 2 * number)
      try? list.replace(at: 500, with: number)
      try? list.replace(at: 999 - number, with: number)
    }
  }

  /// Returns the time of one call in nanoseconds, as the shortest of several runs; `before` is not
  /// measured.
  private static func best(
    of times: Int, before: () -> Void = {}, _ body: (Int) -> Void
  ) -> Double {
    let clock = ContinuousClock()
    var best = Double.infinity
    for _ in 0..<7 {
      before()
      let (seconds, attoseconds) = clock.measure { body(times) }.components
      let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
      best = min(best, nanoseconds / Double(times))
    }
    return best
  }

  /// Returns the text, filled up with blanks on the right to a width.
  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Returns a number with one decimal, filled up with blanks on the left to a width.
  static func decimal(_ number: Double, _ width: Int) -> String {
    let tenths = Int(number * 10 + 0.5)
    let text = "\(tenths / 10).\(tenths % 10)"
    return String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
