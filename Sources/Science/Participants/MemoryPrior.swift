import Glibc

/// The numbers of a memory model, in the order in which they are fitted.
package enum MemoryParameter: Int, CaseIterable, Equatable, Sendable {
  case capacity
  case timeConstant
  case decay
  case slip
  case spread
}

/// What is known of a memory before anything is observed: normal in the logarithms, for the slips
/// in the logarithm of the odds.
///
/// A model is scored by how many standard deviations each of its numbers is from the usual one.
enum MemoryPrior {
  static func mean(_ parameter: MemoryParameter) -> Double {
    switch parameter {
    case .capacity: log(7)
    case .timeConstant: log(250)
    case .decay: log(0.05)
    case .slip: -4
    case .spread: 0
    }
  }

  static func deviation(_ parameter: MemoryParameter) -> Double {
    switch parameter {
    case .capacity, .spread: 0.5
    case .timeConstant: 0.8
    case .decay, .slip: 1
    }
  }

  /// The number that lies so many standard deviations from the usual one.
  static func value(_ parameter: MemoryParameter, score: Double) -> Double {
    let place = mean(parameter) + deviation(parameter) * score
    return parameter == .slip ? 1 / (1 + exp(-place)) : exp(place)
  }

  /// How many standard deviations a number lies from the usual one.
  static func score(_ parameter: MemoryParameter, value: Double) -> Double {
    let place = parameter == .slip ? log(value / (1 - value)) : log(value)
    return (place - mean(parameter)) / deviation(parameter)
  }
}

extension MemoryModel {
  /// The value of one of its numbers.
  package subscript(parameter: MemoryParameter) -> Double {
    get {
      switch parameter {
      case .capacity: capacity
      case .timeConstant: timeConstant
      case .decay: decay
      case .slip: slip
      case .spread: spread
      }
    }
    set {
      switch parameter {
      case .capacity: capacity = newValue
      case .timeConstant: timeConstant = newValue
      case .decay: decay = newValue
      case .slip: slip = newValue
      case .spread: spread = newValue
      }
    }
  }

  /// The usual memory, which the priors have in their middle.
  package static var usual: MemoryModel {
    let all = MemoryParameter.allCases
    return MemoryModel().placed(all, at: [Double](repeating: 0, count: all.count))
  }

  /// The memory with the numbers that have these scores.
  func placed(_ parameters: [MemoryParameter], at scores: [Double]) -> MemoryModel {
    var model = self
    for (parameter, score) in zip(parameters, scores) {
      model[parameter] = MemoryPrior.value(parameter, score: score)
    }
    return model
  }
}
