import Archive
package import Events
import Shell

/// Error messages of the list, the adder, `observe`, the event tree and the news.
///
///     error: row 7 is not in the list (rows 0 to 6)
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

  func words(for flaw: NewsFlaw) -> String {
    switch flaw {
    case .noTitle: pick("a title needs at least 1 character", "題名には1文字以上が必要です")
    case .noURL:
      pick(
        "an image needs a URL, such as https://example.org/a.png",
        "画像には https://example.org/a.png のような URL が必要です")
    }
  }
}
