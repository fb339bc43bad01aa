/// The address of a PostgreSQL server, without a password, because it is stored as text.
///
///     try ServerAddress("postgresql://lab/trials").description  // postgresql://lab/trials
///     do throws(ArchiveError) {
///       _ = try ServerAddress("postgresql://me:secret@lab")
///     } catch { print(error == .server(.passwordInside)) }
package struct ServerAddress: Equatable, Sendable, CustomStringConvertible {
  /// The reason why a text is not a valid address.
  ///
  ///     if case .server(.passwordInside) = error { print("the password belongs into ~/.pgpass") }
  package enum Refusal: Equatable, Sendable { case notAnAddress, passwordInside }

  package let description: String

  /// Parses an address: `postgresql://NAME@SERVER/DATABASE`, or `host=SERVER dbname=DATABASE`.
  ///
  /// Throws for an address with a password, which other users of the machine could see.
  package init(_ text: String) throws(ArchiveError) {
    let schemes = ["postgresql://", "postgres://"]
    let keys: [Substring]
    if let scheme = schemes.first(where: { text.hasPrefix($0) }) {
      let rest = text.dropFirst(scheme.count)
      guard !rest.isEmpty else { throw .server(.notAnAddress) }
      let authority = rest.prefix { $0 != "/" && $0 != "?" }
      if let at = authority.lastIndex(of: "@"), authority[..<at].contains(":") {
        throw .server(.passwordInside)
      }
      keys = rest.drop { $0 != "?" }.dropFirst().split(separator: "&").map {
        $0.prefix { $0 != "=" }
      }
    } else {
      let words = text.split(separator: " ")
      guard !words.isEmpty, words.allSatisfy({ $0.contains("=") }) else {
        throw .server(.notAnAddress)
      }
      keys = words.map { $0.prefix { $0 != "=" } }
    }
    guard !keys.contains(where: { $0.lowercased().hasSuffix("password") }) else {
      throw .server(.passwordInside)
    }
    // An upper-case key or one with an escape would pass the check above.
    let letters = { (key: Substring) in key.allSatisfy { $0.isLetter || $0 == "_" } }
    guard keys.allSatisfy({ !$0.isEmpty && letters($0) }) else { throw .server(.notAnAddress) }
    description = text
  }
}
