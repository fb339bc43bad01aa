package import Records

/// A run of the program in which one participant played.
package final class Session: Record {
  /// Where the commands of a session came from.
  package enum InputMode: String, RecordValue, Sendable {
    case terminal
    case pipe
  }

  @Relation package var participant: Participant?
  /// Which process it is, so that others can tell whether it still runs.
  @Column package var process = ""
  @Column package var programVersion = ""
  @Column package var inputMode = InputMode.pipe
  /// Whether the times of the rounds are the machine's or virtual ones.
  @Column package var clockKind = ""
  /// In milliseconds.
  @Column package var clockResolution = 1
  /// What the boards were drawn from where no command named a seed.
  @Column package var seed = ""
  /// In milliseconds since 1970; nil where the session goes on or was killed.
  @Column package var dateEnded: Int?
  package let state = RecordState()

  package static var entity: String { "Session" }

  /// Makes a session that no context knows yet.
  package init() {}

  package static func declareColumns(in columns: inout Columns<Session>) {
    columns.declare("participant", \.participant, onDeletion: .deny)
    columns.declare("process", \.process)
    columns.declare("programVersion", \.programVersion)
    columns.declare("inputMode", \.inputMode)
    columns.declare("clockKind", \.clockKind)
    columns.declare("clockResolution", \.clockResolution)
    columns.declare("seed", \.seed)
    columns.declare("dateEnded", \.dateEnded)
  }

  package static func declareTemplates(in templates: inout Templates<Session>) {
    templates.declare("allSessions", sortedBy: [.ascending(\.row)])
    templates.declare("newestSession", sortedBy: [.descending(\.row)], limit: 1)
  }
}
