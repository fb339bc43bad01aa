import Observing
import Testing

@Test func `A path is reported at the root, whichever link has changed`() {
  let (root, middle, leaf, log) = (Person("root"), Person("middle"), Person("leaf"), Log())
  let token = root.observe(\.friend.friend.name, [.initial, .prior, .new, .old]) { log.add($0) }
  root.friend = middle
  middle.friend = leaf
  leaf.name = "new"
  middle.friend = nil
  leaf.name = "unheard"
  root.friend = leaf
  #expect(
    log.lines == [
      "setting new=nil old=-", "prior setting old=nil", "setting new=nil old=nil",
      "prior setting old=nil", "setting new=leaf old=nil", "prior setting old=leaf",
      "setting new=new old=leaf", "prior setting old=new", "setting new=nil old=new",
      "prior setting old=nil", "setting new=nil old=nil",
    ])
  token.end()
}

@Test func `Replacing a link and restoring it leaves one attachment`() {
  let (root, first, second, log) = (Person(), Person("A"), Person("B"), Log())
  let token = root.observe(\.friend.name) { log.add($0) }
  for friend in [first, second, first, first] { root.friend = friend }
  #expect(log.consume().count == 4)
  first.name = "C"
  second.name = "D"
  #expect(log.lines == ["setting new=C old=-"])
  token.end()
}

@Test func `A list at the end of a path reports each edit, or a setting when a link changes`() {
  let (root, first, second, log) = (Person(), Person(), Person(), Log())
  (first.words, second.words) = (["A"], ["B"])
  let token = root.observe(\.friend.words, [.initial, .prior, .new, .old]) { log.add($0) }
  root.friend = first
  root.list(\.friend.words)?.append("C")
  root.friend = second
  first.$words.append("unheard")
  second.$words.batch { $0.append("D") }
  root.friend = nil
  #expect(
    log.lines == [
      "setting new=nil old=-", "prior setting old=nil", "setting new=[A] old=nil",
      "prior insertion at=[1]", "insertion at=[1] new=[C]", "prior setting old=[A,C]",
      "setting new=[B] old=[A,C]", "prior batch", "batch +[1][D]", "prior setting old=[B,D]",
      "setting new=nil old=[B,D]",
    ])
  #expect(root.list(\.friend.words) == nil)
  token.end()
}

@Test func `Every kind of edit passes through a path`() throws {
  let (root, log) = (Person(), Log())
  let friend = Person()
  root.friend = friend
  let token = root.observe(\.friend.words, [.prior, .new, .old]) { log.add($0) }
  try friend.$words.insert(["A", "B"], at: [0, 1])
  try friend.$words.replace(at: 0, with: "C")
  try friend.$words.move(from: 0, to: 1)
  try friend.$words.update(at: 1)
  try friend.$words.remove(at: 0)
  #expect(
    log.lines == [
      "prior insertion at=[0, 1]", "insertion at=[0, 1] new=[A,B]",
      "prior replacement at=[0] old=[A]", "replacement at=[0] new=[C] old=[A]",
      "prior move 0->1", "move 0->1 element=C", "prior update at=1", "update at=1 element=C",
      "prior removal at=[0] old=[B]", "removal at=[0] old=[B]",
    ])
  token.end()
}

@Test func `An object that is its own friend is reported once`() {
  let (person, log) = (Person("A"), Log())
  person.friend = person
  let tokens = [
    person.observe(\.friend.name, [.new, .old]) { log.add($0, by: "name") },
    person.observe(\.friend.friend, [.new]) { log.add($0, by: "friend") },
  ]
  person.name = "B"
  person.friend = person
  person.friend = nil
  #expect(
    log.lines == [
      "name setting new=B old=A", "name setting new=B old=B", "friend setting new=@B old=-",
      "name setting new=nil old=B", "friend setting new=nil old=-",
    ])
  tokens.forEach { $0.end() }
}

@Test func `A path may end in a dependent key`() {
  let (root, friend, log) = (Person(), Person("A"), Log())
  root.friend = friend
  let tokens = [
    root.observe(\.friend.shout, [.new, .old]) { log.add($0, by: "shout") },
    root.observe(\.friend.wordCount, [.new, .old]) { log.add($0, by: "count") },
  ]
  friend.name = "B"
  friend.$words.append("C")
  #expect(
    log.lines == ["shout setting new=HELLO B old=HELLO A", "count setting new=1 old=0"])
  tokens.forEach { $0.end() }
}

@Test func `A handler may change the link that notifies it`() {
  let (root, first, second, log) = (Person(), Person("A"), Person("B"), Log())
  root.friend = first
  let token = root.observe(\.friend.name, [.new, .old]) { change in
    log.add(change)
    if change.new == "C" { root.friend = second }
  }
  first.name = "C"
  first.name = "unheard"
  second.name = "D"
  #expect(
    log.lines == ["setting new=C old=A", "setting new=B old=C", "setting new=D old=B"])
  token.end()
}

@Test func `A stored path has the same meaning as a literal`() {
  let (root, log) = (Person(), Log())
  let path = ObservedPath<Person, String?>(\.friend.name)
  let words = ObservedPath<Person, Person>().words
  let tokens = [
    root.observe(path: path) { log.add($0) }, root.observe(path: words) { log.add($0) },
  ]
  root.friend = Person("A")
  root.list(path: words)?.append("B")
  #expect(log.lines == ["setting new=A old=-", "insertion at=[0] new=[B]"])
  tokens.forEach { $0.end() }
}

@Test func `A path without keys is observed without effect`() {
  let (root, log) = (Person("A"), Log())
  let token = root.observe(path: ObservedPath<Person, Person>(), [.initial, .new]) { log.add($0) }
  root.name = "B"
  #expect(log.lines == ["setting new=@A old=-"])
  token.end()
}
