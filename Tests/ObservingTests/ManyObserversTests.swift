import Observing
import TestSupport
import Testing

private final class Pair: Observable {
  @Observed var value = 0
  @ObservedList var list: [Int] = []
  let observation = ObservationTable()
}

@Test(arguments: 0..<50)
func `Observers that begin and end in any order are notified in theirs`(seed: Int) {
  var random = RandomNumbers(seed: UInt64(seed))
  let model = Pair()
  var received: [Int] = []
  var tokens: [(number: Int, token: ObservationToken)] = []
  for number in 0..<200 {
    switch random.below(5) {
    case 0, 1:
      let options: ObservationOptions = random.below(2) == 0 ? [.new] : [.prior]
      let token = model.observe(\.value, options) { change in
        if !change.isPrior { received.append(number) }
      }
      tokens.append((number, token))
    case 2, 3:
      if !tokens.isEmpty { tokens.remove(at: random.below(tokens.count)).token.end() }
    default:
      received = []
      model.value = number
      #expect(received == tokens.map(\.number), "seed \(seed)")
    }
  }
}

@Test func `Each of many handlers is freed when its observation ends`() {
  let (pair, freed) = (Pair(), Counter())
  var random = RandomNumbers(seed: 1)

  /// Returns an observation whose handler keeps an object.
  func observe() -> ObservationToken {
    let held = Person(freed: freed)
    return pair.observe(\.value) { _ in held.age += 1 }
  }
  var tokens = (0..<100).map { _ in observe() }
  for count in 1...100 {
    tokens.remove(at: random.below(tokens.count)).end()
    #expect(freed.count == count)
  }
}

@Test(arguments: [ObservationOptions.new, [.prior, .old]])
func `Each of many observers may end itself, and others, in its call`(options: ObservationOptions) {
  let model = Pair()
  var tokens: [Int: ObservationToken] = [:]
  var received: [Int] = []
  for number in 0..<1000 {
    tokens[number] = model.observe(\.value, options) { change in
      if change.isPrior { return }
      received.append(number)
      tokens[number] = nil
      if number % 10 == 0 { tokens[number + 5] = nil }
      if number % 100 == 0 {
        tokens[number] = model.observe(\.value) { _ in received.append(-number) }
      }
    }
  }
  model.value = 1
  #expect(received == (0..<1000).filter { $0 % 10 != 5 })
  received = []
  model.value = 2
  #expect(received == (0..<10).map { -100 * $0 })
  tokens = [:]
  model.value = 3
  #expect(received.count == 10)
}

@Test func `A mirror comes first, wherever observers have ended`() {
  let (model, log) = (Pair(), Log())
  var tokens = (0..<3).map { number in model.observe(\.list) { _ in log.add("\(number)") } }
  tokens.remove(at: 0).end()
  let mirror = model.mirror(\.list)
  model.$list.append(1)
  tokens.remove(at: 0).end()
  model.$list.append(2)
  #expect(log.lines == ["1", "2", "2"] && mirror.disagreement == nil)
}

@Test func `A list that is edited through its property is not copied`() {
  let model = Pair()
  model.list.reserveCapacity(1000)
  let capacity = model.list.capacity
  let tokens = [
    model.observe(\.list) { _ in }, model.observe(\.list, [.prior]) { _ in },
  ]
  model.list.append(1)
  model.list.swapAt(0, 0)
  model.list[0] = 2
  #expect(model.list.capacity == capacity && capacity >= 1000)
  let old = model.observe(\.list, [.old]) { change in
    if case .setting(_, let old?) = change { #expect(old == [2]) }
  }
  model.list.append(3)
  #expect(model.list == [2, 3])
  tokens.forEach { $0.end() }
  old.end()
}

private struct Refusal: Error {}

extension Array {
  /// Removes all elements, and then throws.
  fileprivate mutating func removeAndThrow() throws {
    removeAll()
    throw Refusal()
  }
}

@Test func `An edit through the property is reported as a setting, even if it throws`() {
  let (model, log) = (Pair(), Log())
  let token = model.observe(\.list, [.prior, .new, .old]) { log.add($0) }
  model.list.append(1)
  #expect(throws: Refusal.self) { try model.list.removeAndThrow() }
  model.$list.batch { list in
    model.list.append(2)
    list.append(3)
  }
  #expect(
    log.lines == [
      "prior setting old=[]", "setting new=[1] old=[]", "prior setting old=[1]",
      "setting new=[] old=[1]", "prior batch", "batch +[0, 1][2,3]",
    ])
  token.end()
}
