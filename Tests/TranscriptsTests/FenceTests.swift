import TestSupport
import Testing
@testable import Transcripts

/// Tests of transcripts in the fenced code blocks of Markdown files.
@Suite struct FenceTests {
  private let folder = TemporaryFolder()

  @Test func `Fenced blocks of Markdown files are checked and blessed like any transcript`() {
    let page = """
      # A page
      > quoted
      ```sh
      > not ours
      ```
      ```transcript
      > add 1
      | 1
      ```
      Words.
      ~~~~ transcript and more
      @ chimp-transcript 1
      @ seed 3
      > add 1
      | 2
      ```
      > seed
      | seed 3
      ~~~~
      | the end

      """
    let path = folder.write("page.md", page.replacing("```\n> seed", with: "> seed"))
    #expect(
      runTool(["check", path], in: folder)
        == FinishedRun(
          status: 1,
          """
          page.md:14: FAIL: add 1
            1 line differs
            - | 2
            + | 1
          3 commands in 1 file: 2 pass, 1 FAIL

          """))
    let before = folder.read("page.md")
    #expect(runTool(["bless", path], in: folder).status == 0)
    #expect(folder.read("page.md") == before.replacing("| 2\n", with: "| 1\n"))
    let bad = folder.write("bad.md", page)
    #expect(
      runTool(["check", bad], in: folder).diagnostics
        == "tool: bad.md:16:1: unknown gutter \"`\"\n")
    let none = folder.write("none.md", "```sh\n> add 1\n```\n")
    #expect(
      runTool(["check", none], in: folder).diagnostics
        == "tool: none.md:3:1: the file has no command\n")
  }

  @Test func `A fence that is indented, as in a list, indents its lines`() {
    let page = """
      - one
        ```transcript
        > add 1
        | 1

          > lines no a
        ```
         ~~~~ transcript
         > lines a b
      | a
       # less is fine, too
         ~~~~

      """
    let faulty = folder.write("faulty.md", page)
    #expect(
      runTool(["check", faulty], in: folder).diagnostics
        == "tool: faulty.md:6:3: unknown gutter \"\\s\"\n")
    let path = folder.write("page.md", page.replacing("    > lines no", with: "  > lines no"))
    #expect(
      runTool(["diff", path], in: folder).output == """
        --- page.md
        +++ page.md
        @@ -4,9 +4,12 @@
           | 1
        \(" ")
           > lines no a
        +  | no
        +  | a
           ```
            ~~~~ transcript
            > lines a b
         | a
        +| b
          # less is fine, too
            ~~~~

        """)
    #expect(runTool(["bless", path], in: folder).status == 0)
    #expect(
      folder.read("page.md")
        == page.replacing("    > lines no a", with: "  > lines no a\n  | no\n  | a")
        .replacing("| a\n #", with: "| a\n| b\n #"))
  }

  @Test func `A fence may stand in a block quote, which is no part of its lines`() {
    let page = """
      > Words.
      >
      > ```transcript
      > > add 1
      > | 1
      >
      > > lines a
      > ```
      > > ~~~ transcript
      > > > add 2
      > | the end
      ```transcript
      > seed
      | seed none
      ```

      """
    let path = folder.write("page.md", page)
    #expect(
      runTool(["diff", path], in: folder).output == """
        --- page.md
        +++ page.md
        @@ -5,9 +5,11 @@
         > | 1
         >
         > > lines a
        +> | a
         > ```
         > > ~~~ transcript
         > > > add 2
        +> > | 2
         > | the end
         ```transcript
         > seed

        """)
    #expect(runTool(["bless", path], in: folder).status == 0)
    let blessed = page.replacing("lines a\n", with: "lines a\n> | a\n")
      .replacing("add 2\n", with: "add 2\n> > | 2\n")
    #expect(folder.read("page.md") == blessed)
    folder.write("open.md", "> ```transcript\n> > add 1\n```transcript\n> add 2\n| 2\n```\n")
    #expect(
      runTool(["check", "\(folder.path)/open.md:4"], in: folder).output
        == "1 command in 1 file: 1 pass\n")
  }

  @Test func `A fence may begin in the line of a list item`() {
    let page = """
      - ```transcript
        > add 1
        ```
      > 1. - ```sh
      >      > add 1
      >      ```
      ```transcript``` is the name of a fence.
      1 ```transcript
      *```transcript

      * ~~~ transcript
        > add 2
        ~~~

      """
    let path = folder.write("page.md", page)
    #expect(
      runTool(["bless", path], in: folder).output
        == "page.md: 2 commands blessed\n2 commands in 1 file: 2 pass, 2 blessed\n")
    #expect(
      folder.read("page.md")
        == page.replacing("  > add 1\n  ```\n>", with: "  > add 1\n  | 1\n  ```\n>")
        .replacing("  > add 2\n", with: "  > add 2\n  | 2\n"))
  }

  @Test func `Only a directive is the first line of a transcript in a fence`() {
    let path = folder.write(
      "page.md",
      "```transcript\n@ chimp-transcript 1\n> chimp-transcript 1\n| chimp-transcript 1\n```\n")
    #expect(
      runTool(["check", path], in: folder).output == """
        page.md:3: FAIL: chimp-transcript 1
          1 line differs
          - | chimp-transcript 1
          + | error: unknown command "chimp-transcript"
        1 command in 1 file: 0 pass, 1 FAIL

        """)
  }

  @Test func `A shorter page has no other fenced block of transcripts`() {
    let page = """
      # A page
      ```transcript
      > add 1
      | 1
      ```
      Words.
      > ```transcript
      > > add 1
      Words.
      ```transcript
      > add 2
      | 2
      > add 2
      | 7
      > add 3
      | 8
      ```
      ```sh
      ls
      ```

      """
    let path = folder.write("page.md", page)
    #expect(
      runTool(["shrink", path + ":15"], in: folder).output == """
        # A page
        Words.
        Words.
        ```transcript
        > add 2
        : ...
        > add 2
        : ...
        > add 3
        | 8
        ```
        ```sh
        ls
        ```

        """)
  }
}
