import ChimpApplication
import Testing

/// The lists of the modes that are written out by hand.
struct ModeNameTests {
  @Test func `Every mode is among the names that are typed`() {
    #expect(ModeName.names == ModeName.allCases.map(\.rawValue))
    for mode in ModeName.allCases { #expect(ModeName.names[mode.place] == mode.rawValue) }
  }

  @Test func `The table of changes knows every mode, and none that there is not`() {
    #expect(ModeName.changes.map(\.key) == ModeName.names)
    for (name, followers) in ModeName.changes {
      #expect(followers.allSatisfy { ModeName.names.contains($0) && $0 != name })
    }
  }

  @Test func `From every mode a way leads through credit and start into play`() {
    #expect(ModeName.names[ModeName.wayToPlay] == ["credit", "start", "play"])
    let changes = Dictionary(uniqueKeysWithValues: ModeName.changes.map { ($0.key, $0.value) })
    for name in ModeName.names where name != "credit" {
      #expect(changes[name]?.contains("credit") == true)
    }
    #expect(changes["credit"]?.contains("start") == true)
    #expect(changes["start"]?.contains("play") == true)
  }
}
