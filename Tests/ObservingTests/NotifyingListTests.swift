import Observing
import Testing

private typealias Edit = (NotifyingList<String>) throws(ListError) -> Void

/// Edits the list A B C, and returns the changes that an observer received, and the result.
private func check(_ edit: Edit) -> [String] {
  let (person, log) = (Person(), Log())
  person.words = ["A", "B", "C"]
  let token = person.observe(\.words, [.prior, .new, .old]) { log.add($0) }
  do {
    try edit(person.$words)
  } catch {
    log.add("\(error)")
  }
  token.end()
  return log.consume() + [person.words.joined()]
}

@Test func `Every edit is reported with its positions and its elements`() {
  #expect(
    check { $0.append("D") } == [
      "prior insertion at=[3]", "insertion at=[3] new=[D]", "ABCD",
    ])
  #expect(
    check { list throws(ListError) in try list.insert("D", at: 0) } == [
      "prior insertion at=[0]", "insertion at=[0] new=[D]", "DABC",
    ])
  #expect(
    check { list throws(ListError) in try list.insert(["D", "E"], at: [1, 4]) } == [
      "prior insertion at=[1, 4]", "insertion at=[1, 4] new=[D,E]", "ADBCE",
    ])
  #expect(
    check { list throws(ListError) in try list.remove(at: 1) } == [
      "prior removal at=[1] old=[B]", "removal at=[1] old=[B]", "AC",
    ])
  #expect(
    check { list throws(ListError) in try list.remove(at: [0, 2]) } == [
      "prior removal at=[0, 2] old=[A,C]", "removal at=[0, 2] old=[A,C]", "B",
    ])
  #expect(
    check { $0.removeLast() } == [
      "prior removal at=[2] old=[C]", "removal at=[2] old=[C]", "AB",
    ])
}

@Test func `Replacements, moves and updates are reported with positions and elements`() {
  #expect(
    check { list throws(ListError) in try list.replace(at: 1, with: "D") } == [
      "prior replacement at=[1] old=[B]", "replacement at=[1] new=[D] old=[B]", "ADC",
    ])
  #expect(
    check { list throws(ListError) in try list.replace(at: [0, 1], with: ["D", "E"]) } == [
      "prior replacement at=[0, 1] old=[A,B]", "replacement at=[0, 1] new=[D,E] old=[A,B]", "DEC",
    ])
  #expect(
    check { list throws(ListError) in try list.move(from: 0, to: 2) } == [
      "prior move 0->2", "move 0->2 element=A", "BCA",
    ])
  #expect(
    check { list throws(ListError) in try list.update(at: 1) } == [
      "prior update at=1", "update at=1 element=B", "ABC",
    ])
  #expect(
    check { list throws(ListError) in try list.remove(at: []) } == ["ABC"])
}

/// Returns invalid insertions, with the errors that a list of three elements throws for them.
private func refusedInsertions() -> [(Edit, ListError)] {
  [
    (
      { list throws(ListError) in try list.insert("D", at: 4) },
      .indexOutOfRange(index: 4, count: 3)
    ),
    (
      { list throws(ListError) in try list.insert("D", at: -1) },
      .indexOutOfRange(index: -1, count: 3)
    ),
    (
      { list throws(ListError) in try list.insert(["D", "E"], at: [0, 5]) },
      .indexOutOfRange(index: 5, count: 3)
    ),
    (
      { list throws(ListError) in try list.insert(["D", "E"], at: [-1, 2]) },
      .indexOutOfRange(index: -1, count: 3)
    ),
    (
      { list throws(ListError) in try list.insert(["D", "E"], at: [2, 1]) },
      .indexesNotAscending([2, 1])
    ),
    (
      { list throws(ListError) in try list.insert(["D"], at: [1, 2]) },
      .countMismatch(indexes: 2, elements: 1)
    ),
  ]
}

/// Returns invalid removals, replacements and moves, with the errors that a list of three elements
/// throws for them.
private func otherRefusedEdits() -> [(Edit, ListError)] {
  [
    ({ list throws(ListError) in try list.remove(at: 3) }, .indexOutOfRange(index: 3, count: 3)),
    (
      { list throws(ListError) in try list.remove(at: [0, 3]) },
      .indexOutOfRange(index: 3, count: 3)
    ),
    ({ list throws(ListError) in try list.remove(at: [1, 1]) }, .indexesNotAscending([1, 1])),
    (
      { list throws(ListError) in try list.replace(at: 3, with: "D") },
      .indexOutOfRange(index: 3, count: 3)
    ),
    (
      { list throws(ListError) in try list.replace(at: [0, 1], with: ["D"]) },
      .countMismatch(indexes: 2, elements: 1)
    ),
    (
      { list throws(ListError) in try list.move(from: 0, to: 3) },
      .indexOutOfRange(index: 3, count: 3)
    ),
    (
      { list throws(ListError) in try list.move(from: -1, to: 0) },
      .indexOutOfRange(index: -1, count: 3)
    ),
    ({ list throws(ListError) in try list.update(at: 3) }, .indexOutOfRange(index: 3, count: 3)),
  ]
}

