/// How a store is opened.
package struct StoreSettings {
  /// Where the records are.
  package enum Place: Hashable, Sendable {
    /// In memory, until the store is closed.
    case memory

    /// In a file, which is made where there is none unless it must be there.
    case file(String, mustExist: Bool = false)
  }

  /// Where the records are.
  package var place: Place

  /// The number by which the program knows its own files.
  package var application: Int

  /// The history of the tables.
  package var migrations: [Migration]

  /// Time and chance.
  package var environment: StoreEnvironment

  /// How long to wait for other processes, in milliseconds.
  package var waitLimit = 5_000

  /// Told before each sleep of a wait; the wait ends where it answers false.
  package var isWaitWorthwhile: (StoreWait) -> Bool = { _ in true }

  /// How much room on the disk is kept back for a good end; 0 for none.
  package var reserve = 262_144

  /// Up to how many rows the file is checked while it is opened: that takes two milliseconds.
  package var checkedRowLimit = 5_000

  /// The name of another file system of SQLite, for tests.
  package var fileSystem: String?

  /// Makes settings.
  package init(
    place: Place, application: Int, migrations: [Migration], environment: StoreEnvironment
  ) {
    self.place = place
    self.application = application
    self.migrations = migrations
    self.environment = environment
  }
}
