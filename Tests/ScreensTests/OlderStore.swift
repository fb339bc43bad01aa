@testable import Archive
import Game
import Records
import TestSupport
import Testing

/// A store of the version before the rounds of news, made from one of the current version.
///
///     try OlderStore.make(at: path)
enum OlderStore {
  /// The first migration that the earlier version does not have.
  private static let firstMigration = "rounds of news"
  /// The migrations of the earlier version.
  static var migrations: [Migration] {
    Array(StoreLayout.migrations.prefix { $0.name != firstMigration })
  }

  /// The columns of sessions that later versions added.
  private static var laterSessionColumns: [TableColumn<Session.Values>] {
    Session.Values.columns.filter { $0.version > 6 }
  }

  /// The columns of rounds that later versions added.
  private static var laterColumns: [TableColumn<Trial>] {
    Trial.columns.filter { $0.isStored && $0.version > 6 }
  }

  /// The columns of presses that later versions added.
  private static var laterPressColumns: [TableColumn<RoundMeasures.Press>] {
    RoundMeasures.Press.columns.filter { $0.isStored && $0.version > 6 }
  }

  /// Removes the columns that the earlier version does not have, with their values and migrations.
  static func make(at path: String) throws {
    try removeValues(path)
    let columns =
      [
        "News DROP COLUMN \"roundId\"", "Enrolment DROP COLUMN \"claim\"",
        "Enrolment DROP COLUMN \"assigned\"",
        "Study DROP COLUMN \"groupSeed\"", "Study DROP COLUMN \"drawnGroupCount\"",
      ]
      + laterSessionColumns.map { "Session DROP COLUMN \"\($0.storedName)\"" }
      + laterColumns.map { "Round DROP COLUMN \"\($0.storedName)\"" }
      + laterPressColumns.map { "Press DROP COLUMN \"\($0.storedName)\"" }
    for column in columns { try Database.run("ALTER TABLE \(column)", path) }
    let version = try #require(Database.value("PRAGMA user_version", path).flatMap { Int($0) })
    let later = StoreLayout.migrations.dropFirst(migrations.count).map(\.name)
    for name in later { try Database.run("DELETE FROM migration WHERE name = '\(name)'", path) }
    try Database.run("PRAGMA user_version = \(version - later.count)", path)
  }

  /// Sets the later columns to null, so that the checksums of the rows do not depend on them.
  private static func removeValues(_ path: String) throws {
    let context = try RecordContext(
      Store.open(StoreLayout.settings(.file(path))), StoreLayout.schema)
    for news in try context.fetch(News.self, "allNews") where news.roundId != nil {
      news.roundId = nil
    }
    for session in try context.fetch(Session.self, "allSessions") {
      session.change { values in
        for column in laterSessionColumns { _ = column.write(.null, &values) }
      }
    }
    for enrolment in try context.fetch(EnrolmentRecord.self, "allEnrolments")
    where enrolment.claim != nil || enrolment.assigned != nil {
      enrolment.claim = nil
      enrolment.assigned = nil
    }
    for study in try context.fetch(StudyRecord.self, "allStudies") where study.groupSeed != nil {
      study.groupSeed = nil
      study.drawnGroupCount = nil
    }
    let columns = laterColumns
    if !columns.isEmpty {
      for round in try context.fetch(RoundRecord.self, "allRounds") {
        round.change { trial in for column in columns { _ = column.write(.null, &trial) } }
      }
    }
    try context.save()
  }
}
