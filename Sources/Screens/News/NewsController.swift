import Archive
import Game
import Observing
import Records
import Shell

/// Performs the command `news`, and lets the view write the changes.
///
///     let news = NewsController(model: model, view: view, confirm: { _ in nil })
///     try news.add(NewsDraft(title: "A new best"))
final class NewsController {
  /// The stored news items.
  private let model: NewsModel
  /// The view that writes the news.
  private let view: NewsView
  /// Asks the user to confirm the removal of all news; returns `nil` if there is nobody to ask.
  private let confirm: (String) -> Bool?
  /// The sort order of the news item that is being edited, before the edit.
  private var editedOrder: Int?

  /// Creates the controller.
  init(model: NewsModel, view: NewsView, confirm: @escaping (String) -> Bool?) {
    self.model = model
    self.view = view
    self.confirm = confirm
  }

  /// Runs a command while the view writes the changes of the list.
  ///
  /// At other times it writes none, so that replies don't contain changes by other processes.
  private func perform(_ command: () throws -> Void) throws {
    let list = try model.all()
    view.list = list
    let writing = list.observe(\.elements, [.new, .old]) { [unowned self] change in
      if case .batch(let changes) = change { view.report(changes, editedOrder: editedOrder) }
    }
    defer { writing.end() }
    try command()
  }

  func showAll() throws {
    try perform {
      view.showAll()
      view.showFaults()
      if view.list?.errors.isEmpty == false { model.programStore.noteDamagedRows() }
    }
  }

  func add(_ draft: NewsDraft) throws { try perform { try model.add(draft) } }

  func show(_ identifier: String) throws {
    try perform { view.show(try model.find(identifier)) }
  }

  func remove(_ identifier: String) throws {
    try perform { try model.remove(try model.find(identifier)) }
  }

  /// Changes a news item, or writes that nothing differs.
  func edit(_ identifier: String, _ draft: NewsDraft) throws {
    try perform {
      guard !draft.isEmpty else {
        throw Refusal(
          "nothing-to-change", "nothing to change (title=, body=, image= or order= is missing)",
          "変えるところがありません（title=、body=、image=、order= のどれかを書いてください）")
      }
      let news = try model.find(identifier)
      editedOrder = news.sortOrder
      if try !model.edit(news, draft) { view.report(.unchanged, news) }
    }
  }

  /// Removes all news items after the user has confirmed it.
  func removeAll() throws {
    try perform {
      guard view.count > 0 else { return view.showAll() }
      guard confirm(view.removalQuestion) == true else {
        throw Refusal(
          "not-confirmed", "nothing is removed: \"news clear --yes\" removes all news",
          "何も消していません。すべて消すには news clear --yes と書いてください")
      }
      try model.removeAll()
    }
  }

  /// Returns the controller of the news; throws while they could tell the outcome of a trial that
  /// waits for the answer to its question.
  private static func checkedController(_ program: Application) throws -> NewsController {
    if program.game.session.isOutcomeDeferred { throw Refusal.answerComesFirst }
    return program.news
  }

  /// The command `news`.
  static var commands: [Command<Application>] {
    [
      Command(
        "news",
        Text(
          """
          show the news, or add, show, edit, move or remove an item
          Items are sorted by their orders; an ID may be shortened as long as it is unique.
          image=       an empty text removes the image
          export       writes all news to a file; import reads a file completely or not at all
          --force      replaces an existing file
          --yes        removes all news without asking
          """,
          """
          お知らせを表示します。追加、変更、移動、削除もできます
          お知らせは順番に並びます。ID は、ほかと区別できれば短く書けます。
          image=       空の文字列で画像を外します
          export       すべてのお知らせをファイルに書き出します。import はファイルのすべてを\
          取り込むか、何も取り込みません
          --force      すでにあるファイルを置き換えます
          --yes        尋ねずに、すべてのお知らせを消します
          """), in: .articles, of: "news",
        CommandForm { program, _ in try checkedController(program).showAll() }, add,
        CommandForm([.literal("show"), identifier]) { program, line in
          try checkedController(program).show(line.text(1))
        }, edit,
        move,
        CommandForm([.literal("remove"), identifier]) { program, line in
          try checkedController(program).remove(line.text(1))
        }, export,
        importing, clear,
        examples: [
          "news", "news add \"A new best\" \"9 of 9\"", "news show k3", "news edit k3 title=Better",
          "news move k3 1", "news remove k3", "news clear --yes",
          "news export news.csv", "news import news.csv",
        ], asks: true)
    ]
  }

  private static var identifier: Parameter { Parameter("ID", .text) }
  private static var image: Parameter { .key("image", .text, "URL") }
  private static var order: Parameter.Kind { .number(News.orders) }

  /// The form `news move`.
  private static var move: CommandForm<Application> {
    CommandForm([.literal("move"), identifier, Parameter("ORDER", order)]) { program, line in
      try checkedController(program).edit(line.text(1), NewsDraft(sortOrder: line.number(2)))
    }
  }

  /// The form `news import`.
  private static var importing: CommandForm<Application> {
    .operation([.literal("import"), Parameter("FILE", .file)], keys: [StoreController.format]) {
      program, line in try program.store.importNews(from: line.file(1), line.format)
    }
  }

  /// The form `news clear`.
  private static var clear: CommandForm<Application> {
    CommandForm([.literal("clear")]) { program, _ in try checkedController(program).removeAll() }
  }

  /// The form `news add`.
  private static var add: CommandForm<Application> {
    CommandForm(
      [.literal("add"), Parameter("TITLE", .text), Parameter("BODY", .text, .optional)],
      keys: [image]
    ) { program, line in
      try checkedController(program).add(
        NewsDraft(
          title: line.text(1), body: line.textIfGiven(2), imageURL: line.text(key: "image")))
    }
  }

  /// The form `news edit`.
  private static var edit: CommandForm<Application> {
    CommandForm(
      [.literal("edit"), identifier],
      keys: [
        .key("title", .text, "TEXT"), .key("body", .text, "TEXT"), image,
        .key("order", order, "NUMBER"),
      ]
    ) { program, line in
      let draft = NewsDraft(
        title: line.text(key: "title"), body: line.text(key: "body"),
        imageURL: line.text(key: "image"), sortOrder: line.number(key: "order"))
      try checkedController(program).edit(line.text(1), draft)
    }
  }

  /// The form `news export`.
  private static var export: CommandForm<Application> {
    .operation(
      [.literal("export"), Parameter("FILE", .file), StoreController.force],
      keys: [StoreController.format]
    ) { program, line in
      _ = try checkedController(program)
      return try program.store.exportNews(
        to: StoreController.file(line, at: 1), line.format, replaces: line.isForced)
    }
  }
}
