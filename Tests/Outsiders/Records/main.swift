import Foundation
import Observing
import Records

// A separate package with its own records in its own store.

final class Plant: Record {
  @Column var name = ""
  @Column var height = 0
  let state = RecordState()

  static func declareColumns(in columns: inout Columns<Plant>) {
    columns.declare("name", \._name)
    columns.declare("height", \._height)
  }

  static func declareTemplates(in templates: inout Templates<Plant>) {
    templates.declare("allPlants", sortedBy: [.ascending(\.name)])
    templates.declare("named", where: [.when(\.name, .equals, .variable("name"))])
  }

  func reasonAgainst(_ action: RecordAction) -> String? {
    action == .update && height < 0 ? "no plant grows downwards" : nil
  }
}

let migrations = [
  Migration(
    "plants", [.createTable("Plant", [.column("name", .text), .column("height", .integer)])])
]
func settings(_ location: StoreSettings.Location) -> StoreSettings {
  StoreSettings(
    location: location, application: 1, migrations: migrations, environment: .system())
}
let store = try Store.open(settings(.memory))
let context = try RecordContext(store, Schema([Plant.self]))
let list = try context.list(Plant.self, "allPlants")
var changeCount = 0
let token = list.observe(\.elements) { _ in changeCount += 1 }
for name in ["rose", "oak"] { try context.insert(Plant.self) { $0.name = name } }
try context.save()
let oak = try context.fetch(Plant.self, "named", ["name": "oak"]).first
oak?.height = 900
try context.save()
precondition(list.elements.map(\.name) == ["oak", "rose"] && list.elements[0].height == 900)
oak?.height = -1
do {
  try context.save()
  preconditionFailure("a refused change was saved")
} catch { context.rollback() }
precondition(oak?.height == 900 && changeCount > 0 && store.condition == .writable)
try context.delete(list.elements[1])
try context.save()
precondition(list.elements.count == 1)
print("Records: \(list.elements.map(\.name)), \(changeCount) changes told")
token.end()

// A store in a file is checked when it is opened, and rescued when its file is removed.
let folder = NSTemporaryDirectory() + UUID().uuidString
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
let file = folder + "/garden.db"
let schema = Schema([Plant.self])
func openFile() throws -> Store {
  var settings = settings(.file(file))
  settings.checkedRowLimit = 1
  return try Store.open(settings)
}
let garden = try RecordContext(try openFile(), schema)
for name in ["rose", "oak"] { try garden.insert(Plant.self) { $0.name = name } }
try garden.save()
let opened = try openFile()
precondition(opened.needsCheck && opened.condition == .writable)
let findings = try opened.checkFile(isQuick: false) + opened.checkRows(of: schema)
precondition(findings.isEmpty)
let recovery = try opened.recover(to: folder + "/copy.db", schema: schema)
precondition(recovery.rowCount == 2)
try FileManager.default.removeItem(atPath: file)
do {
  try opened.checkFiles()
  preconditionFailure("a removed file was not noticed")
} catch { precondition(opened.condition == .lost(error)) }
precondition(opened.rescue(schema: schema) == .whole(path: file + "-rescued"))
precondition(Store.rescuedPaths(of: file) == [file + "-rescued"])
print("Records: \(opened.condition)")
try FileManager.default.removeItem(atPath: folder)
