import Shell

/// The address of a PostgreSQL server, without a password, because it is stored as text.
///
///     try ServerAddress("postgresql://lab/trials").description  // postgresql://lab/trials
///     do {
///       _ = try ServerAddress("postgresql://me:secret@lab")
///     } catch { print(error == .server(.passwordInside)) }
public struct ServerAddress: Equatable, Sendable, CustomStringConvertible {
  public let description: String

  /// Parses an address: `postgresql://NAME@SERVER/DATABASE`, or `host=SERVER dbname=DATABASE`.
  ///
  /// Throws for an address with a password, which other users of the machine could see.
  public init(_ text: String) throws {
    let schemes = ["postgresql://", "postgres://"]
    let keys: [Substring]
    if let scheme = schemes.first(where: { text.hasPrefix($0) }) {
      let rest = text.dropFirst(scheme.count)
      guard !rest.isEmpty else { throw Self.notAnAddress }
      let authority = rest.prefix { $0 != "/" && $0 != "?" }
      if let at = authority.lastIndex(of: "@"), authority[..<at].contains(":") {
        throw Self.passwordInside
      }
      keys = rest.drop { $0 != "?" }.dropFirst().split(separator: "&").map {
        $0.prefix { $0 != "=" }
      }
    } else {
      let words = text.split(separator: " ")
      guard !words.isEmpty, words.allSatisfy({ $0.contains("=") }) else {
        throw Self.notAnAddress
      }
      keys = words.map { $0.prefix { $0 != "=" } }
    }
    guard !keys.contains(where: { $0.lowercased().hasSuffix("password") }) else {
      throw Self.passwordInside
    }
    // An upper-case key or one with an escape would pass the check above.
    let letters = { (key: Substring) in key.allSatisfy { $0.isLetter || $0 == "_" } }
    guard keys.allSatisfy({ !$0.isEmpty && letters($0) }) else { throw Self.notAnAddress }
    description = text
  }

  private static var notAnAddress: Refusal {
    let example = "postgresql://room1-01@lab.example.org/chimp"
    return Refusal(
      "no-address", "an address of a server is written like \(example)",
      "サーバーのアドレスは \(example) のように書きます")
  }

  private static var passwordInside: Refusal {
    Refusal(
      "password-inside",
      "a password in the address would be seen by everybody on this machine: put it into ~/.pgpass",
      "アドレスのパスワードは、このコンピューターのだれからも見えます。~/.pgpass に書いてください")
  }
}
