import CEditLine
import ChimpSystem
import Glibc

/// The properties of the terminal of the process.
struct Terminal {
  /// `true` if input and output are a terminal whose cursor can be moved.
  static var isUsable: Bool {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return false }
    let kind = environmentText("TERM") ?? ""
    return !kind.isEmpty && kind != "dumb"
  }

  /// The size of the terminal, up to a maximum; `nil` if it is unknown.
  static var size: TerminalSize? { size(of: STDOUT_FILENO) }

  /// Returns the size of the terminal at a descriptor, up to a maximum; `nil` if it is unknown, or
  /// there is none.
  static func size(of descriptor: Int32) -> TerminalSize? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return TerminalSize(
      columns: min(Int(size.ws_col), Int(CHIMP_MOST_COLUMNS)),
      rows: min(Int(size.ws_row), Int(CHIMP_MOST_ROWS)))
  }

  /// The size of the terminal; 80 x 24 if it is unknown.
  static var knownSize: TerminalSize { size ?? TerminalSize(columns: 80, rows: 24) }

  /// Measures text for the width of the screen, with the C library's character widths.
  static var screenText: ScreenText {
    ScreenText(columns: knownSize.columns) { Int(chimp_character_width(wchar_t($0.value))) }
  }

  /// Sets TERM to `xterm` if the system does not know the terminal.
  static func useKnownKind() {
    guard let kind = environmentText("TERM"), chimp_knows_terminal(kind) == 0 else { return }
    if chimp_knows_terminal("xterm") != 0 { setenv("TERM", "xterm", 1) }
  }

  /// Sets the user's locale for characters, or C.UTF-8 if that isn't UTF-8.
  static func useUnicode() {
    setlocale(LC_CTYPE, "")
    let codeset = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) }
    if codeset != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
  }
}

/// Returns an environment variable, or `nil` if it is not set.
func environmentText(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
