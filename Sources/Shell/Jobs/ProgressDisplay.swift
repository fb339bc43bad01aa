public import ChimpSystem

/// The terminal that shows the progress of the foreground operation.
///
///     terminal.show("export: 40 %")
///     let wantsToCancel = terminal.waits(for: descriptor, milliseconds: 100)
///     terminal.show("")
public protocol JobTerminal: AnyObject {
  /// The size of the screen, to which progress lines are fitted.
  var screenText: ScreenText { get }
  /// The time in milliseconds since an arbitrary fixed moment, for measuring intervals.
  var milliseconds: Int { get }
  /// `true` if a signal ends the session, which then asks nothing.
  var endsBySignal: Bool { get }

  /// Replaces the progress line; an empty text removes it.
  func show(_ line: String)

  /// Waits until the descriptor can be read or the time is over.
  ///
  /// - Returns: `true` if the user wants to cancel the operation.
  func waits(for descriptor: Int32, milliseconds: Int?) -> Bool
}

/// The progress display of the foreground operation: one line on a terminal, otherwise a line for
/// each quarter.
///
///     let display = ProgressDisplay(command: "export data.csv", terminal: nil) { print($0) }
///     operation.onProgress = display.update
public final class ProgressDisplay {
  /// The minimum interval between two updates of the progress line, in milliseconds.
  ///
  /// More frequent updates would slow the operation down.
  private static var bestInterval: Int { 100 }

  /// The name of the command, with which lines begin if there is no terminal.
  private let command: String
  private let terminal: (any JobTerminal)?
  /// Writes a progress line if there is no terminal.
  private let report: (String) -> Void
  /// The latest progress that is not on the screen yet; `nil` if there is none.
  private var undrawn: OperationProgress?
  /// The time of the last update on the screen; `nil` before the first one.
  private var lastDraw: Int?
  /// The last reported quarter of the operation, 0 to 4; -1 before the first report.
  private var lastQuarter = -1

  /// Creates a display; without a terminal it passes lines to `report`.
  public init(command: String, terminal: (any JobTerminal)?, report: @escaping (String) -> Void) {
    self.command = command
    self.terminal = terminal
    self.report = report
  }

  /// Shows a new progress, immediately or, soon after another one, at a later call of `draw`.
  ///
  /// Without a terminal, nothing is reported until another quarter is done.
  public func update(_ progress: OperationProgress) {
    guard terminal == nil else {
      undrawn = progress
      return draw()
    }
    guard let percent = progress.percent, percent / 25 > lastQuarter else { return }
    lastQuarter = percent / 25
    let text = progress.text.isEmpty ? "" : " " + progress.text
    report("\(command): \(lastQuarter * 25) %\(text)")
  }

  /// Draws the latest progress if the minimum interval since the last drawing is over.
  public func draw() {
    guard let terminal, let undrawn, delay == 0 else { return }
    lastDraw = terminal.milliseconds
    self.undrawn = nil
    terminal.show(undrawn.bar(terminal.screenText))
  }

  /// The milliseconds until `draw` must be called; `nil` if the screen is up to date.
  public var delay: Int? {
    guard let terminal, undrawn != nil else { return nil }
    guard let lastDraw else { return 0 }
    return max(0, lastDraw + Self.bestInterval - terminal.milliseconds)
  }

  /// Removes the progress line from the screen; does nothing if none was drawn.
  public func end() { if lastDraw != nil { terminal?.show("") } }
}

extension OperationProgress {
  /// The width of a progress bar in characters.
  private static var barWidth: Int { 20 }

  /// Returns a progress bar with a percentage, or with a count if the total is unknown.
  ///
  /// The row is one column shorter than the screen, so that the cursor doesn't wrap.
  public func bar(_ screen: ScreenText) -> String {
    let row: String
    if let percent {
      let filled = percent * Self.barWidth / 100
      let space = String(repeating: " ", count: percent < 10 ? 2 : percent < 100 ? 1 : 0)
      row =
        "[" + String(repeating: "#", count: filled)
        + String(repeating: ".", count: Self.barWidth - filled) + "] \(space)\(words)"
    } else {
      row = text.isEmpty ? "\(completed)" : "\(completed) \(text)"
    }
    return screen.prefix(of: escaped(row), columns: screen.columns - 1)
  }
}
