import Science
import Testing

/// Tests of adaptive procedures and likelihoods against a thousand random cases each.
struct ProcedureCaseTests {
  @Test func `The likelihood is the sum over all that may have been taken in`() {
    let differences = CaseFile("likelihood").differences { numbers in
      let count = numbers.whole()
      let hold = numbers.number()
      let model = try MemoryModel(
        capacity: numbers.number(), timeConstant: numbers.number(), decay: numbers.number(),
        slip: numbers.number(), spread: numbers.number())
      let presses = (0..<numbers.whole()).map { index in
        let isRight = numbers.whole() == 1
        let seconds = numbers.number()
        return ObservedPress(seconds: hold < 0 && index == 0 ? nil : seconds, isRight: isRight)
      }
      var trials = ObservedTrials()
      try trials.add(count: count, hold: hold < 0 ? nil : hold, presses: presses)
      return [
        Comparison(
          "likelihood", trials.logLikelihood(of: model), numbers.number(), absolute: 1e-10)
      ]
    }
    #expect(differences == [])
  }

  @Test func `The span's grid is that of numpy`() {
    let differences = CaseFile("quest-span").differences { numbers in
      var quest = try SpanQuest()
      for _ in 0..<numbers.whole() {
        let trial = numbers.whole()
        try quest.add(count: abs(trial), isPassed: trial > 0)
      }
      return quest.posterior.comparisons(&numbers) + [
        Comparison("next", Double(quest.mostInformativeCount), numbers.number())
      ]
    }
    #expect(differences == [])
  }

  @Test func `The hold's grid is that of numpy`() {
    let differences = CaseFile("quest-hold").differences { numbers in
      var settings = HoldQuest.Settings()
      settings.numeralCount = numbers.whole()
      var quest = try HoldQuest(settings)
      for _ in 0..<numbers.whole() {
        let trial = numbers.whole()
        try quest.add(holdIndex: abs(trial) - 1, isPassed: trial > 0)
      }
      return quest.logPosterior.comparisons(&numbers) + [
        Comparison("next", Double(quest.nextHoldIndex + 1), numbers.number())
      ]
    }
    #expect(differences == [])
  }

  @Test func `Staircases go where a list of runs leads`() {
    let differences = CaseFile("staircase").differences { numbers in
      let passesNeeded = numbers.whole()
      var staircase =
        numbers.whole() == 1
        ? try Staircase.forHolds(passesNeeded: passesNeeded)
        : try Staircase.forCounts(passesNeeded: passesNeeded)
      let count = numbers.whole()
      let outcomes = numbers.whole()
      for trial in 0..<count { staircase.add(isPassed: outcomes >> trial & 1 == 1) }
      return [
        Comparison("stimulus", staircase.stimulus, numbers.number()),
        Comparison("reversals", Double(staircase.reversals.count), numbers.number()),
        Comparison("estimate", (try? staircase.estimate()) ?? -1, numbers.number()),
      ]
    }
    #expect(differences == [])
  }
}

extension Posterior {
  /// Returns comparisons of the mean, the deviation and the interval with the next numbers of a
  /// case.
  fileprivate func comparisons(_ numbers: inout CaseReader) -> [Comparison] {
    [
      Comparison("mean", mean, numbers.number()),
      Comparison("deviation", deviation, numbers.number()),
      Comparison("lower", interval.lower, numbers.number()),
      Comparison("upper", interval.upper, numbers.number()),
    ]
  }
}
