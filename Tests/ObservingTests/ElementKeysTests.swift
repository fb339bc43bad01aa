import Observing
import TestSupport
import Testing

/// An element of the lists below.
private final class Entry: Observable {
  @Observed var done = false
  @Observed var size = 1
  @Observed var owner: Owner?
  @ObservedList var parts: [Entry] = []
  let freed: Counter?
  let observation = ObservationTable()

  var weight: Int { size + parts.reduce(0) { $0 + $1.weight } }

  init(_ size: Int = 1, freed: Counter? = nil) {
    self.freed = freed
    self.size = size
  }

  deinit { freed?.count += 1 }

  static func declareDependentKeys(in keys: inout DependentKeys) {
    keys.declare(\Entry.weight, dependsOn: \.size)
    keys.declare(\Entry.weight, dependsOnEach: \.parts, \.weight)
  }
}

private final class Owner: Observable {
  @Observed var name = ""
  let observation = ObservationTable()
}

private final class ToDo: Observable {
  @ObservedList var items: [Entry] = []
  @ObservedList var more: [Entry] = []
  @Observed var array: [Entry] = []
  @Observed var next: ToDo?
  @Observed var factor = 1
  let observation = ObservationTable()

  var openCount: Int { items.count { !$0.done } }
  var openSize: Int { factor * items.reduce(0) { $0 + ($1.done ? 0 : $1.size) } }
  var owners: [String] { items.map { $0.owner?.name ?? "-" } }
  var nextSize: Int { next?.items.reduce(0) { $0 + $1.size } ?? 0 }
  var arraySize: Int { array.reduce(0) { $0 + $1.size } }
  var bothSize: Int { (items + more).reduce(0) { $0 + $1.size } }
  var firstOpen: Entry? { items.first { !$0.done } }
  var open: [Entry] { items.filter { !$0.done } }
  var openWeight: Int { open.reduce(0) { $0 + $1.weight } }

  static func declareDependentKeys(in keys: inout DependentKeys) {
    keys.declare(\ToDo.openCount, dependsOnEach: \.items, \.done)
    keys.declare(\ToDo.openSize, dependsOnEach: \.items, \.done, \.size)
    keys.declare(\ToDo.openSize, dependsOn: \.factor)
    keys.declare(\ToDo.owners, dependsOnEach: \.items, \.owner.name)
    keys.declare(\ToDo.nextSize, dependsOnEach: \.next.items, \.size)
    keys.declare(\ToDo.arraySize, dependsOnEach: \.array, \.size)
    keys.declare(\ToDo.bothSize, dependsOnEach: \.items, \.size)
    keys.declare(\ToDo.bothSize, dependsOnEach: \.more, \.size)
    keys.declare(\ToDo.firstOpen, dependsOnEach: \.items, \.done)
    keys.declare(\ToDo.open, dependsOnEach: \.items, \.done)
    keys.declare(\ToDo.openWeight, dependsOnEach: \.open, \.weight)
  }
}

@Test func `A key follows a property of each element, wherever the elements go`() throws {
  let (toDo, log) = (ToDo(), Log())
  let (first, second) = (Entry(), Entry())
  let token = toDo.observe(\.openCount, [.prior, .new, .old]) { log.add($0) }
  toDo.$items.append(first)
  first.done = true
  #expect(
    log.consume() == [
      "prior setting old=0", "setting new=1 old=0", "prior setting old=1", "setting new=0 old=1",
    ])
  toDo.$items.append(second)
  try toDo.$items.move(from: 1, to: 0)
  _ = log.consume()
  second.done = true
  #expect(log.consume() == ["prior setting old=1", "setting new=0 old=1"])
  try toDo.$items.replace(at: 0, with: Entry())
  try toDo.$items.remove(at: 1)
  _ = log.consume()
  first.done = false
  second.done = false
  #expect(log.consume() == [])
  toDo.items = [first, second]
  _ = log.consume()
  first.done = true
  second.size = 5
  token.end()
  second.done = true
  #expect(log.lines == ["prior setting old=2", "setting new=1 old=2"])
}

