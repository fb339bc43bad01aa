package import Observing

/// The number of credits and the participant who plays for them, as observed properties.
package final class CreditModel: Observable {
  @Observed package internal(set) var count = 0
  @Observed package var participant = CreditModel.firstParticipant
  package let observation = ObservationTable()

  package init() {}

  /// The code of whoever plays without having said one.
  package static var firstParticipant: String { "guest" }
}
