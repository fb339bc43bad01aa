import Shell
import Statistics

/// The reply of `plot`, and the texts of the file of `plot picture=FILE`.
struct PlotView {
  let language: Language

  /// Returns the values of plots as text, for readers who can't see the picture.
  func text(of plots: [Plot]) -> String {
    let texts = plots.map { plot in
      let labelled = LabelledPlot(plot, language)
      let values = zip(labelled.labels, plot.points).map { label, point in
        "\(label): " + labelled.words(point.value)
      }
      let outside = plot.outsideNote(in: language)
      let all = values + (outside.isEmpty ? [] : [outside])
      return labelled.title + ": " + all.joined(separator: language.pick("; ", "、"))
    }
    return texts.isEmpty
      ? noTrials(in: language) : texts.joined(separator: language.pick(". ", "。"))
  }

  /// Returns the reply that the plot was written to a file.
  func words(forFile name: String) -> String {
    language.pick("wrote the plot to \"\(name)\"", "図を \(name) に書きました")
  }

  /// Returns the plots as one SVG file, drawn as in the report, and lines about excluded trials.
  func picture(of report: SurveyReport<[Plot]>) -> String {
    var sheet = FigureSheet(language: language)
    for plot in report.figures {
      sheet.append(LabelledPlot(plot, language), notes: notes(on: plot))
    }
    if report.figures.isEmpty { sheet.append(noTrials(in: language)) }
    for note in report.exclusions.notes(in: language) { sheet.append(note) }
    return sheet.file(
      title: language.pick("Plot", "図"), description: text(of: report.figures))
  }

  /// Returns the notes below a plot: games and tests that it does not show, and what its curve is.
  private func notes(on plot: Plot, hasCurve: Bool = true) -> [String] {
    [
      plot.olderNote(in: language), plot.outsideNote(in: language),
      hasCurve ? plot.curveNote(in: language) : "",
    ].filter { !$0.isEmpty }
  }

  /// Returns the plots in characters, or in sentences for a reader who hears them, and a line about
  /// excluded trials.
  func lines(
    of report: SurveyReport<[Plot]>, _ style: PlotStyle, width: Int,
    for reader: TableReader = TableReader()
  ) -> [String] {
    let pictures = report.figures.flatMap { plot in
      let labelled = LabelledPlot(plot, language)
      let explanation = plot.explanation(in: language).map { [$0] } ?? []
      let rows = reader.isSpoken ? labelled.sentences : labelled.rows(style, width: width)
      // The curve has no sentence, and so no note.
      let lines =
        explanation + (plot.points.isEmpty ? [] : rows)
        + notes(on: plot, hasCurve: !reader.isSpoken)
      // The title says so itself.
      return [labelled.title]
        + (plot.hasAgents ? report.exclusions.marked(lines, in: language) : lines)
    }
    return (pictures.isEmpty ? [noTrials(in: language)] : pictures)
      + report.exclusions.notes(in: language)
  }
}