@Test func `An element that is in the list twice is followed until both are removed`() throws {
  let (toDo, item, log) = (ToDo(), Entry(), Log())
  toDo.items = [item, item, Entry()]
  let token = toDo.observe(\.openSize) { log.add($0) }
  item.size = 5
  try toDo.$items.remove(at: 0)
  item.size = 6
  try toDo.$items.replace(at: 0, with: item)
  item.size = 7
  try toDo.$items.remove(at: 0)
  item.size = 8
  toDo.factor = 2
  #expect(
    log.lines == [
      "setting new=11 old=-", "setting new=6 old=-", "setting new=7 old=-", "setting new=7 old=-",
      "setting new=8 old=-", "setting new=1 old=-", "setting new=2 old=-",
    ])
  token.end()
}

@Test func `An element in two lists of one key is reported once`() throws {
  let (toDo, item, log) = (ToDo(), Entry(), Log())
  toDo.items = [item]
  toDo.more = [item]
  let token = toDo.observe(\.bothSize, [.prior, .new, .old]) { log.add($0) }
  item.size = 5
  try toDo.$items.remove(at: 0)
  item.size = 6
  #expect(
    log.lines == [
      "prior setting old=2", "setting new=10 old=2", "prior setting old=10", "setting new=5 old=10",
      "prior setting old=5", "setting new=6 old=5",
    ])
  token.end()
}

@Test func `A path from each element, and a list behind links, are followed`() {
  let (toDo, item, owner, log) = (ToDo(), Entry(), Owner(), Log())
  let tokens = [
    toDo.observe(\.nextSize) { log.add($0, by: "next") },
    toDo.observe(\.next.openCount) { log.add($0, by: "open") },
    toDo.observe(\.arraySize) { log.add($0, by: "array") },
  ]
  let owners = toDo.observe(\.owners, [.old, .new]) { change in
    if case .setting(let new, let old) = change { log.add("\(old ?? []) \(new ?? [])") }
  }
  toDo.items = [item]
  item.owner = owner
  owner.name = "Ai"
  #expect(
    log.consume() == [
      #"[] ["-"]"#, #"["-"] [""]"#, #"[""] ["Ai"]"#,
    ])
  toDo.next = ToDo()
  toDo.next?.$items.append(item)
  item.size = 2
  item.done = true
  toDo.next = nil
  item.size = 3
  #expect(
    log.consume() == [
      "next setting new=0 old=-", "open setting new=0 old=-", "next setting new=1 old=-",
      "open setting new=1 old=-", "next setting new=2 old=-", "open setting new=0 old=-",
      "next setting new=0 old=-", "open setting new=nil old=-",
    ])
  toDo.array.append(item)
  item.size = 4
  toDo.array = []
  item.size = 5
  #expect(
    log.lines == [
      "array setting new=3 old=-", "array setting new=4 old=-", "array setting new=0 old=-",
    ])
  tokens.forEach { $0.end() }
  owners.end()
}

@Test func `A path goes through a key that depends on the elements, and a tree is followed down`() {
  let (toDo, log) = (ToDo(), Log())
  let (first, second, leaf) = (Entry(1), Entry(2), Entry(3))
  toDo.items = [first, second]
  let tokens = [
    toDo.observe(\.firstOpen.size) { log.add($0, by: "first") },
    toDo.observe(\.openWeight) { log.add($0, by: "weight") },
  ]
  first.done = true
  first.size = 9
  second.size = 4
  second.$parts.append(leaf)
  leaf.size = 5
  leaf.$parts.append(Entry(6))
  leaf.parts[0].size = 7
  #expect(
    log.lines == [
      "first setting new=2 old=-", "weight setting new=2 old=-", "weight setting new=4 old=-",
      "first setting new=4 old=-", "weight setting new=7 old=-", "weight setting new=9 old=-",
      "weight setting new=15 old=-", "weight setting new=16 old=-",
    ])
  tokens.forEach { $0.end() }
}

