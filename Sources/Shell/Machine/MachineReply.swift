package import ChimpSystem

/// A reply in JSON, or an event: what happened because time has passed.
///
/// Its members are declared in `members(fact:state:)`, from which the schema is made as well.
package struct MachineReply {
  /// The request identifier as JSON; `nil` for an event.
  var identifier: String?
  /// The text that a person would read.
  var text: String
  /// The refusal of the command; `nil` if it was performed, and for an event.
  var refusal: OutputWriter.LastRefusal?
  /// The facts since the last object.
  var facts: [JSONValue]
  /// The state of the program after them.
  var state: JSONValue

  /// Returns the members of replies or of events, around those of the program.
  private static func members(
    ofEvents isEvent: Bool, fact: JSONType, state: JSONType
  ) -> [JSONMember<MachineReply>] {
    let kind =
      isEvent
      ? [
        JSONMember<MachineReply>("event", "what happened without a request", .word(["time"])) {
          _ in "time"
        }
      ]
      : [
        JSONMember(
          "id", "that of the request; null without one",
          .either([.text, .integer(atLeast: -1 << 53), .null])
        ) { reply in reply.identifierValue },
        JSONMember("ok", "false if the command was refused", .bool) {
          .bool($0.refusal == nil)
        },
      ]
    let common: [JSONMember<MachineReply>] = [
      JSONMember("text", "what a person would read", .text) { .text($0.text) },
      JSONMember(
        optional: "error", "why the command was refused",
        OutputWriter.LastRefusal.members.type()
      ) { $0.refusal.map { OutputWriter.LastRefusal.members.object(of: $0) } },
      JSONMember("facts", "what has changed since the last object, in order", .list(fact)) {
        .list($0.facts)
      },
      JSONMember("state", "what a person could see now", state) { $0.state },
    ]
    return kind + common.filter { !isEvent || $0.name != "error" }
  }

  /// The identifier; a number before a typed command that no JSON integer is comes back as a text.
  private var identifierValue: JSONValue {
    guard let identifier else { return .null }
    let value = try? JSONValue(parsing: Array(identifier.utf8))
    return value.flatMap { MachineRequest.isIdentifier($0) ? $0 : nil } ?? .text(identifier)
  }

  /// Returns the JSON Schema of a line of output, and that of a request as the definition
  /// `request`.
  package static func schema(fact: JSONType, state: JSONType) -> JSONValue {
    let kinds = [false, true].map { isEvent in
      members(ofEvents: isEvent, fact: fact, state: state).type().schema
    }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "chimp --machine=json",
      "description": "each line of output; $defs/request describes a line of input",
      "anyOf": .list(kinds),
      "$defs": ["request": MachineRequest.members.type().schema],
    ]
  }
}

extension MachineReply {
  /// The members of objects, whose types are not needed to write one.
  private static let replyMembers = members(ofEvents: false, fact: .null, state: .null)
  private static let eventMembers = members(ofEvents: true, fact: .null, state: .null)

  /// The object on one line, without a line end.
  var line: String {
    (identifier == nil ? Self.eventMembers : Self.replyMembers).object(of: self).line
  }
}

extension OutputWriter.LastRefusal {
  /// The members of `error`.
  fileprivate static var members: [JSONMember<Self>] {
    [
      JSONMember("name", "a stable name", .text) { .text($0.name) },
      JSONMember("text", "the sentence", .text) { .text($0.text) },
      JSONMember(
        "column", "the column of the line, counted in characters from 1; null if it is about none",
        .optional(.integer(atLeast: 1))
      ) { JSONValue($0.column) },
    ]
  }
}

extension Console {
  /// Writes a reply with the text that the line has written.
  func writeObject(identifier: String?, reply: [UInt8], isRefused: Bool) {
    var text = reply[...]
    while text.last == 0x0a { text = text.dropLast() }
    let object = MachineReply(
      identifier: identifier, text: String(decoding: text, as: UTF8.self),
      refusal: isRefused ? output.lastRefused : nil, facts: facts,
      state: state(program))
    facts = []
    output.writeFramed(object.line + "\n")
  }

  /// Writes what became due before a line as an event of its own.
  func writeEvents(before parsed: ParsedLine) {
    program.passTime()
    if case .command(_, let form) = parsed, !form.isImmediate { program.awaitTurn() }
    writeEvent()
  }

  /// Writes an event, if something was written or has happened outside of a reply.
  func writeEvent() {
    let text = output.removeUnframed()
    guard !text.isEmpty || !facts.isEmpty else { return }
    writeObject(identifier: nil, reply: text, isRefused: false)
  }
}