@Test func `An invalid edit throws this error and notifies no observer`() {
  for (edit, error) in refusedInsertions() + otherRefusedEdits() {
    #expect(check(edit) == ["\(error)", "ABC"])
  }
}

@Test func `After a refused edit the list works as before`() {
  let (person, log) = (Person(), Log())
  let token = person.observe(\.words) { log.add($0) }
  #expect(throws: ListError.indexOutOfRange(index: 0, count: 0)) {
    try person.$words.remove(at: 0)
  }
  #expect(person.$words.removeLast() == nil)
  person.$words.append("A")
  #expect(log.lines == ["insertion at=[0] new=[A]"])
  token.end()
}

@Test func `A notifying list follows its property and outlives the object`() {
  let log = Log()
  var person: Person? = Person()
  let list = person?.$words
  let token = person?.observe(\.words) { log.add($0) }
  let count = person?.observe(\.wordCount) { log.add($0) }
  list?.append("A")
  person?.words = ["B"]
  person?.withoutNotifying(\.words) { $0.append("C") }
  list?.append("D")
  #expect(list?.elements == ["B", "C", "D"])
  #expect(list.map { Array($0) } == ["B", "C", "D"])
  #expect(list?.element(at: 2) == "D" && list?.element(at: 3) == nil)
  person = nil
  list?.append("E")
  #expect(
    log.lines == [
      "insertion at=[0] new=[A]", "setting new=1 old=-", "setting new=[B] old=-",
      "setting new=1 old=-", "insertion at=[2] new=[D]", "setting new=3 old=-",
      "insertion at=[3] new=[E]",
    ])
  token?.end()
  count?.end()
}

@Test func `An edit in a prior handler comes first, and both are reported correctly`() {
  let (person, log) = (Person(), Log())
  person.words = ["A"]
  let mirror = person.mirror(\.words)
  var isFirst = true
  let token = person.observe(\.words, [.prior, .new]) { change in
    log.add(change)
    guard isFirst else { return }
    isFirst = false
    person.$words.append("X")
  }
  person.$words.append("B")
  #expect(person.words == ["A", "X", "B"])
  #expect(
    log.consume() == [
      "prior insertion at=[1]", "prior insertion at=[1]", "insertion at=[1] new=[X]",
      "insertion at=[2] new=[B]",
    ])
  isFirst = false
  token.end()
  #expect(mirror.disagreement == nil && mirror.elements == ["A", "X", "B"])
}

@Test func `An edit is refused if a prior handler has removed its position`() {
  let (person, log) = (Person(), Log())
  person.words = ["A", "B"]
  let count = person.observe(\.wordCount) { log.add($0, by: "count") }
  let token = person.observe(\.words, [.prior, .new]) { change in
    log.add(change)
    if case .prior(.removal) = change { person.words = [] }
  }
  #expect(throws: ListError.indexOutOfRange(index: 1, count: 0)) {
    try person.$words.remove(at: 1)
  }
  person.$words.append("C")
  #expect(
    log.lines == [
      "prior removal at=[1] old=-", "prior setting old=-", "count setting new=0 old=-",
      "setting new=[] old=-", "prior insertion at=[0]", "count setting new=1 old=-",
      "insertion at=[0] new=[C]",
    ])
  count.end()
  token.end()
}

@Test func `An assignment reports the fewest removals and insertions as one change`() {
  let (person, log) = (Person(), Log())
  person.words = ["A", "B", "C", "D"]
  let token = person.observe(\.words, [.new, .old]) { log.add($0) }
  person.$words.assign(["A", "C", "X", "D", "Y"])
  person.$words.assign(["A", "C", "X", "D", "Y"])
  person.$words.assign([])
  person.$words.assign(["a", "b"], by: { $0.lowercased() == $1 })
  #expect(
    log.lines == [
      "batch -[1][B] +[2, 4][X,Y]", "batch -[0, 1, 2, 3, 4][A,C,X,D,Y]", "batch +[0, 1][a,b]",
    ])
  token.end()
}
