import ChimpSystem
import Shell
import Statistics

/// A figure of a command, declared once: its members in JSON with their meanings, and the sentences
/// in which the reply and the report tell it.
///
///     Figure(
///       .init("open_test_count", "how many tests are not finished", { .integer($0.openTestCount) })
///     ) { test, place in
///       test.openTestCount > 0 ? [place.language.pick("not finished: …", "途中まで: …")] : []
///     }
struct Figure<Subject> {
  let members: [JSONMember<Subject>]
  /// The sentences at a place; none where the figure is not told.
  let sentences: (Subject, FigurePlace) -> [String]

  init(
    _ members: JSONMember<Subject>...,
    sentences: @escaping (Subject, FigurePlace) -> [String] = { _, _ in [] }
  ) {
    self.members = members
    self.sentences = sentences
  }

  /// Creates a figure with members that other declarations have, too.
  init(
    members: [JSONMember<Subject>],
    sentences: @escaping (Subject, FigurePlace) -> [String] = { _, _ in [] }
  ) {
    self.members = members
    self.sentences = sentences
  }
}

/// A place at which figures are told, and its reader.
struct FigurePlace {
  /// The reply of a command with its grouping, or the part of the report's page by a number.
  enum Kind: Equatable {
    case reply(Summary.Grouping?)
    case page(Summary.Grouping)
  }

  let kind: Kind
  let language: Language
  var reader = TableReader()

  /// `true` for the figures of all trials, without a grouping.
  var isWhole: Bool { kind == .reply(nil) || kind == .page(.count) }
}

/// The members of figures, whose values the table of members tells and no JSON Schema.
///
///     JSONMember<Share>("passed", "how many were passed", { .integer($0.passedCount) })
extension JSONMember {
  init(_ name: String, _ meaning: String, _ value: @escaping @Sendable (Subject) -> JSONValue?) {
    self.init(optional: name, meaning, .any, value: value)
  }

  /// Creates a member that is an object; null without it.
  init<Part>(
    _ name: String, _ meaning: String, _ part: @escaping @Sendable (Subject) -> Part?,
    of members: [JSONMember<Part>]
  ) {
    self.init(name, meaning, .optional(members.type())) { subject in
      part(subject).map { members.object(of: $0) } ?? .null
    }
  }

  /// Creates a member that is an object, and is not there without it.
  static func optional<Part>(
    _ name: String, _ meaning: String, _ part: @escaping @Sendable (Subject) -> Part?,
    of members: [JSONMember<Part>]
  ) -> Self {
    Self(optional: name, meaning, members.type()) { part($0).map { members.object(of: $0) } }
  }

  /// Creates a member that is a list of objects.
  init<Part>(
    _ name: String, _ meaning: String, each parts: @escaping @Sendable (Subject) -> [Part],
    of members: [JSONMember<Part>]
  ) {
    self.init(name, meaning, .list(members.type())) { subject in
      .list(parts(subject).map { members.object(of: $0) })
    }
  }

  /// Creates a member that is a list of objects, and is not there without any.
  static func optionalList<Part>(
    _ name: String, _ meaning: String, each parts: @escaping @Sendable (Subject) -> [Part],
    of members: [JSONMember<Part>]
  ) -> Self {
    Self(optional: name, meaning, .list(members.type())) { subject in
      let parts = parts(subject)
      return parts.isEmpty ? nil : .list(parts.map { members.object(of: $0) })
    }
  }

  /// Creates a member with a value that many figures have, such as a share; null without it.
  ///
  /// The table of members explains such a value once.
  static func value<Part>(
    _ name: String, _ meaning: String, _ part: @escaping @Sendable (Subject) -> Part?,
    as members: [JSONMember<Part>]
  ) -> Self {
    Self(name, meaning) { subject in part(subject).map { members.object(of: $0) } ?? .null }
  }

  /// Creates members of a part as members of the whole, which has them only with that part.
  static func members<Part>(
    of part: @escaping @Sendable (Subject) -> Part?, _ members: [JSONMember<Part>]
  ) -> [Self] {
    members.map { member in
      Self(optional: member.name, member.meaning, member.type) { part($0).flatMap(member.value) }
    }
  }
}

extension Array {
  /// The rows of the table of members: the path of each member, and its meaning.
  func rowsOfMembers<Subject>() -> [(path: String, meaning: String)]
  where Element == JSONMember<Subject> {
    type().rowsOfMembers.map { (String($0.path.dropFirst()), $0.meaning) }
  }

  /// Returns the JSON members of all figures, in their order.
  func members<Subject>() -> [JSONMember<Subject>] where Element == Figure<Subject> {
    flatMap(\.members)
  }

  /// Returns the sentences of all figures at a place, in their order.
  func sentences<Subject>(
    about subject: Subject, at place: FigurePlace
  ) -> [String] where Element == Figure<Subject> {
    flatMap { $0.sentences(subject, place) }
  }
}

extension JSONType {
  /// The members inside, by their paths behind a value of the type, with their meanings.
  fileprivate var rowsOfMembers: [(path: String, meaning: String)] {
    switch self {
    case .object(let properties):
      properties.flatMap { property in
        let path = "." + property.name
        let inner = property.type.rowsOfMembers.map { (path + $0.path, $0.meaning) }
        return [(path, property.meaning)] + inner
      }
    case .list(let type): type.rowsOfMembers.map { ("[]" + $0.path, $0.meaning) }
    case .either(let types): types.flatMap(\.rowsOfMembers)
    case .any, .text, .bool, .integer, .word, .null: []
    }
  }
}
