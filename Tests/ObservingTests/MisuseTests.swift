import Observing
import Testing

private class Careless: Observable {
  var plain = 0
  lazy var late = 1
  let constant = 2
  @Observed var marked = 3
  @Observed var next: Careless?
  @ObservedList var items: [Careless] = []
  let observation = ObservationTable()

  var undeclared: Int { marked }
  var halfDeclared: Int { marked + plain }

  class func declareDependentKeys(in keys: inout DependentKeys) {
    keys.declare(\Careless.halfDeclared, dependsOn: \.marked, \.plain, line: 1000)
  }
}

/// A class that forgets to call `super`.
private final class Forgetful: Careless {
  override class func declareDependentKeys(in keys: inout DependentKeys) {}
}

/// Returns the file, the line and the message with which a process has stopped.
private func message(_ result: ExitTest.Result?) -> String {
  let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  return text.split(separator: "\n").first { $0.contains("Fatal error") }.map(String.init) ?? text
}

/// Returns the message for a property of a class.
private func expected(_ line: Int, _ model: String = "Careless", _ type: String = "Int") -> String {
  "ObservingTests/MisuseTests.swift:\(line): Fatal error: this property of \(model), whose type is "
    + "\(type), can't be observed: mark it with @Observed, @ObservedList or @ObservedWeak, or "
    + "declare it in declareDependentKeys, which a subclass overrides as a class method that calls "
    + "super"
}

@Test func `Observing a property that is not marked stops with the file and line`() async {
  let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
    _ = Careless().observe(\.plain, line: 1) { _ in }
  }
  #expect(message(result) == expected(1))
}

@Test func `Observing a lazy property stops with the file and line`() async {
  let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
    _ = Careless().observe(\.late, line: 2) { _ in }
  }
  #expect(message(result) == expected(2))
}

@Test func `Observing a constant that is not declared stops with the file and line`() async {
  let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
    _ = Careless().observe(\.constant, line: 3) { _ in }
  }
  #expect(message(result) == expected(3))
}

@Test func `Observing an undeclared computed property stops with the file and line`() async {
  let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
    _ = Careless().observe(\.undeclared, line: 4) { _ in }
  }
  #expect(message(result) == expected(4))
}

@Test func `A path stops the program when it reaches a property that is not marked`() async {
  let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
    let careless = Careless()
    let token = careless.observe(\.next.plain, line: 5) { _ in }
    careless.next = Careless()
    token.end()
  }
  #expect(message(result) == expected(5))
}

@Test func `A source that is not marked stops with the file and line of its declaration`() async {
  let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
    _ = Careless().observe(\.halfDeclared, line: 6) { _ in }
  }
  #expect(message(result) == expected(1000))
}

@Test func `A subclass that does not call super can't observe inherited keys`() async {
  let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
    _ = Forgetful().observe(\.halfDeclared, line: 7) { _ in }
  }
  #expect(message(result) == expected(7, "Forgetful"))
}

@Test func `A watched property of the elements must be marked as well`() async {
  let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
    let careless = Careless()
    let watched = careless.watched(\.items, \.plain, line: 8)
    careless.$items.append(Careless())
    withExtendedLifetime(watched) {}
  }
  #expect(message(result) == expected(8))
}
