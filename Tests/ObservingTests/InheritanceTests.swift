import Observing
import Testing

/// A class that declares keys for its subclasses.
private class Animal: Observable {
  @Observed var age = 0
  @Observed var name = ""
  @Observed private(set) var steps = 0
  @Observed var friend: Animal?
  @ObservedList var tags: [String] = []
  let observation = ObservationTable()

  var ageText: String { "\(age) years" }
  var label: String { "\(name), \(ageText)" }
  var months: Int {
    get { age * 12 }
    set { age = newValue / 12 }
  }
  var friendName: String? { friend?.name }
  var friendText: String? { friend?.ageText }
  var shownTags: [String] { tags }
  var byHand: Bool { true }

  func walk() { steps += 1 }

  func notify() { changing(\.byHand) {} }

  class func declareDependentKeys(in keys: inout DependentKeys) {
    keys.declare(\Animal.ageText, dependsOn: \.age)
    keys.declare(\Animal.label, dependsOn: \.name, \.ageText)
    keys.declare(\Animal.months, dependsOn: \.age)
    keys.declare(\Animal.friendName, dependsOn: \.friend.name)
    keys.declare(\Animal.friendText, dependsOn: \.friend.ageText)
    keys.declare(\Animal.shownTags, shows: \.tags)
    keys.declare(\Animal.byHand)
  }
}

private class Dog: Animal {
  @Observed var breed = ""

  var title: String { "\(breed) \(label)" }

  override class func declareDependentKeys(in keys: inout DependentKeys) {
    super.declareDependentKeys(in: &keys)
    keys.declare(\Dog.title, dependsOn: \.breed, \.label)
  }
}

/// A class whose override of an inherited key depends on more.
private class Puppy: Dog {
  override var ageText: String { "tiny \(breed) \(age)" }

  override class func declareDependentKeys(in keys: inout DependentKeys) {
    super.declareDependentKeys(in: &keys)
    keys.declare(\Puppy.ageText, dependsOn: \.age, \.breed)
  }
}

private final class Runt: Puppy {}

private final class Owner: Observable {
  @Observed var dog: Dog?
  @Observed var pet: Animal?
  let observation = ObservationTable()
}

@Test func `A subclass inherits dependent keys`() {
  let (dog, log) = (Dog(), Log())
  let tokens = [
    dog.observe(\.ageText, [.prior, .new, .old]) { log.add($0, by: "age") },
    dog.observe(\.label) { log.add($0, by: "label") },
    dog.observe(\.months) { log.add($0, by: "months") },
    dog.observe(\.title) { log.add($0, by: "title") },
  ]
  dog.age = 1
  #expect(
    log.consume() == [
      "age prior setting old=0 years", "age setting new=1 years old=0 years",
      "label setting new=, 1 years old=-", "months setting new=12 old=-",
      "title setting new= , 1 years old=-",
    ])
  dog.breed = "Akita"
  #expect(log.consume() == ["title setting new=Akita , 1 years old=-"])
  dog.months = 24
  tokens.forEach { $0.end() }
  #expect(
    log.consume() == [
      "age prior setting old=1 years", "age setting new=2 years old=1 years",
      "label setting new=, 2 years old=-", "months setting new=24 old=-",
      "title setting new=Akita , 2 years old=-",
    ])
}

@Test func `A path leads through a subclass to an inherited key`() {
  let (owner, log) = (Owner(), Log())
  let tokens = [
    owner.observe(\.dog.ageText) { log.add($0, by: "dog") },
    owner.observe(\.pet.ageText) { log.add($0, by: "pet") },
    owner.observe(\.dog.friend.ageText) { log.add($0, by: "friend") },
  ]
  let dog = Dog()
  owner.dog = dog
  owner.pet = dog
  dog.age = 2
  dog.friend = Dog()
  dog.friend?.age = 3
  #expect(
    log.lines == [
      "dog setting new=0 years old=-", "friend setting new=nil old=-",
      "pet setting new=0 years old=-", "dog setting new=2 years old=-",
      "pet setting new=2 years old=-", "friend setting new=0 years old=-",
      "friend setting new=3 years old=-",
    ])
  tokens.forEach { $0.end() }
}

@Test func `The sources of an override count, also for an observer that knows the base class`() {
  let (runt, owner, log) = (Runt(), Owner(), Log())
  owner.pet = runt
  let tokens = [
    runt.observe(\.ageText) { log.add($0, by: "runt") },
    runt.observe(\.title) { log.add($0, by: "title") },
    (runt as Animal).observe(\.ageText) { log.add($0, by: "animal") },
    owner.observe(\.pet.label) { log.add($0, by: "label") },
  ]
  runt.breed = "Akita"
  #expect(
    log.consume() == [
      "runt setting new=tiny Akita 0 old=-", "title setting new=Akita , tiny Akita 0 old=-",
      "animal setting new=tiny Akita 0 old=-", "label setting new=, tiny Akita 0 old=-",
    ])
  runt.name = "Ai"
  #expect(
    log.lines == [
      "title setting new=Akita Ai, tiny Akita 0 old=-", "label setting new=Ai, tiny Akita 0 old=-",
    ])
  tokens.forEach { $0.end() }
}

@Test func `Inherited stored properties keep their kind of change`() {
  let (runt, log) = (Runt(), Log())
  let tokens = [
    runt.observe(\.tags) { log.add($0, by: "tags") },
    runt.observe(\.shownTags) { log.add($0, by: "shown") },
    runt.observe(\.steps) { log.add($0, by: "steps") },
    runt.observe(\.byHand) { log.add($0, by: "hand") },
  ]
  runt.$tags.append("A")
  runt.walk()
  runt.notify()
  #expect(
    log.lines == [
      "tags insertion at=[0] new=[A]", "shown insertion at=[0] new=[A]",
      "steps setting new=1 old=-", "hand setting new=true old=-",
    ])
  tokens.forEach { $0.end() }
}

@Test func `An inherited key follows the link on its path`() {
  let (dog, friend, log) = (Dog(), Dog(), Log())
  let tokens = [
    dog.observe(\.friendName) { log.add($0, by: "name") },
    dog.observe(\.friendText) { log.add($0, by: "text") },
  ]
  dog.friend = friend
  friend.name = "Ai"
  friend.age = 1
  // Without a friend, both keys read the same property: each is reported for the sources of both.
  #expect(
    log.consume() == [
      "name setting new= old=-", "text setting new=0 years old=-", "name setting new=Ai old=-",
      "text setting new=0 years old=-", "name setting new=Ai old=-",
      "text setting new=1 years old=-",
    ])
  tokens.forEach { $0.end() }
  let other = Dog()
  other.friend = friend
  let exact = other.observe(\.friendName) { log.add($0, by: "name") }
  friend.age = 2
  friend.name = "Bo"
  #expect(log.lines == ["name setting new=Bo old=-"])
  exact.end()
}
