import Testing
import Transcripts

/// Tests of what an output shows; `␛` in an output stands for the escape character.
@Suite struct TerminalScreenTests {
  @Test(arguments: [
    ("plain", "plain"), ("a\nb", "a\n b"), ("a\r\nb", "a\nb"), ("abc\u{8}\u{8}x", "axc"),
    ("abc\rx", "xbc"), ("a\tb", "a       b"), ("a\u{b}b\u{c}c", "a\n b\n  c"),
    ("a\0b\u{7f}c", "abc"),
    ("1\r\n2\r\n3\r\n4\r\n5", "2\n3\n4\n5"), ("␛[20hab\nc", "ab\nc"),
    ("0123456789a", "0123456789\na"), ("0123456789\ra", "a123456789"),
    ("0123456789\na", "0123456789\n         a"), ("0123456789\u{8}a", "01234567a9"),
    ("␛[?7l0123456789ab", "012345678b"), ("␛[?7l0123456789␛[?7hab", "012345678a\nb"),
    ("0123456789␛[?7la", "012345678a"), ("0123456789␛[Ka", "012345678a"),
    ("0123456789␛[1Ka", "\na"), ("0123456789\ta", "0123456789\na"),
    ("ab␛[4hcd␛[D␛[Dx␛[4ly", "abxyd"), ("0123456789␛[H␛[4hab", "ab01234567"),
  ])
  func `A character is where control characters lead it`(output: String, expected: String) {
    #expect(shown(output) == expected)
  }

  @Test(arguments: [
    ("␛[2;3Hx", "\n  x"), ("␛[2;3fx", "\n  x"), ("␛[Hx", "x"), ("␛[99;99Hx", "\n\n\n         x"),
    ("␛[0;0Hx", "x"), ("␛[2;2H␛[Ax", " x"), ("␛[3;3H␛[9Ax", "  x"), ("␛[Bx", "\nx"),
    ("␛[2Ca␛[Cb", "  a b"),
    ("␛[9Cab", "         a\nb"), ("␛[9Ca␛[Db", "        ba"), ("␛[2;5H␛[Ex", "\n\nx"),
    ("␛[3;5H␛[2Fx", "x"), ("␛[5Gx", "    x"), ("␛[5`x", "    x"), ("␛[3dx", "\n\nx"),
    ("␛[3ex", "\n\n\nx"),
    ("␛[3ax", "   x"), ("␛[Ix", "        x"), ("␛[9G␛[Zx", "x"), ("abc␛Hx\r\ty", "abcy"),
    ("␛[3gab\tx", "ab       x"), ("␛[9G␛[0g\r\tx", "         x"), ("␛[5G␛H\r␛[2Ix", "        x"),
    ("␛[2;3H␛7␛[Hab␛8x", "ab\n  x"), ("␛[2;3H␛[s␛[H␛[ux", "\n  x"), ("␛[2;3H␛8x", "x"),
    ("0123456789␛7␛8x", "0123456789\nx"), ("ab␛Dc␛Ed␛Me", "ab\n ec\nd"),
  ])
  func `A sequence moves the cursor within the screen`(output: String, expected: String) {
    #expect(shown(output) == expected)
  }

  @Test(arguments: [
    ("abcdef␛[3G␛[K", "ab"), ("abcdef␛[3G␛[1K", "   def"), ("abcdef␛[2K", ""),
    ("abcdef␛[3G␛[2X", "ab  ef"),
    ("abcdef␛[3G␛[99X", "ab"), ("abcdef␛[3G␛[2@", "ab  cdef"), ("abcdef␛[3G␛[99@", "ab"),
    ("0123456789␛[3G␛[@", "01 2345678"), ("abcdef␛[3G␛[2P", "abef"), ("abcdef␛[3G␛[99P", "ab"),
    ("1\r\n2\r\n3\r\n4␛[2;1H␛[J", "1"), ("1\r\n2\r\n3\r\n4␛[2;1H␛[1J", "\n\n3\n4"),
    ("1\r\n2␛[2J", ""), ("1\r\n2␛[3J", "1\n2"), ("1\r\n2\r\n3\r\n4␛[2;5H␛[Lx", "1\nx\n2\n3"),
    ("1\r\n2\r\n3\r\n4␛[2;5H␛[Mx", "1\nx\n4"), ("1\r\n2\r\n3\r\n4␛[9M", "1\n2\n3"),
    ("1\r\n2\r\n3\r\n4␛[2S", "3\n4"), ("1\r\n2\r\n3\r\n4␛[T", "\n1\n2\n3"),
    ("1\r\n2\r\n3\r\n4␛[99T", ""), ("1\r\n2\r\n3\r\n4␛[2;3r␛[S", "1\n3\n\n4"),
    ("1\r\n2\r\n3\r\n4␛[2;3r␛[3H\nx", "1\n3\nx\n4"),
    ("1\r\n2\r\n3\r\n4␛[2;3r␛[2H␛Mx", "1\nx\n2\n4"),
    ("1\r\n2\r\n3\r\n4␛[2;3r␛[1H␛[9M", "1\n2\n3\n4"), ("␛[2;3r␛[4;1H\nx", "\n\n\nx"),
    ("␛[2;3r␛[2H␛[9Ax␛[3H␛[9By", "\nx\ny"), ("␛[2;3r␛[H␛[9By", "\n\ny"), ("␛[3;2rx", "x"),
    ("␛[2;2rx", "x"),
    ("␛[2;3r␛[?6hx␛[9;1Hy", "\nx\ny"), ("␛[2;3r␛[?6h␛[2dx␛[?6ly", "y\n\nx"),
    (
      "␛#8␛[2;3Hx",
      """
      EEEEEEEEEE
      EExEEEEEEE
      EEEEEEEEEE
      EEEEEEEEEE
      """
    ),
    ("a␛[3b", "aaaa"), ("a␛[12b", "aaaaaaaaaa\naaa"), ("a␛[H␛[3b", "a"), ("a␛[b␛[b", "aa"),
    ("e\u{301}␛[3b", "e\u{301}"),
  ])
  func `A sequence edits the cells within its margins`(output: String, expected: String) {
    #expect(shown(output) == expected)
  }

