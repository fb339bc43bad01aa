import Observation
import Observing

// Apple's module of almost the same name may be imported as well.

@Observable final class Counter {
  var count = 0
}

final class Fridge: Observable {
  @Observed var temperature = 7
  let observation = ObservationTable()
}

/// Returns the values that both kinds of observing report.
func observedWithBoth() -> [Int] {
  let counter = Counter()
  let fridge = Fridge()
  var received: [Int] = []
  let token = fridge.observe(\.temperature) { received.append($0.new ?? 0) }
  withObservationTracking {
    received.append(counter.count)
  } onChange: {
  }
  counter.count = 1
  fridge.temperature = 5
  token.end()
  return received
}
