import ChimpSystem
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
    let facts = application.game.model.facts
    observation = facts.observe([]) { [unowned self] _ in report(facts.value) }
  }

  /// Reports the facts of an input; rejected inputs are errors of their replies.
  private func report(_ facts: [GameFact]) {
    let session = application.game.session
    console.facts += facts.flatMap { MachineFact.facts(of: $0, in: session) }
      .map { MachineFact.members.object(of: $0) }
  }

  /// The JSON Schema of the objects.
  static var schema: JSONValue {
    MachineReply.schema(fact: MachineFact.members.type(), state: MachineState.members.type())
  }
}