@Test func `Elements of a batch are followed when it ends`() throws {
  let (toDo, log) = (ToDo(), Log())
  let (first, second, third) = (Entry(), Entry(), Entry())
  toDo.items = [first, second]
  let token = toDo.observe(\.openCount) { log.add($0) }
  try toDo.$items.batch { list throws(ListError) in
    list.append(third)
    third.done = true
    try list.remove(at: 0)
    try list.move(from: 0, to: 1)
  }
  third.done = false
  first.done = true
  second.done = true
  #expect(log.lines == ["setting new=1 old=-", "setting new=2 old=-", "setting new=1 old=-"])
  token.end()
}

@Test func `Elements that were edited without a notification are followed after the next one`() {
  let (toDo, log) = (ToDo(), Log())
  var gone: Entry? = Entry()
  toDo.items = [gone].compactMap(\.self)
  let token = toDo.observe(\.openCount) { log.add($0) }
  let item = Entry()
  toDo.withoutNotifying(\.items) { $0 = [item] }
  gone = nil
  toDo.$items.append(Entry())
  item.done = true
  #expect(log.lines == ["setting new=2 old=-", "setting new=1 old=-"])
  token.end()
}

@Test func `Elements and owners are freed while tokens live`() {
  let freed = Counter()
  var tokens: [ObservationToken] = []
  do {
    let toDo = ToDo()
    tokens = [toDo.observe(\.openCount) { _ in }, toDo.observe(\.openWeight) { _ in }]
    for size in 0..<10 { toDo.$items.append(Entry(size, freed: freed)) }
    toDo.$items.removeLast()
    #expect(freed.count == 1)
    toDo.items[0].$parts.append(Entry(freed: freed))
    toDo.items.removeFirst()
    #expect(freed.count == 3)
  }
  #expect(freed.count == 11)
  for token in tokens { token.end() }
}

@Test func `A handler may edit the list whose element notifies it`() {
  let (toDo, log) = (ToDo(), Log())
  toDo.items = (1...3).map { Entry($0) }
  let items = toDo.items
  var token: ObservationToken?
  token = toDo.observe(\.openSize) { change in
    log.add(change)
    if let index = toDo.items.firstIndex(where: \.done) { try? toDo.$items.remove(at: index) }
    if toDo.items.isEmpty { token?.end() }
  }
  for item in items { item.done = true }
  items[0].size = 10
  #expect(
    log.lines == [
      "setting new=5 old=-", "setting new=5 old=-", "setting new=3 old=-", "setting new=3 old=-",
      "setting new=0 old=-", "setting new=0 old=-",
    ])
}

@Test(arguments: 0..<20)
func `A key has the value that its elements have, after any edits`(part: Int) {
  for seed in 0..<20 {
    var random = RandomNumbers(seed: UInt64(part * 20 + seed))
    let toDo = ToDo()
    let pool = (0..<6).map { Entry($0) }
    var (size, changes, expected) = (0, 0, 0)
    let token = toDo.observe(\.openSize, [.initial, .new, .old]) { change in
      if let old = change.old { #expect(old == size) }
      size = change.new ?? -1
      changes += 1
    }
    changes = 0
    for _ in 0..<60 {
      let item = pool[random.below(pool.count)]
      let index = random.below(toDo.items.count + 1)
      switch random.below(9) {
      case 0:
        expected += toDo.items.contains { $0 === item } ? 1 : 0
        item.done.toggle()
      case 1:
        expected += toDo.items.contains { $0 === item } ? 1 : 0
        item.size = random.below(100)
      case 2, 3:
        expected += 1
        try? toDo.$items.insert(item, at: index)
      case 4: expected += (try? toDo.$items.remove(at: index)) == nil ? 0 : 1
      case 5: expected += (try? toDo.$items.replace(at: index, with: item)) == nil ? 0 : 1
      case 6: expected += (try? toDo.$items.move(from: index, to: 0)) == nil ? 0 : 1
      case 7:
        expected += 1
        toDo.items = pool.filter { _ in random.below(2) == 0 }
      default:
        expected += 1
        toDo.$items.batch { list in
          list.append(item)
          try? list.remove(at: random.below(list.count))
          list.append(item)
        }
      }
      #expect(size == toDo.openSize && changes == expected, "seed \(part * 20 + seed)")
    }
    token.end()
  }
}
