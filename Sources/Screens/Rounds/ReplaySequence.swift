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
  private let language: Language
  private let title: String
  /// The sentence at the end: whether the outcome is the same as in the round.
  private let conclusion: String

  /// Begins the replay of a round.
  init(_ round: KeptRound, in language: Language, binding container: EventContainer) {
    film = ReplayFilm(round, in: language)
    let plan = RoundPlan(like: round.board, rule: round.rule).words(in: language)
    title = language.pick(
      "replay of round \(round.number): \(plan)", "ラウンド\(round.number)の再生: \(plan)")
    self.language = language
    conclusion = Self.conclusion(of: round, in: language)
    super.init("replay", binding: container)
    startSequence()
    awaitNext()
  }

  /// The contents of the screen now.
  var scene: LiveScene {
    var scene = film.scene(current, title: title)
    guard !isOver else {
      scene.sentence = conclusion
      scene.keys = language.pick("any key goes back", "どのキーでも戻ります")
      return scene
    }
    scene.keys = language.pick(
      "Enter: the next press; any other key goes back", "Enter で次の押下。ほかのキーで戻ります")
    return scene
  }

  /// `true` while the last scene is shown.
  var isOver: Bool { current + 1 >= film.sceneCount }

  /// Shows the next scene at once.
  func skip() { goToNextSequence() }

  private static func conclusion(of round: KeptRound, in language: Language) -> String {
    var replay = RoundReplay(round)
    while replay.next() != nil {}
    let outcome = round.words(for: round.outcome, in: language)
    return replay.endsTheSame
      ? language.pick("the outcome is the same: \(outcome)", "結果は同じです: \(outcome)")
      : language.pick("the outcome differs: it was \(outcome)", "結果が違います。前は\(outcome)")
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
