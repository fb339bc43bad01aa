package import Records

/// Something that is told to whoever comes to the program.
package final class News: Record {
  @Column package var title = ""
  @Column package var body = ""
  @Column package var imageURL: String?
  @Column package var sortOrder = 0
  package let state = RecordState()

  // NB: to ask the type for its name would take a fifth of the opening.
  package static var entity: String { "News" }

  /// Makes news that no context knows yet.
  package init() {}

  package static func declareColumns(in columns: inout Columns<News>) {
    columns.declare("title", \.title)
    columns.declare("body", \.body)
    columns.declare("imageURL", \.imageURL)
    columns.declare("sortOrder", \.sortOrder)
  }

  package static func declareTemplates(in templates: inout Templates<News>) {
    templates.declare("allNews", sortedBy: [.ascending(\.sortOrder), .ascending(\.objectId)])
    templates.declare("newestNews", sortedBy: [.descending(\.row)], limit: 3)
    templates.declare("lastNews", sortedBy: [.descending(\.sortOrder)])
    templates.declare("getNews", where: [.when(\.objectId, .equals, .variable("objectId"))])
  }

  package func reasonAgainstInsert() -> String? {
    title.isEmpty ? "a title needs at least 1 character" : nil
  }

  package func reasonAgainstUpdate() -> String? { reasonAgainstInsert() }
}

extension News {
  /// All news, as a list that follows every save.
  package static func all(in context: RecordContext) throws(RecordError) -> FetchedList<News> {
    try context.list(News.self, "allNews")
  }

  /// The order of the last news that can be read; 0 where there are none.
  package static func lastOrder(in context: RecordContext) throws(RecordError) -> Int {
    var order = 0
    try context.forEachRow(News.self, "lastNews") { news, fault in
      if fault == nil { order = news.sortOrder }
      return fault != nil
    }
    return order
  }

  /// The news with an object identifier, if there are any.
  package static func get(
    _ objectId: String, in context: RecordContext
  ) throws(RecordError) -> News? {
    try context.fetch(News.self, "getNews", ["objectId": objectId]).first
  }

  /// Deletes all news; the store follows at the next save.
  package static func deleteAll(in context: RecordContext) throws(RecordError) {
    for news in try context.fetch(News.self, "allNews") { try context.delete(news) }
  }
}
