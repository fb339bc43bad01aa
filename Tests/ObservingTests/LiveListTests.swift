import Observing
import Testing

/// A model with one list of numbers.
private final class Numbers: Observable {
  @ObservedList var list: [Int] = []
  @ObservedList var unused: [Int] = []
  @Observed var next: Numbers?
  let observation = ObservationTable()

  init(_ list: [Int]) {
    self.list = list
  }
}

/// Edits the list 5 2 8 1, and returns the changes that an observer of a live list received.
private func check<Element>(
  _ make: (Numbers) -> LiveList<Element>,
  _ edit: (NotifyingList<Int>) throws(ListError) -> Void
) throws -> [String] {
  let (numbers, log) = (Numbers([5, 2, 8, 1]), Log())
  let live = make(numbers)
  let token = live.observe(\.elements, [.new, .old]) { log.add($0) }
  try edit(numbers.$list)
  token.end()
  return log.consume() + ["\(live.elements)"]
}

@Test func `A filtered list reports the edits of its elements`() throws {
  let even: (Numbers) -> LiveList<Int> = { $0.filtered(\.list) { $0 % 2 == 0 } }
  #expect(try check(even) { $0.append(4) } == ["insertion at=[2] new=[4]", "[2, 8, 4]"])
  #expect(try check(even) { $0.append(3) } == ["[2, 8]"])
  #expect(
    try check(even) { list throws(ListError) in try list.remove(at: 1) } == [
      "removal at=[0] old=[2]", "[8]",
    ])
  #expect(
    try check(even) { list throws(ListError) in try list.remove(at: 0) } == ["[2, 8]"])
  #expect(
    try check(even) { list throws(ListError) in try list.replace(at: 2, with: 6) } == [
      "replacement at=[1] new=[6] old=[8]", "[2, 6]",
    ])
  #expect(
    try check(even) { list throws(ListError) in try list.replace(at: 2, with: 7) } == [
      "removal at=[1] old=[8]", "[2]",
    ])
  #expect(
    try check(even) { list throws(ListError) in try list.replace(at: 3, with: 0) } == [
      "insertion at=[2] new=[0]", "[2, 8, 0]",
    ])
  #expect(
    try check(even) { list throws(ListError) in try list.move(from: 2, to: 0) } == [
      "move 1->0 element=8", "[8, 2]",
    ])
  #expect(
    try check(even) { list throws(ListError) in try list.move(from: 0, to: 3) } == ["[2, 8]"])
  #expect(
    try check(even) { list throws(ListError) in try list.update(at: 1) } == [
      "update at=0 element=2", "[2, 8]",
    ])
  #expect(
    try check(even) { list throws(ListError) in
      try list.batch { list throws(ListError) in
        try list.remove(at: 1)
        try list.insert([4, 6, 7], at: [0, 1, 2])
      }
    } == ["batch -[0][2] +[0, 1][4,6]", "[4, 6, 8]"])
}

@Test func `A sorted list keeps its order and reports moves`() throws {
  let ascending: (Numbers) -> LiveList<Int> = { $0.sorted(\.list, by: <) }
  #expect(
    try check(ascending) { $0.append(4) } == ["insertion at=[2] new=[4]", "[1, 2, 4, 5, 8]"])
  #expect(
    try check(ascending) { list throws(ListError) in try list.remove(at: 0) } == [
      "removal at=[2] old=[5]", "[1, 2, 8]",
    ])
  #expect(
    try check(ascending) { list throws(ListError) in try list.replace(at: 0, with: 6) } == [
      "replacement at=[2] new=[6] old=[5]", "[1, 2, 6, 8]",
    ])
  #expect(
    try check(ascending) { list throws(ListError) in try list.replace(at: 0, with: 9) } == [
      "batch -[2][5] +[3][9]", "[1, 2, 8, 9]",
    ])
  #expect(
    try check(ascending) { list throws(ListError) in try list.move(from: 0, to: 3) } == [
      "[1, 2, 5, 8]"
    ])
  #expect(
    try check(ascending) { list throws(ListError) in try list.update(at: 2) } == [
      "update at=3 element=8", "[1, 2, 5, 8]",
    ])
  let byParity: (Numbers) -> LiveList<Int> = { $0.sorted(\.list) { $0 % 2 < $1 % 2 } }
  #expect(
    try check(byParity) { list throws(ListError) in try list.move(from: 1, to: 2) } == [
      "move 0->1 element=2", "[8, 2, 5, 1]",
    ])
}

