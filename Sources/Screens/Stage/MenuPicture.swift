import ChimpSystem
import Events
package import Shell
import Terminal

/// The arguments of `menu picture=FILE`.
///
///     if let request = action as? MenuPictureRequest {
///       return _ = store.write(request, in: .english)
///     }
package struct MenuPictureRequest: Action, Equatable {
  /// The file to write.
  let file: NamedFile
  /// `true` to replace an existing file.
  let replaces: Bool

  /// Returns the form of the command `menu` that writes a picture.
  static func form(_ language: Language) -> CommandForm {
    CommandForm(
      [Parameter("--force", .flag(["--force"]), .optional)], keys: [.key("picture", .file, "FILE")]
    ) { invocation throws(ConsoleError) in
      guard let file = invocation.file(key: "picture") else {
        throw .invalid(language.forceNeedsPicture, column: nil)
      }
      return .operation(
        MenuPictureRequest(file: file, replaces: invocation.textIfGiven(0) != nil))
    }
  }
}

extension StoreController {
  /// Returns the operation that writes the menu as a picture; `nil` if an error was written.
  package func write(_ request: MenuPictureRequest, in language: Language) -> QueuedOperation? {
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
    return operation("menu") { source in
      WritePicture(
        source: source, file: request.file, text: film.picture(), replaces: request.replaces)
    } then: { language, _ in
      [language.wroteMenu(request.file.name)]
    }
  }
}
