import Testing

/// Tests that the tests follow the rooms: each room has its tests beside its name.
struct TestRoomTests {
  private static let tests = HouseFiles.root + "/Tests"

  /// The rooms whose tests have another name than the room.
  private static let otherNames = [
    "chimp": "ChimpTests", "chimp-lab": "LabTests", "transcripts-tool": "TranscriptsTests",
  ]

  /// The file names that each folder may have.
  private static let commonNames: Set = ["Fixtures.swift", "Package.swift", "main.swift"]

  /// Returns the name of a room's tests.
  private func name(of room: String) -> String { Self.otherNames[room] ?? room + "Tests" }

  @Test func `Each room has its tests`() {
    let folders = HouseFiles.names(in: Self.tests)
    let rooms = FloorTests.imports().keys.filter { room in
      // A C target has no tests of its own.
      !room.hasPrefix("C") || room.hasPrefix("Chimp")
    }
    #expect(rooms.filter { !folders.contains(name(of: $0)) } == [])
    let known = Set(rooms.map(name)).union(["HouseTests"])
    #expect(folders.filter { $0.hasSuffix("Tests") && !known.contains($0) } == [])
  }

  @Test func `The tests of a room import no room above it`() {
    let floors = FloorTests.floors()
    for (room, floor) in floors {
      for file in HouseFiles.swift(below: "\(Self.tests)/\(name(of: room))") {
        for module in FloorTests.modules(in: HouseFiles.text(of: file)) {
          #expect(floor <= floors[module] ?? floor, "\(file) imports \(module)")
        }
      }
    }
  }

  @Test func `The folders of the screens' tests are screens`() {
    let tests = Self.tests + "/ScreensTests"
    let screens = HouseFiles.names(in: HouseFiles.root + "/Sources/Screens")
    let folders = HouseFiles.names(in: tests).filter { !$0.hasSuffix(".swift") }
    #expect(folders.filter { !screens.contains($0) } == [])
    #expect(folders.count > 8)
    // Beside the folders stand only what several of them share.
    let files = HouseFiles.names(in: tests).filter { $0.hasSuffix(".swift") }
    #expect(files.filter { HouseFiles.text(of: "\(tests)/\($0)").contains("@Test") } == [])
  }

  @Test func `No two files of the tests have one name`() {
    var counts: [String: Int] = [:]
    for path in HouseFiles.swift(below: Self.tests) {
      counts[path.split(separator: "/").last.map(String.init) ?? "", default: 0] += 1
    }
    #expect(counts.count > 300)
    let repeated = counts.filter { $0.value > 1 }.keys.filter { !Self.commonNames.contains($0) }
    #expect(repeated.sorted() == [])
  }
}
