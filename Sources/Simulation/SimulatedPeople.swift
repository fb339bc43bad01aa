package import Console
package import Game
package import Science

package struct SimulatedPeople: Equatable, Sendable {
  package var groups = [SimulatedPower.Group(capacity: 6.5, deviation: 1)]
  package var model: MemoryModel
  package var latencies: PressLatencies
  package var seed: SessionSeed?
  /// What is drawn from where nobody says it: the same on every machine.
  package var usedSeed: SessionSeed { seed ?? .script }

  package init(model: MemoryModel, latencies: PressLatencies, seed: SessionSeed? = nil) {
    self.model = model
    self.latencies = latencies
    self.seed = seed
  }

  package static var keys: [Parameter] {
    [
      .key("tau", .text, "MS"), .key("decay", .text, "RATE"), .key("slips", .text, "SHARE"),
      .key("latency", .text, "FIRST,LATER,SPREAD"), .key("seed", .text, "TEXT"),
    ]
  }
}
