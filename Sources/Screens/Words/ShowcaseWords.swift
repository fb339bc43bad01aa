package import Archive
package import Events
package import Game
package import Observing
import Records
import Shell

/// Sentences of the list, the adder, `observe`, the event tree and the news.
///
///     enabled: demonstration
///
/// Texts of users are repeated unchanged; the caller escapes them.
extension Language {
  package func label(_ text: String) -> String { pick("label: ", "ラベル: ") + text }

  /// The label of the list before a row is selected.
  package var firstLabel: String {
    pick("Select a row to show its text here", "行を選ぶと、ここにその文字列が出ます")
  }

  /// Returns the sentence about a change of the list, and the row to show.
  package func words(for change: ListChange<[String]>) -> (words: String, row: Int)? {
    switch change {
    case .insertion(let rows, let new?):
      (pick("inserted row \(rows[0]): ", "行\(rows[0])を挿入: ") + new[0], rows[0])
    case .removal(let rows, let old?):
      (pick("removed row \(rows[0]): ", "行\(rows[0])を削除: ") + old[0], rows[0])
    case .replacement(let rows, let new?, let old?):
      (
        pick("replaced row \(rows[0]): \(new[0]) was ", "行\(rows[0])を変更: \(new[0])、前は ") + old[0],
        rows[0]
      )
    case .move(let row, let target, let text?):
      (pick("moved row \(row) to \(target): ", "行\(row)を\(target)へ移動: ") + text, target)
    case .setting(let new?, let old?):
      (
        pick(
          "set all rows: \(new.count) now, \(old.count) before",
          "すべての行を設定: 今\(new.count)行、前\(old.count)行"), 0
      )
    default: nil
    }
  }

  /// Returns the beginning of a long text, followed by the number of bytes of the whole text.
  package func words(for text: ShortenedText) -> String {
    guard let count = text.byteCount else { return text.beginning }
    return text.beginning + pick("... (\(count) bytes)", "…（\(count)バイト）")
  }

  package func addends(_ first: Int, _ second: Int) -> String {
    pick("values: \(first) and \(second)", "値: \(first) と \(second)")
  }

  package func total(_ sum: Int) -> String { pick("total: ", "合計: ") + "\(sum)" }

  package func observing(_ request: ObserverRequest) -> String {
    pick("observing ", "観察を開始: ") + observer(request)
  }

  package func notObserving(_ key: ObservedKey) -> String {
    pick("no longer observing \(key.rawValue)", "観察を終了: \(key.rawValue)")
  }

  /// Returns an `observe` command as it was entered.
  package func observer(_ request: ObserverRequest) -> String {
    let context = request.context.map { ["context=" + $0] } ?? []
    return ([request.key.rawValue] + request.options + context).joined(separator: " ")
  }

  package var nothingObserved: String { pick("nothing is observed", "何も観察していません") }

  /// Returns the reply of `send`, which tells if the object handled the event.
  package func sent(_ words: String, to name: String, isHandled: Bool) -> String {
    pick("sent \(words) to \(name): ", "\(name) へ送信: \(words)。")
      + (isHandled
        ? pick("handled", "受け取られました") : pick("nothing there handled it", "受け取るものはありませんでした"))
  }

  package func enabled(_ isEnabled: Bool, _ name: String) -> String {
    (isEnabled ? pick("enabled: ", "有効: ") : pick("disabled: ", "無効: ")) + name
  }

  /// Returns the line about events with wrong numbers that the tree has ignored.
  package func wrongParameters(_ kind: MessageKind, count: Int) -> String {
    pick(
      "wrong parameters for \"\(kind)\": \(counted(count, "event")) ignored",
      "\(kind) の値が正しくないため\(count)件を無視しました")
  }

  package func waited(_ milliseconds: Int) -> String {
    pick("waited \(milliseconds) ms", "\(milliseconds)ミリ秒待ちました")
  }

  package var noNews: String { pick("no news", "お知らせはありません") }

  /// Returns all fields of a news item as lines.
  package func lines(of news: News) -> [String] {
    [
      pick("news ", "お知らせ ") + news.objectId,
      pick("title: ", "題名: ") + news.title,
      pick("body: ", "本文: ") + news.body,
    ] + (news.imageURL.map { [pick("image: ", "画像: ") + $0] } ?? []) + [
      pick("order: ", "順番: ") + "\(news.sortOrder)",
      pick("created: ", "作成: ") + "\(InstantText(milliseconds: news.dateCreated))",
      pick("updated: ", "更新: ") + "\(InstantText(milliseconds: news.dateUpdated))",
    ]
  }

  /// Returns the line about a change of a news item.
  package func words(for event: NewsEvent, _ identifier: Substring, _ title: String) -> String {
    let words =
      switch event {
      case .unchanged: pick("unchanged ", "変更なし ")
      case .removed: pick("removed ", "削除 ")
      case .added: pick("added ", "追加 ")
      case .changed: pick("changed ", "変更 ")
      case .moved: pick("moved ", "移動 ")
      }
    return words + "\(identifier): \(title)"
  }

  package func removedNews(_ count: Int) -> String {
    pick("removed \(counted(count, "news item"))", "お知らせを\(count)件削除しました")
  }

  package func removalQuestion(_ count: Int) -> String {
    pick("remove all news (\(counted(count, "item")))?", "お知らせをすべて（\(count)件）削除しますか?")
  }

  /// Returns the title of the news item about a new best result.
  package func newBest(_ result: BestResult) -> String {
    pick("A new best: ", "新記録: ") + words(for: result)
  }
}
