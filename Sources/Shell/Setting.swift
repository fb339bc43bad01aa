/// A setting that `set` shows and changes.
///
///     Setting.flag(
///       "echo", Text("show each line before its reply", "応答の前に入力した行を表示する"),
///       value: { options.echoes },
///       change: { options.echoes = $0 })
public struct Setting {
  /// The name of the setting, as in `set NAME`.
  public let name: String
  /// The explanation of the setting that completion shows.
  public let summary: Text

  /// The kind of value that the setting accepts.
  ///
  /// The console only checks choices; `change` checks all other values.
  public let kind: Parameter.Kind

  /// Returns the current value as text.
  public let value: () -> String

  /// Changes the value; `nil` if the setting is read-only.
  ///
  /// Throws for an invalid value.
  public let change: ((String) throws -> Void)?

  /// Creates a setting; without `change` it is read-only.
  public init(
    _ name: String, _ summary: Text, _ kind: Parameter.Kind = .text,
    value: @escaping () -> String, change: ((String) throws -> Void)? = nil
  ) {
    self.name = name
    self.summary = summary
    self.kind = kind
    self.value = value
    self.change = change
  }

  /// Returns a Boolean setting with the values `on` and `off`.
  public static func flag(
    _ name: String, _ summary: Text, value: @escaping () -> Bool,
    change: @escaping (Bool) -> Void
  ) -> Setting {
    Setting(
      name, summary, .choice(["on", "off"]), value: { value() ? "on" : "off" },
      change: { text in change(text == "on") })
  }
}
