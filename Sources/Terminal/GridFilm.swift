import Characters

/// A film of grids of characters, with a text alternative for people who can't see it.
///
///     let film = GridFilm(title: "Replay", description: "A round.", frames: frames)
///     film.picture()      // SVG
///     film.recording()    // asciicast 2
package struct GridFilm {
  /// A grid, and the time from which it is shown.
  ///
  ///     let frames = [
  ///       GridFilm.Frame(time: 0, grid: first), GridFilm.Frame(time: 650, grid: second),
  ///     ]
  package struct Frame {
    /// Milliseconds from the beginning.
    package let time: Int
    package let grid: TextGrid

    package init(time: Int, grid: TextGrid) {
      self.time = time
      self.grid = grid
    }
  }

  let title: String
  let description: String
  /// The language of both, as in `lang`.
  let languageCode: String
  /// The visible frames: their times ascend and are distinct.
  let frames: [Frame]
  /// The milliseconds for which the last frame is shown.
  static let lastFrameDuration = 3_000

  /// Creates a film; of several frames with the same time, only the last one is visible.
  package init(title: String, description: String, languageCode: String, frames: [Frame]) {
    self.title = title
    self.description = description
    self.languageCode = languageCode
    self.frames = frames.enumerated().filter { index, frame in
      index + 1 == frames.count || frames[index + 1].time > frame.time
    }.map(\.element)
  }

  var columns: Int { frames.map(\.grid.columns).max() ?? 1 }
  var rowCount: Int { frames.map(\.grid.rowCount).max() ?? 1 }
  /// The milliseconds of one run of the film, including those of the last frame.
  var duration: Int { (frames.last?.time ?? 0) + Self.lastFrameDuration }
}

extension GridFilm {
  /// Creates a film of one frame from lines without styles.
  package init(title: String, description: String, languageCode: String, lines: [String]) {
    let columns = lines.map { displayWidth($0) }.max() ?? 1
    var grid = TextGrid(columns: columns, rowCount: lines.count, width: \.displayWidth)
    for (row, line) in lines.enumerated() { grid.put(line, row: row, column: 0) }
    self.init(
      title: title, description: description, languageCode: languageCode,
      frames: [Frame(time: 0, grid: grid)])
  }
}
