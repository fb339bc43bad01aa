package import Observing

/// The number of credits and the participant who plays for them, as observed properties.
package final class CreditModel: Observable {
  @Observed package internal(set) var count = 0
  @Observed package var participant = "guest"
  package let observation = ObservationTable()

  package init() {}
}
