import Archive
import Exchange
import Records
import Shell
import Studies

/// Writes for each station its own part of a study's list of groups and orders.
extension StudyController {
  /// Checks a study file, and writes a new text file of `enrol` lines for each station.
  ///
  /// The lists come from the secret seed of the study in this store, so that nobody can tell them
  /// from the study file. `column` is that of `stations=` in the line.
  ///
  /// - Throws: A refusal if there is nothing to split, or if one of the files exists; no file is
  ///   written then.
  func split(_ file: NamedFile, stationCount: Int?, column: Int?) throws {
    let (plan, text) = try StudyFile.read(file)
    guard let stationCount else {
      throw Refusal(
        "no-stations", "stations= is missing: the number of stations, such as stations=4",
        "stations= がありません。端末の数を stations=4 のように書いてください")
    }
    guard stationCount <= plan.participantCount else {
      let count = plan.participantCount
      throw Refusal(
        "too-many-stations",
        "\(stationCount) stations are too many for \(counted(count, "participant"))",
        "参加者\(count)人に端末\(stationCount)台は多すぎます", column: column)
    }
    let (seed, enrolledCount) = try secretSeed(of: plan, text, in: file)
    guard let lists = StationLists(plan, stationCount: stationCount, seed: seed) else {
      throw Refusal(
        "nothing-to-split", "\(plan.name) has neither groups nor order latin: nothing to split",
        "\(plan.name) にはグループも order latin もないので、分けるものがありません")
    }
    let files = lists.parts.indices.map { station in
      file.renamed(Self.listName(of: file.name, station + 1))
    }
    if let path = programStore.environment.path,
      let own = files.first(where: { Store.isFile($0.path, ofStore: path) })
    {
      throw Refusal.isStore(own.name)
    }
    let texts = lists.parts.enumerated().map { station, places in
      Array(listText(of: plan, station + 1, of: stationCount, places).utf8)
    }
    do { try FileDraft.write(new: Array(zip(files, texts))) } catch {
      throw Self.refusalToReplace(files, error) ?? error
    }
    view.showLists(files.map(\.name), of: plan.participantCount, besides: enrolledCount)
  }

  /// Returns the secret seed of a study in this store, which draws one if necessary, and the number
  /// of participants who are enrolled.
  ///
  /// - Throws: A refusal if the file differs from the study in which participants are enrolled.
  private func secretSeed(
    of plan: StudyPlan, _ text: String, in file: NamedFile
  ) throws -> (seed: String, enrolledCount: Int) {
    try perform(alone: true) { context in
      if let first = try context.people(enrolledInOtherTextOf: plan).first {
        throw Refusal.studyHasChanged(file.name, plan.name, since: first.code)
      }
      let study = try context.adopt(plan, text: text)
      let seed = study.groupSeed ?? context.store.newIdentifier()
      study.groupSeed = seed
      try context.save()
      return (seed, try context.people(in: study, of: plan).count)
    }
  }

  /// Returns the name of a station's list: `memory-1.txt` for `memory.study`.
  private static func listName(of name: String, _ station: Int) -> String {
    let ending = ".study"
    let own = name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
    return "\(own)-\(station).txt"
  }

  /// Returns the refusal for the first file that an error says exists; `nil` for another error.
  ///
  /// No list is replaced, because lines of it may have been used.
  private static func refusalToReplace(_ files: [NamedFile], _ error: any Error) -> Refusal? {
    files.first { error as? Refusal == .exists($0.name) }.map { file in
      Refusal(
        "exists", "\"\(file.name)\" exists already: move or delete it, as no list is replaced",
        "ファイルがすでにあります: \(file.name)（表は置き換えません。移すか消してください）")
    }
  }

  /// Returns the text of a station's list.
  private func listText(
    of plan: StudyPlan, _ station: Int, of stationCount: Int, _ places: [StationLists.Place]
  ) -> String {
    let digitCount = "\(places.count)".count
    let lines = places.enumerated().map { index, place in
      let number = "\(index + 1)"
      let code =
        "S\(station)-" + String(repeating: "0", count: digitCount - number.count) + number
      return "enrol \(code)" + (place.order.map { " order=\($0)" } ?? "")
        + (place.group.map { " group=\($0)" } ?? "") + " by=list"
    }
    let head = language.pick(
      """
      # \(plan.name) \(plan.hash), station \(station) of \(stationCount)
      # Use one line for each participant, from the top; the codes may be others.
      """,
      """
      # \(plan.name) \(plan.hash)、端末\(station)/\(stationCount)
      # 参加者1人に1行を、上から順に使います。コードは変えられます。
      """)
    return head + "\n" + lines.joined(separator: "\n") + "\n"
  }
}

extension Refusal {
  /// The refusal for an existing file that no command replaces.
  static func existsAlready(_ name: String) -> Refusal {
    Refusal("exists", "\"\(name)\" exists already", "ファイルがすでにあります: \(name)")
  }
}
