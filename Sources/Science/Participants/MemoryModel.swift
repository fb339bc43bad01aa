import Glibc

/// The model of a participant's memory, with five parameters.
///
/// Of numerals that are shown for h ms, the participant remembers capacity * (1 - exp(-h /
/// timeConstant)) on average; without a limit of time, it is the capacity. Remembered numerals are
/// forgotten at a constant rate, others are guessed, and some presses go wrong by accident.
///
/// ```swift
/// let model = try MemoryModel(capacity: 7)
/// model.meanHeld(hold: 250)     // 4.42
/// ```
public struct MemoryModel: Equatable, Sendable {
  /// The mean number of numerals that are remembered without a limit of time.
  public var capacity: Double
  /// The time constant in milliseconds with which numerals are memorized.
  public var timeConstant: Double
  /// The rate at which a numeral is forgotten, per second.
  public var decay: Double
  /// The probability that a press goes wrong by accident.
  public var slip: Double
  /// The standard deviation from trial to trial of the number of remembered numerals.
  public var spread: Double

  /// Creates a model; throws `impossible` for values outside of their ranges.
  public init(
    capacity: Double, timeConstant: Double = 250, decay: Double = 0.05, slip: Double = 0.02,
    spread: Double = 1
  ) throws(ScienceError) {
    guard capacity >= 0, capacity <= 1e6, timeConstant > 0, timeConstant <= 1e9, decay >= 0,
      decay <= 1e6, slip >= 0, slip < 1, spread > 0, spread <= 1e6
    else { throw .impossible(.parameter) }
    self.capacity = capacity
    self.timeConstant = timeConstant
    self.decay = decay
    self.slip = slip
    self.spread = spread
  }

  /// Creates a model from values that are known to be in their ranges.
  init(
    known capacity: Double, timeConstant: Double, decay: Double, slip: Double, spread: Double
  ) {
    self.capacity = capacity
    self.timeConstant = timeConstant
    self.decay = decay
    self.slip = slip
    self.spread = spread
  }

  /// Gets or sets a parameter; a new value is not checked.
  public subscript(parameter: MemoryParameter) -> Double {
    get { self[keyPath: parameter.property] }
    set { self[keyPath: parameter.property] = newValue }
  }

  /// Returns the mean number of remembered numerals; `nil` means no limit of time.
  func meanHeld(hold: Double?) -> Double {
    guard let hold else { return capacity }
    return capacity * -expm1(-max(0, hold) / timeConstant)
  }

  /// Returns the probability that a numeral is still remembered after some time.
  func retained(seconds: Double) -> Double { exp(-decay * max(0, seconds)) }

  /// Returns the probability that the next press is right.
  ///
  /// It depends on the probability that the numeral is known, and on the number of remaining
  /// numerals. The last one is always right.
  func right(known: Double, leftCount: Int) -> Double {
    leftCount <= 1 ? 1 : (1 - slip) * (known + (1 - known) / Double(leftCount))
  }
}

/// The distribution of reaction times: lognormal, with separate medians for first and later
/// presses.
///
///     let latencies = try PressLatencies(first: 1.2, later: 0.5, spread: 0.3)
///     var generator = Generator(text: "apple")
///     let seconds = latencies.draw(isFirst: true, using: &generator)
public struct PressLatencies: Equatable, Sendable {
  /// The median time of the first press in seconds, since the mask or, without one before, since
  /// the onset.
  public var first: Double
  /// The median time between later presses, in seconds.
  public var later: Double
  /// The standard deviation of the logarithms; 0 for constant times.
  public var spread: Double

  /// Creates a distribution; throws `impossible` for values outside of their ranges.
  public init(
    first: Double = 0.6, later: Double = 0.6, spread: Double = 0
  ) throws(ScienceError) {
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

  /// A constant time of 600 ms for each press.
  public static var standard: PressLatencies {
    PressLatencies(known: 0.6, later: 0.6, spread: 0)
  }
}

/// The parameters of the memory model, in the order in which they are estimated.
///
///     let priors = MemoryPriors.standard
///     for parameter in MemoryParameter.allCases { print(parameter, priors[parameter]) }
public enum MemoryParameter: Int, CaseIterable, Equatable, Sendable {
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

  /// Returns a value on the scale of the estimation: its logarithm, or the log odds for `slip`.
  func transformed(_ value: Double) -> Double {
    log(self == .slip ? value / (1 - value) : value)
  }

  /// Returns the value for one on the scale of the estimation.
  func restored(_ value: Double) -> Double {
    self == .slip ? 1 / (1 + exp(-value)) : exp(value)
  }

  /// Returns the distance of a value from the standard prior's median, in standard deviations.
  func score(value: Double) -> Double { MemoryPriors.standard.score(of: self, value: value) }
}
