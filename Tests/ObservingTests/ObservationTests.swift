import Observing
import Testing

@Test func `An observation ends with its token`() {
  let (person, log) = (Person(), Log())
  do {
    let token = person.observe(\.age) { log.add($0) }
    person.age = 1
    withExtendedLifetime(token) {}
  }
  person.age = 2
  #expect(log.lines == ["setting new=1 old=-"])
}

@Test func `Ending twice is harmless and does not affect other observations`() {
  let (person, log) = (Person(), Log())
  let token = person.observe(\.age) { log.add($0, by: "ended") }
  let other = person.observe(\.age) { log.add($0, by: "other") }
  token.end()
  token.end()
  token.begin()
  person.age = 1
  #expect(log.lines == ["other setting new=1 old=-"])
  #expect(!token.isActive && other.isActive)
}

@Test func `An observation may end in its own initial call`() {
  let (person, log) = (Person("A"), Log())
  var token: ObservationToken?
  token = person.observe(\.name, [.initial, .new, .deferred]) { change in
    log.add(change)
    token?.end()
  }
  token?.begin()
  person.name = "B"
  #expect(log.lines == ["setting new=A old=-"])
  #expect(token?.isActive == false)
}

@Test func `An observation may end in its own prior call`() {
  let (person, log) = (Person("A"), Log())
  var tokens: [ObservationToken] = []
  tokens.append(
    person.observe(\.name, [.prior]) { change in
      log.add(change, by: "direct")
      tokens[0].end()
    })
  tokens.append(
    person.observe(\.friendName, [.prior]) { change in
      log.add(change, by: "path")
      tokens[1].end()
    })
  person.name = "B"
  person.friend = Person()
  person.friend?.name = "C"
  #expect(log.lines == ["direct prior setting old=-", "path prior setting old=-"])
}

@Test func `A token may outlive the object, and begin without effect`() {
  let log = Log()
  var person: Person? = Person()
  let tokens = [
    person?.observe(\.age) { log.add($0) },
    person?.observe(\.friend.name) { log.add($0) },
    person?.observe(\.shout) { log.add($0) },
    person?.observe(\.age, [.initial, .deferred]) { log.add($0) },
  ]
  person = nil
  for token in tokens {
    token?.begin()
    token?.end()
    token?.end()
  }
  #expect(log.lines.isEmpty)
}

@Test func `Observing keeps neither the object nor its friends alive`() {
  let freed = Counter()
  var tokens: [ObservationToken] = []
  do {
    let person = Person("A", freed: freed)
    person.friend = Person("B", freed: freed)
    person.friend?.friend = person
    tokens = [
      person.observe(\.age) { _ in }, person.observe(\.friend.name) { _ in },
      person.observe(\.friend.friend.words) { _ in }, person.observe(\.friendShout) { _ in },
      person.observe(\.words) { _ in },
    ]
    person.friend?.friend = nil
  }
  #expect(freed.count == 2)
  #expect(tokens.count == 5)
}

@Test func `A replaced friend is freed`() {
  let freed = Counter()
  let person = Person("A")
  let token = person.observe(\.friend.friend.name, [.prior, .new, .old]) { _ in }
  for _ in 0..<10 {
    person.friend = Person("B", freed: freed)
    person.friend?.friend = Person("C", freed: freed)
  }
  #expect(freed.count == 18)
  person.friend = nil
  #expect(freed.count == 20)
  token.end()
}

@Test func `The captures of a handler are freed with the observation`() {
  let freed = Counter()
  let person = Person("A")

  /// Returns observations whose handlers keep a strong reference to an object.
  func token(_ held: Person) -> [ObservationToken] {
    [
      person.observe(\.age) { _ in held.age += 1 },
      person.observe(\.friend.name) { _ in held.age += 1 },
      person.observe(\.wordCount) { _ in held.age += 1 },
    ]
  }
  var tokens = token(Person("held", freed: freed))
  person.age = 1
  #expect(freed.count == 0)
  tokens.forEach { $0.end() }
  tokens = []
  #expect(freed.count == 1)
}

