package import Archive
package import Operations
package import Records

/// The news of a store: every change is saved before the observers of the list are notified.
///
/// ```swift
/// let list = try model.all()
/// try model.add(NewsDraft(title: "Opening hours"))   // `list` has one element more
/// ```
package final class NewsModel {
  private let delegate: ApplicationDelegate
  private var known: (context: RecordContext, list: FetchedList<News>)?

  package init(_ delegate: ApplicationDelegate) { self.delegate = delegate }

  /// Returns all news, as a list that follows every save and includes the saves of other processes
  /// so far.
  package func all() throws(NewsFault) -> FetchedList<News> {
    do throws(RecordError) { return try list() } catch { throw .record(error) }
  }

  /// Returns the list that ``all()`` returns, for callers that report a plain `RecordError`.
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

  /// Refreshes the list after an operation that succeeded, so that its observers see the saved
  /// changes.
  ///
  /// Does nothing after a failure, or if no list was requested yet.
  package func refresh(after end: OperationEnd) {
    if end == .success, known != nil { _ = try? list() }
  }

  /// Appends news with the fields of a draft, and saves them.
  ///
  /// Throws `tooMany` at the limit of a restricted session, and `flawed` for invalid fields.
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
      // Checked before the insertion, because that consumes an identifier.
      if let flaw = news.flaw {
        throw .invalid(.insert, entity: News.entity, objectId: "", reason: flaw.rawValue)
      }
      try context.insert(news)
      try context.save()
    }
  }

  /// Sets the fields that a draft has, and saves them; returns `false` if nothing changes.
  package func edit(_ news: News, _ draft: NewsDraft) throws(NewsFault) -> Bool {
    try perform { context throws(RecordError) in
      draft.fill(news)
      let hasChanges = context.hasChanges
      try context.save()
      return hasChanges
    }
  }

  /// Deletes news, and saves.
  package func remove(_ news: News) throws(NewsFault) {
    try perform { context throws(RecordError) in
      try context.delete(news)
      try context.save()
    }
  }

  /// Deletes all news in one save.
  package func removeAll() throws(NewsFault) {
    try perform { context throws(RecordError) in
      for news in try context.fetch(News.self, "allNews") { try context.delete(news) }
      try context.save()
    }
  }

  /// Returns the news with an identifier, or with one that begins with it.
  ///
  /// Throws `notFound`, or `ambiguous` if several begin with it.
  package func find(_ identifier: String) throws(NewsFault) -> News {
    let found = try perform { context throws(RecordError) in
      if let news = try News.get(identifier, in: context) { return [news] }
      return try identifier.isEmpty ? [] : context.records(News.self, objectIdPrefix: identifier)
    }
    guard let first = found.first else { throw .notFound(identifier) }
    guard found.count == 1 else { throw .ambiguous(identifier, found.map(\.objectId).sorted()) }
    return first
  }

  /// Makes the exit status report unreadable news.
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

/// The fields of news that a command sets; `nil` leaves a field as it is.
///
/// An empty `imageURL` removes the image.
///
///     NewsDraft(title: "A new best").isEmpty  // false
///     NewsDraft(imageURL: "") == NewsDraft()  // false: the empty text removes the image
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

  /// `true` for a draft that sets no field.
  package var isEmpty: Bool { self == NewsDraft() }

  fileprivate func fill(_ news: News) {
    if let title { news.title = title }
    if let body { news.body = body }
    if let imageURL { news.imageURL = imageURL.isEmpty ? nil : imageURL }
    if let sortOrder { news.sortOrder = sortOrder }
  }
}

/// The reason why news were not changed.
///
///     do throws(NewsFault) { try model.add(NewsDraft(title: "")) } catch {
///       if case .flawed(let flaw) = error { print(flaw) }
///     }
package enum NewsFault: Error, Equatable {
  case notFound(String)
  /// An abbreviation, and the identifiers that begin with it.
  case ambiguous(String, [String])
  case nothingToChange
  /// The session is restricted and has reached its limit of news.
  case tooMany(limit: Int)
  case notConfirmed
  case flawed(NewsFlaw)
  case record(RecordError)
}
