import Observing

let articleExamples = [
  Example(
    "observing", ["label: Select a row", "row 3: AddCell", "label: AddCell", "all rows anew"]
  ) { $0.observing() },
  Example("edits", [#"["A", "D", "No2"]"#]) { try $0.edits() },
  Example("a batch", [#"-[2] +[2, 3] ["A", "B"]"#, #"["No0", "No1", "No2"]"#]) { $0.batch() },
  Example("paths", [" ", "John ", "note: tall", "alone"]) { $0.paths() },
  Example("each element", ["1", "0"]) { $0.eachElement() },
  Example("by hand", [#"setting(new: Optional("Jane"), old: Optional(""))"#]) { $0.byHand() },
  Example("live lists", [#"["No3", "No2", "No0"]"#]) { $0.liveLists() },
  Example("open items", ["0"]) { $0.openItems() },
  Example("a list's mirror", ["2"]) { $0.listMirror() },
  Example("shown lists", ["1"]) { $0.shownLists() },
]

// example: a model
final class ListModel: Observable {
  @Observed var topLabelText = "Select a row"
  @ObservedList var cellTextArray = ["No0", "No1", "No2"]
  let observation = ObservationTable()
}
// end

// example: dependent keys
final class Member: Observable {
  @Observed var first = ""
  @Observed var last = ""
  @Observed var partner: Member?
  @ObservedList var notes: [String] = []
  let observation = ObservationTable()

  var fullName: String { "\(first) \(last)" }
  var partnerName: String? { partner?.fullName }

  static func declareDependentKeys(in keys: inout DependentKeys) {
    keys.declare(\Member.fullName, dependsOn: \.first, \.last)
    keys.declare(\Member.partnerName, dependsOn: \.partner.fullName)
  }
}
// end

// example: a property of each element
final class Chore: Observable {
  @Observed var isDone = false
  let observation = ObservationTable()
}

final class Household: Observable {
  @ObservedList var chores: [Chore] = []
  let observation = ObservationTable()

  var openCount: Int { chores.count { !$0.isDone } }

  static func declareDependentKeys(in keys: inout DependentKeys) {
    keys.declare(\Household.openCount, dependsOnEach: \.chores, \.isDone)
  }
}
// end

// example: shown lists
final class Inbox: Observable {
  @ObservedList private var stored: [String] = []
  let observation = ObservationTable()

  var messages: [String] { stored }

  func receive(_ message: String) {
    $stored.append(message)
  }

  static func declareDependentKeys(in keys: inout DependentKeys) {
    keys.declare(\Inbox.messages, shows: \.stored)
  }
}
// end

extension Examples {
  func observing() {
    // example: observing
    let model = ListModel()
    let label = model.observe(\.topLabelText, [.initial, .new]) { change in
      draw("label: \(change.new ?? "")")
    }
    let cells = model.observe(\.cellTextArray) { change in
      switch change {
      case .insertion(let indexes, let new?):
        for (row, text) in zip(indexes, new) { draw("row \(row): \(text)") }
      case .removal(let indexes, _):
        draw("\(indexes.count) rows less")
      default:
        draw("all rows anew")
      }
    }
    model.$cellTextArray.append("AddCell")
    model.topLabelText = model.cellTextArray[3]
    model.cellTextArray = []
    // end
    label.end()
    cells.end()
    model.topLabelText = "unheard"
  }

  func edits() throws {
    let model = ListModel()
    // example: edits
    let list = model.$cellTextArray
    list.append("A")
    try list.insert(["B", "C"], at: [0, 2])
    try list.replace(at: 0, with: "D")
    try list.move(from: 0, to: 3)
    try list.remove(at: [0, 1])
    list.assign(["A", "D", "No2"])
    // end
    print(model.cellTextArray)
  }

  func batch() {
    let model = ListModel()
    // example: a batch
    let cells = model.observe(\.cellTextArray, [.new, .old]) { change in
      guard case .batch(let changes) = change else { return }
      print("-\(changes.removals) +\(changes.insertions) \(changes.inserted ?? [])")
      print(changes.inverse.applied(to: model.cellTextArray) ?? [])
    }
    model.$cellTextArray.batch { list in
      list.removeLast()
      list.append("A")
      list.append("B")
    }
    // end
    cells.end()
  }

  func paths() {
    // example: paths
    let (jane, john) = (Member(), Member())
    let tokens = [
      jane.observe(\.partnerName) { print($0.new ?? "alone") },
      jane.observe(\.partner.notes) { change in
        if case .insertion(_, let new?) = change { print("note: \(new[0])") }
      },
    ]
    jane.partner = john
    john.first = "John"
    john.$notes.append("tall")
    jane.partner = nil
    // end
    tokens.forEach { $0.end() }
  }

  func eachElement() {
    let household = Household()
    let token = household.observe(\.openCount) { print($0.new ?? -1) }
    household.$chores.append(Chore())
    household.chores[0].isDone = true
    token.end()
  }

  func byHand() {
    let member = Member()
    // example: by hand
    let token = member.observe(\.first, [.new, .old]) { print($0) }
    member.changing(\.first) {
      member.withoutNotifying(\.first) { $0 = "J" }
      member.withoutNotifying(\.first) { $0 += "ane" }
    }
    // end
    token.end()
  }

  func liveLists() {
    let model = ListModel()
    // example: live lists
    let shown = model.filtered(\.cellTextArray) { !$0.hasSuffix("1") }.sorted(by: >)
    model.$cellTextArray.append("No3")
    // end
    print(shown.elements)
  }

  func openItems() {
    let household = Household()
    household.chores = [Chore()]
    // example: open items
    let open = household.watched(\.chores, \.isDone).filtered { !$0.isDone }
    household.chores[0].isDone = true
    // end
    print(open.elements.count)
  }

  func listMirror() {
    let model = ListModel()
    // example: a list's mirror
    let mirror = model.mirror(\.cellTextArray)
    model.$cellTextArray.append("No4")
    model.withoutNotifying(\.cellTextArray) { $0.removeFirst() }
    model.$cellTextArray.append("No5")
    // end
    print(mirror.disagreement?.changeNumber ?? -1)
  }

  func shownLists() {
    let inbox = Inbox()
    let token = inbox.observe(\.messages) { change in
      if case .insertion(_, let new?) = change { print(new.count) }
    }
    inbox.receive("A")
    token.end()
  }
}