@Test func `An element that has changed inside moves to its new position`() throws {
  let (first, second, log) = (Person("A"), Person("B"), Log())
  let group = Group([first, second])
  let byName = group.sorted(\.members) { ($0.name ?? "") < ($1.name ?? "") }
  let named = group.filtered(\.members) { $0.name != nil }
  let tokens = [
    byName.observe(\.elements) { log.add($0, by: "sorted") },
    named.observe(\.elements) { log.add($0, by: "named") },
  ]
  first.name = "C"
  try group.$members.update(at: 0)
  second.name = nil
  try group.$members.update(at: 1)
  second.name = "D"
  try group.$members.update(at: 1)
  #expect(
    log.lines == [
      "sorted batch 0->1 ~[1]", "named update at=0 element=@C", "sorted update at=0 element=@",
      "named removal at=[1] old=-", "sorted batch 0->1 ~[1]",
      "named insertion at=[1] new=[@D]",
    ])
  tokens.forEach { $0.end() }
}

private final class Group: Observable {
  @ObservedList var members: [Person]
  let observation = ObservationTable()

  init(_ members: [Person]) {
    self._members = ObservedList(wrappedValue: members)
  }
}

@Test func `A mapped list reports the same edits with its own elements`() throws {
  let texts: (Numbers) -> LiveList<String> = { $0.mapped(\.list) { "n\($0)" } }
  #expect(
    try check(texts) { $0.append(4) } == [
      "insertion at=[4] new=[n4]", #"["n5", "n2", "n8", "n1", "n4"]"#,
    ])
  #expect(
    try check(texts) { list throws(ListError) in
      try list.batch { list throws(ListError) in
        try list.move(from: 0, to: 3)
        try list.update(at: 0)
        try list.remove(at: 1)
      }
    } == ["batch -[1, 2][n2,n8] +[0][n2] 0->2", #"["n2", "n1", "n5"]"#])
}

@Test func `Live lists can derive from each other and from a list behind links`() throws {
  let (root, log) = (Numbers([]), Log())
  let live = root.filtered(\.next.list) { $0 > 0 }.mapped { -$0 }.sorted(by: <).filtered { $0 < -1 }
  let token = live.observe(\.elements, [.new, .old]) { log.add($0) }
  root.next = Numbers([1, 0, 3])
  root.next?.$list.append(2)
  root.next = nil
  #expect(
    log.lines == [
      "setting new=[-3] old=[]", "insertion at=[1] new=[-2]", "setting new=[] old=[-3,-2]",
    ])
  token.end()
}

@Test func `A live list corrects itself after a change without a notification`() {
  let (numbers, log) = (Numbers([1, 2]), Log())
  let live = numbers.filtered(\.list) { $0 % 2 == 0 }
  let token = live.observe(\.elements, [.new, .old]) { log.add($0) }
  numbers.withoutNotifying(\.list) { $0 = [4, 6] }
  #expect(live.elements == [2])
  numbers.$list.append(8)
  #expect(live.elements == [4, 6, 8])
  #expect(log.lines == ["setting new=[4,6,8] old=[2]"])
  token.end()
}

@Test func `A handler may edit the source of the live list that notifies it`() {
  let numbers = Numbers([])
  let before = numbers.filtered(\.list) { $0 % 2 == 0 }
  let token = numbers.observe(\.list) { change in
    guard case .insertion(_, let new?) = change, let number = new.first, number > 0 else { return }
    numbers.$list.append(number - 1)
  }
  let after = numbers.mapped(\.list) { $0 }
  let derived = before.observe(\.elements) { _ in
    if numbers.list.count < 20 { numbers.$list.append(3) }
  }
  numbers.$list.append(4)
  #expect(before.elements == numbers.list.filter { $0 % 2 == 0 })
  #expect(after.elements == numbers.list)
  #expect(numbers.list.count > 5)
  token.end()
  derived.end()
}

@Test func `A live list can't be edited from outside`() {
  let numbers = Numbers([1])
  #expect(numbers.filtered(\.list) { _ in true }.list(\.elements) == nil)
}
