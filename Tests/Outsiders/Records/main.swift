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
let store = try Store.open(
  StoreSettings(location: .memory, application: 1, migrations: migrations, environment: .system()))
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
