@testable import Events
@testable import Game
@testable import Screens
@testable import Shell
import Testing

struct ProgramOptionsTests {
  /// Returns the inputs that the arguments of the program name.
  private func inputs(_ words: String...) throws -> [ProgramOptions.Input] {
    try ProgramOptions(words).inputs
  }

  /// Returns the message of the error in the arguments of the program, or `accepted`.
  private func fault(_ words: String...) -> String {
    do throws(Refusal) {
      _ = try ProgramOptions(words)
      return "accepted"
    } catch { return error.words(in: .english) }
  }

  @Test func `Inputs keep their order`() throws {
    #expect(try inputs() == [])
    #expect(
      try inputs("a", "-c", "b", "-", "--echo", "c")
        == [.file("a"), .command("b"), .standardInput, .file("c")])
    #expect(try inputs("--", "-c", "-", "--echo") == [.file("-c"), .file("-"), .file("--echo")])
  }

  @Test func `daily and verify are words of the command line, and a file has a path`() throws {
    #expect(try ProgramOptions(["daily"]).firstCommand == "daily")
    let dated = try ProgramOptions(["--seed", "x", "daily", "2026-11-28", "--echo"])
    #expect(dated.firstCommand == "daily \"2026-11-28\"")
    #expect(dated.inputs == [] && dated.console.echoes)
    let proof = try ProgramOptions(["verify", "k3f9-a2b4-c5d6-e7f8", "a game.txt"])
    #expect(proof.inputs == [.command("verify \"k3f9-a2b4-c5d6-e7f8\" \"a game.txt\"")])
    #expect(proof.firstCommand == nil)
    #expect(try inputs("./daily", "a", "daily") == [.file("./daily"), .file("a"), .file("daily")])
    #expect(try inputs("--", "daily") == [.file("daily")])
  }

  @Test func `Each option is parsed`() throws {
    let options = try ProgramOptions([
      "--machine", "--echo", "--bail", "--restricted", "--no-config", "--help", "--version",
      "--color=never", "--seed", "x", "--clock=real", "--store=a b",
    ])
    #expect(options.console.isMachine && options.console.echoes)
    #expect(options.console.bails && options.console.isRestricted)
    #expect(!options.readsConfiguration && options.page == .version)
    #expect(options.color == .never && options.clock == .real)
    #expect(options.seed == (try SessionSeed("x")))
    #expect(options.storePath == "a b" && !options.storesInMemory)
    #expect(try ProgramOptions(["--store", ":memory:"]).storesInMemory)
  }

  @Test func `A wrong option is refused with the complete message`() {
    #expect(fault("--frob") == "unknown option \"--frob\" (see chimp --help)")
    #expect(fault("--frob=1") == "unknown option \"--frob\" (see chimp --help)")
    #expect(fault("-x") == "unknown option \"-x\" (see chimp --help)")
    #expect(fault("-c") == "option \"-c\" needs a value")
    #expect(fault("--seed") == "option \"--seed\" needs a value")
    #expect(fault("--echo=yes") == "option \"--echo\" takes no value")
    #expect(fault("--seed=") == "option \"--seed\": a seed needs at least 1 character")
    #expect(fault("--seed", "a b") == "option \"--seed\": a seed can't hold the character U+0020")
    #expect(fault("--store=") == "option \"--store\": the name of the file is missing")
    #expect(
      fault("--color", "red") == "option \"--color\": \"red\" is not one of auto, always, never")
  }

  @Test func `A clock is real or virtual`() {
    #expect(fault("--clock", "slow") == "option \"--clock\": \"slow\" is not one of real, virtual")
  }

  @Test func `Every option stands in the help`() {
    for option in ProgramOption.allCases.map(\.usage) {
      for language in Language.allCases {
        #expect(Manual(language: language).usage.contains("\n  \(option)  "), "\(option)")
      }
    }
  }
}
