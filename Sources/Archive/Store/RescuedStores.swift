import Records

/// Finds files beside the store with records that earlier programs saved when their store was
/// removed.
///
///     RescuedStores(programStore).reportNew()  // a notice for each file, once
public struct RescuedStores {
  /// The name of the setting that lists the files which the user was told about.
  private static var setting: String { "rescued" }

  private let programStore: ProgramStore

  /// Creates a search beside a store.
  public init(_ programStore: ProgramStore) { self.programStore = programStore }

  /// Tells the user about each such file once.
  public func reportNew() {
    guard let path = programStore.environment.path else { return }
    let files = Store.rescuedPaths(of: path)
    guard !files.isEmpty else { return }
    let settings = programStore.lastingSettings
    let reported = settings.value(Self.setting)?.split(separator: "/").map(String.init) ?? []
    let names = files.map { String($0.split(separator: "/").last ?? "") }
    let new = zip(files, names).filter { !reported.contains($0.1) }
    guard !new.isEmpty else { return }
    for (file, _) in new {
      if let count = count(of: [PressRecord.self], in: file), count > 0 {
        programStore.report(.hasRescued(path: file, pressCount: count))
      } else if let count = count(of: Self.others, in: file), count > 0 {
        programStore.report(.hasRescuedOthers(path: file, count: count))
      }
    }
    // If this can't be stored, the file is reported again next time.
    try? settings.keep(names.joined(separator: "/"), as: Self.setting)
  }

  /// The other records that users create; sessions and settings come by themselves.
  private static var others: [any Record.Type] {
    [RoundRecord.self, StudyRecord.self, EnrolmentRecord.self, News.self]
  }

  /// Returns the number of records of some types in such a file; `nil` if it can't be read.
  private func count(of types: [any Record.Type], in file: String) -> Int? {
    let settings = StoreLayout.settings(.file(file, mustExist: true))
    return try? Store.reading(file, like: settings).rowCount(of: Schema(types))
  }
}
