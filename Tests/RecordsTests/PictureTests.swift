import Foundation
import Records
import TestSupport
import Testing

// The article contains the region between `example` and `end` literally.

// example: hooks
final class Picture: Record {
  @Column var path = ""
  /// Draws the picture again, if it is visible.
  var redraw: ((Picture) -> Void)?
  /// Removes the picture from the screen, if it is visible.
  var close: ((Picture) -> Void)?
  let state = RecordState()

  static func declareColumns(in columns: inout Columns<Picture>) {
    columns.declare("path", \._path)
  }

  static func declareTemplates(in templates: inout Templates) {
    templates.declare("all")
  }

  func prepareForDeletion() { close?(self) }

  func didTurnStale() { redraw?(self) }
}
// end

struct PictureTests {
  private let folder = TemporaryFolder()

  /// Returns a context on a new store with a table of pictures.
  private func context() throws -> RecordContext {
    let migration = Migration("pictures", [.createTable("Picture", [.column("path", .text)])])
    let store = try Store.open(
      StoreSettings(
        location: .file(folder.path + "/pictures"), application: 7, migrations: [migration],
        environment: .system()))
    return try RecordContext(store, Schema([Picture.self]))
  }

  @Test func `The article's picture is redrawn when it turns stale, and closed at its deletion`()
    throws
  {
    let here = try context()
    let there = try context()
    let picture = try here.insert(Picture.self) { $0.path = "a.png" }
    var drawn: [String] = []
    picture.redraw = { drawn.append("redraw \($0.path)") }
    picture.close = { drawn.append("close \($0.path)") }
    try here.save()
    #expect(drawn == [])
    picture.path = "b.png"
    here.rollback()
    #expect(drawn == ["redraw a.png"])
    let same = try #require(try there.fetch(Picture.self, "all").first)
    same.path = "c.png"
    try there.save()
    _ = try here.fetch(Picture.self, "all")
    #expect(drawn == ["redraw a.png", "redraw c.png"])
    try here.delete(picture)
    #expect(drawn == ["redraw a.png", "redraw c.png", "close c.png", "redraw c.png"])
  }

  @Test func `The article contains the example that is compiled`() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let article = tests.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/Records/Records.docc/Records.md")
    let source = try String(
      contentsOf: tests.appendingPathComponent("PictureTests.swift"), encoding: .utf8)
    let compiled = try #require(
      source.components(separatedBy: "// example: hooks\n").last?
        .components(separatedBy: "// end\n").first)
    #expect(
      try String(contentsOf: article, encoding: .utf8).contains("```swift\n\(compiled)```"))
  }
}
