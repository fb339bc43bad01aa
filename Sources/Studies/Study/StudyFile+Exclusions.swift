import Console

/// The line and column of a rule, for errors that are found at the end of the file.
struct ExclusionPosition {
  let line: Int
  let measureColumn: Int
  let relationColumn: Int
  let valueColumn: Int
}

extension StudyFile {
  mutating func parseExclusion() throws(StudyFileFault.Refusal) {
    guard plan.exclusions.count < StudyPlan.mostExclusions else {
      throw .refused(.tooManyExclusions(limit: StudyPlan.mostExclusions), column: 1)
    }
    guard let subject = StudyExclusion.Subject(rawValue: invocation.text(0)),
      let relation = StudyExclusion.Relation(rawValue: invocation.text(2))
    else { return }
    let exclusion = StudyExclusion(
      subject: subject, measure: invocation.text(1), relation: relation,
      value: invocation.text(3))
    guard !plan.exclusions.contains(exclusion) else {
      throw .refused(.usedTwice(exclusion.text), column: 1)
    }
    plan.exclusions.append(exclusion)
    exclusionPositions.append(
      ExclusionPosition(
        line: lineNumber, measureColumn: invocation.column(1),
        relationColumn: invocation.column(2), valueColumn: invocation.column(3)))
  }

  /// Throws for the first rule with an invalid measured value, comparison or limit.
  func checkExclusions() throws(StudyFileFault) {
    for (exclusion, position) in zip(plan.exclusions, exclusionPositions) {
      do throws(StudyFileFault.Refusal) { try check(exclusion, at: position) } catch {
        throw StudyFileFault(line: position.line, error)
      }
    }
  }

  private func check(
    _ exclusion: StudyExclusion, at position: ExclusionPosition
  ) throws(StudyFileFault.Refusal) {
    let measure = exclusion.measure
    let isTrial = exclusion.subject == .trial
    let measures =
      isTrial
      ? StudyExclusion.TrialMeasure.allCases.map(\.rawValue)
      : StudyExclusion.ParticipantMeasure.allCases.map(\.rawValue)
    let questions = isTrial ? [] : plan.questions.filter { $0.kind != .text }
    let question = questions.first { $0.name == measure }
    guard measures.contains(measure) || question != nil else {
      let known = measures + questions.map(\.name)
      throw .refused(.notMeasure(measure, known: known), column: position.measureColumn)
    }
    guard let question else { return try checkNumber(of: exclusion, at: position) }
    guard !measures.contains(measure) else {
      throw .refused(.ambiguousMeasure(measure), column: position.measureColumn)
    }
    guard case .choice(let choices) = question.kind else {
      return try checkNumber(of: exclusion, at: position)
    }
    guard exclusion.relation == .equal else {
      throw .refused(
        .notRelation(exclusion.relation.rawValue, of: measure), column: position.relationColumn)
    }
    guard choices.contains(exclusion.value) else {
      throw .refused(.notLimit(exclusion.value, of: measure), column: position.valueColumn)
    }
  }

  /// Throws for a share of more than 100 %, and for a rule about the numbers of trials that no block
  /// keeps.
  func checkExclusionLimits() throws(StudyFileFault) {
    let counts = plan.conditions.map(\.trialCount)
    let largest = counts.contains(nil) ? nil : counts.compactMap(\.self).max()
    for (exclusion, position) in zip(plan.exclusions, exclusionPositions) {
      guard let value = Int(exclusion.value) else { continue }
      var reason: StudyFileFault.Reason?
      switch (exclusion.subject, exclusion.measure) {
      case (.participant, StudyExclusion.ParticipantMeasure.passed.rawValue),
        (.participant, StudyExclusion.ParticipantMeasure.excluded.rawValue):
        if value > 100 { reason = .notLimit(exclusion.value, of: exclusion.measure) }
      case (.trial, StudyExclusion.TrialMeasure.number.rawValue):
        if exclusion.relation == .below, let largest, value > largest {
          reason = .excludesAll(largest: largest)
        }
      default: break
      }
      if let reason {
        throw StudyFileFault(
          line: position.line, .refused(reason, column: position.valueColumn))
      }
    }
  }

  /// Throws unless the value is a whole number in its only valid spelling.
  private func checkNumber(
    of exclusion: StudyExclusion, at position: ExclusionPosition
  ) throws(StudyFileFault.Refusal) {
    guard let number = Int(exclusion.value), "\(number)" == exclusion.value,
      (0...StudyExclusion.largestNumber).contains(number)
    else {
      throw .refused(
        .notLimit(exclusion.value, of: exclusion.measure), column: position.valueColumn)
    }
  }
}
