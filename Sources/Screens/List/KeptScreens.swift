import Archive
import Shell

/// Loads and stores the contents of the list screen and the adder screen.
///
///     let kept = KeptScreens(programStore)
///     let list = kept.list(firstLabel: "Cells")
///     let old = ListModel(label: list.topLabelText, rows: list.cellTextArray)
///     list.cellTextArray.append("No7")
///     try kept.keep(list, after: old)
struct KeptScreens {
  private static var label: String { "list.label" }
  private static var rows: String { "list.rows" }
  /// The name of the rows that earlier programs stored behind the others, one after the other.
  private static var laterRows: String { "list.rows.more" }
  private static var values: String { "sum.values" }

  private let settings: LastingSettings

  init(_ programStore: ProgramStore) { settings = programStore.lastingSettings }

  /// Returns the stored list, or a list with the label `firstLabel` if none is stored.
  func list(firstLabel: String) -> ListModel {
    let known = settings.values().known
    let first = known.last { $0.name == Self.rows }
    let later = known.filter { $0.name == Self.laterRows }
    let rows = first.map { ([$0] + later).compactMap { Self.texts(in: $0.value) } }
    return ListModel(
      label: known.last { $0.name == Self.label }?.value ?? firstLabel,
      rows: rows.flatMap { $0.isEmpty ? nil : $0.flatMap { $0 } })
  }

  /// Stores the label and the rows of a list if they differ from those of `old`.
  func keep(_ list: ListModel, after old: ListModel) throws {
    if list.topLabelText != old.topLabelText {
      try settings.keep(list.topLabelText, as: Self.label)
    }
    if list.cellTextArray != old.cellTextArray {
      try settings.keep(
        Self.text(of: list.cellTextArray), as: Self.rows, removing: Self.laterRows)
    }
  }

  /// Returns the two stored values of the adder; `nil` if none are stored.
  func addends() -> (Int, Int)? {
    let numbers =
      settings.value(Self.values).map { $0.split(separator: " ").compactMap { Int($0) } } ?? []
    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }

  /// Stores the two values of the adder.
  func keep(_ first: Int, _ second: Int) throws {
    try settings.keep("\(first) \(second)", as: Self.values)
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
