import Observing
import TestSupport
import Testing

private final class Entry: Observable {
  @Observed var done = false
  @Observed var size: Int
  let observation = ObservationTable()

  init(_ size: Int) {
    self.size = size
  }
}

private final class ToDo: Observable {
  @ObservedList var items: [Entry] = []
  @Observed var next: ToDo?
  let observation = ObservationTable()
}

@Test func `A watched list reports changes of its elements as updates`() throws {
  let (toDo, item, log) = (ToDo(), Entry(1), Log())
  let watched = toDo.watched(\.items, \.done, \.size)
  let token = watched.observe(\.elements, []) { log.add($0) }
  toDo.$items.append(item)
  item.done = true
  item.size = 2
  try toDo.$items.insert(item, at: 0)
  item.done = false
  toDo.items = []
  item.done = true
  #expect(
    log.lines == [
      "insertion at=[0] new=-", "update at=0 element=-", "update at=0 element=-",
      "insertion at=[0] new=-", "batch ~[0, 1]", "setting new=- old=-",
    ])
  token.end()
}

@Test func `Filtered, sorted and mapped lists follow a watched one`() throws {
  let (toDo, log) = (ToDo(), Log())
  toDo.items = [3, 1, 2].map { Entry($0) }
  let items = toDo.items
  let open = toDo.watched(\.items, \.done).filtered { !$0.done }
  let sorted = open.watched(\.size).sorted { $0.size < $1.size }
  let sizes = sorted.mapped { $0.size }
  let token = sizes.observe(\.elements, [.new, .old]) { log.add($0) }
  #expect(sizes.elements == [1, 2, 3])
  items[0].done = true
  items[1].size = 5
  items[2].size = 4
  items[0].done = false
  items[0].size = 6
  #expect(sizes.elements == [4, 5, 6])
  #expect(
    log.lines == [
      "removal at=[2] old=[3]", "batch -[0][1] +[1][5]", "replacement at=[0] new=[4] old=[2]",
      "insertion at=[0] new=[3]", "batch -[0][3] +[2][6]",
    ])
  try toDo.$items.remove(at: 0)
  items[0].size = 7
  #expect(sizes.elements == [4, 5])
  token.end()
}

@Test func `A watched list behind a link follows the link`() {
  let (toDo, item) = (ToDo(), Entry(1))
  let open = toDo.watched(\.next.items, \.done).filtered { !$0.done }
  toDo.next = ToDo()
  toDo.next?.items = [item]
  #expect(open.elements.count == 1)
  item.done = true
  #expect(open.elements.count == 0)
  toDo.next = nil
  item.done = false
  #expect(open.elements.count == 0)
}

@Test func `A watched list keeps no element alive, and ends with its last reference`() {
  let toDo = ToDo()
  weak var gone: Entry?
  weak var list: LiveList<Entry>?
  do {
    let item = Entry(1)
    gone = item
    toDo.items = [item]
    let watched = toDo.watched(\.items, \.done)
    list = watched
    toDo.items = []
    #expect(watched.elements.count == 0)
  }
  #expect(gone == nil && list == nil)
}

@Test(arguments: 0..<20)
func `Lists derived from a watched one are right after any change`(part: Int) {
  for seed in 0..<20 {
    var random = RandomNumbers(seed: UInt64(part * 20 + seed))
    let toDo = ToDo()
    let pool = (0..<6).map { Entry($0) }
    let watched = toDo.watched(\.items, \.done, \.size)
    let open = watched.filtered { !$0.done }
    let sorted = watched.sorted { $0.size < $1.size }
    let mirrors = [open, sorted].map { $0.mirror(\.elements, by: ===) }
    for _ in 0..<40 {
      let item = pool[random.below(pool.count)]
      let index = random.below(toDo.items.count + 1)
      switch random.below(7) {
      case 0: item.done.toggle()
      case 1: item.size = random.below(20)
      case 2, 3: try? toDo.$items.insert(item, at: index)
      case 4: try? toDo.$items.remove(at: index)
      case 5: try? toDo.$items.move(from: index, to: 0)
      default:
        toDo.$items.batch { list in
          list.append(item)
          item.done.toggle()
          try? list.remove(at: random.below(list.count))
        }
      }
      #expect(open.elements.map(\.size) == toDo.items.filter { !$0.done }.map(\.size))
      #expect(sorted.elements.map(\.size) == toDo.items.map(\.size).sorted())
      for mirror in mirrors { #expect(mirror.disagreement == nil, "seed \(part * 20 + seed)") }
    }
  }
}

@Test(arguments: 0..<10)
func `A sorted list is right after a batch that also reports updates`(part: Int) {
  for seed in 0..<50 {
    var random = RandomNumbers(seed: UInt64(part * 50 + seed))
    let toDo = ToDo()
    toDo.items = (0..<8).map { Entry($0) }
    let sorted = toDo.sorted(\.items) { $0.size < $1.size }
    let mirror = sorted.mirror(\.elements, by: ===)
    for _ in 0..<10 {
      toDo.$items.batch { list in
        for _ in 0..<random.below(6) {
          let index = random.below(list.count + 1)
          let item = random.below(2) == 0 ? Entry(random.below(20)) : list.element(at: index)
          switch random.below(5) {
          case 0: if let item { try? list.insert(item, at: index) }
          case 1: try? list.remove(at: index)
          case 2: try? list.move(from: index, to: 0)
          case 3: if let item { try? list.replace(at: index, with: item) }
          default:
            guard let item = list.element(at: index) else { continue }
            item.size = random.below(20)
            for (index, other) in list.enumerated() where other === item {
              try? list.update(at: index)
            }
          }
        }
      }
      let expected = toDo.items.enumerated().sorted {
        ($0.element.size, $0.offset) < ($1.element.size, $1.offset)
      }
      #expect(
        sorted.elements.map { ObjectIdentifier($0) }
          == expected.map { ObjectIdentifier($0.element) })
      #expect(mirror.disagreement == nil, "seed \(part * 50 + seed)")
    }
  }
}
