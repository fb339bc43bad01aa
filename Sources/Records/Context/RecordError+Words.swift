extension RecordError: CustomStringConvertible {
  /// The error in words.
  package var description: String {
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
