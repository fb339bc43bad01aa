import Records

/// The settings that the store keeps from session to session.
///
///     let settings = programStore.lastingSettings
///     try settings.keep("off", as: "demonstration")
///     settings.value("demonstration")  // Optional("off")
public struct LastingSettings {
  private let programStore: ProgramStore

  fileprivate init(_ programStore: ProgramStore) { self.programStore = programStore }

  /// Returns the stored settings, and `false` if some could not be read.
  public func values() -> (known: [(name: String, value: String)], areAll: Bool) {
    do throws(RecordError) {
      let texts = try programStore.open().texts("name", "value", of: "Setting")
      programStore.reportOmissions(texts.errors)
      return (texts.pairs.map { ($0, $1) }, texts.errors.isEmpty)
    } catch {
      programStore.reportOmissions([error])
      return ([], false)
    }
  }

  /// Returns the value of a setting; `nil` if it is not stored or can't be read.
  public func value(_ name: String) -> String? { values().known.last { $0.name == name }?.value }

  /// Returns all values of a name, the earliest first.
  public func values(named name: String) -> [String] {
    values().known.filter { $0.name == name }.map(\.value)
  }

  /// Adds a value to those of a name, unless it is one of them.
  ///
  /// - Throws: The error of the store if it can't be saved.
  public func add(_ value: String, to name: String) throws {
    try programStore.perform { context throws(RecordError) in
      try context.store.write { () throws(RecordError) in
        let known = try context.fetch(SettingRecord.self, "named", ["name": name])
        guard !known.contains(where: { $0.value == value }) else { return }
        try context.insert(SettingRecord.self) {
          $0.name = name
          $0.value = value
        }
        try context.save()
      }
    }
  }

  /// Stores a value, and removes those of an older name.
  ///
  /// - Throws: The error of the store if it can't be saved.
  public func keep(_ value: String, as name: String, removing older: String? = nil) throws {
    try programStore.perform { context throws(RecordError) in
      // In one transaction, so that two programs don't both insert it.
      try context.store.write { () throws(RecordError) in
        try context.set(name, to: value)
        if let older {
          for record in try context.fetch(SettingRecord.self, "named", ["name": older]) {
            try context.delete(record)
          }
        }
        try context.save()
      }
    }
  }

  /// Creates and stores a random participant code; returns `nil` if it can't be stored.
  ///
  /// Returns the code that another program has stored meanwhile, if there is one.
  public func makeParticipant() -> String? {
    try? programStore.perform { context throws(RecordError) in
      try context.store.write { () throws(RecordError) in
        let name = "participant"
        if let known = try context.fetch(SettingRecord.self, "named", ["name": name]).first {
          return known.value
        }
        let participant = try context.insert(Participant())
        try context.insert(SettingRecord.self) {
          $0.name = name
          $0.value = participant.code
        }
        try context.save()
        return participant.code
      }
    }
  }
}

/// The record of a setting: its name and its value as text.
final class SettingRecord: Record {
  @Column var name = ""
  @Column var value = ""
  let state = RecordState()

  static var entity: String { "Setting" }

  static func declareColumns(in columns: inout Columns<SettingRecord>) {
    columns.declare("name", \._name)
    columns.declare("value", \._value)
  }

  static func declareTemplates(in templates: inout Templates) {
    templates.declare("allSettings", sortedBy: [.ascending("name")])
    templates.declare("named", where: [.when("name", .equals, .variable("name"))])
  }
}

extension RecordContext {
  /// Changes or inserts a setting.
  fileprivate func set(_ name: String, to value: String) throws(RecordError) {
    let known = try fetch(SettingRecord.self, "named", ["name": name]).first
    let record = if let known { known } else { try insert(SettingRecord()) }
    record.name = name
    record.value = value
  }
}

extension ProgramStore {
  /// The settings that the store keeps.
  public var lastingSettings: LastingSettings { LastingSettings(self) }
}
