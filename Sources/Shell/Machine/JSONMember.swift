package import ChimpSystem

/// A member of a JSON object, declared once: objects, their JSON Schema and tables of members are
/// made from it.
///
///     let members = [
///       JSONMember<Cell>("h", "the column, counted from 1", .integer(atLeast: 1)) { .integer($0.h) }
///     ]
///     members.object(of: Cell(h: 2, v: 3)).line  // {"h":2}
package struct JSONMember<Subject>: Sendable {
  package let name: String
  package let meaning: String
  package let type: JSONType
  /// `true` for a member that some objects do not have.
  package let isOptional: Bool
  /// The value; `nil` where the object does not have the member.
  package let value: @Sendable (Subject) -> JSONValue?

  /// Creates a member that every object has.
  package init(
    _ name: String, _ meaning: String, _ type: JSONType,
    value: @escaping @Sendable (Subject) -> JSONValue
  ) {
    self.name = name
    self.meaning = meaning
    self.type = type
    isOptional = false
    self.value = value
  }

  /// Creates a member that an object has only with a value.
  package init(
    optional name: String, _ meaning: String, _ type: JSONType,
    value: @escaping @Sendable (Subject) -> JSONValue?
  ) {
    self.name = name
    self.meaning = meaning
    self.type = type
    isOptional = true
    self.value = value
  }

  /// The member of a subject's object; `nil` if the object does not have it.
  fileprivate func member(of subject: Subject) -> JSONValue.Member? {
    value(subject).map { JSONValue.Member(name: name, value: $0) }
  }

  /// The member without its value.
  fileprivate var property: JSONType.Property {
    JSONType.Property(name: name, meaning: meaning, type: type, isOptional: isOptional)
  }
}

extension Array {
  /// Returns the JSON object of a subject.
  package func object<Subject>(
    of subject: Subject
  ) -> JSONValue where Element == JSONMember<Subject> {
    .object(compactMap { $0.member(of: subject) })
  }

  /// Returns the type of the objects.
  package func type<Subject>() -> JSONType where Element == JSONMember<Subject> {
    .object(map(\.property))
  }
}

/// The type of a JSON value, from which its JSON Schema is made.
///
///     JSONType.list(.integer(atLeast: 1)).schema.line
///     // {"type":"array","items":{"type":"integer","minimum":1}}
package indirect enum JSONType: Equatable, Sendable {
  /// A member of an object, without its value.
  package struct Property: Equatable, Sendable {
    package let name: String
    package let meaning: String
    package let type: JSONType
    let isOptional: Bool
  }

  /// A value of any type, for members whose type no schema tells.
  case any
  case text, bool
  case integer(atLeast: Int)
  /// One of some texts.
  case word([String])
  case list(JSONType)
  case object([Property])
  /// A value of one of some types.
  case either([JSONType])
  case null

  /// Returns the type that also has null.
  package static func optional(_ type: JSONType) -> JSONType { .either([type, .null]) }

  /// The JSON Schema of the type.
  package var schema: JSONValue {
    switch self {
    case .any: [:]
    case .text: ["type": "string"]
    case .bool: ["type": "boolean"]
    case .null: ["type": "null"]
    case .integer(let least): ["type": "integer", "minimum": .integer(least)]
    case .word(let words): ["enum": .list(words.map { .text($0) })]
    case .list(let type): ["type": "array", "items": type.schema]
    case .either(let types): ["anyOf": .list(types.map(\.schema))]
    case .object(let properties):
      [
        "type": "object",
        "properties": .object(
          properties.map { property in
            JSONValue.Member(
              name: property.name,
              value: JSONValue.object([.init(name: "description", value: .text(property.meaning))])
                .joined(with: property.type.schema))
          }),
        "required": .list(properties.filter { !$0.isOptional }.map { .text($0.name) }),
        "additionalProperties": .bool(false),
      ]
    }
  }
}
