import TestSupport
import Testing
@testable import Transcripts

/// Tests of the two screens of a failure, beside each other and as a picture.
@Suite struct ScreenDifferenceTests {
  let folder = TemporaryFolder()
  private let program = "sh -c 'printf \"one\\n\\033[1mtwo\\033[0m\\n日本\\n\"; read line'"

  @Test func `A failure shows both screens side by side`() {
    let path = folder.write(
      "t", text("@ screen 20x4 styled", ">> wait \"日本\"", "% one", "% three", "% four", "%~ {word}")
    )
    #expect(
      runTool(["check", "--command", program, path], in: folder).output == """
        t:3: FAIL: wait "日本"
          2 lines differ
          % one       % one
          % three   | % two
          % four    | ^ 1-3 bold
          %~ {word}   % 日本
        1 command in 1 file: 0 pass, 1 FAIL

        """)
  }

  @Test func `The screens of a failure are written as a picture with styles`() throws {
    let path = folder.write(
      "a/t", text("@ screen 20x4 styled", ">> wait \"日本\"", "% one", "% <three>", "^ 2-6 red"))
    let pictures = "\(folder.path)/pictures"
    let arguments = ["check", "--command", program, "--pictures", pictures, path]
    #expect(runTool(arguments, in: folder).status == 1)
    let name = path.split(separator: "/").joined(separator: "-") + "-3.svg"
    let picture = folder.read("pictures/\(name)")
    #expect(picture.hasPrefix("<svg xmlns="))
    #expect(picture.contains(">expected"))
    #expect(picture.contains("&lt;"))
    #expect(picture.contains("class=\"bold\""))
    #expect(picture.contains("日"))
    // The same failure gives the same bytes.
    #expect(runTool(arguments, in: folder).status == 1)
    #expect(folder.read("pictures/\(name)") == picture)
  }

  @Test func `A check that passes writes no picture, and one that can't be written is an error`() {
    let good = folder.write(
      "good", text("@ screen 20x4", ">> wait \"日本\"", "% one", "% two", "% 日本"))
    let bad = folder.write("bad", text("@ screen 20x4", ">> wait \"日本\"", "% one"))
    folder.write("file", "")
    let options = ["check", "--command", program, "--pictures"]
    #expect(runTool(options + ["\(folder.path)/p", good], in: folder).status == 0)
    #expect(folder.read("p") == "no file")
    let result = runTool(options + ["\(folder.path)/file", bad], in: folder)
    #expect(result.status == 2)
    #expect(result.diagnostics.contains("not a directory"))
  }
}
