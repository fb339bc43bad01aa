import ChimpSystem

extension GridFilm {
  /// Returns the film as an animated SVG; a film with one frame is a still picture.
  ///
  /// The SVG has no script. With reduced motion, viewers see the last frame only.
  package func picture() -> String {
    SVGPicture(self).text
  }
}

/// Writes an SVG in which text that stays the same is written only once.
private struct SVGPicture {
  private let film: GridFilm
  /// The ranges of frames during which some text is visible.
  private var intervals: [Range<Int>] = []
  private var body = ""

  init(_ film: GridFilm) {
    self.film = film
    for row in 0..<film.rowCount { writeRow(row) }
  }

  var text: String {
    GridPicture(columns: film.columns, rowCount: film.rowCount).document(
      title: film.title, description: film.description,
      attributes: "xml:lang=\"\(film.languageCode)\"", style: style, content: body)
  }

  private var style: String {
    var style = """
      svg{--page:#fff;--ink:#1f2328;--dim:#656d76;--good:#0a5bd3;--bad:#b34700}
      @media(prefers-color-scheme:dark){svg{--page:#0d1117;--ink:#e6edf3;--dim:#8b949e;\
      --good:#58a6ff;--bad:#f0883e}}
      \(GridPicture.font)\
      .page,text.reverse{fill:var(--page)}.area{fill:var(--ink)}
      text.bold,text.good,text.bad{font-weight:bold}
      text.dim{fill:var(--dim)}text.good{fill:var(--good)}text.bad{fill:var(--bad)}

      """
    for interval in intervals { style += animation(of: interval) }
    if !intervals.isEmpty {
      style += "@media(prefers-reduced-motion:reduce){g{animation:none!important}}\n"
    }
    return style
  }

  /// Returns the CSS animation that shows elements during a range of frames.
  private func animation(of interval: Range<Int>) -> String {
    let name = Self.name(of: interval)
    let isLast = interval.upperBound == film.frames.count
    var keys = interval.lowerBound == 0 ? "" : "0%{visibility:hidden}"
    keys += "\(percent(interval.lowerBound)){visibility:visible}"
    if !isLast { keys += "\(percent(interval.upperBound)){visibility:hidden}" }
    let duration = (Double(film.duration) / 1000).decimal(3)
    return "@keyframes \(name){\(keys)}"
      + ".\(name){visibility:\(isLast ? "visible" : "hidden");"
      + "animation:\(name) \(duration)s step-end infinite}\n"
  }

  /// Returns the start time of a frame in percent of the duration.
  private func percent(_ frame: Int) -> String {
    let time = film.frames[frame].time - (film.frames.first?.time ?? 0)
    return time == 0 ? "0%" : (Double(time) * 100 / Double(film.duration)).decimal(4) + "%"
  }

  private static func name(of interval: Range<Int>) -> String {
    "f\(interval.lowerBound)-\(interval.upperBound)"
  }

  /// Writes a row of all frames; text that stays the same over several frames is written once.
  private mutating func writeRow(_ row: Int) {
    let contents = film.frames.map { row < $0.grid.rowCount ? $0.grid.runs(ofRow: row) : [] }
    for start in contents.indices {
      var runs: [(interval: Range<Int>, runs: [TextGrid.Run])] = []
      for run in contents[start] where start == 0 || !contents[start - 1].contains(run) {
        let end = contents[start...].firstIndex { !$0.contains(run) } ?? contents.count
        if let index = runs.firstIndex(where: { $0.interval == start..<end }) {
          runs[index].runs.append(run)
        } else {
          runs.append((start..<end, [run]))
        }
      }
      for (interval, runs) in runs { write(runs, row: row, during: interval) }
    }
  }

  /// Writes text that is visible during a range of frames.
  private mutating func write(_ runs: [TextGrid.Run], row: Int, during interval: Range<Int>) {
    let isAnimated = interval.count < film.frames.count
    if isAnimated {
      if !intervals.contains(interval) { intervals.append(interval) }
      body += "<g class=\"\(Self.name(of: interval))\">"
    }
    for run in runs { body += element(run, row: row) }
    body += isAnimated ? "</g>\n" : "\n"
  }

  /// Returns the SVG elements for a run of text in one style.
  private func element(_ run: TextGrid.Run, row: Int) -> String {
    var element = ""
    if run.style == .reverse {
      let area = GridPicture.area(row: row, column: run.column, count: run.columnCount)
      element = "<rect class=\"area\" \(area)/>"
    }
    guard run.text.utf8.contains(where: { $0 != 0x20 }) else { return element }
    let style = run.style == .plain ? "" : " class=\"\(run.style)\""
    return element
      + GridPicture.text(
        run.text, row: row, column: run.column, count: run.columnCount, attributes: style)
  }
}
