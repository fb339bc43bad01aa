import TestSupport
import Testing
@testable import Transcripts

@Suite struct FormatTests {
  @Test func `Five thousand transcripts are printed as they were read`() throws {
    var generator = TranscriptGenerator(dice: RandomNumbers(seed: 2))
    for _ in 0..<5_000 {
      let bytes = generator.transcript()
      let transcript = try Transcript(bytes)
      #expect(transcript.printed() == bytes)
    }
  }

  @Test func `Fifty thousand damaged transcripts trap nothing, and what is read is printed`() {
    var generator = TranscriptGenerator(dice: RandomNumbers(seed: 3))
    var dice = RandomNumbers(seed: 4)
    for _ in 0..<5_000 {
      let original = generator.transcript()
      for _ in 0..<10 {
        var bytes = original
        for _ in 0...dice.below(3) {
          let index = dice.below(bytes.count)
          bytes.replaceSubrange(
            index..<min(bytes.count, index + dice.below(6)), with: dice.bytes(below: 6))
          if bytes.isEmpty { break }
        }
        if let transcript = try? Transcript(bytes) { #expect(transcript.printed() == bytes) }
      }
    }
  }

  @Test(arguments: [
    ("", "1:1: the first line is missing: \"@ chimp-transcript 1\""),
    ("> add 1\n", "1:1: the first line is missing: \"@ chimp-transcript 1\""),
    (text(), "1:1: the file has no command"),
    (text("# nothing", ""), "3:1: the file has no command"),
    (text("> x", "*"), "3:1: unknown gutter \"*\""),
    (text("> x", "é"), "3:1: unknown gutter \"é\""),
    (text(" > x"), "2:1: unknown gutter \"\\s\""),
    (text(">x"), "2:2: there is no blank after \">\""),
    (text("| x", "> x"), "2:1: \"|\" stands before the first command of its session"),
    (text("> x", "@ case a", "= ok"), "4:1: \"=\" stands before the first command of its session"),
    (text("> x", "@ case"), "3:1: the case has no name"),
    (text("> x", "@ case a"), "3:1: case \"a\" has no command"),
    (text("@ case a", "@ case b", "> x"), "2:1: case \"a\" has no command"),
    (text("@ case a", "> x", "@ case a", "> x"), "4:1: case \"a\" is there already"),
    (text("@ sed 7", "> x"), "2:3: unknown directive \"sed\""),
    (text("@", "> x"), "2:2: unknown directive \"\""),
    (text("@ seed", "> x"), "2:1: \"@ seed\" needs an argument"),
    (text("@ seed 1", "@ seed 2", "> x"), "3:1: \"@ seed\" is there already"),
    (text("@ language a", "@ language b", "> x"), "3:1: \"@ language\" is there already"),
    (text("> x", "@ language a"), "3:1: \"@ language\" can't stand here"),
    (text("> x", "@ seed 2"), "3:1: \"@ seed\" can't stand here"),
    (text("@ also", "> x"), "2:1: \"@ also\" can't stand here"),
    (text("> x", "@ also ran"), "3:1: \"@ also\" takes no argument"),
    (text("@ xfail why", "> x"), "2:9: \"@ xfail\" needs a reason in double quotes"),
    (text("> x", "@ skip \"\""), "3:8: \"@ skip\" needs a reason in double quotes"),
    (text("@ timeout 2h", "> x"), "2:11: not a time limit: \"2h\" (as in 500ms, 2s or 1m)"),
    (text("@ timeout 0s", "> x"), "2:11: not a time limit: \"0s\" (as in 500ms, 2s or 1m)"),
    (
      text("> x", "= fine"),
      "3:3: unknown status \"fine\" (known: ok, refused, or an exit status from 0 to 255)"
    ),
    (
      text("> x", "= fine", "*"),
      "3:3: unknown status \"fine\" (known: ok, refused, or an exit status from 0 to 255)"
    ),
    (text("> x", "= ok", "= ok"), "4:1: the status is there already"),
    (text("> x", "\\ é\\q"), "3:4: unknown escape \"\\q\""),
    (text("> x", "\\ \\x4"), "3:3: unknown escape \"\\x\""),
    (text("> x", "\\ a\\cb"), "3:4: unknown escape \"\\c\""),
    (text("> x", "\\ a\\c", "| b"), "4:1: \"\\c\" can stand in the last output line only"),
    (
      text("> x", "\\ a\\c", ": ...", ": 1+"),
      "5:1: \"\\c\" can stand in the last output line only"
    ),
    (text("> x", "~ a {"), "3:5: the hole is not closed"),
    (
      text("> x", "~ {num}"),
      "3:3: nothing is bound to \"num\" before this line"
    ),
    (
      text("> x", "~ {n:number}"),
      "3:3: unknown hole \"{n:number}\" (known: date, uuid, int, float, ms, hex, path, word, /EXPRESSION/, or a name that is bound)"
    ),
    (text("> x", "~ {n:int}"), "3:3: \"n\" is bound but never compared"),
    (
      text("> x", "~ {n:int}", "@ case b", "> x", "~ {n}"), "3:3: \"n\" is bound but never compared"
    ),
    (text("> x", "~ {n:word!} {m:int!}"), "3:3: \"n\" is bound but never compared"),
    (text("> x", "~ {n:int!}", "@ also", "~ {m:int}"), "3:3: \"n\" is bound but never compared"),
    (text("> x", "~ {n:int}{n:int}{n}"), "3:10: \"n\" is bound already"),
    (text("> x", "! {n:int}"), "3:3: \"n\" can't be bound by a line that must not match"),
    (text("> x", ": 4..2"), "3:3: unknown gap \"4..2\" (as in ..., 3, 2..4, 1+ or ? TEXT)"),
    (text("> x", ":?"), "3:2: unknown gap \"?\" (as in ..., 3, 2..4, 1+ or ? TEXT)"),
    ("@ chimp-transcript 1\r\n> x\n", "2:4: the line does not end as the lines before it do"),
    ("@ chimp-transcript 2\n> x\n", "1:1: an unknown version, known is \"@ chimp-transcript 1\""),
  ])
  func `A file that is no transcript is refused with its index`(file: String, words: String) {
    #expect(fault(of: Array(file.utf8)) == words)
  }

  @Test func `A file that is not UTF-8 is refused with its index`() {
    let bytes = Array("@ chimp-transcript 1\n> é".utf8) + [0xff, 0x0a]
    #expect(fault(of: bytes) == "2:4: the file is not UTF-8")
  }

  @Test func `Lines before the first case apply to every case`() throws {
    let transcript = try Transcript(
      Array(text("@ seed 1", "> a", "@ case b", "> b", "@ case c", "@ seed 2", "> c").utf8))
    #expect(transcript.cases.map { $0.directives[.seed]?.line } == [1, 1, 6])
    #expect(transcript.cases.map(\.blocks) == [0..<1, 1..<2, 2..<3])
  }

  /// Returns the description of the error that parsing the bytes throws, or `no fault`.
  private func fault(of bytes: [UInt8]) -> String {
    do throws(TranscriptFault) {
      _ = try Transcript(bytes)
      return "no fault"
    } catch {
      return error.description
    }
  }
}
