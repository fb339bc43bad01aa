import Records
import Shell

/// The settings that are kept in the store, by their names.
struct LastingSettings {
  private let delegate: ApplicationDelegate

  init(_ delegate: ApplicationDelegate) { self.delegate = delegate }

  /// The values that were kept last, by their names, and whether no other one was kept.
  func values() -> (known: [(name: String, value: String)], areAll: Bool) {
    do throws(StoreError) {
      let texts = try delegate.open().texts("name", "value", of: "Setting")
      delegate.tell(texts.faults)
      return (texts.pairs.map { ($0, $1) }, texts.faults.isEmpty)
    } catch {
      delegate.tell([.store(error)])
      return ([], false)
    }
  }

  func value(_ name: String) -> String? { values().known.last { $0.name == name }?.value }

  func keep(_ value: String, as name: String) throws(RecordError) {
    try delegate.perform { context throws(RecordError) in
      let known = try context.fetch(SettingRecord.self, "named", ["name": name]).first
      let record = if let known { known } else { try context.insert(SettingRecord()) }
      (record.name, record.value) = (name, value)
      try context.save()
    }
  }

  /// Makes a code for whoever plays, and keeps it; nil where it can't be kept.
  func makeParticipant() -> String? {
    try? delegate.perform { context throws(RecordError) in
      let participant = try context.insert(Participant())
      try context.insert(SettingRecord.self) {
        $0.name = "participant"
        $0.value = participant.code
      }
      try context.save()
      return participant.code
    }
  }
}

final class SettingRecord: Record {
  @Column var name = ""
  @Column var value = ""
  let state = RecordState()

  static var entity: String { "Setting" }

  static func declareColumns(in columns: inout Columns<SettingRecord>) {
    columns.declare("name", \._name)
    columns.declare("value", \._value)
  }

  static func declareTemplates(in templates: inout Templates<SettingRecord>) {
    templates.declare("allSettings", sortedBy: [.ascending(\.name)])
    templates.declare("named", where: [.when(\.name, .equals, .variable("name"))])
  }
}

/// What the list and the adder held last, found again in the next session of a store.
struct KeptScreens {
  private static var label: String { "list.label" }
  private static var rows: String { "list.rows" }
  private static var values: String { "sum.values" }

  private let settings: LastingSettings

  init(_ delegate: ApplicationDelegate) { settings = LastingSettings(delegate) }

  func list(_ language: Language = .english) -> ListModel {
    ListModel(
      label: settings.value(Self.label) ?? language.firstLabel,
      rows: settings.value(Self.rows).flatMap { Self.texts(in: $0) })
  }

  /// Keeps what of a list is not as it was.
  func keep(_ list: ListModel, after old: ListModel) throws(RecordError) {
    if list.topLabelText != old.topLabelText {
      try settings.keep(list.topLabelText, as: Self.label)
    }
    if list.cellTextArray != old.cellTextArray {
      try settings.keep(Self.text(of: list.cellTextArray), as: Self.rows)
    }
  }

  /// The values that were added last; nil where there are none.
  func addends() -> (Int, Int)? {
    let numbers =
      settings.value(Self.values).map { $0.split(separator: " ").compactMap { Int($0) } } ?? []
    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }

  func keep(_ first: Int, _ second: Int) throws(RecordError) {
    try settings.keep("\(first) \(second)", as: Self.values)
  }

  /// Texts as the words of a line.
  private static func text(of texts: [String]) -> String {
    texts.map { Invocation.quoted($0) }.joined(separator: " ")
  }

  private static func texts(in line: String) -> [String]? {
    guard let invocation = try? Invocation(line: line) else { return nil }
    return (0..<invocation.wordCount).map { invocation.text(ofWord: $0) }
  }
}
