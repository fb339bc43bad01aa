import Archive
import Records
import TestSupport
import Testing

/// Tests of the store's tables: their columns are those of the records and of the exports.
struct StoreLayoutTests {
  private let folder = TemporaryFolder()

  @Test func `Released tables and migrations never change`() throws {
    var settings = StoreSettings(
      location: .file(folder.path + "/store"), application: StoreLayout.application,
      migrations: StoreLayout.migrations, environment: .system())
    settings.reserve = 0
    _ = try Store.open(settings)
    let managed =
      "\"row\" INTEGER PRIMARY KEY AUTOINCREMENT, \"objectId\" TEXT NOT NULL UNIQUE, "
      + "\"dateCreated\" INTEGER NOT NULL, \"dateUpdated\" INTEGER NOT NULL, "
      + "\"checksum\" INTEGER NOT NULL, "
    func table(_ name: String) -> String? {
      Database.value("SELECT sql FROM sqlite_master WHERE name = '\(name)'", folder.path + "/store")
    }
    #expect(
      table("Session") == "CREATE TABLE \"Session\" (" + managed + """
        "participant" INTEGER REFERENCES "Participant"("row") DEFERRABLE INITIALLY DEFERRED, \
        "process" TEXT NOT NULL, "programVersion" TEXT NOT NULL, "inputMode" TEXT NOT NULL, \
        "clockKind" TEXT NOT NULL, "clockResolution" INTEGER NOT NULL, "seed" TEXT NOT NULL, \
        "dateEnded" INTEGER, "machine" TEXT, "terminal" TEXT, \
        "timing" TEXT, "player" TEXT, "agent" TEXT, "look" TEXT)
        """)
    #expect(
      table("Round") == "CREATE TABLE \"Round\" (" + managed + """
        "session" INTEGER REFERENCES "Session"("row") DEFERRABLE INITIALLY DEFERRED, \
        "resumption" INTEGER REFERENCES "Session"("row") DEFERRABLE INITIALLY DEFERRED, \
        "block" INTEGER NOT NULL, "trial" INTEGER NOT NULL, "trialPhase" TEXT NOT NULL, \
        "test" TEXT, "condition" TEXT NOT NULL, "maskRule" TEXT NOT NULL, \
        "emptyCellRule" TEXT NOT NULL, "requestedHold" INTEGER, "measuredHold" INTEGER, \
        "count" INTEGER NOT NULL, "numeralRange" TEXT NOT NULL, "board" TEXT NOT NULL, \
        "seededBoard" TEXT, "generatorVersion" INTEGER, "onset" INTEGER NOT NULL, \
        "onsetDate" TEXT NOT NULL, "moves" TEXT NOT NULL, "outcome" TEXT, \
        "pressedCount" INTEGER NOT NULL, "time" INTEGER, "studyTime" INTEGER, \
        "recallTime" INTEGER, "firstPressFromOnset" INTEGER, "firstPressFromMask" INTEGER, \
        "testId" TEXT, "testSettings" TEXT, "testState" TEXT, "testComplete" INTEGER, \
        "limit" INTEGER, "lineRule" TEXT, "readingOrder" INTEGER, "linePresses" INTEGER, \
        "sessionNumber" INTEGER, "study" TEXT, "studyHash" TEXT, "studyBlock" INTEGER, \
        "studyOrder" INTEGER, "studyCondition" TEXT, "level" INTEGER, "strikes" INTEGER, \
        "pathLength" TEXT, "shown" INTEGER, "correct" INTEGER, "estimate" TEXT, "estimateSd" TEXT, \
        "acknowledged" INTEGER, "holdMet" INTEGER, "acknowledgedHold" INTEGER, \
        "earlyInputs" INTEGER, "pressRule" TEXT, "lookEnded" INTEGER, "window" TEXT, \
        "holdTolerance" INTEGER, "plannedInterval" INTEGER, "measuredInterval" INTEGER, \
        "plannedFixation" INTEGER, "measuredFixation" INTEGER, "turns" INTEGER, \
        "firstTurn" INTEGER, "tokens" INTEGER, "finished" INTEGER)
        """)
    #expect(
      table("Press") == "CREATE TABLE \"Press\" (" + managed + """
        "round" INTEGER REFERENCES "Round"("row") DEFERRABLE INITIALLY DEFERRED, \
        "index" INTEGER NOT NULL, "h" INTEGER NOT NULL, "v" INTEGER NOT NULL, \
        "numeral" INTEGER, "due" INTEGER NOT NULL, "judgement" TEXT NOT NULL, \
        "time" INTEGER NOT NULL, "lineLatency" INTEGER, "input" TEXT, "secondDigit" INTEGER)
        """)
    #expect(
      StoreLayout.migrations.map(\.name) == [
        "news", "participants", "settings", "sessions", "rounds", "presses",
        "columns of version 3", "columns of version 4", "studies", "columns of version 5",
        "room behind moves", "columns of version 6", "groups, consent and answers", "ages",
        "rounds of news", "columns of version 8", "claims of blocks", "groups by chance",
        "columns of version 10", "orders and groups by hand", "columns of version 11",
        "columns of version 12", "orders and groups from a list",
      ])
  }
}
