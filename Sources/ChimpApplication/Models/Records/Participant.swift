package import Records

/// Somebody who takes the test, known by nothing but a random code.
package final class Participant: Record {
  /// How many letters a code has.
  package static let codeLength = 6

  /// What a code may be, in words.
  package static let codeRule = "1 to 32 letters, digits and \"-\""

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

  /// Whether a text may be a code: it means nothing to a spreadsheet or a terminal.
  package static func isCode(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  package func awakeFromInsert() {
    if code.isEmpty { code = String(objectId.prefix(Self.codeLength)) }
  }
}
