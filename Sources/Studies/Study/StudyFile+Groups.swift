import Shell

/// The value of `assign=` in a study file, which is checked when all groups are known.
struct GroupAssignment {
  /// The weights of the groups; `nil` for equal ones.
  let weights: [Int]?
  let line: Int
  let column: Int
}

extension StudyFile {
  /// The keywords of groups.
  static var groupKeywords: [Command<StudyFile>] {
    [
      word("group", [Parameter("NAME", .text)]) { file throws(StudyError) in
        try file.parseGroups()
      },
      word(
        "groups", [Parameter("NAME", .text)], [.key("assign", .text, "blocks")],
        tail: Parameter("NAME", .text)
      ) { file throws(StudyError) in
        try file.parseGroups()
        try file.parseAssignment()
      },
    ]
  }

  /// Adds the groups that the arguments of a line name.
  private func parseGroups() throws(StudyError) {
    for index in 0..<invocation.argumentCount where invocation.textIfGiven(index) != nil {
      let name = try name(at: index)
      guard !plan.groups.contains(name) else {
        throw StudyError(.file(.usedTwice(name)), column: invocation.column(index))
      }
      guard plan.groups.count < StudyPlan.mostGroups else {
        throw StudyError(
          .group(.tooMany(limit: StudyPlan.mostGroups)), column: invocation.column(index))
      }
      plan.groups.append(name)
      groupLine = (lineNumber, invocation.column(index))
    }
  }

  /// Parses `assign=blocks` or weights such as `assign=2:1`; does nothing without the key.
  private func parseAssignment() throws(StudyError) {
    guard let text = invocation.text(key: "assign"),
      let column = invocation.column(key: "assign")
    else { return }
    var weights: [Int]?
    if text != "blocks" {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count > 1 else {
        throw StudyError(.group(.notAssignment(text)), column: column)
      }
      weights = []
      for part in parts {
        guard let weight = Int(part), "\(weight)" == part, StudyPlan.groupWeightLimits ~= weight
        else { throw StudyError(.group(.notWeight(String(part))), column: column) }
        weights?.append(weight)
      }
    }
    assignment = GroupAssignment(weights: weights, line: lineNumber, column: column)
  }

  /// Sets the weights of all groups; throws unless each group has one.
  func checkAssignment() throws(StudyError) {
    guard let assignment else { return }
    let weights = assignment.weights ?? plan.groups.map { _ in 1 }
    guard weights.count == plan.groups.count else {
      throw StudyError(
        .group(.weightCount(weights.count, groupCount: plan.groups.count)),
        column: assignment.column, line: assignment.line)
    }
    plan.groupWeights = weights
  }

  /// Throws if a group can't be filled, or if there is only one.
  func checkGroups() throws(StudyError) {
    guard plan.participantCount >= plan.groups.count else {
      let mistake = GroupMistake.empty(
        participantCount: plan.participantCount, groupCount: plan.groups.count)
      throw StudyError(.group(mistake), column: groupLine.column, line: groupLine.line)
    }
    if plan.groups.count == 1, let group = plan.groups.first {
      throw StudyError(.group(.single(group)), column: groupLine.column, line: groupLine.line)
    }
  }
}
