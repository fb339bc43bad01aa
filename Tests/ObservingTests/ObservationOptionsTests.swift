import Observing
import Testing

@Test func `No option is the empty set`() {
  #expect(ObservationOptions(rawValue: 0).isEmpty)
}
