import Shell

extension CompletionContext {
  /// A context of completions with two settings and a few files.
  static var small: CompletionContext {
    CompletionContext(
      settings: [
        Setting("seed", Text("what the boards are drawn from", ""), value: { "" }),
        Setting("hold", Text("how long a look is", ""), value: { "" }),
      ]
    ) { path in
      ["a b.txt", "a\"c.txt", "folder one/", "plain.txt", "plainer.txt"].filter {
        $0.hasPrefix(path)
      }
    }
  }
}
