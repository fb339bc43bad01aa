import Events
import Game
import Shell

/// Plays a stored round on the live board, as fast as it was played.
///
/// It is bound to the tree of objects while it plays, which lets its time pass.
///
///     let replay = ReplaySequence(round, in: language, binding: root)
///     replay.scene  // the numerals
final class ReplaySequence: EventSequence {
  private let film: ReplayFilm
  private let title: String
  private let keys: String

  /// Begins the replay of a round.
  init(_ round: KeptRound, in language: Language, binding container: EventContainer) {
    film = ReplayFilm(round, in: language)
    let plan = RoundPlan(like: round.board, rule: round.rule).words(in: language)
    title = language.pick(
      "replay of round \(round.number): \(plan)", "ラウンド\(round.number)の再生: \(plan)")
    keys = language.pick(
      "Enter: the next press; any other key goes back", "Enter で次の押下。ほかのキーで戻ります")
    super.init("replay", binding: container)
    startSequence()
    awaitNext()
  }

  /// The contents of the screen now.
  var scene: LiveScene {
    var scene = film.scene(current, title: title)
    scene.keys = keys
    return scene
  }

  /// Shows the next scene at once; does nothing at the last one.
  func skip() {
    guard current + 1 < film.sceneCount else { return }
    goToNextSequence()
  }

  /// Leaves the tree.
  func end() { container?.unbind(self) }

  /// Requests the next scene, when its time has come; requests none behind the last one.
  private func awaitNext() {
    if let duration = film.duration(ofScene: current) { goToNextSequence(after: duration) }
  }

  override func performStep(_ number: Int) -> Bool {
    awaitNext()
    return true
  }

  override func needsUpdates(inStep number: Int) -> Bool { false }
}
