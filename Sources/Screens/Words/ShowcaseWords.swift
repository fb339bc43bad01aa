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
  /// Returns the error message for a command about the news, the list, the sum or an observation.
  package func words(for error: ModelError) -> String {
    switch error {
    case .unknownNews(let identifier):
      pick("there is no news item \"\(identifier)\"", "そのようなお知らせはありません: \(named(identifier))")
    case .ambiguousNews(let identifier, let found):
      pick(
        "\"\(identifier)\" is short for \(found.count) news items: "
          + found.prefix(2).joined(separator: ", ") + (found.count > 2 ? " and others" : ""),
        "\(identifier) に当てはまるお知らせが\(found.count)件あります: "
          + found.prefix(2).joined(separator: "、") + (found.count > 2 ? "など" : ""))
    case .nothingToChange:
      pick(
        "nothing to change (title=, body=, image= or order= is missing)",
        "変えるところがありません（title=、body=、image=、order= のどれかを書いてください）")
    case .tooManyNews(let limit):
      pick("a restricted session has at most \(limit) news items", "制限されたセッションではお知らせは\(limit)件までです")
    case .notConfirmed:
      pick(
        "nothing is removed: \"news clear --yes\" removes all news",
        "何も消していません。すべて消すには news clear --yes と書いてください")
    case .flawed(let flaw): words(for: flaw)
    case .noRow(let row, nil):
      pick("row \(row) is not in the list, which is empty", "行\(row)はありません。リストは空です")
    case .noRow(let row, let rows?):
      pick(
        "row \(row) is not in the list (rows \(rows.lowerBound) to \(rows.upperBound))",
        "行\(row)はリストにありません（行は\(rows.lowerBound)から\(rows.upperBound)まで）")
    case .tooManyRows(let limit):
      pick("a restricted session has at most \(limit) rows", "制限されたセッションでは行は\(limit)行までです")
    case .notObserved(let key): pick("\"\(key)\" is not observed", "\(key) は観察されていません")
    case .optionTwice(let option):
      pick("option \"\(option)\" is given twice", "オプション \(option) が2回あります")
    case .overflow(let first, let second):
      pick(
        "the sum of \(first) and \(second) is too \(first < 0 ? "small" : "large")",
        "\(first) と \(second) の和は\(first < 0 ? "小さ" : "大き")すぎます")
    case .archive(let error): words(for: error)
    }
  }

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

  /// Returns the error message for an event that no enabled object handled.
  package func noReceiver(for kind: MessageKind) -> String {
    let what =
      switch kind {
      case .touch: pick("a touch", "タッチ")
      case .swipe: pick("a swipe", "スワイプ")
      case .accelerate: pick("an acceleration", "加速")
      case .none, .update, .timer: pick("this command", "このコマンド")
      }
    return pick(
      "nothing that is enabled accepts \(what) now (\"tree\" shows what is enabled)",
      "今、\(what)を受け取るものがありません（tree で有効なものを表示します）")
  }

  package var holdStaysEnabled: String {
    pick("a hold can't be disabled on a real clock", "実時計では hold を無効にできません")
  }

  package func waited(_ milliseconds: Int) -> String {
    pick("waited \(milliseconds) ms", "\(milliseconds)ミリ秒待ちました")
  }

  func words(for flaw: NewsFlaw) -> String {
    switch flaw {
    case .noTitle: pick("a title needs at least 1 character", "題名には1文字以上が必要です")
    case .noURL:
      pick(
        "an image needs a URL, such as https://example.org/a.png",
        "画像には https://example.org/a.png のような URL が必要です")
    }
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
    pick("A new best: ", "新記録: ") + result.words(in: self)
  }
}
