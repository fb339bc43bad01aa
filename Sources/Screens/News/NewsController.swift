import Archive
import Events
import Observing
import Records
package import Shell

/// An action of the command `news`.
///
///     try root.send(.action(NewsAction.showAll))  // as the command `news`
package enum NewsAction: Action, Equatable {
  case showAll
  case add(NewsDraft)
  case show(String)
  case edit(String, NewsDraft)
  case remove(String)
  case removeAll(isConfirmed: Bool)
}

/// Performs the command `news`, and lets the view write the changes.
///
///     let news = NewsController(model: model, view: view, confirm: nil)
///     news.perform(.add(NewsDraft(title: "A new best")))
package final class NewsController {
  /// The stored news items.
  private let model: NewsModel
  /// The view that writes the news.
  private let view: NewsView
  /// Asks the user to confirm the removal of all news; `nil` if there is no user.
  private let confirm: ((String) -> Bool)?
  /// The observation of the list while a command runs.
  private var observation: Observation?

  /// Creates the controller.
  package init(model: NewsModel, view: NewsView, confirm: ((String) -> Bool)?) {
    self.model = model
    self.view = view
    self.confirm = confirm
  }

  /// Performs an action, or writes its error message.
  ///
  /// The list is observed only during the action, so that replies don't contain changes by other
  /// processes.
  package func perform(_ action: NewsAction) {
    // Only changes that this command makes are part of its reply.
    defer { observation = nil }
    do throws(ModelError) {
      let list = try observeList()
      switch action {
      case .showAll:
        view.showAll()
        for fault in list.errors { view.refuse(.archive(.record(fault))) }
        if !list.errors.isEmpty { model.noteDamagedRows() }
      case .add(let draft): try model.add(draft)
      case .show(let identifier): view.show(try model.find(identifier))
      case .edit(let identifier, let draft): try edit(identifier, draft)
      case .remove(let identifier): try model.remove(try model.find(identifier))
      case .removeAll(let isConfirmed): try removeAll(isConfirmed: isConfirmed)
      }
    } catch { view.refuse(error) }
  }

  /// Reads the list from the store, and lets the view follow its changes.
  private func observeList() throws(ModelError) -> FetchedList<News> {
    let list = try model.all()
    view.setRows(list.elements)
    observation = list.observe(\.elements, [.new, .old]) { [view] change in
      if case .batch(let changes) = change { view.apply(changes) }
    }
    return list
  }

  /// Changes a news item, or writes that nothing differs.
  private func edit(_ identifier: String, _ draft: NewsDraft) throws(ModelError) {
    guard !draft.isEmpty else { throw .nothingToChange }
    let news = try model.find(identifier)
    if try !model.edit(news, draft) { view.report(.unchanged, news) }
  }

  /// Removes all news items after the user has confirmed it.
  private func removeAll(isConfirmed: Bool) throws(ModelError) {
    guard view.count > 0 else { return view.showAll() }
    guard isConfirmed || confirm?(view.removalQuestion) ?? false else { throw .notConfirmed }
    try model.removeAll()
  }

  /// Returns the command `news`.
  package static func commands(in language: Language) -> [Command] {
    [
      Command(
        "news", language.help(.news), in: .more,
        .asking(NewsAction.showAll), add,
        .asking([.literal("show"), identifier]) { NewsAction.show($0.text(1)) }, edit,
        .asking([.literal("move"), identifier, Parameter("ORDER", order)]) {
          NewsAction.edit($0.text(1), NewsDraft(sortOrder: $0.number(2)))
        },
        .asking([.literal("remove"), identifier]) { NewsAction.remove($0.text(1)) },
        export(language),
        CommandForm(
          [.literal("import"), Parameter("FILE", .file)], keys: [StoreController.format]
        ) { .operation(StoreAction.importNews(from: $0.file(1), $0.format)) },
        .asking([.literal("clear"), Parameter("--yes", .flag(["--yes"]), .optional)]) {
          NewsAction.removeAll(isConfirmed: $0.argumentCount > 1)
        },
        examples: [
          "news", "news add \"A new best\" \"9 of 9\"", "news show k3", "news edit k3 title=Better",
          "news move k3 1", "news remove k3", "news clear --yes",
          "news export news.csv", "news import news.csv",
        ])
    ]
  }

  private static var identifier: Parameter { Parameter("ID", .text) }
  private static var image: Parameter { .key("image", .text, "URL") }
  private static var order: Parameter.Kind { .number(News.orders) }

  /// The form `news add`.
  private static var add: CommandForm {
    .asking(
      [.literal("add"), Parameter("TITLE", .text), Parameter("BODY", .text, .optional)],
      keys: [image]
    ) {
      let body = $0.textIfGiven(2)
      let image = $0.text(key: "image")
      return NewsAction.add(NewsDraft(title: $0.text(1), body: body, imageURL: image))
    }
  }

  /// The form `news edit`.
  private static var edit: CommandForm {
    .asking(
      [.literal("edit"), identifier],
      keys: [
        .key("title", .text, "TEXT"), .key("body", .text, "TEXT"), image,
        .key("order", order, "NUMBER"),
      ]
    ) {
      let draft = NewsDraft(
        title: $0.text(key: "title"), body: $0.text(key: "body"), imageURL: $0.text(key: "image"),
        sortOrder: $0.number(key: "order"))
      return NewsAction.edit($0.text(1), draft)
    }
  }

  /// Returns the form `news export`.
  private static func export(_ language: Language) -> CommandForm {
    CommandForm(
      [
        .literal("export"), Parameter("FILE", .file),
        Parameter("--force", .flag(["--force"]), .optional),
      ], keys: [StoreController.format]
    ) { invocation throws(ConsoleError) in
      .operation(
        StoreAction.exportNews(
          to: try StoreController.file(invocation, at: 1, language), invocation.format,
          replaces: invocation.textIfGiven(2) != nil))
    }
  }
}
