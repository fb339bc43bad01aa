/// Something that `set` shows and changes.
package struct Setting {
  package let name: String
  package let summary: String
  /// What the value may be.
  package let kind: Parameter.Kind
  /// Reads the value as text.
  package let value: () -> String
  /// Changes the value; nil where it can't be changed.
  package let change: ((String) throws(ArgumentFault) -> Void)?

  /// Makes a setting.
  package init(
    _ name: String, _ summary: String, _ kind: Parameter.Kind = .text,
    value: @escaping () -> String, change: ((String) throws(ArgumentFault) -> Void)? = nil
  ) {
    self.name = name
    self.summary = summary
    self.kind = kind
    self.value = value
    self.change = change
  }

  /// A setting that is on or off.
  package static func flag(
    _ name: String, _ summary: String, value: @escaping () -> Bool,
    change: @escaping (Bool) -> Void
  ) -> Setting {
    Setting(
      name, summary, .choice(["on", "off"]), value: { value() ? "on" : "off" },
      change: { text in change(text == "on") })
  }
}
