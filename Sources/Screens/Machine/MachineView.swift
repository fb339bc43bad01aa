import ChimpSystem
import Examiner
import Game
import Observing
import Shell

/// The view of the game for driving programs: reports the facts of each input as JSON, and what can
/// be seen now.
///
/// It follows the model as ``RoundView`` does, so that no fact is told that its text does not tell.
final class MachineView {
  private unowned let console: Console<Application>
  private unowned let application: Application
  /// The observation through which the view follows the model.
  private var observation: ObservationToken?

  /// Creates the view, which follows the model from now on.
  init(_ application: Application, _ console: Console<Application>) {
    self.application = application
    self.console = console
    console.state = { MachineState.members.object(of: MachineState($0)) }
    let model = application.model
    observation = model.reply.observe { [unowned self, unowned model] _ in
      report(model.reply.value)
    }
  }

  /// Reports what an input has led to; rejected inputs are errors of their replies.
  private func report(_ reply: GameReply) {
    switch reply {
    case .facts(let facts, _): report(facts)
    // The press itself was reported at its time.
    case .deferred(let facts, _):
      report(facts.flatMap(self.facts).filter { $0.name != .pressed })
    case .rejected: break
    }
  }

  /// Reports the facts of an input.
  ///
  /// The end of a trial whose outcome waits for answers is reported after them; its last press is
  /// reported without its result.
  private func report(_ facts: [GameFact]) {
    let session = application.game.session
    let end = facts.firstIndex { $0.outcome?.finish != nil }
    guard session.isOutcomeDeferred, let end else { return report(facts.flatMap(self.facts)) }
    report(facts[..<end].flatMap(self.facts))
    if case .press(let cell)? = facts[end].outcome?.move { report([MachineFact(pressing: cell)]) }
  }

  private func report(_ facts: [MachineFact]) {
    console.facts += facts.map { MachineFact.members.object(of: $0) }
  }

  /// Returns the facts that a fact of the session tells.
  private func facts(of fact: GameFact) -> [MachineFact] {
    MachineFact.facts(of: fact, in: application.game.session)
  }

  /// The JSON Schema of the objects.
  static var schema: JSONValue {
    MachineReply.schema(fact: MachineFact.members.type(), state: MachineState.members.type())
  }
}
