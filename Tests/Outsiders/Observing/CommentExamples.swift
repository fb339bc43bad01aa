import Observing

let commentExamples = [
  Example("a model", ["Ai"]) { $0.model() },
  Example("a path", ["Ai"]) { $0.path() },
  Example("a stored path", ["Ai", "none"]) { $0.storedPath() },
  Example("a token", ["Ai"]) { $0.token() },
  Example("options", ["", "Ai"]) { $0.options() },
  Example("a property", ["Ai"]) { $0.property() },
  Example("a value change", ["Ai -> Bo"]) { $0.valueChange() },
  Example("an optional value", ["Ai", "none"]) { $0.optionalValue() },
  Example("a list in a model", ["1"]) { $0.list() },
  Example("a notifying list", [#"["Bo", "Cy", "Ai"]"#]) { try $0.notifyingList() },
  Example("a list change", ["0 Ai"]) { $0.listChange() },
  Example("the element type", ["Ai"]) { $0.elementType() },
  Example("the elements", [#"["Ai"]"#]) { $0.elements() },
  Example("a prior change", [#"about to remove [0] of ["Ai"]"#]) { try $0.priorChange() },
  Example("one or many", ["3"]) { $0.oneOrMany() },
  Example("an error", ["indexOutOfRange(index: 9, count: 2)"]) { $0.error() },
  Example("an indexed change", ["1 Ai"]) { try $0.indexedChange() },
  Example("a change set", [#"["Bo"]"#, "from 1 to 0"]) { try $0.changeSet() },
  Example("an inverse", [#"["Ai", "Bo"]"#]) { $0.inverse() },
  Example("a live list", ["1", "2"]) { $0.liveList() },
  Example("a watched list", ["1"]) { $0.watchedList() },
  Example("a mirror", ["2 the copy differs"]) { $0.mirror() },
  Example("a sequence", ["", "Ai"]) { await $0.sequence() },
  Example("an iterator", ["Ai"]) { await $0.iterator() },
  Example("declared keys", ["Ai Bo", "1", "0"]) { $0.declaredKeys() },
]

extension Examples {
  func model() {
    // example: a model
    final class Member: Observable {
      @Observed var name = ""
      let observation = ObservationTable()
    }

    let member = Member()
    let token = member.observe(\.name) { change in print(change.new ?? "") }
    member.name = "Ai"  // prints Ai
    // end
    token.end()
  }

  func path() {
    let model = Model()
    model.child = Model()
    // example: a path
    let token = model.observe(\.child.label) { change in print(change.new ?? "none") }
    // end
    model.child?.label = "Ai"
    token.end()
  }

  func storedPath() {
    let model = Model()
    // example: a stored path
    let path = ObservedPath<Model, String?>(\.partner.name)
    let token = model.observe(path: path) { change in print(change.new ?? "none") }
    // end
    let partner = Model()
    partner.name = "Ai"
    model.partner = partner
    model.partner = nil
    token.end()
  }

  func token() {
    let model = Model()
    // example: a token
    let token = model.observe(\.name) { change in print(change.new ?? "") }
    token.end()
    // end
    model.name = "unheard"
    let heard = model.observe(\.name) { change in print(change.new ?? "") }
    model.name = "Ai"
    heard.end()
  }

  func options() {
    let model = Model()
    // example: options
    let token = model.observe(\.name, [.initial, .new]) { change in print(change.new ?? "") }
    // end
    model.name = "Ai"
    token.end()
  }

  func property() {
    let model = Model()
    // example: a property
    let token = model.$name.observe { change in print(change.new ?? "") }
    // end
    model.name = "Ai"
    token.end()
  }

  func valueChange() {
    let model = Model()
    model.name = "Ai"
    // example: a value change
    let token = model.observe(\.name, [.new, .old]) { change in
      print(change.old ?? "", "->", change.new ?? "")
    }
    // end
    model.name = "Bo"
    token.end()
  }

  func optionalValue() {
    let model = Model()
    let other = Model()
    other.name = "Ai"
    // example: an optional value
    let token = model.observe(\.partner) { change in
      let partner: Model? = change.new
      print(partner?.name ?? "none")
    }
    // end
    model.partner = other
    model.partner = nil
    token.end()
  }

  func list() {
    // example: a list in a model
    final class Team: Observable {
      @ObservedList var names: [String] = []
      let observation = ObservationTable()
    }

    let team = Team()
    team.$names.append("Ai")
    // end
    print(team.names.count)
  }

  func notifyingList() throws {
    let model = Model()
    model.names = ["Ai", "Bo", "Cy"]
    // example: a notifying list
    let names = model.$names
    names.append("Ai")
    try names.move(from: 0, to: 2)
    // end
    try names.remove(at: 3)
    print(model.names)
  }

  func listChange() {
    let model = Model()
    // example: a list change
    let token = model.observe(\.names) { change in
      guard case .insertion(let indexes, let names?) = change else { return }
      for (row, name) in zip(indexes, names) { print(row, name) }
    }
    // end
    model.$names.append("Ai")
    token.end()
  }

  func elementType() {
    // example: the element type
    let element: ListChange<[String]>.Element = "Ai"
    // end
    print(element)
  }

  func elements() {
    // example: the elements
    print(["Ai"].elements ?? [])  // prints ["Ai"]
    // end
  }

  func priorChange() throws {
    let model = Model()
    model.names = ["Ai"]
    // example: a prior change
    let token = model.observe(\.names, [.prior]) { change in
      guard case .prior(.removal(let indexes, _)) = change else { return }
      print("about to remove", Array(indexes), "of", model.names)
    }
    // end
    try model.$names.remove(at: 0)
    token.end()
  }

  func oneOrMany() {
    // example: one or many
    let indexes: OneOrMany = [3]
    for index in indexes { print(index) }
    // end
  }

  func error() {
    let model = Model()
    model.names = ["Ai", "Bo"]
    // example: an error
    do {
      try model.$names.remove(at: 9)
    } catch {
      print(error)  // prints indexOutOfRange(index: 9, count: 2)
    }
    // end
  }

  func indexedChange() throws {
    let model = Model()
    model.names = ["Bo"]
    let token = model.observe(\.names) { change in
      guard case .insertion(let indexes, let names?) = change else { return }
      print(indexes[0], names[0])
    }
    // example: an indexed change
    try model.willChange(\.names, .insertion, at: [1])
    model.withoutNotifying(\.names) { $0.insert("Ai", at: 1) }
    try model.didChange(\.names, .insertion, at: [1])
    // end
    token.end()
  }

  func changeSet() throws {
    let model = Model()
    model.names = ["Ai"]
    var copy = model.names
    // example: a change set
    let token = model.observe(\.names) { change in
      guard case .batch(let changes) = change else { return }
      copy = changes.applied(to: copy) ?? copy
    }
    // end
    model.$names.assign(["Bo"])
    print(copy)
    let changes = ChangeSet<String>(
      removals: [], removed: [], insertions: [], inserted: [], moves: [.init(from: 1, to: 0)])
    // example: moves
    for move in changes.moves { print("from", move.from, "to", move.to) }
    // end
    token.end()
  }

  func inverse() {
    let model = Model()
    model.names = ["Ai", "Bo"]
    var sets: [ChangeSet<String>] = []
    let token = model.observe(\.names, [.new, .old]) { change in
      if case .batch(let changes) = change { sets.append(changes) }
    }
    model.$names.assign(["Bo", "Cy"])
    let changes = sets[0]
    // example: an inverse
    if let before = changes.inverse.applied(to: model.names) { model.names = before }
    // end
    print(model.names)
    token.end()
  }

  func liveList() {
    let model = Model()
    model.members = [Player(name: "Ai", age: 20), Player(name: "Bo", age: 2)]
    // example: a live list
    let adults = model.filtered(\.members) { $0.age >= 18 }.sorted { $0.name < $1.name }
    let token = adults.observe(\.elements, [.initial]) { _ in print(adults.elements.count) }
    // end
    model.$members.append(Player(name: "Cy", age: 30))
    token.end()
  }

  func watchedList() {
    let model = Model()
    model.items = [Item(), Item()]
    // example: a watched list
    let open = model.watched(\.items, \.done).filtered { !$0.done }
    // end
    model.items[0].done = true
    print(open.elements.count)
  }

  func mirror() {
    let model = Model()
    // example: a mirror
    let mirror = model.mirror(\.names)
    model.$names.append("Ai")
    assert(mirror.disagreement == nil)
    // end
    model.withoutNotifying(\.names) { $0 = [] }
    model.$names.append("Bo")
    // example: a disagreement
    if let disagreement = mirror.disagreement {
      print(disagreement.changeNumber, disagreement.reason)
    }
    // end
  }

  @MainActor func sequence() async {
    let model = Model()
    let task = Task {
      // example: a sequence
      for await change in model.changes(of: \.name, [.initial, .new]) {
        print(change.new ?? "")
      }
      // end
    }
    while output.lines.isEmpty { await Task.yield() }
    model.name = "Ai"
    while output.lines.count < 2 { await Task.yield() }
    task.cancel()
    await task.value
  }

  @MainActor func iterator() async {
    let model = Model()
    model.name = "Ai"
    // example: an iterator
    var iterator = model.changes(of: \.name, [.initial, .new]).makeAsyncIterator()
    let change = await iterator.next()
    // end
    print(change?.new ?? "")
  }

  func declaredKeys() {
    let model = ItemModel()
    let tokens = [
      model.observe(\.fullName) { print($0.new ?? "") },
      model.observe(\.openCount) { print($0.new ?? -1) },
    ]
    model.withoutNotifying(\.first) { $0 = "Ai" }
    model.last = "Bo"
    model.$items.append(Item())
    model.items[0].done = true
    tokens.forEach { $0.end() }
  }
}
