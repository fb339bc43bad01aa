package import Archive
package import Observing
import Records
package import Shell

/// The view of the news: writes the list, and a line for each change.
///
///     let view = NewsView(speaker)
///     view.setRows(list.elements)
///     view.showAll()
package final class NewsView {
  private let speaker: Speaker
  /// The news items as they were shown last, while changes are being delivered.
  private var rows: [News] = []
  /// The sort orders of the news items when they were shown last, by identifier.
  private var orders: [String: Int] = [:]

  /// Creates a view without news; `setRows` sets the list.
  package init(_ speaker: Speaker) { self.speaker = speaker }

  /// The number of news items in the view.
  package var count: Int { rows.count }

  /// Sets the news items without writing them.
  package func setRows(_ news: [News]) {
    rows = news
    orders = news.reduce(into: [:]) { $0[$1.objectId] = $1.sortOrder }
  }

  /// Writes one line for each news item, or that there are none.
  package func showAll() {
    guard !rows.isEmpty else { return speaker.say(\.noNews) }
    showRows(rows.indices) { $0.title }
  }

  /// Writes all fields of a news item.
  package func show(_ news: News) {
    for line in speaker.language.lines(of: news) { speaker.say { _ in line } }
  }

  /// Applies changes of the list, and writes each change and the rows around the first one.
  package func apply(_ changes: ChangeSet<News>) {
    let oldOrders = orders
    setRows(changes.applied(to: rows) ?? rows)
    if changes.removals.count > 1 {
      speaker.say { $0.removedNews(changes.removals.count) }
    } else {
      for news in changes.removed ?? [] { report(.removed, news) }
    }
    for index in changes.insertions { report(.added, rows[index]) }
    for news in changes.updates.map({ rows[$0] }) {
      report(oldOrders[news.objectId] == news.sortOrder ? .changed : .moved, news)
    }
    let touched = changes.insertions + changes.updates + changes.removals
    speaker.showWindow(around: touched.first ?? 0, of: rows.count) { range in
      showRows(range) { speaker.language.words(for: $0.headline) }
    }
  }

  /// Writes the error message of a rejected change.
  package func refuse(_ error: ModelError) { speaker.refuse { $0.words(for: error) } }

  /// The question to the user before all news are removed.
  package var removalQuestion: String { speaker.language.removalQuestion(count) }

  /// Writes a line about a change of a news item.
  package func report(_ event: NewsEvent, _ news: News) {
    let identifier = news.objectId.prefix(identifierLength(with: news))
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

  /// Returns the number of characters, at least 4, that distinguish all identifiers.
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
