/// The measured delays of a terminal, in milliseconds.
///
///     var sample = TimingSample(requestedHold: 200)
///     sample.holds = [201, 203, 202]
///     sample.holdFigures?.median  // Optional(202.0)
package struct TimingSample: Equatable, Sendable {
  /// The times from a query to the terminal's answer; empty if it does not answer.
  package var roundTrips: [Double] = []
  /// The measured times between output and mask, for a request of `requestedHold`.
  package var holds: [Double] = []
  package let requestedHold: Int

  package init(requestedHold: Int) { self.requestedHold = requestedHold }

  /// The statistics of `roundTrips`; `nil` if the terminal does not answer.
  package var roundTripFigures: TimingFigures? { TimingFigures(roundTrips) }

  /// The statistics of `holds`; `nil` without measurements.
  package var holdFigures: TimingFigures? { TimingFigures(holds) }
}
