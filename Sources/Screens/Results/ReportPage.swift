import ChimpSystem
import Science
import Statistics

/// A plot as a part of an HTML page: drawing, caption and table.
extension LabelledPlot {
  /// Writes the drawing, its caption, and a table with the same numbers.
  func write(number: Int, caption: String, to page: inout ReportPage) {
    page.open("figure")
    page.element("h3", title)
    page.raw(FigureDrawing(self).element(number: number))
    page.element("figcaption", caption)
    page.table(table, name: title)
    page.close("figure")
  }
}

/// An HTML page that is written element by element.
///
/// ```swift
/// var page = ReportPage(title, language: "en")
/// page.element("h2", "inoue-210")
/// page.end()
/// ```
///
/// Every text passes through `element`, which escapes it: no text of a participant or a study can
/// become markup.
struct ReportPage {
  private static var pieceSize: Int { 1 << 14 }

  /// The bytes of the page in several arrays, so that a large page is not copied when it grows.
  private(set) var pieces: [[UInt8]] = [[]]

  init() {}

  init(_ title: String, language: String) {
    raw("<!DOCTYPE html>\n<html lang=\"\(language)\">\n<head>\n<meta charset=\"utf-8\">\n")
    raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    raw("<link rel=\"icon\" href=\"data:,\">\n")
    element("title", title)
    raw("<style>\n\(Self.style)</style>\n</head>\n<body>\n<main>\n")
  }

  private static var style: String {
    """
    \(FigureStyle.colours(of: ":root"))\(FigureStyle.elements)    body { margin: 0; \
    color: var(--ink); background: var(--paper); font: 16px/1.5 system-ui, sans-serif; }
    main { max-width: 44rem; margin: 0 auto; padding: 1rem; overflow-wrap: break-word; }
    h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
    figure { margin: 1.5rem 0; }
    svg { display: block; width: 100%; max-width: 34rem; height: auto; }
    figcaption { margin: .25rem 0 .5rem; }
    .wide { overflow-x: auto; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th, td { padding: .15rem .6rem; text-align: right; border-bottom: 1px solid var(--line); \
    white-space: nowrap; }
    th { white-space: normal; vertical-align: bottom; }
    th:first-child, td:first-child { text-align: left; }
    .long { white-space: normal; overflow-wrap: anywhere; }
    ol.boards { font: 13px/1.4 monospace; overflow-wrap: anywhere; padding-left: 4.5em; }
    h3 { font-size: 1rem; margin: 0 0 .25rem; }
    .simulated { border: 2px solid; padding: .25rem .5rem; font-weight: bold; }
    @media (max-width: 46rem) { table { font-size: .8rem; } \
    th, td { padding: .15rem .25rem; white-space: normal; } }
    @media (max-width: 30rem) { main { padding: .5rem; } table { font-size: .62rem; } \
    th, td { padding: .15rem; } }
    @media (max-width: 22rem) { table { font-size: .52rem; } th, td { padding: .15rem .1rem; } }
    @media print { main { max-width: none; padding: 0; } svg { max-width: 21rem; } \
    figure, tr, li { break-inside: avoid; } h2, h3 { break-after: avoid; } \
    p { margin: .3rem 0; } figure, h2 { margin: 1rem 0; } table { font-size: .85rem; } \
    th, td { padding: 0 .6rem; } \
    .wide { overflow: visible; } ol.boards { columns: 3; font-size: 9px; } }

    """
  }

  /// Appends HTML without escaping it.
  mutating func raw(_ text: String) {
    if pieces[pieces.count - 1].count > Self.pieceSize { pieces.append([]) }
    pieces[pieces.count - 1].append(contentsOf: text.utf8)
  }
  mutating func append(_ part: ReportPage) { pieces += part.pieces + [[]] }
  mutating func open(_ name: String) { raw("<\(name)>\n") }
  mutating func close(_ name: String) { raw("</\(name)>\n") }

  /// Writes an element that contains a text.
  mutating func element(_ name: String, _ text: String, _ attributes: String = "") {
    raw("<\(name)\(attributes.isEmpty ? "" : " ")\(attributes)>")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): raw("&amp;")
      case UInt8(ascii: "<"): raw("&lt;")
      case UInt8(ascii: ">"): raw("&gt;")
      default: pieces[pieces.count - 1].append(byte)
      }
    }
    raw("</\(name)>\n")
  }

  /// The most columns of a cell that is not wrapped, which are more than those of an interval.
  private static var widestLine: Int { 24 }

  /// Appends a table; the first row has the column titles.
  ///
  /// Only long cells, which are texts and names, are wrapped in a wide window.
  mutating func table(_ rows: [[String]], name: String) {
    let label = name.filter { $0 != "\"" && $0 != "&" && $0 != "<" }
    raw("<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"\(label)\"><table>\n")
    for (index, row) in rows.enumerated() {
      open("tr")
      for cell in row {
        guard index > 0 else {
          element("th", cell, "scope=\"col\"")
          continue
        }
        element("td", cell, displayWidth(cell) > Self.widestLine ? "class=\"long\"" : "")
      }
      close("tr")
    }
    raw("</table></div>\n")
  }

  mutating func end() { raw("</main>\n</body>\n</html>\n") }
}
