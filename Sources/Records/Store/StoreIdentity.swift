/// The number that tells a store from all others; it stands beside the version in the header.
///
/// The first transaction of each log writes the header again, so that the log says to which file it
/// belongs.
enum StoreIdentity {
  /// Among how many frames of a log the first page is looked for.
  static let frameLimit = 64

  private static let versionBits = 8

  /// The version in the number that the header has.
  static func version(in number: Int) -> Int { number & (1 << versionBits - 1) }

  /// The identity in the number that the header has; 0 where the store has none.
  static func identity(in number: Int) -> Int { max(0, number) >> versionBits }

  /// An identity for a new store.
  // The environment's random numbers may be the same in two scripts, so they are not used here.
  static func random() -> Int { .random(in: 1..<1 << (31 - versionBits)) }

  /// Writes the identity and the version into the header; a part of a transaction.
  static func write(
    _ identity: Int, version: Int, _ connection: Connection
  ) throws(StoreError) {
    // A pragma takes no bound values; this number is our own.
    try connection.runOnce("PRAGMA user_version = \(identity << versionBits | version)")
  }

  /// Writes the header again as it is.
  static func writeAgain(_ connection: Connection) throws(StoreError) {
    let number = try connection.integer("PRAGMA user_version")
    try connection.runOnce("PRAGMA user_version = \(number)")
  }
}
