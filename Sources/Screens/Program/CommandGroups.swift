import Shell

/// The sections of the help, besides that of the console's own commands.
extension CommandGroup {
  static let play = CommandGroup("play", "ラウンド")
  static let tests = CommandGroup("tests", "テスト")
  static let results = CommandGroup("results", "結果")
  static let store = CommandGroup("store", "記録")
  static let articles = CommandGroup("articles", "記事")
}
