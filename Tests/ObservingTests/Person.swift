import Observing

/// The observable model of most tests.
final class Person: Observable {
  @Observed var name: String?
  @Observed var age = 0
  @Observed var friend: Person?
  @Observed var scores: [Int] = []
  @ObservedList var words: [String] = []
  @Observed(.manually) var secret = ""
  @ObservedList private var hidden: [Int] = []

  /// The counter that is incremented when the object is deinitialized.
  let freed: Counter?
  let observation = ObservationTable()

  var greeting: String { "Hello " + (name ?? "nobody") }
  var shout: String { greeting.uppercased() }
  var wordCount: Int { words.count }
  var friendName: String? { friend?.name }
  var friendShout: String { friend?.shout ?? "-" }
  var summary: String { "\(name ?? "-"):\(words.count)" }
  var bestFriend: Person? { friend }
  var bestFriendName: String? { bestFriend?.name }
  var numbers: [Int] { hidden }
  var doubled: [Int] { hidden.map { 2 * $0 } }
  var card: String { greeting + "/" + shout }
  var chicken: Int { age }
  var egg: Int { age }
  var byHand: String? { name }

  init(_ name: String? = nil, freed: Counter? = nil) {
    self.freed = freed
    self.name = name
  }

  deinit {
    freed?.count += 1
  }

  /// Appends a number to the private list.
  func addNumber(_ number: Int) {
    $hidden.append(number)
  }

  static func declareDependentKeys(in keys: inout DependentKeys) {
    keys.declare(\Person.byHand)
    keys.declare(\Person.greeting, dependsOn: \.name)
    keys.declare(\Person.shout, dependsOn: \.greeting)
    keys.declare(\Person.wordCount, dependsOn: \.words)
    keys.declare(\Person.friendName, dependsOn: \.friend.name)
    keys.declare(\Person.friendShout, dependsOn: \.friend.shout)
    keys.declare(\Person.summary, dependsOn: \.words, \.name)
    keys.declare(\Person.bestFriend, dependsOn: \.friend)
    keys.declare(\Person.bestFriendName, dependsOn: \.bestFriend.name)
    keys.declare(\Person.card, dependsOn: \.greeting, \.shout, \.name)
    keys.declare(\Person.numbers, shows: \.hidden)
    keys.declare(\Person.doubled, dependsOn: \.numbers)
    keys.declare(\Person.chicken, dependsOn: \.egg, \.age)
    keys.declare(\Person.egg, dependsOn: \.chicken)
  }
}

/// A counter that several closures can increment.
final class Counter {
  var count = 0
}
