import Glibc
import Science
import Testing

/// Tests of random slopes over participants against `glmer` of R's lme4.
struct RandomSlopesTests {
  /// Returns the trials of participants on ten boards in two conditions, whose effect differs
  /// between participants by `slope`.
  private func trials(slope: Double) throws -> MixedTrials {
    var trials = MixedTrials(predictorCount: 1)
    for person in 1...14 {
      for condition in 0...1 {
        for board in 0...9 {
          let (person, condition, board) = (Double(person), Double(condition), Double(board))
          let wave = sin(person * 12.9898 + board * 78.233 + condition * 37.719) * 43758.5453
          let logit =
            0.5 * (person.truncatingRemainder(dividingBy: 5) - 2)
            + condition * slope * ((person * 7).truncatingRemainder(dividingBy: 11) - 5) / 5
            + 0.3 * (board.truncatingRemainder(dividingBy: 3) - 1)
          try trials.add(
            participant: Int(person), board: Int(board), predictors: [condition],
            isPassed: wave - wave.rounded(.down) < 1 / (1 + exp(-logit)))
        }
      }
    }
    return trials
  }

  @Test func `Slopes that differ between participants are carried, as lme4 says`() throws {
    let fit = try MixedLogistic(trials(slope: 2.5), testingSlopeOf: 0)
    let slopes = try #require(try fit.slopes?.get())
    #expect(abs(slopes.ratio - 24.286399) < 0.002)
    #expect(abs(slopes.probability - exp(-slopes.ratio / 2)) < 1e-12)
    #expect(abs((slopes.deviation ?? 0) - 2.12538) < 0.01)
    #expect(abs(fit.coefficients[1].value - 0.62409703) < 0.005)
    #expect(abs(fit.coefficients[1].error - 0.6561656) < 0.01)
    #expect(abs((fit.participantDeviation ?? 0) - 0.73017) < 0.005)
    #expect(abs(fit.deviance - 337.650349) < 0.002)
  }

  @Test func `Slopes that do not differ are not carried`() throws {
    let all = try trials(slope: 0)
    let fit = try MixedLogistic(all, testingSlopeOf: 0)
    let slopes = try #require(try fit.slopes?.get())
    #expect(abs(slopes.ratio - 0.814466) < 0.002)
    #expect(slopes.deviation == nil)
    var intercepts = try MixedLogistic(all)
    #expect(intercepts.slopes == nil && intercepts != fit)
    #expect(intercepts.coefficients == fit.coefficients)
    #expect(intercepts.deviance == fit.deviance)
    intercepts = try MixedLogistic(trials(slope: 2.5))
    #expect(abs(intercepts.coefficients[1].error - 0.2598625) < 0.002)
  }
}
