/// The colours and CSS styles of a report, for light and dark screens and for print.
enum FigureStyle {
  /// Returns the colours as CSS properties of a selector.
  static func colours(of selector: String) -> String {
    """
    \(selector) { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --line: #cfcfcf; \
    --mark: #0b5cad; --curve: #a83a00; --chance: #555; }
    @media (prefers-color-scheme: dark) { \(selector) { --ink: #e8e8e8; --paper: #161616; \
    --line: #4a4a4a; --mark: #7db8f5; --curve: #f0a070; --chance: #b0b0b0; } }
    @media print { \(selector) { color-scheme: light; --ink: #000; --paper: #fff; --line: #999; \
    --mark: #000; --curve: #555; --chance: #000; } }

    """
  }

  static var elements: String {
    """
    svg text { fill: var(--ink); font: 11px system-ui, sans-serif; text-anchor: middle; }
    svg text.end { text-anchor: end; }
    svg text.start { text-anchor: start; }
    svg text.count { font-size: 10px; }
    svg text.beyond { font-size: 10px; paint-order: stroke; stroke: var(--paper); \
    stroke-width: 3px; }
    .paper { fill: var(--paper); }
    .grid { stroke: var(--line); fill: none; }
    .range { stroke: var(--mark); stroke-width: 1.5; fill: none; }
    .curve { stroke: var(--curve); stroke-width: 2; fill: none; }
    .band { fill: var(--curve); fill-opacity: .18; stroke: none; }
    .chance { stroke: var(--chance); stroke-width: 1.5; stroke-dasharray: 5 3; fill: none; }
    circle { fill: var(--paper); stroke: var(--mark); stroke-width: 2; }

    """
  }
}
