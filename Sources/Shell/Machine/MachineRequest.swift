import ChimpSystem

/// A request of a driving program in JSON: a line to perform, and an identifier for its reply.
///
///     {"id":7,"do":"press 2 3"}
///
/// A line that does not begin with `{` is a command as it is typed.
struct MachineRequest {
  /// The version of the protocol, which a request may name.
  static let version = 1

  /// The largest identifier, up to which every language's numbers are exact.
  private static let largestIdentifier = 1 << 53

  /// The most tokens of a request, so that those of a round can be added.
  private static let mostTokens = 1_000_000_000

  /// The identifier as JSON; `null` for a request without one.
  private(set) var identifier = "null"

  /// The line to perform; empty for a request that can't be read.
  private(set) var line: [UInt8] = []

  /// The number of tokens that the driver declares for the request; `nil` if it declares none.
  private(set) var tokens: Int?

  /// The reason why the request can't be performed; `nil` if it can.
  private(set) var refusal: Refusal?

  /// Returns whether a line is a request in JSON.
  static func isRequest(_ line: [UInt8]) -> Bool {
    line.first { !$0.isBlank } == UInt8(ascii: "{")
  }

  /// Reads the request of a line.
  init(_ line: [UInt8]) {
    do { try read(line) } catch { refusal = error }
  }

  private mutating func read(_ line: [UInt8]) throws(Refusal) {
    let value: JSONValue
    do { value = try JSONValue(parsing: line) } catch {
      let column = Self.column(ofByte: error.offset, in: line)
      throw Refusal(
        "not-json", "not JSON: \(error.reason) at column \(column)",
        "JSON ではありません: \(error.reason)（\(column)文字目）", namedColumn: column)
    }
    let members = Self.members
    // First, so that the reply to a request with another error has it.
    if let identifier = value["id"] { try read(identifier) }
    for member in value.members where !members.contains(where: { $0.name == member.name }) {
      let known = members.map(\.name)
      throw Refusal(
        "unknown-member",
        "unknown member \"\(member.name)\" (known: \(known.joined(separator: ", ")))",
        "\(named(member.name)) というメンバーはありません（使えるのは \(known.joined(separator: "、"))）")
    }
    if let version = value["version"], version != .integer(Self.version) {
      throw Refusal(
        "other-version", "the version \(version.line) is unknown, this is version \(Self.version)",
        "版 \(version.line) は使えません。これは版 \(Self.version) です")
    }
    if let tokens = value["tokens"] { try read(tokens: tokens) }
    guard let command = value["do"] else { throw .badMember("do", "is missing") }
    guard let text = command.text else { throw .badMember("do", "must be a text") }
    guard !text.utf8.contains(0x0a), !text.utf8.contains(0x0d) else {
      throw .badMember("do", "must be one line")
    }
    self.line = Array(text.utf8)
  }

  private mutating func read(_ identifier: JSONValue) throws(Refusal) {
    guard Self.isIdentifier(identifier) else {
      throw .badMember("id", "must be a text or an integer up to 2^53")
    }
    self.identifier = identifier.line
  }

  private mutating func read(tokens: JSONValue) throws(Refusal) {
    guard case .integer(let count) = tokens, 0...Self.mostTokens ~= count else {
      throw .badMember("tokens", "must be an integer from 0 to \(Self.mostTokens)")
    }
    self.tokens = count
  }

  /// Returns whether a value may be an identifier.
  static func isIdentifier(_ value: JSONValue) -> Bool {
    switch value {
    case .text, .null: true
    case .integer(let number): number.magnitude <= UInt(largestIdentifier)
    case .bool, .number, .list, .object: false
    }
  }

  /// Returns the column of a byte in a line, counted in characters from 1.
  private static func column(ofByte offset: Int, in line: [UInt8]) -> Int {
    line.prefix(offset).count { $0 & 0xc0 != 0x80 } + 1
  }

  /// The members of a request, from which the schema is made.
  static var members: [JSONMember<MachineRequest>] {
    [
      JSONMember(
        optional: "id", "comes back in the reply",
        .either([.text, .integer(atLeast: -largestIdentifier), .null])
      ) { .text($0.identifier) },
      JSONMember(
        optional: "version", "the version of this protocol", .integer(atLeast: version)
      ) { _ in .integer(version) },
      JSONMember(
        optional: "tokens", "how many tokens the model has used for this request",
        .integer(atLeast: 0)
      ) { $0.tokens.map { .integer($0) } },
      JSONMember("do", "a command as it is typed", .text) {
        .text(String(decoding: $0.line, as: UTF8.self))
      },
    ]
  }
}

extension Refusal {
  /// Returns the refusal of a member that is missing or has a value that it can't have.
  fileprivate static func badMember(_ name: String, _ reason: String) -> Refusal {
    Refusal("bad-member", "the member \"\(name)\" \(reason)", "メンバー \(name): \(reason)")
  }
}
