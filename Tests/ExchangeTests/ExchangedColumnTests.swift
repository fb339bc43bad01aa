import Archive
@testable import Exchange
import Game
import Records
import Testing

/// Tests of the columns of exported rows.
struct ExchangedColumnTests {
  @Test func `No column is newer than the tables, and a newer one may be empty`() {
    func check<Row>(_ columns: [TableColumn<Row>]) {
      for column in columns {
        #expect((TableVersion.first...TableVersion.current).contains(column.version))
        #expect(column.version == TableVersion.first || column.isOptional, "\(column.name)")
      }
    }
    check(TrialRow.columns)
    check(PressRow.columns)
    check(SessionLine.columns)
  }

  @Test func `Every column of words has its levels, and every time its unit`() {
    func check<Row>(_ columns: [TableColumn<Row>]) {
      for column in columns {
        if let isPossible = column.range.isOfWords {
          let words = column.levels.map(\.key)
          #expect(words.count > 1 && words.allSatisfy { isPossible(.text($0)) }, "\(column.name)")
        }
      }
    }
    check(TrialRow.columns)
    check(PressRow.columns)
    #expect(
      TrialRow.columns.filter { $0.unit != nil }.map(\.name) == [
        "clock_resolution", "requested_hold", "limit", "measured_hold", "hold_tolerance", "onset",
        "shown", "acknowledged", "acknowledged_hold", "planned_interval", "measured_interval",
        "planned_fixation", "measured_fixation", "time", "study_time", "recall_time",
        "first_press_from_onset", "first_press_from_mask",
      ])
    #expect(
      PressRow.columns.filter { $0.unit != nil }.map(\.name)
        == ["time", "second_digit", "line_latency"])
  }
}
