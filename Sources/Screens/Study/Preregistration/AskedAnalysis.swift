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
  private var names: [String]?

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
  init?(ofAllPlans name: String, _ line: Invocation, of words: [String] = []) {
    self.init(name, line, of: words)
    let options = ["include", "exclusions"] + StatisticsController.trimKeys.map(\.name)
    if !options.contains(where: { line.text(key: $0) != nil }) { names = [] }
  }

  /// Creates the analysis of a command that is none, but shows the data of all participants.
  init(lookBy name: String) {
    text = name
    study = nil
    names = []
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
  /// Keeps an analysis once people are enrolled: one that the plan of its study does not name, and
  /// any that has trials before all participants are complete.
  ///
  /// A store that can't be written keeps none: the analysis itself goes on.
  func note(_ analysis: AskedAnalysis) {
    let notes = try? perform { context -> [(name: String, text: String)] in
      let study =
        if let asked = analysis.study {
          try context.readable(StudyRecord.self, "allStudies").last {
            $0.name == asked || $0.hash == asked
          }
        } else { try self.study(in: context).0 }
      guard let study, let plan = try? StudyFile.read(stored: study.text) else { return [] }
      let people = try context.people(in: study, of: plan)
      guard !people.isEmpty else { return [] }
      var notes: [(name: String, text: String)] = []
      if !analysis.isNamed(by: plan) {
        notes.append((StudyNote.analysis.name(ofStudy: study.hash), analysis.text))
      }
      if let look = try InterimLook(of: people, in: study, plan, context) {
        notes.append((StudyNote.look.name(ofStudy: study.hash), look.text(of: analysis)))
      }
      return notes
    }
    for note in notes ?? [] { try? programStore.lastingSettings.add(note.text, to: note.name) }
  }

  /// Returns the analyses that were asked for beyond a plan, the earliest first.
  func analyses(beyond plan: StudyPlan) -> [String] {
    programStore.lastingSettings.values(named: StudyNote.analysis.name(ofStudy: plan.hash))
  }
}

/// A look at the data of a study before all of its participants were complete.
struct InterimLook {
  /// The number of participants who were complete.
  let completeCount: Int
  let plannedCount: Int

  /// Creates the look at a study; returns `nil` if it has no trials yet, or if all planned
  /// participants are complete or have failed practice.
  ///
  /// Somebody else can be enrolled for a participant who has withdrawn.
  fileprivate init?(
    of people: [EnrolmentRecord], in study: StudyRecord, _ plan: StudyPlan,
    _ context: RecordContext
  ) throws {
    let progress = try context.progress(of: study)
    let people = people.filter { !$0.isSimulated && progress[$0.code] != nil }
    guard !people.isEmpty else { return nil }
    var endedCount = 0
    var completeCount = 0
    for person in people {
      let states = progress[person.code] ?? [:]
      let blocks = plan.blocks(of: person.code, order: person.order)
      let isComplete = blocks.allSatisfy { states[$0.number]?.isOver == true }
      if isComplete { completeCount += 1 }
      if isComplete || blocks.contains(where: { $0.endsStudy(states[$0.number]) }) {
        endedCount += 1
      }
    }
    guard endedCount < plan.participantCount else { return nil }
    self.completeCount = completeCount
    plannedCount = plan.participantCount
  }

  /// Returns the text of a note about the look.
  fileprivate func text(of analysis: AskedAnalysis) -> String {
    "\(completeCount)/\(plannedCount) \(analysis.text)"
  }

  /// Returns the words of a note for the deviations of a study.
  static func words(ofNote text: String, in language: Language) -> String {
    let parts = text.split(separator: " ", maxSplits: 1)
    let counts = parts.first?.split(separator: "/") ?? []
    guard parts.count == 2, counts.count == 2 else { return text }
    return language.pick(
      "\(parts[1]) (\(counts[0]) of \(counts[1]) complete)",
      "\(parts[1])（\(counts[1])人のうち\(counts[0])人が完了）")
  }
}
