import Characters
import Console

/// Returns a text layout that knows a few wide characters, independently of the system's language.
func screenText(columns: Int) -> ScreenText {
  ScreenText(columns: columns) { scalar in
    switch scalar.value {
    case 0..<0x20, 0x7f: -1
    case 0x300...0x36f: 0
    case 0x3000...0x9fff, 0x1f300...0x1faff: 2
    default: 1
    }
  }
}

/// A context with two settings and a few files.
struct SmallContext: CompletionContext {
  var settingNames: [(name: String, summary: String)] {
    [("seed", "what the boards are drawn from"), ("hold", "how long a look is")]
  }

  func fileNames(beginningWith path: String) -> [String] {
    ["a b.txt", "a\"c.txt", "folder one/", "plain.txt", "plainer.txt"].filter { $0.hasPrefix(path) }
  }
}
