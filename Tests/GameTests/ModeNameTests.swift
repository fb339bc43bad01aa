import Game
import Testing

/// Tests of the allowed changes between modes.
struct ModeNameTests {
  @Test func `No mode changes to itself, and attract leads to credit alone`() {
    for mode in ModeName.allCases { #expect(!mode.mayChange(to: mode)) }
    #expect(ModeName.allCases.filter(ModeName.attract.mayChange) == [.credit])
  }

  @Test func `From every mode a way leads through credit and start into play`() {
    for mode in ModeName.allCases where mode != .credit { #expect(mode.mayChange(to: .credit)) }
    #expect(ModeName.credit.mayChange(to: .start))
    #expect(ModeName.start.mayChange(to: .play))
  }
}
