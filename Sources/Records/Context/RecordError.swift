/// What can be wrong with records.
public enum RecordError: Error, Hashable {
  /// The store failed.
  case store(StoreError)

  /// The schema has no such kind of record.
  case unknownEntity(String)

  /// The entity has no such template.
  case unknownTemplate(entity: String, name: String)

  /// A variable of the template has no value.
  case missingVariable(template: String, variable: String)

  /// The template has no such variable.
  case surplusVariable(template: String, variable: String)

  /// A variable has a value of another kind.
  case wrongVariable(template: String, variable: String, kind: String)

  /// A save was asked for while another one was in progress.
  case saveInsideSave

  /// Before the save, something changed again and again.
  case neverSettles(entity: String)

  /// The record itself refuses to be saved.
  case invalid(RecordAction, entity: String, objectId: String, reason: String)

  /// The record is not in this context, or no longer.
  case notInContext(entity: String)

  /// The record is in a context already.
  case alreadyInserted(entity: String)

  /// Another record leads to the one that is to be deleted.
  case denied(entity: String, objectId: String, by: String)

  /// A relation leads to a record that is not there.
  case danglingRelation(entity: String, objectId: String, column: String)

  /// The record was deleted by somebody else.
  case vanished(entity: String, objectId: String)

  /// The record was changed by somebody else.
  case changedElsewhere(entity: String, objectId: String)

  /// A row holds something of another kind.
  case unreadable(entity: String, row: Int, column: String)

  /// A row is not what was written.
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
  case insert
  case update
  case delete
}

extension RecordError: CustomStringConvertible {
  /// The error in words.
  public var description: String {
    switch self {
    case .store(let error): error.description
    case .unknownEntity(let name): "unknown kind of record: '\(shown(name))'"
    case .unknownTemplate(let entity, let name):
      "unknown template: '\(shown(name))' of \(shown(entity))"
    case .missingVariable(let template, let variable):
      "missing variable: '\(shown(template))' needs '\(shown(variable))'"
    case .surplusVariable(let template, let variable):
      "surplus variable: '\(shown(template))' has no '\(shown(variable))'"
    case .wrongVariable(let template, let variable, let kind):
      "wrong variable: '\(shown(template))' needs \(kind) for '\(shown(variable))'"
    case .limitedList(let template):
      "can't keep a list of '\(shown(template))': it has a limit"
    default: wordsOfSaving
    }
  }

  private var wordsOfSaving: String {
    switch self {
    case .saveInsideSave: "can't save: a save is in progress"
    case .neverSettles(let entity):
      "can't save: '\(shown(entity))' changes again and again before it is saved"
    case .invalid(let action, let entity, let objectId, let reason):
      "can't \(action.rawValue) \(shown(entity)) '\(shown(objectId))': \(shown(reason))"
    case .notInContext(let entity): "not in this context: a record of '\(shown(entity))'"
    case .alreadyInserted(let entity):
      "in a context already: a record of '\(shown(entity))'"
    case .denied(let entity, let objectId, let other):
      "can't delete \(shown(entity)) '\(shown(objectId))': \(shown(other)) leads to it"
    case .danglingRelation(let entity, let objectId, let column):
      "can't save \(shown(entity)) '\(shown(objectId))': "
        + "its '\(shown(column))' is not there"
    case .vanished(let entity, let objectId):
      "can't save \(shown(entity)) '\(shown(objectId))': somebody else deleted it"
    case .changedElsewhere(let entity, let objectId):
      "can't save \(shown(entity)) '\(shown(objectId))': somebody else changed it"
    case .unreadable(let entity, let row, let column):
      "can't read row \(row) of '\(shown(entity))': "
        + "its '\(shown(column))' is of another kind"
    case .notAsWritten(let entity, let objectId):
      "not what was written: \(shown(entity)) '\(shown(objectId))'"
    default: ""
    }
  }
}
