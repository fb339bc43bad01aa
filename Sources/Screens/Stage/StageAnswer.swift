package import Game

/// The reaction of the stage to a key.
///
///     func answer(to key: StageKey) -> StageAnswer {
///       switch key {
///       case .character("h"): .line("help", .direct)
///       case .escape: .handled
///       default: .passed
///       }
///     }
package enum StageAnswer: Equatable, Sendable {
  /// The line editor must handle the key.
  case passed
  /// The key was handled, and the picture must be drawn again.
  case handled
  /// A command line must be run.
  case line(String, PressInput)
}
