import Analysis
import Characters
import Science

/// The rendering of a plot as SVG and as an HTML table.
extension LabelledPlot {
  private static var size: (width: Double, height: Double) { (360, 220) }
  private static var frame: (left: Double, right: Double, top: Double, bottom: Double) {
    (44, 350, 10, 186)
  }

  /// Writes the plot as a figure: the drawing, its caption, and the same numbers as a table.
  func write(number: Int, caption: String, to page: inout ReportPage) {
    page.open("figure")
    page.element("h3", title)
    page.raw(
      "<svg role=\"img\" viewBox=\"0 0 \(Self.size.width.short) \(Self.size.height.short)\" "
        + "aria-labelledby=\"t\(number) d\(number)\">")
    page.element("title", title, "id=\"t\(number)\"")
    let shown = zip(labels, plot.points).prefix(20).map { "\($0): \(words($1.value))" }
    let description = shown.joined(separator: ", ") + (labels.count > 20 ? ", ..." : "")
    page.element("desc", description, "id=\"d\(number)\"")
    let top = top
    writeAxes(top, to: &page)
    if plot.curve.count > 1 {
      let steps = plot.curve.map { "\(x($0.position)) \(y($0.value, top))" }
      page.raw("<path class=\"curve\" d=\"M\(steps.joined(separator: "L"))\"/>\n")
    }
    for point in plot.points {
      let x = x(point.position)
      if let interval = point.interval {
        let low = y(interval.lower, top)
        let high = y(interval.upper, top)
        page.raw("<path class=\"range\" d=\"M\(x) \(low)V\(high)\"/>")
      }
      page.raw("<circle cx=\"\(x)\" cy=\"\(y(point.value, top))\" r=\"4\"/>\n")
    }
    page.raw("</svg>\n")
    page.element("figcaption", caption)
    page.table(table)
    page.close("figure")
  }

  /// Writes the axis of the values, with five lines.
  private func writeAxes(_ top: Double, to page: inout ReportPage) {
    let frame = Self.frame
    for step in 0...4 {
      let value = top * Double(step) / 4
      let y = y(value, top)
      page.raw("<path class=\"grid\" d=\"M\(frame.left.short) \(y)H\(frame.right.short)\"/>")
      page.element("text", edge(value), "x=\"\((frame.left - 5).short)\" y=\"\(y)\" class=\"left\"")
    }
    // As many names as have room beside each other.
    let longest = labels.map(\.utf8.count).max() ?? 1
    let room = max(1, Int((frame.right - frame.left) / Double(8 * longest + 6)))
    let step = (labels.count + room - 1) / room
    for index in stride(from: 0, to: labels.count, by: max(1, step)) {
      let x = x(plot.points[index].position)
      page.element("text", labels[index], "x=\"\(x)\" y=\"\((frame.bottom + 15).short)\"")
    }
    page.element(
      "text", heads[0],
      "x=\"\(((frame.left + frame.right) / 2).short)\" y=\"\((Self.size.height - 4).short)\"")
  }

  /// Returns the horizontal position of a point.
  private func x(_ position: Double) -> String {
    let positions = plot.points.map(\.position)
    let low = positions.min() ?? 0
    let high = positions.max() ?? 0
    let share = high > low ? (position - low) / (high - low) : 0.5
    let left = Self.frame.left + 16
    let right = Self.frame.right - 16
    return (left + share * (right - left)).decimal(1)
  }

  /// Returns the vertical position of a value.
  private func y(_ value: Double, _ top: Double) -> String {
    let upper = Self.frame.top
    let lower = Self.frame.bottom
    return (lower - min(max(value / top, 0), 1) * (lower - upper)).decimal(1)
  }
}

/// The HTML page of a report, which is written element by element.
///
/// ```swift
/// var page = ReportPage(title, language: "en")
/// page.element("h2", "inoue-210")
/// page.end()
/// ```
///
/// Every text passes through `element`, which escapes it: no code of a participant or a study can
/// become markup. The page is kept in pieces, because it may be large.
package struct ReportPage {
  private static var pieceSize: Int { 1 << 14 }

  /// The bytes of the page in pieces, so that a growing page is not copied.
  package private(set) var pieces: [[UInt8]] = [[]]

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
    :root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --line: #cfcfcf; \
    --mark: #0b5cad; --curve: #a83a00; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e8e8e8; --paper: #161616; \
    --line: #4a4a4a; --mark: #7db8f5; --curve: #f0a070; } }
    body { margin: 0; color: var(--ink); background: var(--paper); \
    font: 16px/1.5 system-ui, sans-serif; }
    main { max-width: 44rem; margin: 0 auto; padding: 1rem; }
    h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
    figure { margin: 1.5rem 0; }
    svg { display: block; width: 100%; max-width: 34rem; height: auto; }
    svg text { fill: var(--ink); font: 11px system-ui, sans-serif; text-anchor: middle; }
    svg text.left { text-anchor: end; dominant-baseline: middle; }
    .grid { stroke: var(--line); fill: none; }
    .range { stroke: var(--mark); stroke-width: 2; fill: none; }
    .curve { stroke: var(--curve); stroke-width: 2; fill: none; }
    circle { fill: var(--mark); }
    figcaption { margin: .25rem 0 .5rem; }
    .wide { overflow-x: auto; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th, td { padding: .15rem .6rem; text-align: right; border-bottom: 1px solid var(--line); \
    white-space: nowrap; }
    th:first-child, td:first-child { text-align: left; }
    ol.boards { font: 13px/1.4 monospace; overflow-wrap: anywhere; padding-left: 4.5em; }
    h3 { font-size: 1rem; margin: 0 0 .25rem; }
    @media (max-width: 30rem) { table { font-size: .85rem; } th, td { padding: .15rem .3rem; } \
    }
    @media print { :root { color-scheme: light; --ink: #000; --paper: #fff; --line: #999; \
    --mark: #000; --curve: #666; } main { max-width: none; padding: 0; } svg { max-width: 21rem; } \
    figure, tr, li { break-inside: avoid; } h2, h3, p { break-after: avoid; } p { margin: .3rem 0; } \
    figure, h2 { margin: 1rem 0; } table { font-size: .85rem; } th, td { padding: 0 .6rem; } \
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

  /// Writes an element with a text.
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

  /// Appends a table; the first row holds the column heads.
  mutating func table(_ rows: [[String]]) {
    raw("<div class=\"wide\" role=\"region\" tabindex=\"0\"><table>\n")
    for (index, row) in rows.enumerated() {
      open("tr")
      for cell in row { element(index == 0 ? "th" : "td", cell, index == 0 ? "scope=\"col\"" : "") }
      close("tr")
    }
    raw("</table></div>\n")
  }

  mutating func end() { raw("</main>\n</body>\n</html>\n") }
}
