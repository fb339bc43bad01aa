import Observing
import Testing

@Test func `Observers are called in the order in which they were attached`() {
  let (person, log) = (Person(), Log())
  let tokens = (1...4).map { number in
    person.observe(\.name) { _ in log.add("\(number)") }
  }
  let dependent = person.observe(\.greeting) { _ in log.add("5") }
  let last = person.observe(\.name, [.prior]) { log.add($0.isPrior ? "prior" : "6") }
  person.name = "A"
  #expect(log.lines == ["prior", "1", "2", "3", "4", "5", "6"])
  tokens.forEach { $0.end() }
  dependent.end()
  last.end()
}

@Test func `An equal value is reported as well`() {
  let (person, log) = (Person("A"), Log())
  let token = person.observe(\.name, [.new, .old]) { log.add($0) }
  person.name = "A"
  person.name = nil
  #expect(log.lines == ["setting new=A old=A", "setting new=nil old=A"])
  token.end()
}

@Test func `A removed observer is not called by the change in progress`() {
  let (person, log) = (Person(), Log())
  var tokens: [ObservationToken] = []
  for number in 0..<4 {
    tokens.append(
      person.observe(\.age) { _ in
        log.add("\(number)")
        if number == 1 { tokens[2].end() }
      })
  }
  person.age = 1
  #expect(log.consume() == ["0", "1", "3"])
  person.age = 2
  #expect(log.consume() == ["0", "1", "3"])
  tokens = []
}

@Test func `An added observer does not receive the change in progress`() {
  let (person, log) = (Person(), Log())
  var added: [ObservationToken] = []
  let token = person.observe(\.age) { change in
    log.add(change, by: "first")
    added.append(person.observe(\.age) { log.add($0, by: "added") })
  }
  person.age = 1
  #expect(log.consume() == ["first setting new=1 old=-"])
  token.end()
  person.age = 2
  #expect(log.consume() == ["added setting new=2 old=-"])
}

@Test func `An inner change is delivered completely before the outer one continues`() {
  let (person, log) = (Person("A"), Log())
  let first = person.observe(\.name, [.new, .old]) { change in
    log.add(change, by: "first")
    if change.new == "B" { person.name = "C" }
  }
  let second = person.observe(\.name, [.new, .old]) { log.add($0, by: "second") }
  person.name = "B"
  // The last call of each observer has the current value.
  #expect(
    log.lines == [
      "first setting new=B old=A", "first setting new=C old=B", "second setting new=C old=B",
      "second setting new=C old=A",
    ])
  first.end()
  second.end()
}

@Test func `The reported elements of an edit are those at the time of the edit`() {
  let (person, log) = (Person(), Log())
  let first = person.observe(\.words, [.new, .old]) { change in
    log.add(change, by: "first")
    if case .insertion = change { try? person.$words.remove(at: 0) }
  }
  let second = person.observe(\.words, [.new, .old]) { log.add($0, by: "second") }
  person.$words.append("A")
  #expect(
    log.lines == [
      "first insertion at=[0] new=[A]", "first removal at=[0] old=[A]",
      "second removal at=[0] old=[A]", "second insertion at=[0] new=[A]",
    ])
  first.end()
  second.end()
}

@Test func `A change of the storage notifies no observer`() {
  let (person, log) = (Person(), Log())
  let tokens = [
    person.observe(\.age) { log.add($0) }, person.observe(\.words) { log.add($0) },
    person.observe(\.scores) { log.add($0) }, person.observe(\.secret) { log.add($0) },
  ]
  #expect(person.withoutNotifying(\.age) { $0 = 5 } != nil)
  #expect(person.withoutNotifying(\.words) { $0 = ["A"] } != nil)
  #expect(person.withoutNotifying(\.scores) { $0 = [1] } != nil)
  #expect(person.withoutNotifying(\.wordCount) { $0 = 5 } == nil)
  #expect(person.withoutNotifying(\.doubled) { $0 = [5] } == nil)
  person.secret = "S"
  #expect(log.consume().isEmpty)
  person.age += 1
  person.$words.append("B")
  person.scores.append(2)
  #expect(
    log.lines == ["setting new=6 old=-", "insertion at=[1] new=[B]", "setting new=[1,2] old=-"])
  tokens.forEach { $0.end() }
}

@Test func `An array that is observed as a value is reported as a whole`() {
  let (person, log) = (Person(), Log())
  let token = person.observe(\.scores, [.prior, .new, .old]) { log.add($0) }
  person.scores.append(3)
  #expect(log.lines == ["prior setting old=[]", "setting new=[3] old=[]"])
  token.end()
}

@Test func `A list that is shown without a setter is observed edit by edit, and can't be edited`() {
  let (person, log) = (Person(), Log())
  let token = person.observe(\.numbers) { log.add($0, by: "numbers") }
  let doubled = person.observe(\.doubled) { log.add($0, by: "doubled") }
  person.addNumber(4)
  #expect(
    log.lines == ["numbers insertion at=[0] new=[4]", "doubled setting new=[8] old=-"])
  #expect(person.list(\.numbers) == nil && person.list(\.doubled) == nil)
  #expect(person.list(\.words) != nil)
  token.end()
  doubled.end()
}

/// A generic observable class, which has a subclass.
private class Shelf<Item>: Observable {
  @Observed var label = ""
  @ObservedList var items: [Item] = []
  let observation = ObservationTable()
}

private final class LabelledShelf: Shelf<Int> {
  @Observed var color = ""
}

@Test func `Generic classes and subclasses can be observed`() {
  let (shelf, labelled, log) = (Shelf<String>(), LabelledShelf(), Log())
  let tokens = [
    shelf.observe(\.items) { log.add($0, by: "shelf") },
    labelled.observe(\.color) { log.add($0, by: "labelled") },
    labelled.observe(\.label) { log.add($0, by: "inherited") },
    (labelled as Shelf<Int>).observe(\.items) { log.add($0, by: "base") },
  ]
  shelf.$items.append("A")
  labelled.color = "red"
  labelled.label = "L"
  labelled.$items.append(1)
  #expect(
    log.lines == [
      "shelf insertion at=[0] new=[A]", "labelled setting new=red old=-",
      "inherited setting new=L old=-", "base insertion at=[0] new=[1]",
    ])
  tokens.forEach { $0.end() }
}
