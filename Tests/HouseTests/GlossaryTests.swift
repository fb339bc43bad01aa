import Testing

/// Tests of the glossary: no declared name contains a word that is not one of its terms.
///
/// Every Swift file of `Sources` and `Tests` is checked. Comments, strings and the sentences that
/// name tests may use the words.
struct GlossaryTests {
  /// The forbidden words in lower case, each with the terms to use instead.
  private static let excludedWords = [
    "settle": "commit", "gather": "batch, collect", "patience": "timeout", "bury": "terminate",
    "farewell": "exit, shutdown", "leftout": "skip, exclude", "learnseed": "resolve",
    "whoever": "the caller, the user", "somebody": "the caller, the user",
    "nobody": "no caller, no user",
  ]

  /// The declared names of each Swift file.
  private static let files = ["Sources", "Tests"].flatMap { folder in
    HouseFiles.swift(below: "\(HouseFiles.root)/\(folder)").map { file in
      (path: file, names: DeclaredNames(in: HouseFiles.text(of: file)).names)
    }
  }

  /// Returns a message for each forbidden word in declared names.
  private static func problems(in names: [String]) -> [String] {
    let words = excludedWords.sorted { $0.key < $1.key }
    return names.flatMap { name in
      let small = name.lowercased()
      return words.filter { small.contains($0.key) }
        .map { "\(name): not '\($0.key)' but \($0.value)" }
    }
  }

  /// Parts of names that are shortened words; a name is written out, however long it becomes.
  private static let shortened: Set = [
    "addr", "arr", "attr", "btn", "calc", "cfg", "cmd", "cnt", "coll", "conf", "ctrl", "ctx",
    "curr",
    "curt", "def", "del", "desc", "dict", "dst", "elem", "err", "evt", "exec", "fmt", "fn", "freq",
    "func", "gen", "idx", "img", "impl", "init", "ins", "lbl", "len", "lhs", "lvl", "mgr", "msg",
    "num", "obj", "opt", "param", "params", "pos", "prev", "proc", "prop", "ptr", "qty", "rec",
    "ref", "regist", "req", "res", "ret", "rhs", "sel", "seq", "sess", "src", "stmt", "str", "sub",
    "sz", "tbl", "tmp", "txt", "uniq", "upd", "usr", "util", "utils", "val", "var", "vc", "vm",
    "wnd",
  ]

  /// Returns the words of a name such as `isFirstCell`, in small letters.
  private static func words(of name: String) -> [String] {
    var words = [""]
    for letter in name {
      if letter.isUppercase || letter == "_" { words.append("") }
      if letter != "_" { words[words.count - 1] += letter.lowercased() }
    }
    return words.filter { !$0.isEmpty }
  }

  @Test func `No declared name has a shortened word`() {
    let names = Set(Self.files.flatMap(\.names))
    let short = names.filter { Self.words(of: $0).contains(where: Self.shortened.contains) }
    let found = Self.files.flatMap { file in
      Set(file.names).intersection(short).map { "\(file.path): \($0)" }
    }
    #expect(found.sorted() == [])
    #expect(Self.words(of: "updUniqUsr") == ["upd", "uniq", "usr"])
  }

  @Test func `Declared names use the terms of the glossary`() {
    var problems: [String] = []
    for file in Self.files {
      problems += Self.problems(in: file.names).map { "\(file.path): \($0)" }
    }
    #expect(problems == [])
    #expect(Self.files.count > 600)
  }

  @Test func `An excluded word is found in every kind of declaration, and only there`() {
    let source = """
      // A comment may say that somebody has settled.
      struct LeftOut { enum Patience { case none, buryAll(Int) } }
      let (gathered, text) = (nobody(), "farewell \\("whoever") settle")
      func learnSeed<Value>(of somebodyElse: Value, by isSettled: Bool = settle(1)) {}
      init(whoever farewellText: Int) { switch text { case .nobody: break } }
      @Test func `Somebody settles`() {}
      """
    #expect(
      Self.problems(in: DeclaredNames(in: source).names) == [
        "LeftOut: not 'leftout' but skip, exclude",
        "Patience: not 'patience' but timeout",
        "buryAll: not 'bury' but terminate",
        "gathered: not 'gather' but batch, collect",
        "learnSeed: not 'learnseed' but resolve",
        "somebodyElse: not 'somebody' but the caller, the user",
        "isSettled: not 'settle' but commit",
        "whoever: not 'whoever' but the caller, the user",
        "farewellText: not 'farewell' but exit, shutdown",
      ])
  }
}
