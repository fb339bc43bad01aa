import Observing
import Testing

private final class Thermometer: Observable {
  @Observed(.manually) var degrees = 0.0
  let observation = ObservationTable()

  /// Notifies of a change that can be read on the scale.
  func measure(_ measured: Double) {
    if measured.rounded() == degrees.rounded() {
      degrees = measured
    } else {
      changing(\.degrees) { degrees = measured }
    }
  }
}

@Test func `A thermometer notifies of whole degrees by hand`() {
  let thermometer = Thermometer()
  var received: [Double] = []
  let token = thermometer.observe(\.degrees) { received.append($0.new ?? .nan) }
  for degrees in [0.2, 0.4, 1.1, 0.9, -3.0] { thermometer.measure(degrees) }
  #expect(received == [1.1, -3])
  #expect(thermometer.degrees == -3)
  token.end()
}
