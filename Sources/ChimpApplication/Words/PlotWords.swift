import Science

/// Pictures of all trials.
extension Language {
  /// What a survey has found, as a picture.
  func lines(
    of report: Survey<SummaryTally>.Report, _ kind: PlotKind, _ style: Plot.Style, width: Int
  ) -> [String] {
    let blocks = TestPreset.names.compactMap { name in
      report.tally.blocks[name].map { (name, $0) }
    }
    var found: [String] = []
    if kind == .accuracy {
      let lines = blocks.compactMap { line($0, $1.whole.passes) }
      if !lines.isEmpty { found = [head(kind)] + shares(lines).rows(style, width: width) }
    } else {
      for (name, block) in blocks {
        guard let plot = plot(of: block, kind) else { continue }
        found += ["\(name): " + head(kind)] + plot.rows(style, width: width)
      }
    }
    return (found.isEmpty ? [noTrials] : found) + lines(of: report.leftOut)
  }

  private func head(_ kind: PlotKind) -> String {
    switch kind {
    case .accuracy: pick("passed, by test", "成功、テストごと")
    case .position: pick("right where reached, by position", "到達した順番での正解")
    case .latency: pick("time of a press, by position", "押下の時間、順番ごと")
    case .learning: pick("passed, by session", "成功、セッションごと")
    case .span: pick("passed, by numerals", "成功、個数ごと")
    }
  }

  private func plot(of block: SummaryTally.Block, _ kind: PlotKind) -> Plot? {
    let most = ArchivedRound.pageSize
    switch kind {
    case .accuracy: return nil
    case .position:
      guard let places = try? block.whole.positions.proportions() else { return nil }
      let parts = Dictionary(uniqueKeysWithValues: zip(1..., places))
      return shares(parts.gathered(into: most).compactMap(line))
    case .learning: return shares(block.sessions.gathered(into: most).compactMap(line))
    case .span:
      return shares(block.parts.mapValues(\.passes).gathered(into: most).compactMap(line))
    case .latency: return times(block.latencies.prefix(most))
    }
  }

  private func line(_ name: String, _ proportion: Proportion) -> Plot.Line? {
    (try? proportion.estimate()).map {
      Plot.Line(name, $0.value, $0.interval, "\($0.value.percent) %")
    }
  }

  private func shares(_ lines: [Plot.Line]) -> Plot {
    Plot(lines, over: 0...1, ends: ("0 %", "100 %"))
  }

  private func times(_ tallies: some Sequence<LatencyTally>) -> Plot? {
    let lines = tallies.enumerated().compactMap { place, tally -> Plot.Line? in
      guard let mean = try? tally.geometricMean() else { return nil }
      let interval = (try? tally.estimate())?.interval
      return Plot.Line("\(place + 1)", mean, interval, "\(mean.decimal(0)) ms")
    }
    // An interval of few times may be so long that nothing else could be seen.
    let highest = lines.map { min($0.interval?.upper ?? $0.value, 3 * $0.value) }.max()
    guard let highest, highest < 1e15 else { return nil }
    return Plot(lines, over: 0...highest, ends: ("0", "\(highest.decimal(0)) ms"))
  }
}
