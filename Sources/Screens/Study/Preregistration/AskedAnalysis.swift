import Archive
import Exchange
import Records
import Shell
import Statistics
import Studies

/// An analysis of a study's data, as its command was typed.
///
/// It has no codes of participants, so that it can stay when one of them withdraws.
///
///     let analysis = AskedAnalysis("compare", line, of: ["short", "long"], isPlanned: true)
///     analysis?.text  // compare short long trim=2.5
///     analysis?.isNamed(by: plan)  // false
struct AskedAnalysis {
  let text: String
  /// The name of a study or the hash of its text, if the command asks for one.
  let study: String?
  /// The conditions or groups that a plan must have to name the analysis; `nil` if none names it.
  private let names: [String]?

  /// Creates an analysis from a command and its words; returns `nil` outside of studies.
  ///
  /// A plan names no analysis with a filter or another rule for outliers.
  init?(_ name: String, _ line: Invocation, of words: [String] = [], isPlanned: Bool = false) {
    study = line.text(key: "study")
    guard study != StudyText.outside else { return nil }
    let parameters = StatisticsController.filterKeys + StatisticsController.trimKeys
    let keys = parameters.map(\.name).filter { $0 != "study" && line.text(key: $0) != nil }
    names = isPlanned && keys.isEmpty ? words : nil
    let values = (["by"] + keys).compactMap { key in
      line.text(key: key).map { "\(key)=" + (key == "participant" ? "..." : Self.quoted($0)) }
    }
    text = ([name] + words.map(Self.quoted) + values).joined(separator: " ")
  }

  /// Creates the analysis of a command that every plan names, unless its options change the trials
  /// or times that a plan counts; then none does.
  init?(ofOtherData name: String, _ line: Invocation, of words: [String] = []) {
    let options = ["include", "exclusions"] + StatisticsController.trimKeys.map(\.name)
    guard options.contains(where: { line.text(key: $0) != nil }) else { return nil }
    self.init(name, line, of: words)
  }

  /// Returns whether a plan names the analysis: a contrast is the primary one, or one of cells or
  /// groups.
  func isNamed(by plan: StudyPlan) -> Bool {
    guard let names else { return false }
    if let primary = plan.primary, Set(names) == [primary.first, primary.second] { return true }
    return Set(names).isSubset(of: plan.conditions.flatMap(\.cells).map(\.name) + plan.groups)
  }

  private static func quoted(_ word: String) -> String {
    word.contains(" ") ? "\"\(word)\"" : word
  }
}

extension StudyController {
  /// Keeps an analysis that the plan of its study does not name, once people are enrolled.
  ///
  /// A store that can't be written keeps none: the analysis itself goes on.
  func note(_ analysis: AskedAnalysis) {
    let hash = try? perform { context -> String? in
      let study =
        if let asked = analysis.study {
          try context.readable(StudyRecord.self, "allStudies").last {
            $0.name == asked || $0.hash == asked
          }
        } else { try self.study(in: context).0 }
      guard let study, let plan = try? StudyFile.read(stored: study.text),
        !analysis.isNamed(by: plan), try context.people(in: study, of: plan).isEmpty == false
      else { return nil }
      return study.hash
    }
    guard let hash = hash.flatMap(\.self) else { return }
    try? LastingSettings(programStore).add(analysis.text, to: Self.analyses(of: hash))
  }

  /// Returns the analyses that were asked for beyond a plan, the earliest first.
  func analyses(beyond plan: StudyPlan) -> [String] {
    LastingSettings(programStore).values(named: Self.analyses(of: plan.hash))
  }

  /// Returns the name of the settings that have the analyses beyond a study's text.
  private static func analyses(of hash: String) -> String { "analyses \(hash)" }
}
