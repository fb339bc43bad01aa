import ChimpSystem
import Records

extension JSONValue {
  /// Creates the members of a damaged row that was skipped.
  init(_ error: RecordError) {
    switch error {
    case .unreadable(let entity, let row, let column):
      self = ["table": .text(entity), "row": .integer(row), "column": .text(column)]
    case .notAsWritten(let entity, let objectId):
      self = ["table": .text(entity), "id": .text(objectId)]
    default: self = ["error": .text("\(error)")]
    }
  }
}
