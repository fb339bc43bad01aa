package import Characters
package import Operations

/// Where a person watches the foreground operation.
package protocol JobTerminal: AnyObject {
  var screenText: ScreenText { get }
  /// How long some moment in the past is ago.
  var milliseconds: Int { get }

  /// Replaces the line of the operation; an empty one takes it away.
  func show(_ line: String)

  /// Waits until the descriptor can be read, or the time is over; answers whether the user wants
  /// the operation to end.
  func waits(for descriptor: Int32, milliseconds: Int?) -> Bool
}

/// Shows how far the foreground operation is: one line on a terminal, a few lines elsewhere.
package final class ProgressDisplay {
  private static var bestInterval: Int { 100 }

  private let command: String
  private let terminal: (any JobTerminal)?
  private let tell: (String) -> Void
  private var undrawn: OperationProgress?
  private var lastDraw: Int?
  private var lastQuarter = -1

  /// Makes a display; where there is no terminal, lines are told.
  package init(command: String, terminal: (any JobTerminal)?, tell: @escaping (String) -> Void) {
    self.command = command
    self.terminal = terminal
    self.tell = tell
  }

  /// Shows a progress, now or as soon as its turn comes.
  package func take(_ progress: OperationProgress) {
    guard terminal == nil else {
      undrawn = progress
      return draw()
    }
    guard let percent = progress.percent, percent / 25 > lastQuarter else { return }
    lastQuarter = percent / 25
    let text = progress.text.isEmpty ? "" : " " + progress.text
    tell("\(command): \(lastQuarter * 25) %\(text)")
  }

  /// Draws what waits to be drawn, if it is time.
  package func draw() {
    guard let terminal, let undrawn, delay == 0 else { return }
    lastDraw = terminal.milliseconds
    self.undrawn = nil
    terminal.show(undrawn.bar(terminal.screenText))
  }

  /// After how many milliseconds something has to be drawn; nil where nothing waits.
  package var delay: Int? {
    guard let terminal, undrawn != nil else { return nil }
    guard let lastDraw else { return 0 }
    return max(0, lastDraw + Self.bestInterval - terminal.milliseconds)
  }

  package func end() { if lastDraw != nil { terminal?.show("") } }
}

extension OperationProgress {
  private static var barWidth: Int { 20 }

  /// A row of the screen that shows how far it is.
  package func bar(_ screen: ScreenText) -> String {
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
