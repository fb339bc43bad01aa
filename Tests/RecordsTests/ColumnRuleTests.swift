@testable import Records
import TestSupport
import Testing

/// A record with a rule for each kind of column.
private final class Plant: Record {
  @Column var name = "rose"
  @Column var height: Double?
  @Column var count = 1
  @Relation var garden: Garden?
  let state = RecordState()

  static func declareColumns(in columns: inout Columns<Plant>) {
    columns.declare("name", \._name, allows: { !$0.isEmpty })
    columns.declare("height", \._height)
    columns.declare("count", \._count, allows: { $0 > 0 })
    columns.declare("garden", \._garden, onDeletion: .cascade)
  }

  static func declareTemplates(in templates: inout Templates) {
    templates.declare("all")
    templates.declare("named", where: [.when("name", .equals, .variable("name"))])
  }
}

private final class Garden: Record {
  @Column var name = "park"
  let state = RecordState()

  static func declareColumns(in columns: inout Columns<Garden>) {
    columns.declare("name", \._name)
  }

  static func declareTemplates(in templates: inout Templates) { templates.declare("all") }
}

/// The plants of an earlier program, which had no rules.
private final class EarlierPlant: Record {
  static var entity: String { "Plant" }
  @Column var name = "rose"
  @Column var height: Double?
  @Column var count = 1
  @Relation var garden: Garden?
  let state = RecordState()

  static func declareColumns(in columns: inout Columns<EarlierPlant>) {
    columns.declare("name", \._name)
    columns.declare("height", \._height)
    columns.declare("count", \._count)
    columns.declare("garden", \._garden, onDeletion: .cascade)
  }
}

private final class ForgetfulPlant: Record {
  @Column var name = ""
  @Column var height: Int?
  @Relation var garden: Garden?
  @Transient var label: String?
  let state = RecordState()

  static func declareColumns(in columns: inout Columns<ForgetfulPlant>) {
    columns.declare("name", \._name)
    columns.declare("garden", \._garden, onDeletion: .nullify)
  }
}

private final class LonelyPlant: Record {
  @Column var height = 1
  @Relation var garden: Garden?
  let state = RecordState()

  static func declareColumns(in columns: inout Columns<LonelyPlant>) {
    // The name of the other property.
    columns.declare("garden", \._height)
  }
}

/// Tests of the rules of columns: which values are saved, and which properties are declared.
struct ColumnRuleTests {
  private var settings: StoreSettings {
    var settings = StoreFixture().settings()
    let columns: [ColumnDescription] = [
      .column("name", .text), .column("height", .real, isOptional: true),
      .column("count", .integer), .relation("garden", to: "Garden"),
    ]
    settings.migrations = [
      Migration(
        "plants",
        [
          .createTable("Garden", [.column("name", .text)]), .createTable("Plant", columns),
          .createTable("ForgetfulPlant", columns), .createTable("LonelyPlant", columns),
        ])
    ]
    return settings
  }

  /// Returns a context of a store with a plant of each name, as an earlier program saved them.
  private func context(_ names: String..., in garden: String? = nil) throws -> RecordContext {
    let store = try Store.open(settings)
    let earlier = try RecordContext(store, Schema([Garden.self, EarlierPlant.self]))
    let place = try earlier.insert(Garden.self) { $0.name = garden ?? "park" }
    for name in names {
      try earlier.insert(EarlierPlant.self) {
        $0.name = name
        if garden != nil { $0.garden = place }
      }
      try earlier.save()
    }
    return try RecordContext(store, Schema([Garden.self, Plant.self]))
  }

