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
        throw StudyError.usedTwice(name, column: invocation.column(index))
      }
      guard plan.groups.count < StudyPlan.mostGroups else {
        let limit = StudyPlan.mostGroups
        throw StudyError(
          "a study has at most \(limit) groups", "グループは\(limit)個までです",
          column: invocation.column(index))
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
        throw StudyError(
          "\"\(text)\" is neither blocks nor weights such as 2:1",
          "blocks でも 2:1 のような重みでもありません: \(text)", column: column)
      }
      weights = []
      for part in parts {
        guard let weight = Int(part), "\(weight)" == part, StudyPlan.groupWeightLimits ~= weight
        else {
          let most = StudyPlan.groupWeightLimits.upperBound
          throw StudyError(
            "\"\(part)\" is not a weight: a number from 1 to \(most)",
            "重みは1から\(most)の数です: \(part)", column: column)
        }
        weights?.append(weight)
      }
    }
    assignment = GroupAssignment(weights: weights, line: lineNumber, column: column)
  }

  /// Sets the weights of all groups; throws unless each group has one.
  func checkAssignment() throws(StudyError) {
    guard let assignment else { return }
    let weights = assignment.weights ?? plan.groups.map { _ in 1 }
    let groupCount = plan.groups.count
    guard weights.count == groupCount else {
      throw StudyError(
        "\(counted(weights.count, "weight")) for \(counted(groupCount, "group")): "
          + "each group needs one",
        "グループ\(groupCount)個に重みが\(weights.count)個です。1個ずつ必要です",
        column: assignment.column, line: assignment.line)
    }
    plan.groupWeights = weights
  }

  /// Throws if a group can't be filled, or if there is only one.
  func checkGroups() throws(StudyError) {
    guard plan.participantCount >= plan.groups.count else {
      let groups = counted(plan.groups.count, "group")
      let people = counted(plan.participantCount, "participant")
      throw StudyError(
        "\(groups) of \(people): each group needs someone",
        "参加者\(plan.participantCount)人に\(plan.groups.count)個のグループはできません",
        column: groupLine.column, line: groupLine.line)
    }
    if plan.groups.count == 1, let group = plan.groups.first {
      throw StudyError(
        "\(group) is the only group: a study has none, or two at least",
        "グループが \(group) だけです。グループはないか、2個以上です", column: groupLine.column,
        line: groupLine.line)
    }
  }
}
