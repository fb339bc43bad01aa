import Archive
import Exchange
import Game
import Records
import Shell
import Studies

/// The order and the group that an experimenter chooses for a participant; `nil` for those that the
/// program chooses.
///
///     try study.enrol("P07", by: EnrolmentChoice(line))
struct EnrolmentChoice {
  let order: Int?
  let group: String?
  /// `true` if the line says that a station's list has them.
  let isListed: Bool
  /// The column of `order=` in the line.
  let orderColumn: Int?
  /// The column of `group=` in the line.
  let groupColumn: Int?

  init(_ line: Invocation) {
    order = line.number(key: "order")
    group = line.text(key: "group")
    isListed = line.text(key: "by") == "list"
    orderColumn = line.column(key: "order")
    groupColumn = line.column(key: "group")
  }
}

extension StudyController {
  /// Enrols a participant: assigns a group and an order of blocks.
  ///
  /// An experimenter can choose both, which is stored with the enrolment.
  ///
  /// - Throws: The refusal if the code is invalid or enrolled, if the group or the order is unknown,
  ///   or if the study is full.
  func enrol(_ code: String, by choice: EnrolmentChoice) throws {
    try checkIsOfPerson(code)
    // The next round of a test would belong to the new participant.
    guard game.series == nil else { throw Refusal.testGoesOn }
    let (plan, enrolled) = try perform(alone: true) { context in
      let (study, plan) = try self.study(in: context)
      let others = try context.people(in: study, of: plan)
      if try Withdrawals(context).containsSpelling(of: code) { throw Refusal.hasWithdrawn(code) }
      if let refusal = refusal(toEnrol: code, beside: others, in: plan) { throw refusal }
      let enrolment = EnrolmentRecord()
      let offset = stationOffset(study)
      enrolment.code = code
      let played = try context.order(ofTrialsBy: code, in: study)
      try check(choice, of: plan, code, played: played)
      enrolment.choice = (choice.order != nil, choice.group != nil, choice.isListed)
      enrolment.group =
        choice.group
        ?? study.drawGroup(of: plan, on: programStore.environment.machine, in: context)
        ?? smallestGroup(beside: others, in: plan, offset: offset)
      let orders = others.filter { $0.group == enrolment.group }.map(\.order)
      let counts = orders.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      // Trials that came from a file without their enrolment go on in their order.
      enrolment.order =
        played ?? choice.order
        ?? plan.order(for: code, counts: counts, offset: offset)
      _ = try context.insert(enrolment)
      enrolment.study = study
      try context.save()
      return (plan, (order: enrolment.order, group: enrolment.group))
    }
    participantBefore = game.model.credits.participant
    application.enrol(code)
    view.showEnrolment(of: code, in: plan, order: enrolled.order, group: enrolled.group)
  }

  /// Throws for a code that can't be that of one person.
  private func checkIsOfPerson(_ code: String) throws(Refusal) {
    guard ParticipantCode.isValid(code) else { throw Refusal.invalidCode }
    guard !ParticipantCode.isSimulated(code) else {
      throw Refusal(
        "is-simulated", "\(code) is a code of simulated participants: take another code",
        "\(code) はシミュレーションの参加者のコードです。別のコードにしてください")
    }
    let guest = CreditModel.firstParticipant
    guard code.lowercased() != guest else {
      throw Refusal(
        "is-guest",
        "\(guest) stands for everyone without a code: take another code",
        "\(guest) はコードのない人すべてです。別のコードにしてください")
    }
  }

  /// Returns the reason why a code can't be enrolled beside others; `nil` if it can.
  private func refusal(
    toEnrol code: String, beside others: [EnrolmentRecord], in plan: StudyPlan
  ) -> Refusal? {
    if let known = others.first(where: { $0.code == code }) {
      return Refusal(
        "is-enrolled", "\(code) is enrolled already: order \(known.order) of \(plan.orderCount)",
        "\(code) は登録されています: 順序\(known.order)/\(plan.orderCount)")
    }
    if let known = others.first(where: { $0.code.lowercased() == code.lowercased() }) {
      return Refusal(
        "is-similar",
        "\(code) differs from \(known.code) only in capitals, and \(known.code) is enrolled: "
          + "take another code",
        "\(code) は登録済みの \(known.code) と大文字小文字だけが違います。別のコードにしてください")
    }
    let count = plan.participantCount
    guard others.count >= count else { return nil }
    return Refusal(
      "is-full", "all \(count) participants are enrolled", "\(count)人の参加者がすべて登録されています")
  }

  /// The index at which this station begins among equally frequent groups and orders.
  ///
  /// Stations without a common store would otherwise all begin with the same ones. It is derived
  /// from the store and the machine.
  private func stationOffset(_ study: StudyRecord) -> Int {
    StudyPlan.offset(
      ofStation: programStore.environment.machine.map { "\($0)/\(study.objectId)" })
  }

  /// Throws if the study does not have a given group or order, or if the participant's trials are
  /// in another order.
  private func check(
    _ choice: EnrolmentChoice, of plan: StudyPlan, _ code: String, played: Int?
  ) throws {
    if let group = choice.group {
      guard !plan.groups.isEmpty else { throw Refusal.noGroups.at(choice.groupColumn) }
      guard plan.groups.contains(group) else {
        throw Refusal.noGroup(group, of: plan.groups).at(choice.groupColumn)
      }
    }
    guard let order = choice.order else {
      guard !choice.isListed || choice.group != nil else {
        throw Refusal(
          "no-list-line", "by=list says where order= or group= come from, and needs one of them",
          "by=list は order= や group= の出どころを示すので、どちらかが必要です")
      }
      return
    }
    guard plan.orders.contains(order) else {
      let count = plan.orderCount
      throw Refusal(
        "no-order", "the study has no order \(order), only \(counted(count, "order"))",
        "順序\(order)は研究にありません。順序は\(count)通りです", column: choice.orderColumn)
    }
    guard let played, played != order else { return }
    throw Refusal(
      "has-order", "\(code) has played in order \(played), not \(order)",
      "\(code) は順序\(order)ではなく順序\(played)で始めています", column: choice.orderColumn)
  }

  /// Returns the group with the fewest of the other participants; `nil` without groups.
  private func smallestGroup(
    beside others: [EnrolmentRecord], in plan: StudyPlan, offset: Int
  ) -> String? {
    let counts = others.compactMap(\.group).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    return plan.smallestGroup(counts, offset: offset)
  }
}
