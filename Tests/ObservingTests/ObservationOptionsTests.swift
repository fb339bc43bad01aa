import Observing
import Testing

@Test(
  arguments: [
    ([], ["setting new=- old=-"]),
    ([.new], ["setting new=B old=-"]),
    ([.old], ["setting new=- old=A"]),
    ([.new, .old], ["setting new=B old=A"]),
    ([.prior], ["prior setting old=-", "setting new=- old=-"]),
    ([.prior, .new], ["prior setting old=-", "setting new=B old=-"]),
    ([.prior, .old], ["prior setting old=A", "setting new=- old=A"]),
    ([.prior, .new, .old], ["prior setting old=A", "setting new=B old=A"]),
    ([.initial], ["setting new=- old=-", "setting new=- old=-"]),
    ([.initial, .old], ["setting new=- old=-", "setting new=- old=A"]),
    ([.initial, .new], ["setting new=A old=-", "setting new=B old=-"]),
    (
      [.initial, .prior, .new, .old],
      ["setting new=A old=-", "prior setting old=A", "setting new=B old=A"]
    ),
  ] as [(ObservationOptions, [String])])
func `Every set of options gets the values that it requests`(
  options: ObservationOptions, expected: [String]
) {
  let (person, log) = (Person(), Log())
  person.name = "A"
  let token = person.observe(\.name, options) { log.add($0) }
  person.name = "B"
  #expect(log.lines == expected)
  token.end()
}

@Test func `Each observation has options of its own`() {
  let (person, log) = (Person(), Log())
  let tokens = [
    person.observe(\.age, [.old]) { log.add($0, by: "first") },
    person.observe(\.age, []) { log.add($0, by: "second") },
    person.observe(\.age, [.prior, .new]) { log.add($0, by: "third") },
  ]
  person.age = 7
  #expect(
    log.lines == [
      "third prior setting old=-", "first setting new=- old=0", "second setting new=- old=-",
      "third setting new=7 old=-",
    ])
  tokens.forEach { $0.end() }
}

@Test func `A deferred observation receives nothing until it begins`() {
  let (person, log) = (Person(), Log())
  let token = person.observe(\.age, [.initial, .new, .deferred]) { log.add($0) }
  person.age = 1
  #expect(log.lines.isEmpty && !token.isActive)
  token.begin()
  token.begin()
  person.age = 2
  #expect(log.lines == ["setting new=1 old=-", "setting new=2 old=-"])
}
