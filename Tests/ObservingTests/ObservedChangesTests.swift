import Observing
import Testing

/// A model of the main actor.
@MainActor private final class Screen: @MainActor Observable {
  @Observed var title = ""
  @ObservedList var rows: [String] = []
  let observation = ObservationTable()

  var heading: String { title.uppercased() }

  static func declareDependentKeys(in keys: inout DependentKeys) {
    keys.declare(\Screen.heading, dependsOn: \.title)
  }
}

@MainActor
struct ObservedChangesTests {
  @Test func `A model of the main actor is observed there`() async {
    let (screen, log) = (Screen(), Log())
    let token = screen.observe(\.heading) { log.add($0) }
    let rows = screen.changes(of: \.rows)
    screen.title = "a"
    screen.$rows.append("R")
    for await change in rows {
      log.add(change)
      break
    }
    #expect(log.lines == ["setting new=A old=-", "insertion at=[0] new=[R]"])
    token.end()
  }

  @Test func `A sequence receives the changes since it was created`() async {
    let person = Person("A")
    person.name = "unheard"
    let names = person.changes(of: \.name, [.initial, .new, .old])
    let words = person.changes(of: \.words)
    person.name = "B"
    person.$words.append("W")
    person.name = nil
    let log = Log()
    var count = 0
    for await change in names {
      log.add(change)
      count += 1
      if count == 3 { break }
    }
    for await change in words {
      log.add(change)
      break
    }
    #expect(
      log.lines == [
        "setting new=unheard old=-", "setting new=B old=unheard", "setting new=nil old=B",
        "insertion at=[0] new=[W]",
      ])
  }

  @Test func `A loop receives changes while it runs, and ends with its task`() async {
    let (person, log) = (Person(), Log())
    let task = Task {
      for await change in person.changes(of: \.friend.name, [.initial, .new]) { log.add(change) }
      log.add("over")
    }
    while log.lines.isEmpty { await Task.yield() }
    person.friend = Person("A")
    person.friend?.name = "B"
    while log.lines.count < 3 { await Task.yield() }
    task.cancel()
    await task.value
    person.friend?.name = "unheard"
    #expect(
      log.lines == [
        "setting new=nil old=-", "setting new=A old=-", "setting new=B old=-", "over",
      ])
  }

  @Test func `A loop ends after the last change when the object is freed`() async {
    let (freed, log) = (Counter(), Log())
    var person: Person? = Person("A", freed: freed)
    let names = person?.changes(of: \.name)
    let shouts = person?.changes(of: \.shout)
    person?.name = "B"
    person = nil
    #expect(freed.count == 1)
    if let names { for await change in names { log.add(change) } }
    if let shouts { for await change in shouts { log.add(change) } }
    #expect(log.lines == ["setting new=B old=-", "setting new=HELLO B old=-"])
  }

  @Test func `The observation ends with the sequence`() async {
    let person = Person()
    weak var gone: AnyObject?
    do {
      let names = person.changes(of: \.name)
      gone = names
      person.name = "A"
      for await _ in names { break }
    }
    person.name = "B"
    #expect(gone == nil)
  }
}
