package import Records

/// One press of a round.
package final class PressRecord: Record {
  @Relation package var round: RoundRecord?
  /// The presses of a round are counted from 1.
  @Column package var index = 0
  @Column package var h = 0
  @Column package var v = 0
  /// What the cell held; nil where it was empty.
  @Column package var numeral: Int?
  @Column package var due = 0
  @Column package var judgement = RoundMeasures.Judgement.ignored
  /// Since the onset, in milliseconds.
  @Column package var time = 0
  /// Since the press before, in milliseconds; nil where the round was interrupted in between.
  @Column package var lineLatency: Int?
  package let state = RecordState()

  package static var entity: String { "Press" }

  /// Makes a press that no context knows yet.
  package init() {}

  package static func declareColumns(in columns: inout Columns<PressRecord>) {
    columns.declare("round", \.round, onDeletion: .cascade)
    columns.declare("index", \.index)
    columns.declare("h", \.h)
    columns.declare("v", \.v)
    columns.declare("numeral", \.numeral)
    columns.declare("due", \.due)
    columns.declare("judgement", \.judgement)
    columns.declare("time", \.time)
    columns.declare("lineLatency", \.lineLatency)
  }

  package static func declareTemplates(in templates: inout Templates<PressRecord>) {
    templates.declare("allPresses", sortedBy: [.ascending(\.row)])
    templates.declare(
      "pressesOfRound", where: [.when(\.round, leadsTo: "round")], sortedBy: [.ascending(\.index)])
  }
}
