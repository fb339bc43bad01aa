/// What can be wrong with records.
public enum RecordError: Error, Hashable {
  case store(StoreError)
  /// The schema has no such kind of record.
  case unknownEntity(String)
  case unknownTemplate(entity: String, name: String)
  /// A variable of the template has no value, is none of its variables, or is of another kind.
  case missingVariable(template: String, variable: String)
  case surplusVariable(template: String, variable: String)
  case wrongVariable(template: String, variable: String, kind: String)
  case saveInsideSave
  /// Before the save, something changed again and again.
  case neverSettles(entity: String)
  /// The record itself refuses to be saved.
  case invalid(RecordAction, entity: String, objectId: String, reason: String)
  /// The record is not in this context, or no longer.
  case notInContext(entity: String)
  case alreadyInserted(entity: String)
  /// Another record leads to the one that is to be deleted.
  case denied(entity: String, objectId: String, by: String)
  /// A relation leads to a record that is not there.
  case danglingRelation(entity: String, objectId: String, column: String)
  /// Somebody else has deleted the record, or changed it.
  case vanished(entity: String, objectId: String)
  case changedElsewhere(entity: String, objectId: String)
  /// A row holds something of another kind, or is not what was written.
  case unreadable(entity: String, row: Int, column: String)
  case notAsWritten(entity: String, objectId: String)
  /// A list can't be kept of a template with a limit.
  case limitedList(template: String)
}

extension RecordError {
  /// Whether one row is bad, and others may be well.
  var isOfOneRow: Bool {
    switch self {
    case .unreadable, .notAsWritten: true
    default: false
    }
  }
}

/// What is done to a record in the store.
public enum RecordAction: String, Hashable, Sendable {
  case insert, update, delete
}

extension RecordError: CustomStringConvertible {
  /// The error in words.
  public var description: String { shown(words) }

  private var words: String {
    switch self {
    case .store(let error): error.description
    case .unknownEntity(let name): "unknown kind of record: '\(name)'"
    case .unknownTemplate(let entity, let name): "unknown template: '\(name)' of \(entity)"
    case .missingVariable(let template, let name): "missing variable: '\(template)' needs '\(name)'"
    case .surplusVariable(let template, let name):
      "surplus variable: '\(template)' has no '\(name)'"
    case .wrongVariable(let template, let variable, let kind):
      "wrong variable: '\(template)' needs \(kind) for '\(variable)'"
    case .saveInsideSave: "can't save: a save is in progress"
    case .neverSettles(let entity):
      "can't save: '\(entity)' changes again and again before it is saved"
    case .invalid(let action, let entity, let objectId, let reason):
      "can't \(action.rawValue) \(entity) '\(objectId)': \(reason)"
    case .notInContext(let entity): "not in this context: a record of '\(entity)'"
    case .alreadyInserted(let entity): "in a context already: a record of '\(entity)'"
    case .denied(let entity, let objectId, let other):
      "can't delete \(entity) '\(objectId)': \(other) leads to it"
    case .danglingRelation(let entity, let objectId, let column):
      "can't save \(entity) '\(objectId)': its '\(column)' is not there"
    case .vanished(let entity, let objectId):
      "can't save \(entity) '\(objectId)': somebody else deleted it"
    case .changedElsewhere(let entity, let objectId):
      "can't save \(entity) '\(objectId)': somebody else changed it"
    case .unreadable(let entity, let row, let column):
      "can't read row \(row) of '\(entity)': its '\(column)' is of another kind"
    case .notAsWritten(let entity, let objectId): "not what was written: \(entity) '\(objectId)'"
    case .limitedList(let template): "can't keep a list of '\(template)': it has a limit"
    }
  }
}
