package import Observing

/// The observable number of credits, and the code of the current participant.
///
///     let credits = CreditModel()
///     let token = credits.observe(\.participant) { change in print(change.new ?? "") }
///     credits.participant = "P07"  // prints P07
package final class CreditModel: Observable {
  @Observed package internal(set) var count = 0
  @Observed package var participant = CreditModel.firstParticipant
  package let observation = ObservationTable()

  package init() {}

  /// The participant code before a user has entered one.
  package static var firstParticipant: String { "guest" }
}
