package import Observing

/// The number of credits and the participant who plays for them, as observed properties.
///
///     let credits = CreditModel()
///     let token = credits.observe(\.participant) { change in print(change.new ?? "") }
///     credits.participant = "P07"  // prints P07
package final class CreditModel: Observable {
  @Observed package internal(set) var count = 0
  @Observed package var participant = CreditModel.firstParticipant
  package let observation = ObservationTable()

  package init() {}

  /// The code of a participant who has not given one.
  package static var firstParticipant: String { "guest" }
}
