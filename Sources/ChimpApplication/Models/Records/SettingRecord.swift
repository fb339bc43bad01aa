package import Records

/// A setting that lasts beyond the session.
package final class SettingRecord: Record {
  @Column package var name = ""
  @Column package var value = ""
  package let state = RecordState()

  package static var entity: String { "Setting" }

  /// Makes a setting that no context knows yet.
  package init() {}

  package static func declareColumns(in columns: inout Columns<SettingRecord>) {
    columns.declare("name", \.name)
    columns.declare("value", \.value)
  }

  package static func declareTemplates(in templates: inout Templates<SettingRecord>) {
    templates.declare("allSettings", sortedBy: [.ascending(\.name)])
    templates.declare("named", where: [.when(\.name, .equals, .variable("name"))])
  }
}
