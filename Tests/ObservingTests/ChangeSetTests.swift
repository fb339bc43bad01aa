import Observing
import Testing

/// Runs edits as one batch on the list of the numbers 0 to 9; returns the changes that an observer
/// received, the error if there is one, and the disagreement of a mirror if there is one.
private func check(
  _ options: ObservationOptions = [.new, .old],
  _ edits: (NotifyingList<String>) throws(ListError) -> Void
) -> [String] {
  let (person, log) = (Person(), Log())
  person.words = (0..<10).map(String.init)
  let mirror = person.mirror(\.words)
  let token = person.observe(\.words, options) { log.add($0) }
  do throws(ListError) {
    try person.$words.batch(edits)
  } catch {
    log.add("\(error)")
  }
  token.end()
  if let disagreement = mirror.disagreement { log.add("\(disagreement)") }
  return log.consume()
}

@Test func `A batch reports removals in the old list and insertions in the new one`() {
  let lines = check { list throws(ListError) in
    try list.remove(at: 3)
    try list.remove(at: 3)
    try list.insert("A", at: 0)
    list.append("B")
    try list.replace(at: 5, with: "C")
  }
  #expect(lines == ["batch -[3, 4, 6][3,4,6] +[0, 5, 9][A,C,B]"])
}

@Test func `Edits that cancel out within a batch are not reported`() {
  let lines = check([.prior]) { list throws(ListError) in
    list.append("A")
    try list.remove(at: 10)
    try list.insert(["B", "C"], at: [2, 5])
    try list.remove(at: [2, 5])
    try list.move(from: 1, to: 8)
    try list.move(from: 8, to: 1)
  }
  #expect(lines == ["prior batch"])
}

@Test func `Moves are the fewest that explain the order`() {
  #expect(check { list throws(ListError) in try list.move(from: 0, to: 9) } == ["batch 0->9"])
  let swapped = check { list throws(ListError) in
    try list.move(from: 2, to: 7)
    try list.move(from: 6, to: 2)
    try list.remove(at: 0)
    try list.update(at: 0)
  }
  #expect(swapped == ["batch -[0][0] 7->1 2->6 ~[0]"])
}

@Test func `Nested batches are reported at the end of the outermost one`() {
  let lines = check { list throws(ListError) in
    try list.batch { list throws(ListError) in try list.remove(at: 0) }
    list.batch { $0.append("A") }
    list.assign(Array(list.dropFirst()))
  }
  #expect(lines == ["batch -[0, 1][0,1] +[8][A]"])
}

@Test func `A batch that throws reports the edits before the error`() {
  let lines = check { list throws(ListError) in
    try list.remove(at: 0)
    try list.remove(at: 20)
  }
  #expect(lines == ["batch -[0][0]", "\(ListError.indexOutOfRange(index: 20, count: 9))"])
}

@Test func `A batch reports the requested values`() {
  let edits: (NotifyingList<String>) throws(ListError) -> Void = { list throws(ListError) in
    try list.replace(at: [0, 1], with: ["A", "B"])
  }
  #expect(check([], edits) == ["batch -[0, 1]- +[0, 1]-"])
  #expect(check([.new], edits) == ["batch -[0, 1]- +[0, 1][A,B]"])
  #expect(check([.old], edits) == ["batch -[0, 1][0,1] +[0, 1]-"])
}

@Test func `Setting or storing the whole list in a batch replaces all of it`() {
  let (person, log) = (Person(), Log())
  person.words = ["A", "B"]
  let token = person.observe(\.words, [.new, .old]) { log.add($0) }
  person.$words.batch { list in
    try? list.remove(at: 0)
    person.words = ["C"]
    list.append("D")
  }
  person.$words.batch { list in
    list.append("E")
    person.withoutNotifying(\.words) { $0 = ["F"] }
    person.changing(\.words) {}
  }
  #expect(
    log.lines == ["batch -[0, 1][A,B] +[0, 1][C,D]", "batch -[0, 1][C,D] +[0][F]"])
  token.end()
}

@Test func `An observer added during a batch receives the next change only`() {
  let (person, log) = (Person(), Log())
  var token: ObservationToken?
  person.$words.batch { list in
    list.append("A")
    token = person.observe(\.words) { log.add($0) }
    list.append("B")
  }
  person.$words.append("C")
  #expect(log.lines == ["insertion at=[2] new=[C]"])
  token?.end()
}

@Test func `A change set whose positions do not match gives no list`() {
  let sets: [ChangeSet<Int>] = [
    ChangeSet(removals: [3], removed: nil, insertions: [], inserted: []),
    ChangeSet(removals: [1, 1], removed: nil, insertions: [], inserted: []),
    ChangeSet(removals: [], removed: nil, insertions: [0], inserted: nil),
    ChangeSet(removals: [], removed: nil, insertions: [0], inserted: []),
    ChangeSet(removals: [], removed: nil, insertions: [5], inserted: [9]),
    ChangeSet(removals: [], removed: nil, insertions: [0, 0], inserted: [8, 9]),
    ChangeSet(
      removals: [0], removed: nil, insertions: [], inserted: [], moves: [.init(from: 0, to: 1)]),
    ChangeSet(
      removals: [], removed: nil, insertions: [], inserted: [], moves: [.init(from: 7, to: 1)]),
  ]
  for changes in sets {
    #expect(changes.applied(to: [1, 2, 3]) == nil)
  }
  let fitting = ChangeSet(
    removals: [0], removed: [1], insertions: [1], inserted: [9], moves: [.init(from: 2, to: 0)])
  #expect(fitting.applied(to: [1, 2, 3]) == [3, 9, 2])
}

private final class Quiet: Observable {
  @ObservedList(.manually) var list: [Int] = []
  let observation = ObservationTable()
}

@Test func `A list that notifies by hand does not report batches either`() {
  let (quiet, log) = (Quiet(), Log())
  let token = quiet.observe(\.list) { log.add($0) }
  quiet.$list.append(1)
  quiet.$list.batch { $0.append(2) }
  quiet.changing(\.list) { quiet.$list.append(3) }
  #expect(log.lines == ["setting new=[1,2,3] old=-"])
  token.end()
}
