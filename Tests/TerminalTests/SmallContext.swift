import Shell

/// A context of completions with two settings and a few files.
struct SmallContext: CompletionContext {
  var settingNames: [(name: String, summary: String)] {
    [("seed", "what the boards are drawn from"), ("hold", "how long a look is")]
  }

  func fileNames(beginningWith path: String) -> [String] {
    ["a b.txt", "a\"c.txt", "folder one/", "plain.txt", "plainer.txt"].filter { $0.hasPrefix(path) }
  }
}
