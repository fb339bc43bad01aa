import Observing
import Records
import Shell

enum NewsAction: Action, Equatable {
  case showAll
  case add(NewsDraft)
  case show(String)
  case edit(String, NewsDraft)
  case remove(String)
  case removeAll(isConfirmed: Bool)
}

/// Does what the commands ask for to the model, and lets the view follow the list.
final class NewsController {
  private let model: NewsModel
  private let view: NewsView
  private let confirm: ((String) -> Bool)?
  private var observation: Observation?

  /// Makes a controller; it asks before it removes all news, where somebody can be asked.
  init(model: NewsModel, view: NewsView, confirm: ((String) -> Bool)?) {
    (self.model, self.view, self.confirm) = (model, view, confirm)
  }

  func perform(_ action: NewsAction) {
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
    } catch { view.refuse(error) }
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
    if try !model.edit(news, draft) { view.tell(.unchanged, news) }
  }

  private func removeAll(isConfirmed: Bool) throws(NewsFault) {
    guard view.count > 0 else { return view.showAll() }
    guard isConfirmed || confirm?(view.removalQuestion) ?? false else { throw .notConfirmed }
    try model.removeAll()
  }

  static func commands(in language: Language) -> [Command] {
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
  private static var order: Parameter.Kind { .number(NewsModel.orders) }

  private static var add: CommandForm {
    .asking(
      [.literal("add"), Parameter("TITLE", .text), Parameter("BODY", .text, .optional)],
      keys: [image]
    ) {
      let (body, image) = ($0.textIfGiven(2), $0.text(key: "image"))
      return NewsAction.add(NewsDraft(title: $0.text(1), body: body, imageURL: image))
    }
  }

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
}

/// Shows the news in their order, as the list tells of its changes.
final class NewsView {
  private let speaker: Speaker
  private var rows: [News] = []
  /// The orders of the rows as they were shown, by their identifiers.
  private var orders: [String: Int] = [:]

  init(_ speaker: Speaker) { self.speaker = speaker }

  var count: Int { rows.count }

  func take(_ news: [News]) {
    rows = news
    orders = news.reduce(into: [:]) { $0[$1.objectId] = $1.sortOrder }
  }

  func showAll() {
    guard !rows.isEmpty else { return speaker.say(\.noNews) }
    showRows(rows.indices) { $0.title }
  }

  func show(_ news: News) {
    for line in speaker.language.lines(of: news) { speaker.say { _ in line } }
  }

  /// Follows the list: says what has happened, and shows the rows around it.
  func follow(_ changes: ChangeSet<News>) {
    let oldOrders = orders
    take(changes.applied(to: rows) ?? rows)
    if changes.removals.count > 1 {
      speaker.say { $0.removedNews(changes.removals.count) }
    } else {
      for news in changes.removed ?? [] { tell(.removed, news) }
    }
    for place in changes.insertions { tell(.added, rows[place]) }
    for news in changes.updates.map({ rows[$0] }) {
      tell(oldOrders[news.objectId] == news.sortOrder ? .changed : .moved, news)
    }
    let touched = changes.insertions + changes.updates + changes.removals
    speaker.showWindow(around: touched.first ?? 0, of: rows.count) { range in
      showRows(range) { speaker.language.words(for: $0.headline) }
    }
  }

  func refuse(_ fault: NewsFault) { speaker.refuse { $0.words(for: fault) } }

  var removalQuestion: String { speaker.language.removalQuestion(count) }

  func tell(_ event: NewsEvent, _ news: News) {
    let identifier = news.objectId.prefix(identifierLength(with: news))
    speaker.say { $0.words(for: event, identifier, news.title) }
  }

  private func showRows(_ range: Range<Int>, _ shown: (News) -> String) {
    let width = max(3, rows[range].map { String($0.sortOrder).utf8.count }.max() ?? 0)
    let length = identifierLength()
    for news in rows[range] {
      let order = String(news.sortOrder)
      let gap = String(repeating: " ", count: width - order.utf8.count)
      speaker.say { _ in "\(gap)\(order)  \(news.objectId.prefix(length))  \(shown(news))" }
    }
  }

  /// How many letters it takes to tell all identifiers apart, and at least four.
  private func identifierLength(with other: News? = nil) -> Int {
    let identifiers = Set(rows.map(\.objectId) + (other.map { [$0.objectId] } ?? []))
    let longest = identifiers.map(\.count).max() ?? 0
    var length = 4
    while length < longest, Set(identifiers.map { $0.prefix(length) }).count < identifiers.count {
      length += 1
    }
    return length
  }
}

enum NewsEvent { case unchanged, removed, added, changed, moved }
