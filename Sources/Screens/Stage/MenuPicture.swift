package import Archive
import ChimpSystem
package import Shell
import Terminal

extension StoreController {
  /// Returns the operation that writes the menu as a picture.
  package func writeMenu(
    to file: NamedFile, replaces: Bool, in language: Language
  ) throws(ArchiveError) -> QueuedOperation {
    let words = LiveWords(language)
    let items = LiveScene.menuItems(in: language)
    let scene = LiveScene(
      title: words.menuTitle, sentence: words.menuSentence, body: .menu(items, selected: 0),
      keys: words.menuKeys)
    let pen = ScenePicture.Pen(
      isPlain: false, hasColor: true, supportsUnicode: true, width: \.displayWidth,
      language: language)
    let picture = ScenePicture(scene, columns: 80, rowCount: items.count + 8, pen: pen)
    let film = GridFilm(
      title: words.menuTitle, description: items.map(\.line).joined(separator: ", "),
      languageCode: language.rawValue,
      frames: [GridFilm.Frame(time: 0, grid: picture.grid.prefix(picture.rows.count))])
    return try operation("menu") { source in
      WritePicture(source: source, file: file, text: film.picture(), replaces: replaces)
    } then: { language, _ in
      [
        language.pick(
          "wrote the menu to \"\(file.name)\"", "テストの一覧を \(file.name) に書きました")
      ]
    }
  }
}
