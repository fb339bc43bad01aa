import Observing
import Testing

/// Changes a person between calls of `willChange` and `didChange`, and returns the changes that
/// observers received.
private func check(_ body: (Person, Log) throws(ListError) -> Void) -> [String] {
  let (person, log) = (Person("A"), Log())
  person.words = ["A", "B"]
  let tokens = [
    person.observe(\.name, [.prior, .new, .old]) { log.add($0, by: "name") },
    person.observe(\.age, [.new, .old]) { log.add($0, by: "age") },
    person.observe(\.words, [.prior, .new, .old]) { log.add($0, by: "words") },
  ]
  do throws(ListError) {
    try body(person, log)
  } catch {
    log.add("\(error)")
  }
  tokens.forEach { $0.end() }
  return log.consume()
}

@Test func `A bracket reports the values at will and at did`() {
  let lines = check { person, _ in
    person.willChange(\.name)
    person.withoutNotifying(\.name) { $0 = "B" }
    person.didChange(\.name)
  }
  #expect(lines == ["name prior setting old=A", "name setting new=B old=A"])
}

@Test func `A did without a will reports nothing`() {
  let lines = check { person, _ throws(ListError) in
    person.didChange(\.name)
    try person.didChange(\.words, .insertion, at: [0])
    person.willChange(\.words)
    try person.didChange(\.words, .insertion, at: [0])
    person.didChange(\.name)
  }
  #expect(lines == ["words prior setting old=[A,B]"])
}

@Test func `Nested brackets of one key report twice, the inner one first`() {
  let lines = check { person, log in
    person.willChange(\.age)
    person.withoutNotifying(\.age) { $0 = 1 }
    person.willChange(\.age)
    person.withoutNotifying(\.age) { $0 = 2 }
    person.didChange(\.age)
    person.age = 3
    person.didChange(\.age)
  }
  #expect(
    lines == ["age setting new=2 old=1", "age setting new=3 old=2", "age setting new=3 old=0"])
}

@Test func `Brackets of two keys may be nested and interleaved`() {
  let lines = check { person, _ in
    person.changing(\.age) {
      person.changing(\.words) { person.withoutNotifying(\.words) { $0 = [] } }
    }
    person.willChange(\.age)
    person.willChange(\.words)
    person.didChange(\.age)
    person.didChange(\.words)
  }
  #expect(
    lines == [
      "words prior setting old=[A,B]", "words setting new=[] old=[A,B]", "age setting new=0 old=0",
      "words prior setting old=[]", "age setting new=0 old=0", "words setting new=[] old=[]",
    ])
}

@Test func `A bracket of positions reports the elements at them`() {
  let lines = check { person, _ throws(ListError) in
    try person.willChange(\.words, .insertion, at: [0, 3])
    person.withoutNotifying(\.words) { $0 = ["X", "A", "B", "Y"] }
    try person.didChange(\.words, .insertion, at: [0, 3])
    try person.willChange(\.words, .replacement, at: [1])
    person.withoutNotifying(\.words) { $0[1] = "Z" }
    try person.didChange(\.words, .replacement, at: [1])
    try person.willChange(\.words, .removal, at: [0, 1])
    person.withoutNotifying(\.words) { $0.removeFirst(2) }
    try person.didChange(\.words, .removal, at: [0, 1])
  }
  #expect(
    lines == [
      "words prior insertion at=[0, 3]", "words insertion at=[0, 3] new=[X,Y]",
      "words prior replacement at=[1] old=[A]", "words replacement at=[1] new=[Z] old=[A]",
      "words prior removal at=[0, 1] old=[X,Z]", "words removal at=[0, 1] old=[X,Z]",
    ])
}

@Test func `A did of positions closes the will with the same positions, or else the innermost`() {
  let lines = check { person, _ throws(ListError) in
    try person.willChange(\.words, .replacement, at: [0])
    try person.willChange(\.words, .replacement, at: [1])
    person.withoutNotifying(\.words) { $0 = ["X", "Y"] }
    try person.didChange(\.words, .replacement, at: [0])
    try person.didChange(\.words, .replacement, at: [0])
  }
  #expect(
    lines == [
      "words prior replacement at=[0] old=[A]", "words prior replacement at=[1] old=[B]",
      "words replacement at=[0] new=[X] old=[A]", "words replacement at=[1] new=[Y] old=[B]",
    ])
}

@Test func `A bracket of positions out of range is refused`() {
  let refused: [(IndexedKind, [Int], ListError)] = [
    (.removal, [2], .indexOutOfRange(index: 2, count: 2)),
    (.replacement, [-1], .indexOutOfRange(index: -1, count: 2)),
    (.removal, [1, 0], .indexesNotAscending([1, 0])),
  ]
  for (kind, indexes, error) in refused {
    let lines = check { person, _ throws(ListError) in
      defer { person.$words.append("C") }
      try person.willChange(\.words, kind, at: indexes)
    }
    #expect(
      lines == ["words prior insertion at=[2]", "words insertion at=[2] new=[C]", "\(error)"])
  }
  let lines = check { person, _ throws(ListError) in
    try person.willChange(\.words, .insertion, at: [2])
    try person.didChange(\.words, .insertion, at: [2])
  }
  #expect(
    lines == ["words prior insertion at=[2]", "\(ListError.indexOutOfRange(index: 2, count: 2))"])
}

@Test func `A bracket notifies the observers at will that are still active at did`() {
  let (person, log) = (Person("A"), Log())
  let gone = person.observe(\.name, [.prior]) { log.add($0, by: "gone") }
  let stays = person.observe(\.name) { log.add($0, by: "stays") }
  person.willChange(\.name)
  gone.end()
  let late = person.observe(\.name) { log.add($0, by: "late") }
  person.didChange(\.name)
  person.name = "B"
  #expect(
    log.lines == [
      "gone prior setting old=-", "stays setting new=A old=-", "stays setting new=B old=-",
      "late setting new=B old=-",
    ])
  stays.end()
  late.end()
}

@Test func `A property that notifies by hand is reported by brackets only`() {
  let (person, log) = (Person(), Log())
  let token = person.observe(\.secret, [.new, .old]) { log.add($0) }
  person.secret = "A"
  person.changing(\.secret) { person.secret = "B" }
  #expect(log.lines == ["setting new=B old=A"])
  token.end()
}

@Test func `A bracket on a computed key notifies its observers and those of dependent keys`() {
  let (person, log) = (Person("A"), Log())
  let tokens = [
    person.observe(\.greeting, [.new, .old]) { log.add($0, by: "greeting") },
    person.observe(\.shout, [.new, .old]) { log.add($0, by: "shout") },
    person.observe(\.byHand, [.new, .old]) { log.add($0, by: "byHand") },
  ]
  person.willChange(\.greeting)
  person.withoutNotifying(\.name) { $0 = "B" }
  person.didChange(\.greeting)
  person.changing(\.byHand) {}
  #expect(
    log.lines == [
      "greeting setting new=Hello B old=Hello A", "shout setting new=HELLO B old=HELLO A",
      "byHand setting new=B old=B",
    ])
  tokens.forEach { $0.end() }
}
