package import Archive
package import Observing
package import Records
package import Shell

/// The view of the news: writes the list, and a line for each change.
///
///     let view = NewsView(speaker)
///     view.list = list
///     view.showAll()
package final class NewsView {
  private let speaker: Speaker
  /// The news items; `nil` before the first command.
  package var list: FetchedList<News>? { didSet { length = nil } }
  /// The number of characters that distinguish all identifiers; `nil` if it is not known.
  private var length: Int?
  /// The beginnings of all identifiers, of that length.
  private var beginnings: Set<Substring> = []
  /// The sort order of the news item that is being edited, before the edit.
  private var editedOrder: Int?

  /// Creates a view without news.
  package init(_ speaker: Speaker) { self.speaker = speaker }

  /// The number of news items in the view.
  package var count: Int { rows.count }

  private var rows: [News] { list?.elements ?? [] }

  /// Notes a change of the list without writing it.
  package func noteChange(_ change: ListChange<[News]>) {
    guard case .batch(let changes) = change, changes.removals.isEmpty, let known = length else {
      return length = nil
    }
    // Usually an item was added; then the others are not compared again.
    for news in changes.inserted ?? [] {
      guard beginnings.insert(news.objectId.prefix(known)).inserted else { return length = nil }
    }
  }

  /// Notes the sort order of a news item before it is edited.
  package func noteEdit(of news: News) { editedOrder = news.sortOrder }

  /// Writes one line for each news item, or that there are none.
  package func showAll() {
    guard !rows.isEmpty else { return speaker.say(\.noNews) }
    showRows(rows.indices) { $0.title }
  }

  /// Writes all fields of a news item.
  package func show(_ news: News) {
    for line in speaker.language.lines(of: news) { speaker.say { _ in line } }
  }

  /// Writes each change of the list, and the rows around the first one.
  package func report(_ changes: ChangeSet<News>) {
    if changes.removals.count > 1 {
      speaker.say { $0.removedNews(changes.removals.count) }
    } else {
      for news in changes.removed ?? [] { report(.removed, news) }
    }
    for index in changes.insertions { report(.added, rows[index]) }
    for news in changes.updates.map({ rows[$0] }) {
      report(editedOrder == news.sortOrder ? .changed : .moved, news)
    }
    let touched = changes.insertions + changes.updates + changes.removals
    speaker.showWindow(around: touched.first ?? 0, of: rows.count) { range in
      showRows(range) { speaker.language.words(for: $0.headline) }
    }
  }

  /// Writes the error message of a rejected change.
  package func refuse(_ refusal: Refusal) { speaker.refuse(refusal) }

  /// The question to the user before all news are removed.
  package var removalQuestion: String { speaker.language.removalQuestion(count) }

  /// Writes a line about a change of a news item.
  package func report(_ event: NewsEvent, _ news: News) {
    let length = event == .removed ? Self.identifierLength(of: rows + [news]) : identifierLength()
    let identifier = news.objectId.prefix(length)
    speaker.say { $0.words(for: event, identifier, news.title) }
  }

  /// Writes a line for each news item in a range: its sort order, its short identifier and a text.
  private func showRows(_ range: Range<Int>, _ shown: (News) -> String) {
    let width = max(3, rows[range].map { String($0.sortOrder).utf8.count }.max() ?? 0)
    let length = identifierLength()
    for news in rows[range] {
      let order = String(news.sortOrder)
      let gap = String(repeating: " ", count: width - order.utf8.count)
      speaker.say { _ in "\(gap)\(order)  \(news.objectId.prefix(length))  \(shown(news))" }
    }
  }

  /// Returns the number of characters, at least 4, that distinguish the identifiers of all rows.
  private func identifierLength() -> Int {
    if let length { return length }
    let found = Self.identifierLength(of: rows)
    length = found
    beginnings = Set(rows.map { $0.objectId.prefix(found) })
    return found
  }

  /// Returns the number of characters, at least 4, that distinguish the identifiers of news items.
  private static func identifierLength(of news: [News]) -> Int {
    let identifiers = Set(news.map(\.objectId))
    let longest = identifiers.map(\.count).max() ?? 0
    var length = 4
    while length < longest, Set(identifiers.map { $0.prefix(length) }).count < identifiers.count {
      length += 1
    }
    return length
  }
}
