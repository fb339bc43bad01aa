import Records

extension Language {
  func words(for fault: NewsFault) -> String {
    switch fault {
    case .notFound(let identifier):
      pick("no news \"\(identifier)\"", "そのようなお知らせはありません: \(identifier)")
    case .ambiguous(let identifier, let found):
      pick(
        "\"\(identifier)\" is short for \(found.count) news: "
          + found.prefix(2).joined(separator: ", ") + (found.count > 2 ? " and others" : ""),
        "\(identifier) に当てはまるお知らせが\(found.count)件あります: "
          + found.prefix(2).joined(separator: "、") + (found.count > 2 ? "など" : ""))
    case .nothingToChange:
      pick(
        "nothing to change (title=, body=, image= or order= is missing)",
        "変えるところがありません（title=、body=、image=、order= のどれかを書いてください）")
    case .tooMany(let limit):
      pick("a restricted session has at most \(limit) news", "制限されたセッションではお知らせは\(limit)件までです")
    case .notConfirmed:
      pick(
        "nothing is removed: \"news clear --yes\" removes all news",
        "何も消していません。すべて消すには news clear --yes と書いてください")
    case .flawed(let flaw): words(for: flaw)
    case .record(let error): words(for: error)
    }
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

  var noNews: String { pick("no news", "お知らせはありません") }

  func lines(of news: News) -> [String] {
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

  func words(for event: NewsEvent, _ identifier: Substring, _ title: String) -> String {
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

  func removedNews(_ count: Int) -> String { pick("removed \(count) news", "お知らせを\(count)件削除しました") }

  func removalQuestion(_ count: Int) -> String {
    pick("remove all news (\(count))?", "お知らせをすべて（\(count)件）削除しますか?")
  }

  func newBest(_ result: BestResult) -> String {
    pick("A new best: ", "新記録: ") + words(for: result)
  }
}
