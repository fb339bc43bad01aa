import Shell

/// Writes one trial after the other, each with its presses; none of them is held.
final class ExportWriter {
  private(set) var trialCount = 0
  private(set) var pressCount = 0
  private let format: ExchangeFormat
  private let trials: FileDraft
  private let presses: FileDraft?
  private let dictionary: FileDraft
  private let trialColumns = TrialRow.columns
  private let pressColumns = PressRow.columns

  init(_ places: ExchangePlaces, _ format: ExchangeFormat) throws(StoreWorkStop) {
    self.format = format
    dictionary = try Self.draft(places.dictionary)
    presses = if let file = places.presses { try Self.draft(file) } else { nil }
    trials = try Self.draft(places.trials)
    try Self.write(to: dictionary) {
      $0.append(contentsOf: "\(DataDictionary(places, format))".utf8)
    }
    guard let presses else { return }
    try Self.write(to: trials) { CSVText.append(headerOf: trialColumns, to: &$0) }
    try Self.write(to: presses) { CSVText.append(headerOf: pressColumns, to: &$0) }
  }

  /// Writes a trial and its presses.
  func write(_ trial: StoredTrial) throws(StoreWorkStop) {
    trialCount += 1
    try Self.write(to: trials) { bytes in
      switch format {
      case .csv: CSVText.append(trial.row, trialColumns, to: &bytes)
      case .jsonl: JSONLine.append(trial.row, trialColumns, to: &bytes)
      }
    }
    for press in trial.presses { try write(press) }
  }

  /// Brings all files to the disk.
  func finish() throws(StoreWorkStop) {
    for draft in drafts {
      do throws(SystemFault) { try draft.finish() } catch { throw Self.stop(draft, error) }
    }
  }

  /// Gives the files their names; where one can't have its own, all is as it was before.
  ///
  /// A program that is killed meanwhile leaves new presses beside old trials at the worst, which
  /// an import tells apart unless they are the same.
  func publish(
    replacing: Bool, name: (String, String) -> Int32
  ) throws(StoreWorkStop) {
    var published: [FileDraft] = []
    for draft in drafts {
      do throws(SystemFault) { try draft.publish(replacing: replacing, name) } catch {
        for other in published.reversed() { other.retract() }
        throw Self.stop(draft, error)
      }
      published.append(draft)
    }
    for draft in drafts { draft.settle() }
  }

  /// The file that the user named is the last to be there.
  private var drafts: [FileDraft] { [dictionary] + (presses.map { [$0] } ?? []) + [trials] }

  private func write(_ press: PressRow) throws(StoreWorkStop) {
    pressCount += 1
    try Self.write(to: presses ?? trials) { bytes in
      switch format {
      case .csv: CSVText.append(press, pressColumns, to: &bytes)
      case .jsonl: JSONLine.append(press, pressColumns, to: &bytes)
      }
    }
  }

  private static func write(
    to draft: FileDraft, _ body: (inout [UInt8]) -> Void
  ) throws(StoreWorkStop) {
    do throws(SystemFault) { try draft.write(body) } catch { throw stop(draft, error) }
  }

  private static func draft(_ file: FilePlace) throws(StoreWorkStop) -> FileDraft {
    do throws(SystemFault) { return try FileDraft(file) } catch {
      throw .failed(.cannotWrite(file.name, error))
    }
  }

  private static func stop(_ draft: FileDraft, _ fault: SystemFault) -> StoreWorkStop {
    .failed(
      fault == .fileExists ? .exists(draft.file.name) : .cannotWrite(draft.file.name, fault))
  }
}
