package import Examiner
package import Observing

/// The latest rounds, as a list that can be observed.
package final class RoundHistory: Observable {
  /// How many rounds are remembered.
  package static let rememberedCount = 100

  /// The rounds, the latest last.
  @ObservedList package private(set) var rounds: [RoundSummary]
  /// How far the round is that is played.
  @Observed package internal(set) var round: RoundProgress
  /// How the rounds of the session have ended so far.
  @Observed package internal(set) var statistics: RoundStatistics
  /// How the test stands of which the round is a part; nil where it is none.
  @Observed package private(set) var test: TestStanding?
  package let observation = ObservationTable()

  /// Makes a history that begins with these rounds.
  package init(_ rounds: [RoundSummary], _ round: RoundProgress, _ statistics: RoundStatistics) {
    (self.rounds, self.round, self.statistics) = (rounds, round, statistics)
  }

  /// Takes how the test stands, if that is not known yet.
  package func take(_ series: TestSeries?) {
    let standing = series.flatMap { $0.settings.feedback == .none ? nil : $0.standing }
    if standing != test { test = standing }
  }

  func restore(_ rounds: [RoundSummary]) { self.rounds = rounds }

  /// Adds a round; the oldest one goes when there are too many.
  package func append(_ round: RoundSummary) {
    $rounds.append(round)
    if $rounds.count > Self.rememberedCount { try? $rounds.remove(at: 0) }
  }
}

/// How far a round is.
package struct RoundProgress: Equatable, Sendable {
  package let number: Int
  package let pressedCount: Int
  package let count: Int
  package let finish: ChimpanzeeExaminer.Finish?

  /// Takes the progress of a round.
  package init(_ round: Round) {
    (number, pressedCount, count) = (round.number, round.pressedCount, round.board.count)
    finish = round.feedback == .none ? nil : round.finish
  }
}

/// How many rounds were started, and how they ended.
package struct RoundStatistics: Equatable, Sendable {
  package private(set) var startedCount = 0
  package private(set) var passedCount = 0
  package private(set) var failedCount = 0
  package private(set) var givenUpCount = 0

  /// Counts what has happened; `finish` is how the round ended, if it has by now.
  mutating func count(_ facts: GameFacts, _ finish: ChimpanzeeExaminer.Finish?) {
    var hasMoved = false
    facts.forEach { fact in
      switch fact {
      case .started: startedCount += 1
      case .left: givenUpCount += 1
      case .moved: hasMoved = true
      case .resumed, .stopped, .completed: break
      }
    }
    guard hasMoved, let finish else { return }
    switch finish {
    case .passed: passedCount += 1
    case .failed, .timedOut: failedCount += 1
    case .gaveUp: givenUpCount += 1
    }
  }
}

/// What is known of a round for ever.
package struct RoundSummary: Equatable, Sendable {
  package let number: Int
  package let board: Board
  package let rule: Rule

  /// Makes a summary of a round.
  package init(_ round: KeptRound) {
    (number, board, rule) = (round.number, round.board, round.rule)
  }
}

/// The latest rounds before the one that is played: a new one takes the place of the oldest.
struct PastRounds {
  private static var limit: Int { RoundHistory.rememberedCount - 1 }

  private var places: [KeptRound] = []
  private var oldest = 0

  var rounds: [KeptRound] { Array(places[oldest...] + places[..<oldest]) }

  /// Takes a round.
  ///
  /// When the limit is reached, `round` becomes the oldest one, whose memory can serve the next
  /// round.
  mutating func exchange(_ round: inout KeptRound) {
    guard places.count == Self.limit else { return places.append(round) }
    swap(&places[oldest], &round)
    oldest = (oldest + 1) % Self.limit
  }
}
