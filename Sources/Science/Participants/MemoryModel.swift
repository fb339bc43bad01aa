import Glibc

/// A participant's memory in five numbers.
///
/// A participant who sees numerals for a hold h takes in capacity * (1 - exp(-h / timeConstant)) of
/// them on average, or the capacity where the first press masks them. A numeral that was taken in
/// is lost again at a rate; what is not known is guessed; and some presses slip.
///
/// ```swift
/// let model = try MemoryModel(capacity: 7)
/// model.meanTaken(hold: 250)     // 4.42
/// ```
package struct MemoryModel: Equatable, Sendable {
  /// The number of numerals that are taken in when there is no limit of time.
  package var capacity: Double
  /// The milliseconds within which most of them are taken in.
  package var timeConstant: Double
  /// The rate at which a numeral is lost, per second.
  package var decay: Double
  /// The share of presses that go wrong, known or guessed.
  package var slip: Double
  /// The standard deviation of the number that is taken in, from trial to trial.
  package var spread: Double

  /// Creates a memory; throws `impossible` for numbers out of their ranges.
  package init(
    capacity: Double, timeConstant: Double = 250, decay: Double = 0.05, slip: Double = 0.02,
    spread: Double = 1
  ) throws(StatisticFault) {
    guard capacity >= 0, capacity <= 1e6, timeConstant > 0, timeConstant <= 1e9, decay >= 0,
      decay <= 1e6, slip >= 0, slip < 1, spread > 0, spread <= 1e6
    else { throw .impossible(.parameter) }
    self.capacity = capacity
    self.timeConstant = timeConstant
    self.decay = decay
    self.slip = slip
    self.spread = spread
  }

  /// Creates a memory from numbers that are in their ranges; they are not checked.
  init(
    known capacity: Double, timeConstant: Double, decay: Double, slip: Double, spread: Double
  ) {
    self.capacity = capacity
    self.timeConstant = timeConstant
    self.decay = decay
    self.slip = slip
    self.spread = spread
  }

  /// The memory in the middle of the standard priors.
  package static var usual: MemoryModel { MemoryPriors.standard.middle }

  /// Gets or sets one of the numbers; a value that is set is not checked.
  package subscript(parameter: MemoryParameter) -> Double {
    get { self[keyPath: parameter.property] }
    set { self[keyPath: parameter.property] = newValue }
  }

  /// Returns the mean number of numerals taken in; a `nil` hold means that the first press masks.
  package func meanHeld(hold: Double?) -> Double {
    guard let hold else { return capacity }
    return capacity * -expm1(-max(0, hold) / timeConstant)
  }

  /// Returns the probability that a numeral which was taken in is still known after some time.
  func retained(seconds: Double) -> Double { exp(-decay * max(0, seconds)) }

  /// Returns the probability of a right press among the numerals left, where the next one is known
  /// with a probability; the last numeral is always right.
  func right(known: Double, leftCount: Int) -> Double {
    leftCount <= 1 ? 1 : (1 - slip) * (known + (1 - known) / Double(leftCount))
  }
}

/// The latencies of presses: normal in the logarithm, the first press apart from later ones.
///
///     let latencies = try PressLatencies(first: 1.2, later: 0.5, spread: 0.3)
///     var generator = Generator(text: "apple")
///     let seconds = latencies.draw(isFirst: true, using: &generator)
package struct PressLatencies: Equatable, Sendable {
  /// The median of the first press, in seconds: from the mask, or the board where it masks.
  package var first: Double
  /// The median of each later press, in seconds after the one before.
  package var later: Double
  /// The standard deviation of the logarithms; with 0 all are the same.
  package var spread: Double

  /// Creates latencies; throws `impossible` for numbers out of their ranges.
  package init(
    first: Double = 0.6, later: Double = 0.6, spread: Double = 0
  ) throws(StatisticFault) {
    guard first > 0, later > 0, first <= 1e6, later <= 1e6, spread >= 0, spread <= 10 else {
      throw .impossible(.latency)
    }
    self.init(known: first, later: later, spread: spread)
  }

  private init(known first: Double, later: Double, spread: Double) {
    self.first = first
    self.later = later
    self.spread = spread
  }

  /// A press every 600 ms, all alike.
  package static var standard: PressLatencies {
    PressLatencies(known: 0.6, later: 0.6, spread: 0)
  }
}

/// The numbers of a memory model, in the order in which they are fitted.
///
///     let priors = MemoryPriors.standard
///     for parameter in MemoryParameter.allCases { print(parameter, priors[parameter]) }
package enum MemoryParameter: Int, CaseIterable, Equatable, Sendable {
  case capacity, timeConstant, decay, slip, spread

  fileprivate var property: WritableKeyPath<MemoryModel, Double> {
    switch self {
    case .capacity: \.capacity
    case .timeConstant: \.timeConstant
    case .decay: \.decay
    case .slip: \.slip
    case .spread: \.spread
    }
  }

  /// Returns the number on the scale of the fit: the logarithm, for slips that of the odds.
  func transformed(_ value: Double) -> Double {
    log(self == .slip ? value / (1 - value) : value)
  }

  /// Returns the number for a value on the scale of the fit.
  func restored(_ value: Double) -> Double {
    self == .slip ? 1 / (1 + exp(-value)) : exp(value)
  }

  /// Returns the standard deviations between a number and the middle of the standard prior.
  func score(value: Double) -> Double { MemoryPriors.standard.score(of: self, value: value) }
}
