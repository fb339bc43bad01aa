package import Records

/// Somebody who takes the test, known by nothing but a random code.
package final class Participant: Record {
  /// How many letters a code has.
  package static let codeLength = 6

  @Column package var code = ""
  package let state = RecordState()

  // NB: to ask the type for its name would take a fifth of the opening.
  package static var entity: String { "Participant" }

  /// Makes a participant that no context knows yet.
  package init() {}

  package static func declareColumns(in columns: inout Columns<Participant>) {
    columns.declare("code", \.code)
  }

  package static func declareTemplates(in templates: inout Templates<Participant>) {
    templates.declare("withCode", where: [.when(\.code, .equals, .variable("code"))])
  }

  package func awakeFromInsert() {
    if code.isEmpty { code = String(objectId.prefix(Self.codeLength)) }
  }
}
