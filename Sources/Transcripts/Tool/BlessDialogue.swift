/// Asks for each difference what is to become of it.
final class BlessDialogue {
  private let environment: TranscriptEnvironment
  private let isInteractive: Bool
  private var hasQuit = false

  init(_ environment: TranscriptEnvironment, isInteractive: Bool) {
    self.environment = environment
    self.isInteractive = isInteractive
  }

  /// What is to become of a block.
  func choice(
    _ index: Int, _ plan: TranscriptPlan, _ run: TranscriptRun, makesHoles: Bool
  ) -> Blessing.Choice {
    guard isInteractive else { return makesHoles ? .acceptWithHoles : .accept }
    guard !hasQuit else { return .leave }
    let format = HumanFormat(hasColor: environment.hasColor)
    let block = BlockReport(plan.path, plan.transcript, run, index)
    environment.output(Array(format.text(of: block).utf8))
    while true {
      environment.output(Array("accept, skip, make holes or quit? [a/s/h/q] ".utf8))
      switch environment.answer() {
      case "a": return .accept
      case "h": return .acceptWithHoles
      case "s": return .leave
      case "q", nil:
        hasQuit = true
        return .leave
      default: continue
      }
    }
  }
}
