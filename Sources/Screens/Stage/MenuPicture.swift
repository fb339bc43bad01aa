import ChimpSystem
import Shell
import Terminal

extension StoreController {
  /// Returns the operation that writes the menu as a picture.
  func writeMenu(
    to file: NamedFile, replaces: Bool, in language: Language
  ) throws -> QueuedOperation {
    let items = LiveScene.menuItems(in: language)
    let scene = LiveScene.menu(items, in: language)
    let pen = ScenePicture.Pen(
      isPlain: false, hasColor: true, supportsUnicode: true, width: \.displayWidth,
      language: language)
    let picture = ScenePicture(scene, columns: 80, rowCount: items.count + 8, pen: pen)
    let film = GridFilm(
      title: scene.title, description: items.map(\.line).joined(separator: ", "),
      languageCode: language.rawValue,
      frames: [GridFilm.Frame(time: 0, grid: picture.grid.prefix(picture.rows.count))])
    return try write(film.picture(), to: file, replaces: replaces, by: "menu") { language in
      [
        language.pick(
          "wrote the menu to \"\(file.name)\"", "テストの一覧を \(file.name) に書きました")
      ]
    }
  }
}
