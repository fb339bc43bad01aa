import ChimpSystem
import Game
import Testing

/// Tests of the size of the window during a trial.
struct WindowSizeTests {
  @Test(arguments: [
    (nil, false), ("80x24", false), ("100x30;40 80x24", false), ("79x24", true), ("80x23", true),
    ("200x23", true), ("80x24;350 60x20", true), ("60x20;350 80x24", true),
    ("100x30;12 90x30;999 79x30", true), ("0x0", false), ("wide", false),
  ])
  func `A window is too small if it was so at the onset or after any change`(
    _ window: String?, _ isSmaller: Bool
  ) throws {
    let required = try #require(TerminalSize("80x24"))
    #expect(Exposure(window: window).isSmaller(than: required) == isSmaller)
  }
}
