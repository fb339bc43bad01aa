/// The measurements of a terminal's self-test, in milliseconds.
///
///     var sample = TimingSample(requestedHold: 200)
///     sample.holds = [201, 203, 202]
///     sample.holdFigures?.median  // Optional(202.0)
package struct TimingSample: Equatable, Sendable {
  /// The times from writing a query to the terminal's answer; empty if it does not answer.
  package var roundTrips: [Double] = []
  /// The actual lengths of holds of `requestedHold`.
  package var holds: [Double] = []
  package let requestedHold: Int

  package init(requestedHold: Int) { self.requestedHold = requestedHold }

  /// The figures of the round trips; `nil` if the terminal does not answer.
  package var roundTripFigures: TimingFigures? { TimingFigures(roundTrips) }

  /// The figures of the holds; `nil` without a hold.
  package var holdFigures: TimingFigures? { TimingFigures(holds) }
}