  @Test func `A value that is not allowed is not saved, nor is anything beside it`() throws {
    let context = try context("rose")
    for (name, change) in [
      ("name", { $0.name = "" }), ("count", { $0.count = 0 }),
    ] as [(String, (Plant) -> Void)] {
      try context.insert(Plant.self) { $0.name = "tulip" }
      let plant = try context.insert(Plant())
      change(plant)
      let error = RecordError.invalid(
        .insert, entity: "Plant", objectId: plant.objectId,
        reason: "its '\(name)' has a value that is not allowed")
      #expect(throws: error) { try context.save() }
      #expect(try context.store.connection.integer("SELECT count(*) FROM Plant") == 1)
      context.rollback()
    }
    let plant = try #require(try context.fetch(Plant.self, "all").first)
    plant.name = ""
    #expect(throws: RecordError.self) { try context.save() }
    #expect(plant.name == "")
    try context.delete(plant)
    try context.save()
    #expect(try context.fetch(Plant.self, "all").isEmpty)
  }

  @Test func `A record that was not saved because of a rule can be deleted`() throws {
    let context = try context()
    let plant = try context.insert(Plant.self) { $0.name = "" }
    #expect(throws: RecordError.self) { try context.save() }
    try context.delete(plant)
    try context.save()
    #expect(try context.fetch(Plant.self, "all").isEmpty)
  }

  @Test func `A negative zero is read as it was saved`() throws {
    let context = try context()
    try context.insert(Plant.self) { $0.height = -0.0 }
    try context.save()
    let other = try RecordContext(context.store, Schema([Garden.self, Plant.self]))
    #expect(try other.fetch(Plant.self, "all").map(\.height) == [0])
  }

  @Test func `A row that breaks a rule can be deleted, and the others are read`() throws {
    let context = try context("rose", "", "tulip")
    let list = try context.list(Plant.self, "all")
    #expect(list.elements.map(\.name) == ["rose", "tulip"])
    #expect(try context.fetch(Plant.self, "named", ["name": "tulip"]).count == 1)
    #expect(try context.readable(Plant.self, "all").map(\.name) == ["rose", "tulip"])
    #expect(
      context.consumeOmissions().last == .unreadable(entity: "Plant", row: 2, column: "name"))
    #expect(throws: RecordError.unreadable(entity: "Plant", row: 2, column: "name")) {
      try context.fetch(Plant.self, "all")
    }
    var broken: [Plant] = []
    try context.forEachRow(Plant.self, "all") { plant, error in
      if error != nil { broken.append(plant) }
      return true
    }
    let plant = try #require(broken.first)
    #expect(throws: RecordError.alreadyInserted(entity: "Plant")) { try context.insert(plant) }
    try context.delete(plant)
    context.rollback()
    try context.save()
    #expect(try context.store.connection.integer("SELECT count(*) FROM Plant") == 3)
    try context.delete(plant)
    #expect(try context.fetch(Plant.self, "all").map(\.name) == ["rose", "tulip"])
    try context.save()
    #expect(plant.phase == .deleted)
    #expect(try context.fetch(Plant.self, "all").map(\.name) == ["rose", "tulip"])
    #expect(list.elements.map(\.name) == ["rose", "tulip"])
    #expect(try context.store.connection.integer("SELECT count(*) FROM Plant") == 2)
  }

  @Test func `A row that breaks a rule is deleted with the record that it belongs to`() throws {
    let context = try context("", "tulip", in: "park")
    let garden = try #require(try context.fetch(Garden.self, "all").first)
    try context.delete(garden)
    try context.save()
    #expect(try context.store.connection.integer("SELECT count(*) FROM Plant") == 0)
    #expect(try context.fetch(Garden.self, "all").isEmpty)
  }

  @Test func `A property that is not declared is named`() throws {
    let store = try Store.open(settings)
    let error = RecordError.undeclaredColumn(entity: "ForgetfulPlant", property: "height")
    #expect(throws: error) {
      try RecordContext(store, Schema([Garden.self, ForgetfulPlant.self]))
    }
    #expect(
      "\(error)" == "'height' of ForgetfulPlant would never be stored: declareColumns does not "
        + "declare it")
    #expect(throws: RecordError.undeclaredColumn(entity: "LonelyPlant", property: "garden")) {
      try RecordContext(store, Schema([Garden.self, LonelyPlant.self]))
    }
  }
}
