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
public struct MixedTrials: Equatable, Sendable {
  public let predictorCount: Int
  /// The predictors of all trials in one array, trial by trial.
  private(set) var predictors: [Double] = []
  private(set) var outcomes: [Bool] = []
  private(set) var participants = Codes()
  private(set) var boards = Codes()
  /// `true` if the effects of boards are left out.
  private var leavesOutBoards = false

  /// Creates an empty list for trials with this number of predictors, without the intercept.
  public init(predictorCount: Int) {
    precondition(predictorCount >= 0)
    self.predictorCount = predictorCount
  }

  public var count: Int { outcomes.count }
  public var participantCount: Int { participants.count }
  /// The number of boards; 0 if their effects are left out.
  public var boardCount: Int { leavesOutBoards ? 0 : boards.count }
  public var passedCount: Int { outcomes.count { $0 } }

  /// Adds a trial; participants and boards may have any numbers as identifiers.
  ///
  /// Throws `impossible` for a predictor that is not a number or too large to be squared.
  public mutating func add(
    participant: Int, board: Int, predictors values: [Double], isPassed: Bool
  ) throws(ScienceError) {
    precondition(values.count == predictorCount)
    guard values.allSatisfy(\.isUsable) else { throw .impossible(.value) }
    predictors += values
    outcomes.append(isPassed)
    participants.add(participant)
    boards.add(board)
  }

  /// The same trials for a regression without effects of boards.
  public var withoutBoards: MixedTrials {
    var trials = self
    trials.leavesOutBoards = true
    return trials
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

/// The separation of passes and failures by a predictor, for which an effect has no maximum.
extension MixedTrials {
  /// `true` if no failure has a larger value of a predictor than any pass, or none a smaller one.
  ///
  /// The likelihood then grows with the effect without limit, whatever the random intercepts.
  var hasSeparatedPredictor: Bool {
    (0..<predictorCount).contains { index in
      Separation(trials: 0..<count, of: self, predictor: index).isSeparated
    }
  }

  /// `true` if a predictor separates the trials of each participant, in the same direction.
  ///
  /// The effect can then grow together with the spread of the intercepts.
  var isSeparatedInParticipants: Bool {
    var trialsOf = [[Int]](repeating: [], count: participantCount)
    for (trial, participant) in participants.ofTrials.enumerated() {
      trialsOf[participant].append(trial)
    }
    return (0..<predictorCount).contains { index in
      let all = trialsOf.map { Separation(trials: $0, of: self, predictor: index) }
      return all.allSatisfy(\.isRising) || all.allSatisfy(\.isFalling)
    }
  }

  /// The ranges of a predictor in passed and in failed trials.
  private struct Separation {
    private var passed = (least: Double.infinity, most: -Double.infinity)
    private var failed = (least: Double.infinity, most: -Double.infinity)

    init(trials indices: some Sequence<Int>, of trials: MixedTrials, predictor: Int) {
      for trial in indices {
        let value = trials.predictors[trial * trials.predictorCount + predictor]
        if trials.outcomes[trial] {
          passed = (min(passed.least, value), max(passed.most, value))
        } else {
          failed = (min(failed.least, value), max(failed.most, value))
        }
      }
    }

    /// `true` if no failure is above a pass; also without passes or failures.
    var isRising: Bool { failed.most <= passed.least }
    /// `true` if no pass is above a failure; also without passes or failures.
    var isFalling: Bool { passed.most <= failed.least }
    var isSeparated: Bool { isRising || isFalling }
  }
}
