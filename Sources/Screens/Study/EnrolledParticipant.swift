import Archive
import Shell

extension StudyView {
  /// A participant of the study, with what an experimenter chose at the enrolment.
  ///
  ///     let people = try context.people(in: study, of: plan).map(StudyView.Enrolled.init)
  struct Enrolled: Sendable {
    let code: String
    let order: Int
    let group: String?
    private let choosesOrder: Bool
    private let choosesGroup: Bool
    /// `true` if order and group come from a station's list.
    let isListed: Bool

    init(_ enrolment: EnrolmentRecord) {
      code = enrolment.code
      order = enrolment.order
      group = enrolment.group
      (choosesOrder, choosesGroup, isListed) = enrolment.choice
    }

    /// Returns which of order and group were given by hand or from a list, with their values; `nil`
    /// if none was.
    func choice(in language: Language) -> String? {
      let chosen =
        (choosesOrder ? [language.pick("order \(order)", "順序\(order)")] : [])
        + (choosesGroup ? [language.pick("group \(group ?? "")", "グループ \(group ?? "")")] : [])
      return chosen.isEmpty ? nil : chosen.joined(separator: language.pick(", ", "、"))
    }
  }
}
