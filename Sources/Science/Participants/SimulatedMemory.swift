public import Examiner
import Glibc

/// The memory of a simulated participant for one board.
///
/// ```swift
/// let memory = SimulatedMemory(model, count: 5, hold: 210, using: &generator)
/// let error = memory.press(position: 1, seconds: 0.6, using: &generator)   // 0 where it is right
/// ```
public struct SimulatedMemory: Sendable {
  public let model: MemoryModel
  /// The number of this board's numerals that are remembered.
  let heldCount: Int
  private let count: Int

  /// Draws the number of remembered numerals; `hold` is the time in milliseconds, `nil` for no
  /// limit.
  public init(_ model: MemoryModel, count: Int, hold: Double?, using generator: inout Generator) {
    self.model = model
    self.count = count
    let drawn = model.meanHeld(hold: hold) + model.spread * generator.normal()
    heldCount = Int(min(max(drawn.rounded(), 0), Double(count)))
  }

  /// Returns the pressed numeral as an index among the remaining ones; 0 is the right one.
  ///
  /// `position` is that of the expected numeral, counted from 1. `seconds` is the time since the
  /// mask, `nil` while the numerals can be seen.
  public func press(position: Int, seconds: Double?, using generator: inout Generator) -> Int {
    let leftCount = count - position + 1
    guard leftCount > 1 else { return 0 }
    let known = seconds.map { position <= heldCount ? model.retained(seconds: $0) : 0 } ?? 1
    if generator.unit() < model.right(known: known, leftCount: leftCount) { return 0 }
    return 1 + generator.next(below: leftCount - 1)
  }

  /// Returns the numeral pressed after an error for the same expected numeral.
  ///
  /// All numerals that were not tried are equally likely. `tried` must not contain the right one,
  /// 0.
  public func pressAgain(
    position: Int, except tried: [Int], using generator: inout Generator
  ) -> Int {
    let untried = (0..<count - position + 1).filter { !tried.contains($0) }
    return untried.count > 1 ? untried[generator.next(below: untried.count)] : 0
  }
}

extension PressLatencies {
  /// Returns a random reaction time in seconds.
  public func draw(isFirst: Bool, using generator: inout Generator) -> Double {
    let median = isFirst ? first : later
    return spread > 0 ? median * exp(spread * generator.normal()) : median
  }
}

/// A simulated participant that plays without a board, for large numbers of trials.
///
///     let play = try SimulatedPlay(model, latencies: PressLatencies())
///     var generator = Generator(text: "apple")
///     let rightCount = play.play(count: 5, hold: 210, using: &generator)
public struct SimulatedPlay: Sendable {
  public let model: MemoryModel
  public let latencies: PressLatencies

  public init(_ model: MemoryModel, latencies: PressLatencies) {
    self.model = model
    self.latencies = latencies
  }

  /// Simulates a trial and passes each press to `record`; returns the number of right presses.
  ///
  /// Without a hold, the first press is made while the numerals are visible, and masks them unless
  /// they are never masked. A limit of the answer counts from the mask, or else from the onset; both
  /// times are in milliseconds.
  public func play(
    count: Int, hold: Double?, limit: Double? = nil, isMasked: Bool = true,
    using generator: inout Generator, _ record: (ObservedPress) -> Void = { _ in }
  ) -> Int {
    let memory = SimulatedMemory(model, count: count, hold: hold, using: &generator)
    var clock = 0.0
    for position in 1...max(1, count) {
      let latency = latencies.draw(isFirst: position == 1, using: &generator)
      let isSeen = hold == nil && (position == 1 || !isMasked)
      if !isSeen || !isMasked { clock += latency }
      if let limit, clock * 1000 > limit { return position - 1 }
      let seconds = isSeen ? nil : clock
      let isRight = memory.press(position: position, seconds: seconds, using: &generator) == 0
      record(ObservedPress(seconds: seconds, isRight: isRight))
      if !isRight { return position - 1 }
    }
    return count
  }
}

extension Generator {
  /// Returns a uniform random number from 0 to below 1, in steps of 2^-53.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Returns a standard normal random number, by the method of Box and Muller.
  public mutating func normal() -> Double {
    let radius = sqrt(-2 * log(1 - unit()))
    return radius * cos(2 * .pi * unit())
  }
}
