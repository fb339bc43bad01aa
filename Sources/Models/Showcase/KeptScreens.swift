package import Archive
import Console

/// Loads and stores the contents of the list screen and the adder screen.
///
///     let kept = KeptScreens(delegate)
///     let list = kept.list(firstLabel: "Cells")
///     let old = ListModel(label: list.topLabelText, rows: list.cellTextArray)
///     list.cellTextArray.append("No7")
///     try kept.keep(list, after: old)
package struct KeptScreens {
  private static var label: String { "list.label" }
  private static var rows: String { "list.rows" }
  private static var values: String { "sum.values" }

  private let settings: LastingSettings

  package init(_ delegate: ApplicationDelegate) { settings = LastingSettings(delegate) }

  /// Returns the stored list, or a list with the label `firstLabel` if none is stored.
  package func list(firstLabel: String) -> ListModel {
    ListModel(
      label: settings.value(Self.label) ?? firstLabel,
      rows: settings.value(Self.rows).flatMap { Self.texts(in: $0) })
  }

  /// Stores the label and the rows of a list if they differ from those of `old`.
  package func keep(_ list: ListModel, after old: ListModel) throws(ModelError) {
    if list.topLabelText != old.topLabelText {
      try keep(list.topLabelText, as: Self.label)
    }
    if list.cellTextArray != old.cellTextArray {
      try keep(Self.text(of: list.cellTextArray), as: Self.rows)
    }
  }

  /// Returns the two stored values of the adder; `nil` if none are stored.
  func addends() -> (Int, Int)? {
    let numbers =
      settings.value(Self.values).map { $0.split(separator: " ").compactMap { Int($0) } } ?? []
    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }

  /// Stores the two values of the adder.
  func keep(_ first: Int, _ second: Int) throws(ModelError) {
    try keep("\(first) \(second)", as: Self.values)
  }

  private func keep(_ text: String, as name: String) throws(ModelError) {
    do throws(ArchiveError) { try settings.keep(text, as: name) } catch { throw .archive(error) }
  }

  /// Returns texts as one line of quoted words.
  private static func text(of texts: [String]) -> String {
    texts.map { Invocation.quoted($0) }.joined(separator: " ")
  }

  private static func texts(in line: String) -> [String]? {
    guard let invocation = try? Invocation(line: line) else { return nil }
    return (0..<invocation.wordCount).map { invocation.text(ofWord: $0) }
  }
}
