import Archive
import ChimpSystem
import Observing
import Records
import Shell

/// The view of the news: writes the list, and a line for each change.
///
///     let view = NewsView(speaker)
///     view.list = list
///     view.showAll()
final class NewsView {
  private let speaker: Speaker
  /// The news items; `nil` before the first command.
  var list: FetchedList<News>?

  /// Creates a view without news.
  init(_ speaker: Speaker) { self.speaker = speaker }

  /// The number of news items in the view.
  var count: Int { rows.count }

  private var rows: [News] { list?.elements ?? [] }

  /// Writes one line for each news item, or that there are none.
  func showAll() {
    guard !rows.isEmpty else { return speaker.say("no news", "お知らせはありません") }
    showRows(rows.indices) { $0.title }
  }

  /// Writes an error for each news item that could not be read.
  func showFaults() {
    for fault in list?.errors ?? [] { speaker.refuse(Refusal(fault)) }
  }

  /// Writes all fields of a news item.
  func show(_ news: News) {
    speaker.say("news \(news.objectId)", "お知らせ \(news.objectId)")
    speaker.say("title: \(news.title)", "題名: \(news.title)")
    speaker.say("body: \(news.body)", "本文: \(news.body)")
    if let image = news.imageURL { speaker.say("image: \(image)", "画像: \(image)") }
    speaker.say("order: \(news.sortOrder)", "順番: \(news.sortOrder)")
    let created = InstantText(milliseconds: news.dateCreated)
    speaker.say("created: \(created)", "作成: \(created)")
    let updated = InstantText(milliseconds: news.dateUpdated)
    speaker.say("updated: \(updated)", "更新: \(updated)")
  }

  /// Writes each change of the list, and the rows around the first one.
  ///
  /// An item that was edited had `editedOrder` before: if that differs, it has moved.
  func report(_ changes: ChangeSet<News>, editedOrder: Int?) {
    let removalCount = changes.removals.count
    if removalCount > 1 {
      speaker.say("removed \(removalCount) news items", "お知らせを\(removalCount)件削除しました")
    } else {
      for news in changes.removed ?? [] { report(.removed, news) }
    }
    for index in changes.insertions { report(.added, rows[index]) }
    for news in changes.updates.map({ rows[$0] }) {
      report(editedOrder == news.sortOrder ? .changed : .moved, news)
    }
    let touched = changes.insertions + changes.updates + changes.removals
    speaker.showWindow(around: touched.first ?? 0, of: rows.count) { range in
      showRows(range) { $0.headline.words(in: speaker.language) }
    }
  }

  /// The question to the user before all news are removed.
  var removalQuestion: String {
    speaker.language.pick(
      "remove all news (\(counted(count, "item")))?", "お知らせをすべて（\(count)件）削除しますか?")
  }

  /// Writes a line about a change of a news item.
  func report(_ event: NewsEvent, _ news: News) {
    let length = identifierLength(with: event == .removed ? [news] : [])
    let item = "\(news.objectId.prefix(length)): \(news.title)"
    switch event {
    case .unchanged: speaker.say("unchanged \(item)", "変更なし \(item)")
    case .removed: speaker.say("removed \(item)", "削除 \(item)")
    case .added: speaker.say("added \(item)", "追加 \(item)")
    case .changed: speaker.say("changed \(item)", "変更 \(item)")
    case .moved: speaker.say("moved \(item)", "移動 \(item)")
    }
  }

  /// Writes a line for each news item in a range: its sort order, its short identifier and a text.
  private func showRows(_ range: Range<Int>, _ shown: (News) -> String) {
    let width = max(3, rows[range].map { String($0.sortOrder).utf8.count }.max() ?? 0)
    let length = identifierLength()
    for news in rows[range] {
      let order = String(news.sortOrder).rightAligned(to: width)
      speaker.say(line: "\(order)  \(news.objectId.prefix(length))  \(shown(news))")
    }
  }

  /// Returns the number of characters, at least 4, that distinguish the identifiers of all rows and
  /// of some other news items.
  private func identifierLength(with others: [News] = []) -> Int {
    let identifiers = Set((rows + others).map(\.objectId))
    let longest = identifiers.map(\.count).max() ?? 0
    var length = 4
    while length < longest, Set(identifiers.map { $0.prefix(length) }).count < identifiers.count {
      length += 1
    }
    return length
  }
}

/// The kind of change of a news item that the view reports.
///
///     let event = NewsEvent.moved
enum NewsEvent { case unchanged, removed, added, changed, moved }
