import CEditLine
import Characters
import Glibc

struct Terminal {
  /// Whether lines can be edited: both ends are a terminal, and it can move its cursor.
  static var isUsable: Bool {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return false }
    let kind = environmentText("TERM") ?? ""
    return !kind.isEmpty && kind != "dumb"
  }

  static var size: TerminalSize? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return TerminalSize(
      columns: min(Int(size.ws_col), Int(CHIMP_MOST_COLUMNS)),
      rows: min(Int(size.ws_row), Int(CHIMP_MOST_ROWS)))
  }

  static var knownSize: TerminalSize { size ?? TerminalSize(columns: 80, rows: 24) }

  static var screenText: ScreenText {
    ScreenText(columns: knownSize.columns) { Int(chimp_character_width(wchar_t($0.value))) }
  }

  /// Takes a terminal that the system knows nothing of for the usual kind, which most of them are.
  static func useKnownKind() {
    guard let kind = environmentText("TERM"), chimp_knows_terminal(kind) == 0 else { return }
    if chimp_knows_terminal("xterm") != 0 { setenv("TERM", "xterm", 1) }
  }

  /// Takes characters as the user's language has them, and in any case as UTF-8.
  static func useUnicode() {
    setlocale(LC_CTYPE, "")
    let codeset = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) }
    if codeset != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
  }
}

/// The milliseconds of the machine's clock, which only goes forward.
func machineTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
}

func environmentText(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
