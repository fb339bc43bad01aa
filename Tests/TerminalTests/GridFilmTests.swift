import ChimpSystem
import Terminal
import Testing

struct GridFilmTests {
  /// A film of two frames: two letters, and below them an area that becomes a text after a second
  /// and a half.
  private var film: GridFilm {
    var first = TextGrid(columns: 4, rowCount: 2, width: \.displayWidth)
    first.put("ab", row: 0, column: 0, .bold)
    var second = first
    first.fill(row: 1, 1..<3, .reverse)
    second.put("<3", row: 1, column: 1, .good)
    return GridFilm(
      title: "A & B", description: "Two frames.", languageCode: "en",
      frames: [
        GridFilm.Frame(time: 0, grid: second), GridFilm.Frame(time: 0, grid: first),
        GridFilm.Frame(time: 1_500, grid: second),
      ])
  }

  @Test func `A picture has characters once for as long as they stay the same`() {
    #expect(
      film.picture() == """
        <svg xmlns="http://www.w3.org/2000/svg" xml:lang="en" viewBox="0 0 60 62" width="60" \
        height="62" role="img" aria-labelledby="title desc">
        <title id="title">A &amp; B</title>
        <desc id="desc">Two frames.</desc>
        <style>
        svg{--page:#fff;--ink:#1f2328;--dim:#656d76;--good:#0a5bd3;--bad:#b34700}
        @media(prefers-color-scheme:dark){svg{--page:#0d1117;--ink:#e6edf3;--dim:#8b949e;\
        --good:#58a6ff;--bad:#f0883e}}
        text{font:15px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;white-space:pre;\
        fill:var(--ink)}
        .page,text.reverse{fill:var(--page)}.area{fill:var(--ink)}
        text.bold,text.good,text.bad{font-weight:bold}
        text.dim{fill:var(--dim)}text.good{fill:var(--good)}text.bad{fill:var(--bad)}
        @keyframes f0-1{0%{visibility:visible}33.3333%{visibility:hidden}}\
        .f0-1{visibility:hidden;animation:f0-1 4.500s step-end infinite}
        @keyframes f1-2{0%{visibility:hidden}33.3333%{visibility:visible}}\
        .f1-2{visibility:visible;animation:f1-2 4.500s step-end infinite}
        @media(prefers-reduced-motion:reduce){g{animation:none!important}}
        </style>
        <rect class="page" width="60" height="62" rx="8"/>
        <text class="bold" x="12" y="26" textLength="18">ab</text>
        <g class="f0-1"><rect class="area" x="21" y="31" width="18" height="19"/></g>
        <g class="f1-2"><text class="good" x="21" y="45" textLength="18">&lt;3</text></g>
        </svg>

        """)
  }

  @Test func `A recording is a header and a line for each frame`() {
    #expect(
      film.recording() == #"""
        {"version": 2, "width": 4, "height": 2, "title": "A & B"}
        [0.000, "o", "\u001b[?25l\u001b[2J\u001b[1;1H\u001b[0m\u001b[K\u001b[1mab\u001b[0m\#
        \u001b[2;1H\u001b[0m\u001b[K \u001b[7m  \u001b[0m"]
        [1.500, "o", "\u001b[2;1H\u001b[0m\u001b[K \u001b[1;38;5;33m<3\u001b[0m"]
        [4.500, "o", "\u001b[0m\u001b[2;1H\u000d\n\u001b[?25h"]

        """#)
  }

  @Test func `A still has no animation`() {
    let still = GridFilm(title: "T", description: "D", languageCode: "en", lines: ["a  b", "一"])
    let picture = still.picture()
    #expect(!picture.contains("animation"))
    #expect(
      picture.hasSuffix(
        """
        <text x="12" y="26" textLength="36">a  b</text>
        <text x="12" y="45" textLength="18">一</text>
        </svg>

        """))
  }

  @Test func `A picture shows characters that XML does not have as replacements`() {
    let still = GridFilm(
      title: "T\u{1}", description: "D\u{1b}[2J", languageCode: "en", lines: ["a\u{ffff}b"])
    let picture = still.picture()
    #expect(
      picture.contains(
        """
        <title id="title">T\u{fffd}</title>
        <desc id="desc">D\u{fffd}[2J</desc>

        """))
    #expect(
      picture.hasSuffix("<text x=\"12\" y=\"26\" textLength=\"27\">a\u{fffd}b</text>\n</svg>\n"))
  }
}
