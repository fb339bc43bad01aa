import Records

/// The files beside a store with the presses that earlier programs rescued from it.
///
///     RescuedStores(delegate).reportNew()  // a notice for each file, once
package struct RescuedStores {
  /// The setting with the files that were reported.
  private static var setting: String { "rescued" }

  private let delegate: ApplicationDelegate

  /// Creates the search for rescued stores beside a store.
  package init(_ delegate: ApplicationDelegate) { self.delegate = delegate }

  /// Reports each new file with presses once, so that the user can restore them.
  package func reportNew() {
    guard let path = delegate.environment.path else { return }
    let files = Store.rescuedPaths(of: path)
    guard !files.isEmpty else { return }
    let settings = LastingSettings(delegate)
    let reported = settings.value(Self.setting)?.split(separator: "/").map(String.init) ?? []
    let names = files.map { String($0.split(separator: "/").last ?? "") }
    let new = zip(files, names).filter { !reported.contains($0.1) }
    guard !new.isEmpty else { return }
    for (file, _) in new {
      guard let count = pressCount(of: file), count > 0 else { continue }
      delegate.report(.hasRescued(path: file, pressCount: count))
    }
    // If this can't be stored, the file is reported again next time.
    try? settings.keep(names.joined(separator: "/"), as: Self.setting)
  }

  /// Returns the number of presses in a rescued store; `nil` if it can't be read.
  private func pressCount(of file: String) -> Int? {
    let settings = StoreLayout.settings(.file(file, mustExist: true))
    return try? Store.reading(file, like: settings).rowCount(of: Schema([PressRecord.self]))
  }
}
