import Observing
import Testing

struct ObservedPropertyTests {
  private final class Model: Observable {
    @Observed var label = "a"
    let observation = ObservationTable()
  }

  /// A log of the changes that a handler receives, one line for each.
  private final class Log {
    var lines: [String] = []

    func add(_ name: String, _ change: ValueChange<String>) {
      let prior = change.isPrior ? " prior" : ""
      lines.append("\(name)\(prior) new=\(change.new ?? "-") old=\(change.old ?? "-")")
    }
  }

  @Test func `Observing a property directly has the same result as with a path`() {
    let model = Model()
    let log = Log()
    let byPath = model.observe(\.label, [.initial, .new, .old, .prior]) { log.add("path", $0) }
    let byProperty = model.$label.observe([.initial, .new, .old, .prior]) {
      log.add("property", $0)
    }
    model.label = "b"
    byPath.end()
    model.label = "c"
    byProperty.end()
    model.label = "d"
    #expect(
      log.lines == [
        "path new=a old=-", "property new=a old=-", "path prior new=- old=a",
        "property prior new=- old=a", "path new=b old=a", "property new=b old=a",
        "property prior new=- old=b", "property new=c old=b",
      ])
    #expect(model.$label.value == "d")
  }

  @Test func `A deferred observation of a property receives nothing until it begins`() {
    let model = Model()
    let log = Log()
    let observation = model.$label.observe([.initial, .new, .deferred]) { log.add("x", $0) }
    model.label = "b"
    observation.begin()
    model.label = "c"
    #expect(log.lines == ["x new=b old=-", "x new=c old=-"])
  }

  @Test func `Observing a property does not keep its object alive`() {
    let log = Log()
    weak var gone: Model?
    let observation: ObservationToken
    do {
      let model = Model()
      gone = model
      observation = model.$label.observe([.new]) { log.add("x", $0) }
      model.label = "b"
    }
    #expect(gone == nil)
    observation.end()
    #expect(log.lines == ["x new=b old=-"])
  }

  // Only an optimized build can fail this; others retain objects around every call.
  @Test func `The captures of a handler live until it returns, even if it ends itself`() {
    let model = Model()
    let log = Log()
    var observation: ObservationToken?
    weak var held: Log?
    do {
      let own = Log()
      held = own
      observation = model.$label.observe([.new, .old]) { [own] change in
        if change.new == "b" { model.label = "c" }
        observation?.end()
        log.add(held == nil ? "gone" : "held", change)
        withExtendedLifetime(own) {}
      }
    }
    model.label = "b"
    #expect(held == nil)
    model.label = "d"
    #expect(log.lines == ["held new=c old=b", "held new=b old=a"])
  }

  /// A value that reads the property which contains it when it is deinitialized.
  private final class Part {
    let number: Int
    private weak var owner: Whole?
    init(_ number: Int, of owner: Whole?) {
      self.number = number
      self.owner = owner
    }
    deinit { owner?.noteFreed(number) }
  }

  /// A model whose values read its property while they are deinitialized.
  private final class Whole: Observable {
    @Observed var part: Part?
    @ObservedList var parts: [Part] = []
    let observation = ObservationTable()
    private(set) var lines: [String] = []

    func noteFreed(_ number: Int) {
      let numbers = parts.map { "\($0.number)" }.joined(separator: " ")
      lines.append("\(number): \(part.map { "\($0.number)" } ?? "-") [\(numbers)]")
    }
  }

  @Test(arguments: [ObservationOptions?.none, [], [.new, .old], [.prior, .old]])
  func `A value may read its property while it is freed`(options: ObservationOptions?) throws {
    let model = Whole()
    let observations =
      options.map { [model.observe(\.part, $0) { _ in }, model.observe(\.parts, $0) { _ in }] }
      ?? []
    model.part = Part(1, of: model)
    model.part = Part(2, of: model)
    model.withoutNotifying(\.part) { $0 = nil }
    model.$parts.append(Part(3, of: model))
    model.$parts.append(Part(4, of: model))
    try model.$parts.replace(at: 0, with: Part(5, of: model))
    try model.$parts.remove(at: 0)
    try model.$parts.batch { list throws(ListError) in try list.remove(at: 0) }
    model.parts = [Part(6, of: model)]
    model.parts = []
    model.withoutNotifying(\.parts) { parts in parts = [Part(7, of: model)] }
    model.withoutNotifying(\.parts) { parts in parts = [] }
    withExtendedLifetime(observations) {}
    #expect(
      model.lines == [
        "1: 2 []", "2: - []", "3: - [5 4]", "5: - [4]", "4: - []", "6: - []", "7: - []",
      ])
  }
}
