import Observing
import Records
package import Shell

/// What the commands about the news ask for.
package enum NewsAction: Action, Equatable {
  case showAll
  case add(NewsDraft)
  case show(String)
  case edit(String, NewsDraft)
  case remove(String)
  case removeAll(isConfirmed: Bool)
}

/// Does what the commands ask for to the model, and lets the view follow the list.
package final class NewsController {
  private let model: NewsModel
  private let view: NewsView
  private let confirm: ((String) -> Bool)?
  private var observation: Observation?

  /// Makes a controller; it asks before it removes all news, where somebody can be asked.
  package init(model: NewsModel, view: NewsView, confirm: ((String) -> Bool)?) {
    self.model = model
    self.view = view
    self.confirm = confirm
  }

  /// Does what a command asks for.
  package func perform(_ action: NewsAction) {
    // Only changes that this command makes are part of its reply.
    defer { observation = nil }
    do throws(NewsFault) {
      let list = try follow()
      switch action {
      case .showAll:
        view.showAll()
        for fault in list.faults { view.refuse(.record(fault)) }
        if !list.faults.isEmpty { model.noteDamagedRows() }
      case .add(let draft): try model.add(draft)
      case .show(let identifier): view.show(try model.find(identifier))
      case .edit(let identifier, let draft): try edit(identifier, draft)
      case .remove(let identifier): try model.remove(try model.find(identifier))
      case .removeAll(let isConfirmed): try removeAll(isConfirmed: isConfirmed)
      }
    } catch {
      view.refuse(error)
    }
  }

  /// Brings the list up to what others have saved, and lets the view follow it.
  private func follow() throws(NewsFault) -> FetchedList<News> {
    let list = try model.all()
    view.take(list.elements)
    observation = list.observe(\.elements, [.new, .old]) { [view] change in
      if case .batch(let changes) = change { view.follow(changes) }
    }
    return list
  }

  private func edit(_ identifier: String, _ draft: NewsDraft) throws(NewsFault) {
    guard !draft.isEmpty else { throw .nothingToChange }
    let news = try model.find(identifier)
    if try !model.edit(news, draft) { view.showUnchanged(news) }
  }

  private func removeAll(isConfirmed: Bool) throws(NewsFault) {
    let count = view.count
    guard count > 0 else { return view.showAll() }
    guard isConfirmed || confirm?(view.removalQuestion) ?? false else { throw .notConfirmed }
    try model.removeAll()
  }
}

extension NewsController {
  /// The command about the news.
  package static func commands(in language: Language) -> [Command] {
    [
      Command(
        "news", language.help(.news), in: .more,
        CommandForm { _ in .message(.action(NewsAction.showAll)) },
        add, show, edit, move, remove, export(language), importing,
        CommandForm([.literal("clear"), Parameter("--yes", .flag(["--yes"]), .optional)]) {
          request(.removeAll(isConfirmed: $0.argumentCount > 1))
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
  private static var order: Parameter.Kind { .number(NewsModel.orders) }

  private static var add: CommandForm {
    CommandForm(
      [.literal("add"), Parameter("TITLE", .text), Parameter("BODY", .text, .optional)],
      keys: [image]
    ) { invocation in
      var draft = NewsDraft()
      draft.imageURL = invocation.text(key: "image")
      draft.title = invocation.text(1)
      draft.body = invocation.textIfGiven(2)
      return request(.add(draft))
    }
  }

  private static var show: CommandForm {
    CommandForm([.literal("show"), identifier]) { request(.show($0.text(1))) }
  }

  private static var edit: CommandForm {
    CommandForm(
      [.literal("edit"), identifier],
      keys: [
        .key("title", .text, "TEXT"), .key("body", .text, "TEXT"), image,
        .key("order", order, "NUMBER"),
      ]
    ) { invocation in
      var draft = NewsDraft()
      draft.title = invocation.text(key: "title")
      draft.body = invocation.text(key: "body")
      draft.imageURL = invocation.text(key: "image")
      draft.sortOrder = invocation.number(key: "order")
      return request(.edit(invocation.text(1), draft))
    }
  }

  private static var move: CommandForm {
    CommandForm([.literal("move"), identifier, Parameter("ORDER", order)]) { invocation in
      var draft = NewsDraft()
      draft.sortOrder = invocation.number(2)
      return request(.edit(invocation.text(1), draft))
    }
  }

  private static var remove: CommandForm {
    CommandForm([.literal("remove"), identifier]) { request(.remove($0.text(1))) }
  }

  private static func export(_ language: Language) -> CommandForm {
    CommandForm(
      [
        .literal("export"), Parameter("FILE", .file),
        Parameter("--force", .flag(["--force"]), .optional),
      ], keys: [StoreController.format]
    ) { invocation throws(ArgumentFault) in
      .operation(
        StoreAction.exportNews(
          to: try StoreController.file(invocation, at: 1, language), invocation.format,
          replaces: invocation.textIfGiven(2) != nil))
    }
  }

  private static var importing: CommandForm {
    CommandForm([.literal("import"), Parameter("FILE", .file)], keys: [StoreController.format]) {
      .operation(StoreAction.importNews(from: $0.file(1), $0.format))
    }
  }

  private static func request(_ action: NewsAction) -> Request { .message(.action(action)) }
}
