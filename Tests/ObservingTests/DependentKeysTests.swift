import Observing
import Testing

@Test func `A dependent key is reported as a setting with its old and new value`() {
  let (person, log) = (Person("A"), Log())
  let token = person.observe(\.greeting, [.initial, .prior, .new, .old]) { log.add($0) }
  person.name = "B"
  person.age = 3
  #expect(
    log.lines == [
      "setting new=Hello A old=-", "prior setting old=Hello A",
      "setting new=Hello B old=Hello A",
    ])
  token.end()
}

@Test func `Dependent keys are transitive`() {
  let (person, log) = (Person("A"), Log())
  let token = person.observe(\.shout, [.new, .old]) { log.add($0) }
  person.name = "B"
  #expect(log.lines == ["setting new=HELLO B old=HELLO A"])
  token.end()
}

@Test func `A key that depends on a list is reported once for each edit and each batch`() throws {
  let (person, log) = (Person("A"), Log())
  let count = person.observe(\.wordCount, [.prior, .new, .old]) { log.add($0, by: "count") }
  let summary = person.observe(\.summary) { log.add($0, by: "summary") }
  person.$words.append("A")
  #expect(
    log.consume() == [
      "count prior setting old=0", "count setting new=1 old=0", "summary setting new=A:1 old=-",
    ])
  try person.$words.insert(["B", "C"], at: [0, 1])
  try person.$words.update(at: 0)
  person.$words.batch { list in
    for word in ["D", "E"] { list.append(word) }
  }
  person.$words.batch { _ in }
  person.name = "B"
  #expect(
    log.consume() == [
      "count prior setting old=1", "count setting new=3 old=1", "summary setting new=A:3 old=-",
      "count prior setting old=3", "count setting new=3 old=3", "summary setting new=A:3 old=-",
      "count prior setting old=3", "count setting new=5 old=3", "summary setting new=A:5 old=-",
      "count prior setting old=5", "summary setting new=B:5 old=-",
    ])
  count.end()
  summary.end()
}

@Test func `A key that depends on a link follows it to its new object`() {
  let (person, first, second, log) = (Person(), Person("A"), Person("B"), Log())
  let tokens = [
    person.observe(\.friendName, [.new, .old]) { log.add($0, by: "name") },
    person.observe(\.friendShout, [.new, .old]) { log.add($0, by: "shout") },
    person.observe(\.bestFriendName, [.new, .old]) { log.add($0, by: "best") },
  ]
  person.friend = first
  #expect(
    log.consume() == [
      "name setting new=A old=nil", "shout setting new=HELLO A old=-", "best setting new=A old=nil",
    ])
  person.friend = second
  first.name = "C"
  #expect(
    log.consume() == [
      "name setting new=B old=A", "shout setting new=HELLO B old=HELLO A",
      "best setting new=B old=A",
    ])
  second.name = "D"
  #expect(
    log.consume() == [
      "name setting new=D old=B", "shout setting new=HELLO D old=HELLO B",
      "best setting new=D old=B",
    ])
  tokens.forEach { $0.end() }
  second.name = "E"
  person.friend = nil
  #expect(log.lines.isEmpty)
}

@Test func `A key that depends on another in several ways is reported once`() {
  let (person, log) = (Person("A"), Log())
  let token = person.observe(\.card, [.prior, .new, .old]) { log.add($0) }
  person.name = "B"
  #expect(
    log.lines == [
      "prior setting old=Hello A/HELLO A", "setting new=Hello B/HELLO B old=Hello A/HELLO A",
    ])
  token.end()
}

@Test func `Keys that depend on each other in a cycle are reported once`() {
  let (person, log) = (Person(), Log())
  let tokens = [
    person.observe(\.chicken, [.new, .old]) { log.add($0, by: "chicken") },
    person.observe(\.egg, [.new, .old]) { log.add($0, by: "egg") },
  ]
  person.age = 1
  #expect(log.lines == ["chicken setting new=1 old=0", "egg setting new=1 old=0"])
  tokens.forEach { $0.end() }
}
