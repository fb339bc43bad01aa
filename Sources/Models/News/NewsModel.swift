package import Archive
package import Operations
package import Records

/// The news: what is done to them is saved before it is told.
package final class NewsModel {
  private let delegate: ApplicationDelegate
  private var known: (context: RecordContext, list: FetchedList<News>)?

  package init(_ delegate: ApplicationDelegate) { self.delegate = delegate }

  /// All news, as a list that follows every save, and what others have saved so far.
  package func all() throws(NewsFault) -> FetchedList<News> {
    do throws(RecordError) { return try list() } catch { throw .record(error) }
  }

  /// The same list, for whoever has no other words for what goes wrong.
  package func list() throws(RecordError) -> FetchedList<News> {
    try delegate.perform { context throws(RecordError) in
      // A reopened store has another context.
      if let known, known.context === context {
        try context.refresh()
        return known.list
      }
      let list = try News.all(in: context)
      known = (context, list)
      return list
    }
  }

  /// Brings the list up to what an operation has saved, for those who observe it.
  package func follow(_ end: OperationEnd) { if end == .success, known != nil { _ = try? list() } }

  package func add(_ draft: NewsDraft) throws(NewsFault) {
    let elements = try all().elements
    if let limit = delegate.environment.countLimit, elements.count >= limit {
      throw .tooMany(limit: limit)
    }
    let last = elements.last?.sortOrder ?? 0
    try perform { context throws(RecordError) in
      let news = News()
      news.sortOrder = News.order(after: last)
      draft.fill(news)
      // Asked before the insertion, because that uses up an identifier.
      if let flaw = news.flaw {
        throw .invalid(.insert, entity: News.entity, objectId: "", reason: flaw.rawValue)
      }
      try context.insert(news)
      try context.save()
    }
  }

  package func edit(_ news: News, _ draft: NewsDraft) throws(NewsFault) -> Bool {
    try perform { context throws(RecordError) in
      draft.fill(news)
      let hasChanges = context.hasChanges
      try context.save()
      return hasChanges
    }
  }

  package func remove(_ news: News) throws(NewsFault) {
    try perform { context throws(RecordError) in
      try context.delete(news)
      try context.save()
    }
  }

  package func removeAll() throws(NewsFault) {
    try perform { context throws(RecordError) in
      for news in try context.fetch(News.self, "allNews") { try context.delete(news) }
      try context.save()
    }
  }

  /// The news whose identifier this is, or is short for.
  package func find(_ identifier: String) throws(NewsFault) -> News {
    let found = try perform { context throws(RecordError) in
      if let news = try News.get(identifier, in: context) { return [news] }
      return try identifier.isEmpty ? [] : context.records(News.self, objectIdPrefix: identifier)
    }
    guard let first = found.first else { throw .notFound(identifier) }
    guard found.count == 1 else { throw .ambiguous(identifier, found.map(\.objectId).sorted()) }
    return first
  }

  /// Has the exit status tell that there are news that can't be read.
  package func noteDamagedRows() { delegate.noteDamagedRows() }

  private func perform<Result>(
    _ work: (RecordContext) throws(RecordError) -> Result
  ) throws(NewsFault) -> Result {
    do throws(RecordError) { return try delegate.perform(work) } catch {
      if case .invalid(_, _, _, let reason) = error, let flaw = NewsFlaw(rawValue: reason) {
        throw .flawed(flaw)
      }
      throw .record(error)
    }
  }
}

package struct NewsDraft: Equatable, Sendable {
  package var title: String?
  package var body: String?
  package var imageURL: String?
  package var sortOrder: Int?

  package init(
    title: String? = nil, body: String? = nil, imageURL: String? = nil, sortOrder: Int? = nil
  ) {
    self.title = title
    self.body = body
    self.imageURL = imageURL
    self.sortOrder = sortOrder
  }

  package var isEmpty: Bool { self == NewsDraft() }

  fileprivate func fill(_ news: News) {
    if let title { news.title = title }
    if let body { news.body = body }
    if let imageURL { news.imageURL = imageURL.isEmpty ? nil : imageURL }
    if let sortOrder { news.sortOrder = sortOrder }
  }
}

package enum NewsFault: Error, Equatable {
  case notFound(String)
  /// The identifiers that the given one may be short for.
  case ambiguous(String, [String])
  case nothingToChange
  /// There are as many news as a restricted session may have.
  case tooMany(limit: Int)
  case notConfirmed
  case flawed(NewsFlaw)
  case record(RecordError)
}
