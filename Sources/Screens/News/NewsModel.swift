import Archive
import Records
import Shell

/// The editor of the stored news items: saves every change, then notifies the views.
///
/// ```swift
/// let list = try model.all()
/// try model.add(NewsDraft(title: "Opening hours"))   // `list` has one element more
/// ```
final class NewsModel {
  let programStore: ProgramStore
  private var known: (context: RecordContext, list: FetchedList<News>)?
  /// The version of the store with the changes of other programs that the list has.
  private var version: UInt32?

  init(_ programStore: ProgramStore) { self.programStore = programStore }

  /// Returns all news items, as a list that is updated with the saves of all processes.
  func all() throws -> FetchedList<News> {
    try perform { context throws(RecordError) in
      // A reopened store has another context.
      let present = try context.store.dataVersion()
      defer { version = present }
      if let known, known.context === context {
        if version != present { try context.refresh() }
        return known.list
      }
      let list = try News.all(in: context)
      known = (context, list)
      return list
    }
  }

  /// Updates the list after a successful operation saved changes, and notifies its observers.
  ///
  /// Does nothing after a failure, or if the list was never requested.
  func refresh(after end: OperationEnd) {
    guard end == .success, known != nil else { return }
    // A store in memory has no versions.
    version = nil
    _ = try? all()
  }

  /// Adds a news item with the fields of a draft, and saves it.
  ///
  /// Throws at the limit of a restricted session, and for invalid fields.
  func add(_ draft: NewsDraft) throws {
    // The elements are not kept, because the list would be copied for the insertion.
    let list = try all()
    if let limit = programStore.environment.countLimit, list.elements.count >= limit {
      throw Refusal(
        "too-many-news", "a restricted session has at most \(limit) news items",
        "制限されたセッションではお知らせは\(limit)件までです")
    }
    let last = list.elements.last?.sortOrder ?? 0
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

  /// Changes the fields of a news item that the draft sets, and saves; returns `false` if nothing
  /// differs.
  func edit(_ news: News, _ draft: NewsDraft) throws -> Bool {
    try perform { context throws(RecordError) in
      draft.fill(news)
      let hasChanges = context.hasChanges
      try context.save()
      return hasChanges
    }
  }

  /// Deletes a news item, and saves.
  func remove(_ news: News) throws {
    try perform { context throws(RecordError) in
      try context.delete(news)
      try context.save()
    }
  }

  /// Deletes all news items in one save.
  func removeAll() throws {
    try perform { context throws(RecordError) in
      try News.deleteAll(in: context)
      try context.save()
    }
  }

  /// Returns the news item with this identifier or a unique beginning of it.
  ///
  /// Throws if there is none, or if several begin with it.
  func find(_ identifier: String) throws -> News {
    let found = try perform { context throws(RecordError) in
      if let news = try News.get(identifier, in: context) { return [news] }
      return try identifier.isEmpty ? [] : context.records(News.self, objectIdPrefix: identifier)
    }
    guard let first = found.first else {
      throw Refusal(
        "no-news", "there is no news item \"\(identifier)\"",
        "そのようなお知らせはありません: \(named(identifier))")
    }
    guard found.count == 1 else { throw ambiguous(identifier, found.map(\.objectId).sorted()) }
    return first
  }

  /// Returns the refusal of the beginning of several identifiers.
  private func ambiguous(_ identifier: String, _ found: [String]) -> Refusal {
    Refusal(
      "ambiguous-news",
      "\"\(identifier)\" is short for \(found.count) news items: "
        + found.prefix(2).joined(separator: ", ") + (found.count > 2 ? " and others" : ""),
      "\(identifier) に当てはまるお知らせが\(found.count)件あります: "
        + found.prefix(2).joined(separator: "、") + (found.count > 2 ? "など" : ""))
  }

  /// Runs a closure with the records; a record that refuses its properties says which one.
  private func perform<Result>(
    _ work: (RecordContext) throws(RecordError) -> Result
  ) throws -> Result {
    do { return try programStore.perform(work) } catch {
      if case .invalid(_, _, _, let reason) = error, let flaw = NewsFlaw(rawValue: reason) {
        throw Refusal("news-flaw") { flaw.text.in($0) }
      }
      throw error
    }
  }
}

/// The fields of a news item that a command changes; `nil` leaves a field unchanged.
///
/// An empty `imageURL` removes the image.
///
///     NewsDraft(title: "A new best").isEmpty  // false
///     NewsDraft(imageURL: "") == NewsDraft()  // false: the empty text removes the image
struct NewsDraft: Equatable, Sendable {
  var title: String?
  var body: String?
  var imageURL: String?
  var sortOrder: Int?

  init(
    title: String? = nil, body: String? = nil, imageURL: String? = nil, sortOrder: Int? = nil
  ) {
    self.title = title
    self.body = body
    self.imageURL = imageURL
    self.sortOrder = sortOrder
  }

  /// `true` if the draft changes nothing.
  var isEmpty: Bool { self == NewsDraft() }

  fileprivate func fill(_ news: News) {
    if let title { news.title = title }
    if let body { news.body = body }
    if let imageURL { news.imageURL = imageURL.isEmpty ? nil : imageURL }
    if let sortOrder { news.sortOrder = sortOrder }
  }
}
