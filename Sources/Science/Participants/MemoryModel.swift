import Glibc

/// A participant's memory in five numbers.
///
/// Somebody who sees numerals for a hold h takes in capacity * (1 - exp(-h / timeConstant)) of them
/// on average, or the capacity where the first press masks them. A numeral that was taken in is
/// lost again at a rate; what is not known is guessed; and some presses slip.
package struct MemoryModel: Equatable, Sendable {
  /// How many numerals are taken in, given time.
  package var capacity: Double
  /// The milliseconds within which most of them are taken in.
  package var timeConstant: Double
  /// The rate at which a numeral is lost, a second.
  package var decay: Double
  /// The share of presses that slip, whatever is known.
  package var slip: Double
  /// The standard deviation of what is taken in, from trial to trial.
  package var spread: Double

  /// Makes a memory whose numbers are possible.
  package init(
    capacity: Double, timeConstant: Double = 250, decay: Double = 0.05, slip: Double = 0.02,
    spread: Double = 1
  ) throws(StatisticFault) {
    guard capacity >= 0, capacity <= 1e6, timeConstant > 0, timeConstant <= 1e9, decay >= 0,
      decay <= 1e6, slip >= 0, slip < 1, spread > 0, spread <= 1e6
    else { throw .impossible(.parameter) }
    (self.capacity, self.timeConstant, self.decay) = (capacity, timeConstant, decay)
    (self.slip, self.spread) = (slip, spread)
  }

  private init() { (capacity, timeConstant, decay, slip, spread) = (7, 250, 0.05, 0.02, 1) }

  /// The usual memory, which the priors have in their middle.
  package static var usual: MemoryModel {
    let all = MemoryParameter.allCases
    return MemoryModel().placed(all, at: [Double](repeating: 0, count: all.count))
  }

  /// The value of one of its numbers.
  package subscript(parameter: MemoryParameter) -> Double {
    get { self[keyPath: parameter.prior.number] }
    set { self[keyPath: parameter.prior.number] = newValue }
  }

  func placed(_ parameters: [MemoryParameter], at scores: [Double]) -> MemoryModel {
    var model = self
    for (parameter, score) in zip(parameters, scores) {
      model[parameter] = parameter.value(score: score)
    }
    return model
  }

  /// How many numerals are taken in on average; no hold means that the first press masks.
  package func meanTaken(hold: Double?) -> Double {
    guard let hold else { return capacity }
    return capacity * -expm1(-max(0, hold) / timeConstant)
  }

  func retained(seconds: Double) -> Double { exp(-decay * max(0, seconds)) }

  /// The probability of a right press among so many numerals left, if the next is known or not.
  func right(known: Double, leftCount: Int) -> Double {
    leftCount <= 1 ? 1 : (1 - slip) * (known + (1 - known) / Double(leftCount))
  }
}

/// How long presses take: spread as their logarithms are, the first apart from later ones.
package struct PressLatencies: Equatable, Sendable {
  /// The median of the first press, in seconds: from the mask, or the board where it masks.
  package var first: Double
  /// The median of each later press, in seconds after the one before.
  package var later: Double
  /// The standard deviation of the logarithms; with 0 all are the same.
  package var spread: Double

  /// Makes latencies that are possible.
  package init(
    first: Double = 0.6, later: Double = 0.6, spread: Double = 0
  ) throws(StatisticFault) {
    guard first > 0, later > 0, first <= 1e6, later <= 1e6, spread >= 0, spread <= 10 else {
      throw .impossible(.latency)
    }
    (self.first, self.later, self.spread) = (first, later, spread)
  }
}

/// The numbers of a memory model, in the order in which they are fitted.
package enum MemoryParameter: Int, CaseIterable, Equatable, Sendable {
  case capacity, timeConstant, decay, slip, spread

  /// What is known before anything is observed: normal in the logarithms, for the slips in the
  /// logarithm of the odds.
  fileprivate var prior: (number: WritableKeyPath<MemoryModel, Double>, mean: Double, Double) {
    switch self {
    case .capacity: (\.capacity, log(7), 0.5)
    case .timeConstant: (\.timeConstant, log(250), 0.8)
    case .decay: (\.decay, log(0.05), 1)
    case .slip: (\.slip, -4, 1)
    case .spread: (\.spread, 0, 0.5)
    }
  }

  /// The number that lies so many standard deviations from the usual one.
  func value(score: Double) -> Double {
    let (_, mean, deviation) = prior
    let place = mean + deviation * score
    return self == .slip ? 1 / (1 + exp(-place)) : exp(place)
  }

  func score(value: Double) -> Double {
    let (_, mean, deviation) = prior
    return (log(self == .slip ? value / (1 - value) : value) - mean) / deviation
  }
}