  @Test(arguments: [
    ("漢字", "漢字"), ("漢␛[Gx", "x"), ("漢␛[2Gx", " x"), ("a漢b␛[2G␛[K", "a"), ("a漢b␛[3G␛[K", "a"),
    ("a漢b␛[3G␛[X", "a  b"), ("a漢b␛[3G␛[@", "a   b"), ("a漢b␛[3G␛[P", "a b"), ("a漢b␛[2G␛[P", "a b"),
    ("01234567漢␛[G␛[@", " 01234567"), ("123456789漢", "123456789\n漢"),
    ("␛[?7l123456789漢", "123456789"),
    ("漢漢␛[2G漢", " 漢"), ("e\u{301}x", "e\u{301}x"), ("\u{301}x", "x"), ("漢\u{301}x", "漢\u{301}x"),
    ("123456789e\u{301}x", "123456789e\u{301}\nx"), ("👩\u{200d}👧|", "👩\u{200d}👧|"),
    ("☁\u{fe0f}|", "☁\u{fe0f}|"), ("🇩🇪|", "🇩🇪|"), ("👩🏽|", "👩🏽|"),
  ])
  func `A wide character has two cells, and a mark none`(output: String, expected: String) {
    #expect(shown(output) == expected)
  }

  @Test func `A wide character has no room on a screen of one column`() {
    #expect(shown("漢a漢b", columns: 1) == "a\nb")
  }

  @Test(arguments: [
    ("␛(0lqk␛(Bq", "┌─┐q"), ("␛)0q\u{e}q\u{f}q", "q─q"), ("␛(0`a_|~}", "◆▒ ≠·£"),
    ("␛(0AZ␛(B", "AZ"),
    ("␛(0␛7␛(B␛8q", "─"), ("␛)0\u{e}␛cq", "q"), ("␛(Aq#", "q#"),
  ])
  func `A character set shows letters as its own signs`(output: String, expected: String) {
    #expect(shown(output) == expected)
  }

  @Test(arguments: [
    ("a␛[?1049hb", " b"), ("a␛[?1049hb␛[?1049lc", "ac"), ("ab␛[?47hc␛[?47l␛[?47h", "  c"),
    ("ab␛[?1047hc␛[?1047l␛[?1047h", ""), ("a␛[?1049hb␛[?1049l␛[?47h", " b"),
    ("a␛[?1049h␛[?1049hb", " b"), ("a␛[?1049lb", "b"), ("␛[2;3H␛[?1048h␛[H␛[?1048lx", "\n  x"),
  ])
  func `The alternate screen has cells of its own`(output: String, expected: String) {
    #expect(shown(output) == expected)
  }

  @Test(arguments: [
    ("a␛[12\u{18}3Hb", "a3Hb"), ("a␛[12\u{1a}3Hb", "a3Hb"), ("a␛[1␛[2Cb", "a  b"),
    ("a␛[2\rCb", "a b"),
    ("a␛]0;title\u{7}b", "ab"), ("a␛]8;;http://x␛\\b", "ab"), ("a␛]52;c;YQ==␛\\b", "ab"),
    ("a␛P1$r0m␛\\b", "ab"), ("a␛_x␛\\b", "ab"), ("a␛^x␛\\b", "ab"), ("a␛Xx\u{7}x␛\\b", "ab"),
    ("a␛Px\u{18}b", "ab"), ("a␛[>4;2mb", "ab"), ("a␛[?1001sb", "ab"), ("a␛[2 qb", "ab"),
    ("a␛[1?2Hb", "ab"), ("a␛[1!2Hb", "ab"), ("a\u{9b}2Cb", "a  b"), ("a\u{9d}0;t\u{9c}b", "ab"),
    ("a\u{85}b", "a\nb"), ("a␛%Gb", "ab"), ("a␛ Fb", "ab"), ("a␛[漢2Cb", "a  b"),
    ("a␛漢[2Cb", "a  b"),
    ("a␛[999999999Cb", "a        b"), ("a␛[999999999;999999999Hb", "a\n\n\n         b"),
    ("a␛[999999999999999999999999999999Db", "b"), ("a␛[:2Cb", "a b"),
  ])
  func `Sequences that are unknown, malformed, aborted or absurd`(output: String, expected: String)
  {
    #expect(shown(output) == expected)
  }
}
