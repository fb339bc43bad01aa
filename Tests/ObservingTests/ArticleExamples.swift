import Observing
import Testing

// The article contains the regions between `example` and `end` literally.

// example: a model
final class ListModel: Observable {
  @Observed var topLabelText = "Select a row"
  @ObservedList var cellTextArray = ["No0", "No1", "No2"]
  let observation = ObservationTable()
}
// end

@Test func `The article observes a model`() {
  var screen: [String] = []
  func draw(_ text: String) {
    screen.append(text)
  }
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
  #expect(screen == ["label: Select a row", "row 3: AddCell", "label: AddCell", "all rows anew"])
  label.end()
  cells.end()
  model.topLabelText = "unheard"
  #expect(screen.count == 4)
}

@Test func `The article edits a list`() throws {
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
  #expect(model.cellTextArray == ["A", "D", "No2"])
  #expect(throws: ListError.indexOutOfRange(index: 9, count: 3)) { try list.remove(at: 9) }
}

@Test func `The article batches edits`() {
  let model = ListModel()
  var received: [String] = []
  // example: a batch
  let cells = model.observe(\.cellTextArray, [.new, .old]) { change in
    guard case .batch(let changes) = change else { return }
    received.append("-\(changes.removals) +\(changes.insertions) \(changes.inserted ?? [])")
  }
  model.$cellTextArray.batch { list in
    list.removeLast()
    list.append("A")
    list.append("B")
  }
  // end
  #expect(received == [#"-[2] +[2, 3] ["A", "B"]"#])
  cells.end()
}

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

@Test func `The article observes dependent keys and paths`() {
  var lines: [String] = []
  // example: paths
  let (jane, john) = (Member(), Member())
  let tokens = [
    jane.observe(\.partnerName) { lines.append($0.new.flatMap(\.self) ?? "alone") },
    jane.observe(\.partner.notes) { change in
      if case .insertion(_, let new?) = change { lines.append("note: \(new[0])") }
    },
  ]
  jane.partner = john
  john.first = "John"
  john.$notes.append("tall")
  jane.partner = nil
  // end
  #expect(lines == [" ", "John ", "note: tall", "alone"])
  tokens.forEach { $0.end() }
}

@Test func `The article notifies by hand`() {
  let member = Member()
  var lines: [String] = []
  // example: by hand
  let token = member.observe(\.first, [.new, .old]) { lines.append("\($0)") }
  member.changing(\.first) {
    member.withoutNotifying(\.first) { $0 = "J" }
    member.withoutNotifying(\.first) { $0 += "ane" }
  }
  // end
  #expect(lines == [#"setting(new: Optional("Jane"), old: Optional(""))"#])
  token.end()
}

final class Thermometer: Observable {
  @Observed(.manually) var degrees = 0.0
  let observation = ObservationTable()

  /// Notifies of a change that can be read on the scale.
  func measure(_ measured: Double) {
    if measured.rounded() == degrees.rounded() {
      degrees = measured
    } else {
      changing(\.degrees) { degrees = measured }
    }
  }
}

@Test func `A thermometer notifies of whole degrees by hand`() {
  let thermometer = Thermometer()
  var received: [Double] = []
  let token = thermometer.observe(\.degrees) { received.append($0.new ?? .nan) }
  for degrees in [0.2, 0.4, 1.1, 0.9, -3.0] { thermometer.measure(degrees) }
  #expect(received == [1.1, -3])
  #expect(thermometer.degrees == -3)
  token.end()
}

@Test func `The article derives lists`() throws {
  let model = ListModel()
  // example: live lists
  let shown = model.filtered(\.cellTextArray) { !$0.hasSuffix("1") }.sorted(by: >)
  model.$cellTextArray.append("No3")
  // end
  #expect(shown.elements == ["No3", "No2", "No0"])
  // example: a mirror
  let mirror = model.mirror(\.cellTextArray)
  model.$cellTextArray.append("No4")
  model.withoutNotifying(\.cellTextArray) { $0.removeFirst() }
  model.$cellTextArray.append("No5")
  // end
  #expect(mirror.disagreement?.changeNumber == 2)
}

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

@Test func `The article shows a list without letting it be edited`() {
  let inbox = Inbox()
  var count = 0
  let token = inbox.observe(\.messages) { change in
    if case .insertion = change { count += 1 }
  }
  inbox.receive("A")
  #expect(count == 1 && inbox.list(\.messages) == nil)
  token.end()
}
