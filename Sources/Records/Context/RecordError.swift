/// An error of a record context, with the record types, rows and columns that it concerns.
///
///     do { try context.save() } catch .changedElsewhere(_, let objectId) { reload(objectId) }
public enum RecordError: Error, Hashable {
  /// The store has an error.
  case store(StoreError)
  /// The schema has no such record type.
  case unknownEntity(String)
  case unknownTemplate(entity: String, name: String)

  /// A variable of the template has no value.
  case missingVariable(template: String, variable: String)
  /// The template has no such variable.
  case surplusVariable(template: String, variable: String)
  /// The value of a variable has another type than its column.
  case wrongVariable(template: String, variable: String, kind: String)

  case saveInsideSave
  /// The `willSave` hooks change records again and again.
  case endlessChanges(entity: String)
  /// The record itself refuses to be saved, with this reason.
  case invalid(RecordAction, entity: String, objectId: String, reason: String)
  /// The record is not in this context, or was deleted from it.
  case notInContext(entity: String)
  case alreadyInserted(entity: String)
  /// The record can't be deleted, because a relation of another record leads to it.
  case denied(entity: String, objectId: String, by: String)
  /// A relation leads to a record that does not exist.
  case danglingRelation(entity: String, objectId: String, column: String)

  /// Another process has deleted the row of the record.
  case vanished(entity: String, objectId: String)
  /// Another process has changed the row, and the record type does not merge changes.
  case changedElsewhere(entity: String, objectId: String)

  /// A row has a value of the wrong type.
  case unreadable(entity: String, row: Int, column: String)
  /// The checksum of a row is wrong.
  case notAsWritten(entity: String, objectId: String)
  /// A template with a limit can't be used for a list.
  case limitedList(template: String)
}

extension RecordError {
  /// `true` if the error is about a single row, so that others may still be read.
  var concernsOneRow: Bool {
    switch self {
    case .unreadable, .notAsWritten: true
    default: false
    }
  }
}

/// An action that a record may refuse: saving or deleting it.
///
///     func reasonAgainst(_ action: RecordAction) -> String? {
///       action == .delete ? "plants are kept for ever" : nil
///     }
public enum RecordAction: String, Hashable, Sendable {
  case insert, update, delete
}

extension RecordError: CustomStringConvertible {
  /// The error message; control characters are escaped.
  public var description: String { shown(message) }

  private var message: String {
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
    case .endlessChanges(let entity):
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
