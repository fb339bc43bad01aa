package import Records

/// The settings that are kept in the store, by their names.
package struct LastingSettings {
  private let delegate: ApplicationDelegate

  /// Makes the settings of the delegate's store.
  package init(_ delegate: ApplicationDelegate) {
    self.delegate = delegate
  }

  /// The values that were kept last, by their names, and whether no other one was kept.
  package func values() -> (known: [(name: String, value: String)], areAll: Bool) {
    do throws(StoreError) {
      let texts = try delegate.open().texts("name", "value", of: "Setting")
      delegate.tell(texts.faults)
      return (texts.pairs.map { ($0, $1) }, texts.faults.isEmpty)
    } catch {
      delegate.tell([.store(error)])
      return ([], false)
    }
  }

  /// The value that was kept last under a name.
  package func value(_ name: String) -> String? {
    values().known.last { $0.name == name }?.value
  }

  /// Keeps a value.
  package func keep(_ value: String, as name: String) throws(RecordError) {
    try delegate.perform { context throws(RecordError) in
      if let record = try record(name, in: context) {
        record.value = value
      } else {
        try context.insert(SettingRecord.self) {
          $0.name = name
          $0.value = value
        }
      }
      try context.save()
    }
  }

  /// Makes a code for whoever plays, and keeps it; nil where it can't be kept.
  package func makeParticipant() -> String? {
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

  private func record(
    _ name: String, in context: RecordContext
  ) throws(RecordError) -> SettingRecord? {
    try context.fetch(SettingRecord.self, "named", ["name": name]).first
  }
}

/// A setting that lasts beyond the session.
package final class SettingRecord: Record {
  @Column package var name = ""
  @Column package var value = ""
  package let state = RecordState()

  package static var entity: String { "Setting" }

  /// Makes a setting that no context knows yet.
  package init() {}

  package static func declareColumns(in columns: inout Columns<SettingRecord>) {
    columns.declare("name", \.name)
    columns.declare("value", \.value)
  }

  package static func declareTemplates(in templates: inout Templates<SettingRecord>) {
    templates.declare("allSettings", sortedBy: [.ascending(\.name)])
    templates.declare("named", where: [.when(\.name, .equals, .variable("name"))])
  }
}
