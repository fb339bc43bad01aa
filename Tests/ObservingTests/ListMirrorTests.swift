import Observing
import Testing

@Test func `A mirror agrees with every kind of change`() throws {
  let person = Person()
  let mirror = person.mirror(\.words)
  person.words = ["A", "B", "C"]
  try person.$words.insert(["D"], at: [1])
  try person.$words.remove(at: [0, 2])
  try person.$words.replace(at: 1, with: "E")
  try person.$words.move(from: 0, to: 1)
  try person.$words.update(at: 0)
  person.$words.batch { $0.append("F") }
  person.changing(\.words) { person.withoutNotifying(\.words) { $0 = ["G"] } }
  #expect(mirror.elements == ["G"])
  #expect(mirror.disagreement == nil)
}

@Test func `A mirror reports the first disagreement and only that`() throws {
  let person = Person()
  let mirror = person.mirror(\.words)
  person.$words.append("A")
  person.withoutNotifying(\.words) { $0.append("B") }
  person.$words.append("C")
  person.$words.append("D")
  let disagreement = try #require(mirror.disagreement)
  #expect(disagreement.changeNumber == 2)
  #expect(disagreement.expected == ["A"])
  #expect(disagreement.actual == ["A", "B", "C"])
  #expect(disagreement.reason == "the edit does not fit: indexOutOfRange(index: 2, count: 1)")
}

@Test func `A mirror describes the difference`() throws {
  let hidden: [(ListMaker, Edit, String)] = [
    ({ $0 = ["A", "X"] }, { $0.append("C") }, "the copy differs"),
    ({ $0 = ["X", "B"] }, { try? $0.remove(at: 0) }, "the old elements are others"),
    ({ $0 = ["X", "B"] }, { try? $0.replace(at: 0, with: "Y") }, "the old elements are others"),
    ({ $0 = ["X", "B"] }, { $0.assign([]) }, "the old elements are others"),
    (
      { $0 = ["A", "B", "X", "Y"] }, { list in list.batch { try? $0.remove(at: 3) } },
      "the change set does not fit"
    ),
  ]
  for (hide, edit, reason) in hidden {
    let person = Person()
    person.words = ["A", "B"]
    let mirror = person.mirror(\.words)
    person.withoutNotifying(\.words, hide)
    edit(person.$words)
    #expect(mirror.disagreement?.reason == reason)
  }
  let person = Person()
  let mirror = person.mirror(\.words)
  person.withoutNotifying(\.words) { $0 = ["A"] }
  person.words = ["B"]
  #expect(mirror.disagreement?.reason == "the old list is another one")
}

private typealias ListMaker = (inout [String]) -> Void
private typealias Edit = (NotifyingList<String>) -> Void

@Test func `A mirror is notified before earlier observers`() {
  let person = Person()
  let token = person.observe(\.words) { change in
    if case .insertion(_, let new?) = change, new[0] == "A" { person.$words.append("B") }
  }
  let mirror = person.mirror(\.words)
  person.$words.append("A")
  #expect(mirror.elements == ["A", "B"] && mirror.disagreement == nil)
  token.end()
}
