import Observing

/// The observable number of credits, and the code of the current participant.
///
///     let credits = CreditModel()
///     let token = credits.observe(\.participant) { change in print(change.new ?? "") }
///     credits.participant = "P07"  // prints P07
final class CreditModel: Observable {
  @Observed var count = 0
  @Observed var participant = CreditModel.firstParticipant
  let observation = ObservationTable()

  init() {}

  /// The participant code before a user has entered one.
  static var firstParticipant: String { "guest" }
}
