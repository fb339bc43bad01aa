import Archive
import Exchange
import Science
import Shell
import Statistics
import Studies

/// The operation of `study preregister`: simulates the power of the study, and writes its design to
/// a text file.
struct WritePreregistration: StoreOperation {
  let source: StoreSource
  let plan: StudyPlan
  /// The text of the study file.
  let text: String
  /// The numbers of participants and trials that the store has already, and of the looks at them.
  let existing: (participantCount: Int, trialCount: Int, lookCount: Int)
  /// The time in milliseconds since 1970.
  let date: Int
  /// The simulated people.
  let people: SimulatedPeople
  /// The number of simulated experiments for each number of participants.
  let runCount: Int
  let file: NamedFile
  /// `true` to replace an existing file.
  let replaces: Bool
  let language: Language

  var targets: [NamedFile] { [file] }

  /// Writes the file, which appears only when it is complete.
  ///
  /// - Throws: An error if the file can't be written, or the user has cancelled.
  func perform(_ run: OperationRun) throws {
    try run.checkTarget(file, of: source, replaces: replaces)
    // A file that can't be written is refused before the simulation.
    let draft = try FileDraft(file)
    let preregistration = Preregistration(
      plan: plan, text: text, existing: existing, date: date, power: try power(run),
      language: language)
    try draft.write { $0 += (preregistration.lines.joined(separator: "\n") + "\n").utf8 }
    try draft.finish()
    try run.checkCancelled()
    try draft.publish(replacing: replaces)
    draft.commit()
  }

  /// Returns the power for the planned number of participants, or the reason why there is none.
  ///
  /// - Throws: A cancellation.
  private func power(
    _ run: OperationRun
  ) throws -> Result<PairedExperiment.Report, Refusal> {
    let experiment: PairedExperiment
    do throws(Refusal) {
      experiment = try PairedExperiment(
        of: plan, people: people, count: plan.participantCount,
        runCount: runCount)
    } catch { return .failure(error) }
    return try experiment.report(run).mapError { Refusal($0) }
  }
}
