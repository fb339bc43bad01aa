package import Examiner
import Glibc

/// What a simulated participant remembers of one board, and what comes of each press.
package struct SimulatedMemory: Sendable {
  package let model: MemoryModel
  /// How many numerals of this board were taken in.
  package let takenCount: Int
  private let count: Int

  /// Looks at a board; no hold means that the first press masks it.
  package init(_ model: MemoryModel, count: Int, hold: Double?, using generator: inout Generator) {
    (self.model, self.count) = (model, count)
    let drawn = model.meanTaken(hold: hold) + model.spread * generator.normal()
    takenCount = Int(min(max(drawn.rounded(), 0), Double(count)))
  }

  /// Presses at a place, counted from 1: which of the numerals that are left, 0 for the right one.
  ///
  /// `seconds` is the time since the mask, nothing while the numerals can be seen.
  package func press(place: Int, seconds: Double?, using generator: inout Generator) -> Int {
    let leftCount = count - place + 1
    guard leftCount > 1 else { return 0 }
    let known = seconds.map { place <= takenCount ? model.retained(seconds: $0) : 0 } ?? 1
    if generator.unit() < model.right(known: known, leftCount: leftCount) { return 0 }
    return 1 + generator.next(below: leftCount - 1)
  }
}

extension PressLatencies {
  /// Draws how long a press takes, in seconds.
  package func draw(isFirst: Bool, using generator: inout Generator) -> Double {
    let median = isFirst ? first : later
    return spread > 0 ? median * exp(spread * generator.normal()) : median
  }
}

/// A participant that plays without a board: for many trials at once.
package struct SimulatedPlay: Sendable {
  package let model: MemoryModel
  package let latencies: PressLatencies

  package init(_ model: MemoryModel, latencies: PressLatencies) {
    (self.model, self.latencies) = (model, latencies)
  }

  /// Plays one trial to its end or its first error; gives each press to `take`.
  ///
  /// Answers how many presses were right. In a masking test the first press is made on sight, and
  /// time counts from it.
  package func play(
    count: Int, hold: Double?, using generator: inout Generator,
    _ take: (ObservedPress) -> Void = { _ in }
  ) -> Int {
    let memory = SimulatedMemory(model, count: count, hold: hold, using: &generator)
    var clock = 0.0
    for place in 1...max(1, count) {
      let latency = latencies.draw(isFirst: place == 1, using: &generator)
      let isSeen = hold == nil && place == 1
      if !isSeen { clock += latency }
      let seconds = isSeen ? nil : clock
      let isRight = memory.press(place: place, seconds: seconds, using: &generator) == 0
      take(ObservedPress(seconds: seconds, isRight: isRight))
      if !isRight { return place - 1 }
    }
    return count
  }
}

extension Generator {
  /// A number from 0 to below 1, in steps of 2^-53.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A standard normal number, by the method of Box and Muller.
  package mutating func normal() -> Double {
    let radius = sqrt(-2 * log(1 - unit()))
    return radius * cos(2 * .pi * unit())
  }
}
