import Testing
import Transcripts

@Suite struct ScreenPictureTests {
  /// Returns the elements of a picture after its page.
  private func elements(_ output: String) -> String {
    let picture = screen(output + "␛[?25l", columns: 6, rows: 1).picture(title: "t")
    return picture.split(separator: "rx=\"8\"/>\n", maxSplits: 1).last?.description ?? picture
  }

  @Test func `A picture is a complete document`() {
    let picture = screen("a<b␛[2;3H", columns: 6, rows: 2).picture(title: "a & b")
    #expect(
      picture == """
        <svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 78 62" width="78" \
        height="62" role="img" aria-labelledby="title">
        <title id="title">a &amp; b</title>
        <style>
        svg{--page:#fff;--ink:#1f2328}
        @media(prefers-color-scheme:dark){svg{--page:#0d1117;--ink:#e6edf3}}
        text{font:15px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;white-space:pre;\
        fill:var(--ink)}
        .page,text.page{fill:var(--page)}.ink{fill:var(--ink)}
        .bold{font-weight:bold}.italic{font-style:italic}.faint{opacity:.6}
        .cursor{fill:none;stroke:var(--ink)}
        </style>
        <rect class="page" width="78" height="62" rx="8"/>
        <text x="12" y="26" textLength="27">a&lt;b</text>
        <rect class="cursor" x="30" y="31" width="9" height="19"/>
        </svg>

        """)
  }

  @Test(arguments: [
    ("", ""), ("  ab ", "<text x=\"30\" y=\"26\" textLength=\"18\">ab</text>\n"),
    ("␛[1;2;3mx", "<text class=\"bold italic faint\" x=\"12\" y=\"26\">x</text>\n"),
    ("␛[31mx", "<text style=\"fill:#cf222e\" x=\"12\" y=\"26\">x</text>\n"),
    ("␛[1;31mx", "<text class=\"bold\" style=\"fill:#ff5a5f\" x=\"12\" y=\"26\">x</text>\n"),
    ("␛[38;5;208mx", "<text style=\"fill:#ff8700\" x=\"12\" y=\"26\">x</text>\n"),
    ("␛[38;5;244mx", "<text style=\"fill:#808080\" x=\"12\" y=\"26\">x</text>\n"),
    ("␛[44m  ", "<rect fill=\"#0969da\" x=\"12\" y=\"12\" width=\"18\" height=\"19\"/>\n"),
    (
      "␛[7mx",
      """
      <rect class="ink" x="12" y="12" width="9" height="19"/><text class="page" x="12" y="26">x</text>

      """
    ),
    (
      "␛[7;31;48;2;1;2;3mx",
      """
      <rect fill="#cf222e" x="12" y="12" width="9" height="19"/>\
      <text style="fill:#010203" x="12" y="26">x</text>

      """
    ),
    (
      "␛[4;9m x",
      "<text style=\"text-decoration:underline line-through\" x=\"12\" y=\"26\" textLength=\"18\"> x</text>\n"
    ),
    ("␛[4:3mx", "<text style=\"text-decoration:underline wavy\" x=\"12\" y=\"26\">x</text>\n"),
    ("␛[8mx", ""),
    ("␛[8;44mx", "<rect fill=\"#0969da\" x=\"12\" y=\"12\" width=\"9\" height=\"19\"/>\n"),
    (
      "a漢b",
      """
      <text x="12" y="26">a</text>
      <text x="21" y="26" textLength="18">漢</text>
      <text x="39" y="26">b</text>

      """
    ),
    ("\u{ffff}", "<text x=\"12\" y=\"26\">\u{fffd}</text>\n"),
  ])
  func `A run of characters is drawn in its style`(output: String, expected: String) {
    #expect(elements(output) == expected + "</svg>\n")
  }

  @Test func `The cursor on a wide character has two cells, and a hidden one none`() {
    let picture = screen("漢␛[2G", columns: 4, rows: 1).picture(title: "")
    #expect(
      picture.hasSuffix(
        "<rect class=\"cursor\" x=\"12\" y=\"12\" width=\"18\" height=\"19\"/>\n</svg>\n"))
    #expect(!screen("␛[?25l").picture(title: "").contains("<rect class=\"cursor\""))
  }

  @Test func `A reversed screen exchanges page and ink`() {
    let picture = screen("␛[?5hx").picture(title: "")
    #expect(picture.contains("svg{--ink:#fff;--page:#1f2328}"))
  }
}
