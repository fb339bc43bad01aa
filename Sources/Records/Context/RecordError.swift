/// What can be wrong with records; `RecordError+Words.swift` has the words.
package enum RecordError: Error, Hashable {
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
package enum RecordAction: String, Hashable, Sendable {
  case insert
  case update
  case delete
}
