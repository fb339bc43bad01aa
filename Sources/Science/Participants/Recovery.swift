package import Examiner
import Glibc

/// Whether a fit finds the numbers again that a simulation began with.
package struct Recovery: Sendable {
  /// So many trials with so many numerals, from the first to the last number in turn.
  package struct Block: Equatable, Sendable {
    package let trialCount: Int
    package let counts: ClosedRange<Int>
    /// The holds in turn; nothing where the first press masks.
    package let holds: [Double?]

    /// Makes a block of trials.
    package init(trialCount: Int, counts: ClosedRange<Int>, holds: [Double?]) {
      self.trialCount = trialCount
      self.counts = counts
      self.holds = holds
    }
  }

  /// A participant that was made up, and what was found of it.
  package struct Participant: Equatable, Sendable {
    package let truth: MemoryModel
    package let found: MemoryModel
  }

  package let blocks: [Block]
  private let latencies: PressLatencies
  private let seed: Seed

  /// Plans a recovery; each participant has a generator of its own out of the seed and its number.
  package init(_ blocks: [Block], latencies: PressLatencies, seed: Seed) throws(StatisticFault) {
    for block in blocks {
      guard block.counts.lowerBound > 0, !block.holds.isEmpty else {
        throw .impossible(.numeralCount)
      }
    }
    self.blocks = blocks
    self.latencies = latencies
    self.seed = seed
  }

  /// The published plan: 150 trials with a hold and 120 that are masked, of 5 to 10 numerals.
  package static func standard(seed: Seed) throws(StatisticFault) -> Recovery {
    try Recovery(
      [
        Block(trialCount: 150, counts: 5...10, holds: [210, 430, 650]),
        Block(trialCount: 120, counts: 5...10, holds: [nil]),
      ], latencies: PressLatencies(spread: 0.3), seed: seed)
  }

  /// Makes up a participant out of the priors, plays all blocks, and fits what came.
  package func participant(_ number: Int) throws(StatisticFault) -> Participant {
    try Self.participant(seed: Seed(seed, round: number)) {
      model, generator throws(StatisticFault) in try play(model, using: &generator)
    }
  }

  /// Makes up a participant out of the priors, has it play, and fits what came.
  package static func participant(
    seed: Seed,
    playing play: (MemoryModel, inout Generator) throws(StatisticFault) -> ObservedTrials
  ) throws(StatisticFault) -> Participant {
    var generator = Generator(text: seed.text)
    var truth = MemoryModel.usual
    for parameter in MemoryParameter.allCases where parameter != .spread {
      truth[parameter] = MemoryPrior.value(parameter, score: generator.normal())
    }
    let trials = try play(truth, &generator)
    return Participant(truth: truth, found: try MemoryFit(trials).model)
  }

  private func play(
    _ model: MemoryModel, using generator: inout Generator
  ) throws(StatisticFault) -> ObservedTrials {
    let play = SimulatedPlay(model, latencies: latencies)
    var trials = ObservedTrials()
    var presses: [ObservedPress] = []
    for block in blocks {
      for trial in 0..<block.trialCount {
        let count = block.counts.lowerBound + trial % block.counts.count
        let hold = block.holds[trial / block.counts.count % block.holds.count]
        presses.removeAll(keepingCapacity: true)
        _ = play.play(count: count, hold: hold, using: &generator) { presses.append($0) }
        try trials.add(count: count, hold: hold, presses: presses)
      }
    }
    return trials
  }

  /// How nearly what was found follows what was put in, on the scale of the fit.
  package static func correlation(
    _ parameter: MemoryParameter, of participants: [Participant]
  ) throws(StatisticFault) -> Double {
    let pairs = participants.map { participant in
      (
        MemoryPrior.score(parameter, value: participant.truth[parameter]),
        MemoryPrior.score(parameter, value: participant.found[parameter])
      )
    }
    return try Correlation(pairs).value
  }
}
