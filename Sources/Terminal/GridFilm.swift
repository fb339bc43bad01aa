import ChimpSystem

/// A sequence of text screens with times, from which animations and recordings are made.
///
///     let film = GridFilm(title: "Replay", description: "A round.", frames: frames)
///     film.picture()      // SVG
///     film.recording()    // asciicast 2
package struct GridFilm {
  /// A text screen with its start time.
  ///
  ///     let frames = [
  ///       GridFilm.Frame(time: 0, grid: first), GridFilm.Frame(time: 650, grid: second),
  ///     ]
  package struct Frame {
    /// The start time in milliseconds.
    package let time: Int
    package let grid: TextGrid

    package init(time: Int, grid: TextGrid) {
      self.time = time
      self.grid = grid
    }
  }

  let title: String
  let description: String
  /// The language code of the title and the description, such as `en`.
  let languageCode: String
  /// The frames in order, with different times.
  let frames: [Frame]
  /// The duration of the last frame, in milliseconds.
  static let lastFrameDuration = 3_000

  /// Creates a film; of several frames with the same time, only the last is kept.
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
  /// The total duration in milliseconds.
  var duration: Int { (frames.last?.time ?? 0) + Self.lastFrameDuration }
}

extension GridFilm {
  /// Creates a film of one frame from lines of plain text.
  package init(title: String, description: String, languageCode: String, lines: [String]) {
    let columns = lines.map { displayWidth($0) }.max() ?? 1
    var grid = TextGrid(columns: columns, rowCount: lines.count, width: \.displayWidth)
    for (row, line) in lines.enumerated() { grid.put(line, row: row, column: 0) }
    self.init(
      title: title, description: description, languageCode: languageCode,
      frames: [Frame(time: 0, grid: grid)])
  }
}
