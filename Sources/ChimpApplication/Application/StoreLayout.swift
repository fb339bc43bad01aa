package import Records

/// What the program's stores look like.
package enum StoreLayout {
  /// The number by which the program knows its own files: "chmp".
  package static let application = 0x6368_6d70

  /// The kinds of records, in the order in which they are written.
  package static var schema: Schema {
    Schema([
      News.self, Participant.self, SettingRecord.self, Session.self, RoundRecord.self,
      PressRecord.self,
    ])
  }

  /// The history of the tables; what has been released never changes, it only grows at its end.
  package static var migrations: [Migration] {
    firstMigrations + [sessions, rounds, presses]
  }

  private static var sessions: Migration {
    Migration(
      "sessions",
      [
        .createTable(
          "Session",
          [
            .relation("participant", to: "Participant"), .column("process", .text),
            .column("programVersion", .text), .column("inputMode", .text),
            .column("clockKind", .text), .column("clockResolution", .integer),
            .column("seed", .text), .column("dateEnded", .integer, isOptional: true),
          ]),
        .createIndex(table: "Session", columns: ["participant"]),
      ])
  }

  private static var rounds: Migration {
    Migration(
      "rounds",
      [
        .createTable(
          "Round",
          [
            .relation("session", to: "Session"), .relation("resumption", to: "Session"),
            .column("block", .integer), .column("trial", .integer), .column("trialPhase", .text),
            .column("test", .text, isOptional: true), .column("condition", .text),
            .column("maskRule", .text), .column("emptyCellRule", .text),
            .column("requestedHold", .integer, isOptional: true),
            .column("measuredHold", .integer, isOptional: true), .column("count", .integer),
            .column("numeralRange", .text), .column("board", .text),
            .column("seededBoard", .text, isOptional: true),
            .column("generatorVersion", .integer, isOptional: true), .column("onset", .integer),
            .column("onsetDate", .text), .column("moves", .text),
            .column("outcome", .text, isOptional: true), .column("pressedCount", .integer),
            .column("time", .integer, isOptional: true),
            .column("studyTime", .integer, isOptional: true),
            .column("recallTime", .integer, isOptional: true),
            .column("firstPressFromOnset", .integer, isOptional: true),
            .column("firstPressFromMask", .integer, isOptional: true),
          ]),
        .createIndex(table: "Round", columns: ["session"]),
        .createIndex(table: "Round", columns: ["resumption"]),
        // NB: the list of the best wants the counts to descend.
        .statement(
          "CREATE INDEX \"Round-outcome-count-time\" "
            + "ON \"Round\" (\"outcome\", \"count\" DESC, \"time\")"),
      ])
  }

  private static var presses: Migration {
    Migration(
      "presses",
      [
        .createTable(
          "Press",
          [
            .relation("round", to: "Round"), .column("index", .integer), .column("h", .integer),
            .column("v", .integer), .column("numeral", .integer, isOptional: true),
            .column("due", .integer), .column("judgement", .text), .column("time", .integer),
            .column("lineLatency", .integer, isOptional: true),
          ]),
        // NB: two programs that take up one round can't both go on.
        .statement(
          "CREATE UNIQUE INDEX \"Press-round-index\" ON \"Press\" (\"round\", \"index\")"),
      ])
  }

  private static var firstMigrations: [Migration] {
    [
      Migration(
        "news",
        [
          .createTable(
            "News",
            [
              .column("title", .text), .column("body", .text),
              .column("imageURL", .text, isOptional: true), .column("sortOrder", .integer),
            ]),
          .createIndex(table: "News", columns: ["sortOrder", "objectId"]),
        ]),
      Migration(
        "participants",
        [
          .createTable("Participant", [.column("code", .text)]),
          .createIndex(table: "Participant", columns: ["code"]),
        ]),
      Migration(
        "settings",
        [
          .createTable("Setting", [.column("name", .text), .column("value", .text)]),
          .createIndex(table: "Setting", columns: ["name"]),
        ]),
    ]
  }
}