@Test func `Views, live lists and mirrors keep no object alive`() {
  let freed = Counter()
  var held: [Any] = []
  do {
    let person = Person("A", freed: freed)
    held = [
      person.$words, person.filtered(\.words) { $0 != "" }.sorted(by: <), person.mirror(\.words),
    ]
    person.$words.append("B")
  }
  #expect(freed.count == 1)
  #expect((held[1] as? LiveList<String>)?.elements == ["B"])
}

@Test func `An object may be freed while it delivers a change`() {
  let (freed, log) = (Counter(), Log())
  var person: Person? = Person("A", freed: freed)
  let tokens = [
    person?.observe(\.age) { change in
      log.add(change, by: "first")
      person = nil
    },
    person?.observe(\.age) { log.add($0, by: "second") },
  ]
  person?.age = 3
  #expect(log.lines == ["first setting new=3 old=-", "second setting new=3 old=-"])
  #expect(freed.count == 1)
  tokens.forEach { $0?.end() }
}

/// An object that ends an observation when it is deinitialized.
private final class TokenOwner {
  let token: ObservationToken

  init(_ token: ObservationToken) {
    self.token = token
  }

  deinit {
    token.end()
  }
}

@Test func `Freeing a handler may end another observation of the same property`() {
  let (person, log) = (Person(), Log())
  var tokens: [ObservationToken] = []
  do {
    let owner = TokenOwner(person.observe(\.age) { log.add($0, by: "inner") })
    tokens = [
      person.observe(\.age) { [owner] in log.add($0, by: "\(owner.token.isActive)") },
      person.observe(\.age) { log.add($0, by: "last") },
    ]
  }
  person.age = 1
  tokens.removeFirst()
  person.age = 2
  #expect(
    log.lines == [
      "inner setting new=1 old=-", "true setting new=1 old=-", "last setting new=1 old=-",
      "last setting new=2 old=-",
    ])
}

/// A model with a computed reference to another one, which a closure returns.
private final class Linked: Observable {
  @Observed var name = ""
  let observation = ObservationTable()
  var compute: () -> Linked? = { nil }

  var link: Linked? { compute() }

  static func declareDependentKeys(in keys: inout DependentKeys) {
    keys.declare(\Linked.link, dependsOn: \.name)
  }
}

@Test func `Reading a key may end the observation that reads it`() {
  let (linked, log) = (Linked(), Log())
  var token: ObservationToken?
  linked.compute = {
    token?.end()
    token = nil
    return linked
  }
  token = linked.observe(\.link.name, [.new, .deferred]) { log.add($0) }
  token?.begin()
  linked.compute = { linked }
  token = linked.observe(\.link.name) { log.add($0) }
  linked.compute = {
    token?.end()
    token = nil
    return linked
  }
  linked.name = "A"
  #expect(log.lines.isEmpty && token == nil)
  linked.compute = { nil }
}

@Test func `An abandoned change retains no object`() {
  let (freed, person) = (Counter(), Person())
  person.words = ["A"]
  let count = person.observe(\.wordCount, [.prior]) { _ in }

  /// Returns an observation whose handler keeps a strong reference to an object, and replaces the
  /// list when an element is about to be removed.
  func observe(_ held: Person) -> ObservationToken {
    person.observe(\.words, [.prior]) { change in
      held.age += 1
      if case .prior(.removal) = change { person.words = [] }
    }
  }
  let token = observe(Person("held", freed: freed))
  #expect(throws: ListError.indexOutOfRange(index: 0, count: 0)) {
    try person.$words.remove(at: 0)
  }
  person.$words.batch { _ in }
  token.end()
  #expect(freed.count == 1)
  #expect(count.isActive)
}
