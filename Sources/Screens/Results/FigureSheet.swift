import ChimpSystem
import Shell
import Statistics

/// Drawings below each other as one SVG file, each with its title, and notes in lines of text.
///
/// ```swift
/// var sheet = FigureSheet(language: .english)
/// sheet.append(LabelledPlot(plot, .english), notes: [])
/// let text = sheet.file(title: "Plot", description: "inoue-650: 1: 97.7 %")
/// ```
struct FigureSheet {
  private static var margin: Double { 10 }
  private static var lineHeight: Double { 15 }
  /// The gap below a line that another drawing follows.
  private static var gap: Double { 12 }
  /// The number of columns of a line: few enough for the widest fonts.
  private static var columns: Int { 56 }

  private let language: Language
  private var body = ""
  private var height: Double { bottom + Self.margin }
  /// The lower edge of what was appended.
  private var bottom = 8.0
  private var drawingCount = 0

  /// Creates an empty sheet.
  init(language: Language) { self.language = language }

  /// Appends the title of a plot, its drawing unless it has no points, and its notes.
  mutating func append(_ plot: LabelledPlot, notes: [String]) {
    if drawingCount > 0 { bottom += Self.gap }
    append(plot.title, isTitle: true)
    drawingCount += 1
    if !plot.plot.points.isEmpty {
      bottom += Self.gap
      let drawing = FigureDrawing(plot)
      body += drawing.group(number: drawingCount, top: bottom)
      bottom += drawing.height
    }
    for note in notes { append(note) }
  }

  /// Appends a text, wrapped to the width of the drawings.
  mutating func append(_ text: String, isTitle: Bool = false) {
    let screen = ScreenText(columns: Self.columns, width: \.displayWidth)
    for line in screen.wrapped(text) {
      bottom += Self.lineHeight
      let position = "x=\"\(Self.margin.coordinate)\" y=\"\(bottom.coordinate)\""
      let words = String(line.drop { $0 == " " })
      body += Self.element("text", words, "class=\"start\(isTitle ? " title" : "")\" \(position)")
    }
  }

  /// Returns the sheet as an SVG file with the colours of the report, and its description for
  /// readers who can't see it.
  func file(title: String, description: String) -> String {
    let width = FigureDrawing.width
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" xml:lang=\"\(language.rawValue)\" "
      + "role=\"img\" viewBox=\"0 0 \(width.coordinate) \(height.coordinate)\" "
      + "width=\"\((2 * width).coordinate)\" height=\"\((2 * height).coordinate)\" "
      + "aria-labelledby=\"title desc\">\n" + Self.element("title", title, "id=\"title\"")
      + Self.element("desc", description, "id=\"desc\"")
      + "<style>\n\(FigureStyle.colours(of: "svg"))\(FigureStyle.elements)"
      + "svg text.title { font-weight: bold; }\n</style>\n"
      + "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n" + body + "</svg>\n"
  }

  private static func element(_ name: String, _ text: String, _ attributes: String) -> String {
    var page = ReportPage()
    page.element(name, text, attributes)
    return String(decoding: page.pieces.joined(), as: UTF8.self)
  }
}
