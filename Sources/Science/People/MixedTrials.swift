/// The trials of several participants for a mixed regression, with boards and predictors.
///
/// ```swift
/// var trials = MixedTrials(predictorCount: 1)
/// for trial in records {
///   try trials.add(
///     participant: trial.participant, board: trial.board, predictors: [trial.logHold],
///     isPassed: trial.isPassed)
/// }
/// let fit = try PeopleFit(trials)
/// ```
package struct MixedTrials: Equatable, Sendable {
  package let predictorCount: Int
  /// The predictors of all trials in one array, trial by trial.
  private(set) var predictors: [Double] = []
  private(set) var outcomes: [Bool] = []
  private(set) var participants = Codes()
  private(set) var boards = Codes()

  /// Creates an empty list for trials with this number of predictors, without the intercept.
  package init(predictorCount: Int) {
    precondition(predictorCount >= 0)
    self.predictorCount = predictorCount
  }

  package var count: Int { outcomes.count }
  package var participantCount: Int { participants.count }
  package var boardCount: Int { boards.count }
  package var passedCount: Int { outcomes.count { $0 } }

  /// Adds a trial; participants and boards may have any numbers as identifiers.
  ///
  /// Throws `impossible` for a predictor that is not a number or too large to be squared.
  package mutating func add(
    participant: Int, board: Int, predictors values: [Double], isPassed: Bool
  ) throws(ScienceError) {
    precondition(values.count == predictorCount)
    guard values.allSatisfy(\.isUsable) else { throw .impossible(.value) }
    predictors += values
    outcomes.append(isPassed)
    participants.add(participant)
    boards.add(board)
  }

  /// Returns the predictors of a trial.
  func predictors(of trial: Int) -> ArraySlice<Double> {
    predictors[trial * predictorCount..<(trial + 1) * predictorCount]
  }

  /// Maps the caller's identifiers to 0, 1, 2 and so on.
  struct Codes: Equatable, Sendable {
    private var codes: [Int: Int] = [:]
    /// The mapped number of each trial.
    private(set) var ofTrials: [Int] = []

    var count: Int { codes.count }

    mutating func add(_ number: Int) {
      let code = codes[number] ?? codes.count
      codes[number] = code
      ofTrials.append(code)
    }
  }
}
