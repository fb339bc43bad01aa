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
  let members: [FigureMember<Subject>]
  /// The sentences at a place; none where the figure is not told.
  let sentences: (Subject, FigurePlace) -> [String]

  init(
    _ members: FigureMember<Subject>...,
    sentences: @escaping (Subject, FigurePlace) -> [String] = { _, _ in [] }
  ) {
    self.members = members
    self.sentences = sentences
  }

  /// Creates a figure with members that other declarations have, too.
  init(
    members: [FigureMember<Subject>],
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

/// A member of a JSON object with its meaning, which the table of members tells.
///
///     FigureMember<Share>("passed", "how many were passed", { .integer($0.passedCount) })
struct FigureMember<Subject> {
  let name: String
  let meaning: String
  /// The value; `nil` where the object does not have the member.
  let value: (Subject) -> JSONValue?
  /// The members inside, by their path behind this one, with their meanings.
  private(set) var inner: [(path: String, meaning: String)] = []

  init(_ name: String, _ meaning: String, _ value: @escaping (Subject) -> JSONValue?) {
    self.name = name
    self.meaning = meaning
    self.value = value
  }

  /// Creates a member that is an object; null without it.
  init<Part>(
    _ name: String, _ meaning: String, _ part: @escaping (Subject) -> Part?,
    of members: [FigureMember<Part>]
  ) {
    self.init(name, meaning) { subject in part(subject).map { members.object(of: $0) } ?? .null }
    inner = members.rowsOfMembers().map { ("." + $0.path, $0.meaning) }
  }

  /// Creates a member that is an object, and is not there without it.
  static func optional<Part>(
    _ name: String, _ meaning: String, _ part: @escaping (Subject) -> Part?,
    of members: [FigureMember<Part>]
  ) -> Self {
    var member = Self(name, meaning) { part($0).map { members.object(of: $0) } }
    member.inner = members.rowsOfMembers().map { ("." + $0.path, $0.meaning) }
    return member
  }

  /// Creates a member that is a list of objects.
  init<Part>(
    _ name: String, _ meaning: String, each parts: @escaping (Subject) -> [Part],
    of members: [FigureMember<Part>]
  ) {
    self.init(name, meaning) { subject in .list(parts(subject).map { members.object(of: $0) }) }
    inner = members.rowsOfMembers().map { ("[]." + $0.path, $0.meaning) }
  }

  /// Creates a member that is a list of objects, and is not there without any.
  static func optionalList<Part>(
    _ name: String, _ meaning: String, each parts: @escaping (Subject) -> [Part],
    of members: [FigureMember<Part>]
  ) -> Self {
    var member = Self(name, meaning, each: parts, of: members)
    let value = member.value
    member = Self(name, meaning) { parts($0).isEmpty ? nil : value($0) }
    member.inner = members.rowsOfMembers().map { ("[]." + $0.path, $0.meaning) }
    return member
  }

  /// Creates a member with a value that many figures have, such as a share; null without it.
  ///
  /// The table of members explains such a value once.
  static func value<Part>(
    _ name: String, _ meaning: String, _ part: @escaping (Subject) -> Part?,
    as members: [FigureMember<Part>]
  ) -> Self {
    Self(name, meaning) { subject in part(subject).map { members.object(of: $0) } ?? .null }
  }

  /// Creates members of a part as members of the whole, which has them only with that part.
  static func members<Part>(
    of part: @escaping (Subject) -> Part?, _ members: [FigureMember<Part>]
  ) -> [Self] {
    members.map { member in
      var moved = Self(member.name, member.meaning) { part($0).flatMap(member.value) }
      moved.inner = member.inner
      return moved
    }
  }
}

extension Array {
  /// Returns the JSON object of a subject.
  func object<Subject>(of subject: Subject) -> JSONValue where Element == FigureMember<Subject> {
    .object(
      compactMap { member in
        member.value(subject).map { JSONValue.Member(name: member.name, value: $0) }
      })
  }

  /// The rows of the table of members: the path of each member, and its meaning.
  func rowsOfMembers<Subject>() -> [(path: String, meaning: String)]
  where Element == FigureMember<Subject> {
    flatMap { member in
      [(member.name, member.meaning)] + member.inner.map { (member.name + $0.path, $0.meaning) }
    }
  }

  /// Returns the JSON members of all figures, in their order.
  func members<Subject>() -> [FigureMember<Subject>] where Element == Figure<Subject> {
    flatMap(\.members)
  }

  /// Returns the sentences of all figures at a place, in their order.
  func sentences<Subject>(
    about subject: Subject, at place: FigurePlace
  ) -> [String] where Element == Figure<Subject> {
    flatMap { $0.sentences(subject, place) }
  }
}
