package import Records

/// What the program's stores look like.
package enum StoreLayout {
  /// The number by which the program knows its own files: "chmp".
  package static let application = 0x6368_6d70

  /// The kinds of records, in the order in which they are written.
  package static var schema: Schema {
    Schema([News.self, Participant.self, SettingRecord.self])
  }

  /// The history of the tables; what has been released never changes, it only grows at its end.
  package static var migrations: [Migration] {
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
