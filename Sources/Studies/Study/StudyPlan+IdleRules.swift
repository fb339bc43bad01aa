import Game

extension StudyPlan {
  /// The rules that can exclude nothing, each with the values of what it compares.
  ///
  ///     plan.idleExclusions.map(\.rule.text)  // ["participant age above 150"]
  public var idleExclusions: [(rule: StudyExclusion, values: ClosedRange<Double>)] {
    exclusions.compactMap { rule in
      guard let values = values(of: rule), let limit = Double(rule.number) else { return nil }
      let isIdle =
        switch rule.relation {
        case .below: limit <= values.lowerBound
        case .above: limit >= values.upperBound
        case .equal: !values.contains(limit)
        case .beyond: false
        }
      return isIdle ? (rule, values) : nil
    }
  }

  /// The number of trials of the study's practice if all must be passed, because a rule excludes
  /// whoever fails practice; `nil` without such a rule, and with `until=`.
  public var faultlessPractice: Int? {
    let measure = StudyExclusion.ParticipantMeasure.practice.rawValue
    let hasRule = exclusions.contains { rule in
      rule.subject == .participant && rule.measure == measure && question(of: rule) == nil
    }
    return hasRule && impliesCriterion ? practice?.settings.practice : nil
  }

  /// The names of the conditions, and `practice`, whose holds must be met exactly.
  public var exactHolds: [String] {
    let practices = practice.map { [$0] } ?? []
    return (practices + conditions).filter { $0.settings.presentation.tolerance == 0 }.map(\.name)
  }

  /// Returns the range of the numbers that a rule compares; `nil` for words and deviations.
  private func values(of rule: StudyExclusion) -> ClosedRange<Double>? {
    switch question(of: rule)?.kind {
    case .integer(let range)?, .scale(let range)?:
      return Double(range.lowerBound)...Double(range.upperBound)
    case .decimal(let range)?: return range
    case .choice?, .text?: return nil
    case nil: break
    }
    guard rule.subject == .participant else {
      return (rule.trialMeasure == .number ? 1 : 0)...Double.infinity
    }
    guard let measure = StudyExclusion.ParticipantMeasure(rawValue: rule.measure),
      measure.isOfTrials
    else { return nil }
    return 0...(measure.isShare ? 100 : Double.infinity)
  }

  /// Returns the question whose answers a rule compares; `nil` for a measured value.
  ///
  /// The answer after a block or a trial is about trials, any other about the participant.
  func question(of exclusion: StudyExclusion) -> StudyQuestion? {
    questions.first { question in
      guard question.name == exclusion.measure, question.kind != .text,
        question.isRepeated == (exclusion.subject == .trial)
      else { return false }
      // Earlier programs had no rule about the answer after a trial, but perhaps a question with
      // the name of a measure.
      return question.moment != .trial || exclusion.trialMeasure == nil
    }
  }
}
