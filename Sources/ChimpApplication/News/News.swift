import Records
import Shell

/// Something that is told to whoever comes to the program.
final class News: Record {
  @Column var title = ""
  @Column var body = ""
  @Column var imageURL: String?
  @Column var sortOrder = 0
  @Transient private var madeHeadline: ShortenedText?
  let state = RecordState()

  // Written out, because asking the type for its name takes a fifth of the opening.
  static var entity: String { "News" }

  static func declareColumns(in columns: inout Columns<News>) {
    columns.declare("title", \._title)
    columns.declare("body", \._body)
    columns.declare("imageURL", \._imageURL)
    columns.declare("sortOrder", \._sortOrder)
  }

  static func declareTemplates(in templates: inout Templates<News>) {
    templates.declare("allNews", sortedBy: [.ascending(\.sortOrder), .ascending(\.objectId)])
    templates.declare("lastNews", sortedBy: [.descending(\.sortOrder)])
    templates.declare("getNews", where: [.when(\.objectId, .equals, .variable("objectId"))])
  }

  var flaw: NewsFlaw? {
    if title.isEmpty { return .noTitle }
    guard let imageURL, !Self.isURL(imageURL) else { return nil }
    return .noURL
  }

  func reasonAgainst(_ action: RecordAction) -> String? { action == .delete ? nil : flaw?.rawValue }

  func awakeFromFetch() { madeHeadline = ShortenedText(title) }

  /// Gives the lines of a text from elsewhere the ends that they have here.
  func willSave() { if body.utf8.contains(0x0d) { body = Self.withPlainLineEnds(body) } }

  func didSave() { madeHeadline = ShortenedText(title) }

  /// As much of the title as is shown among others.
  var headline: ShortenedText { madeHeadline ?? ShortenedText(title) }

  /// A text whose lines end as they do here.
  static func withPlainLineEnds(_ text: String) -> String {
    var (bytes, wasReturn) = ([UInt8](), false)
    for byte in text.utf8 {
      if byte != 0x0a || !wasReturn { bytes.append(byte == 0x0d ? 0x0a : byte) }
      wasReturn = byte == 0x0d
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a text is a URL that says where on the net something is: `SCHEME://HOST…`.
  static func isURL(_ text: String) -> Bool {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let first = parts[0].utf8.first, first | 0x20 >= 0x61,
      first | 0x20 <= 0x7a, parts[0].utf8.allSatisfy(isOfScheme), parts[1].hasPrefix("//")
    else { return false }
    let place = parts[1].dropFirst(2)
    // A URL writes these as escapes: %20.
    let forbidden = "\"<>\\^`{|}".utf8
    return !place.isEmpty && !place.hasPrefix("/")
      && place.utf8.allSatisfy { (0x21...0x7e).contains($0) && !forbidden.contains($0) }
  }

  private static func isOfScheme(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
  }

  static func all(in context: RecordContext) throws(RecordError) -> FetchedList<News> {
    try context.list(News.self, "allNews")
  }

  /// The order of the last news that can be read; 0 where there are none.
  static func lastOrder(in context: RecordContext) throws(RecordError) -> Int {
    var order = 0
    try context.forEachRow(News.self, "lastNews") { news, fault in
      if fault == nil { order = news.sortOrder }
      return fault != nil
    }
    return order
  }

  static func get(_ objectId: String, in context: RecordContext) throws(RecordError) -> News? {
    try context.fetch(News.self, "getNews", ["objectId": objectId]).first
  }
}

/// Why news can't be; the raw value is the reason that the record gives.
package enum NewsFlaw: String, Equatable, Sendable { case noTitle = "title", noURL = "image" }

/// The news: what is done to them is saved before it is told.
final class NewsModel {
  static let orders = 0...999_999

  private let delegate: ApplicationDelegate
  private var known: (context: RecordContext, list: FetchedList<News>)?

  init(_ delegate: ApplicationDelegate) { self.delegate = delegate }

  /// All news, as a list that follows every save, and what others have saved so far.
  func all() throws(NewsFault) -> FetchedList<News> {
    do throws(RecordError) { return try list() } catch { throw .record(error) }
  }

  /// The same list, for whoever has no other words for what goes wrong.
  func list() throws(RecordError) -> FetchedList<News> {
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
  func follow(_ end: OperationEnd) { if end == .success, known != nil { _ = try? list() } }

  func add(_ draft: NewsDraft) throws(NewsFault) {
    let elements = try all().elements
    if let limit = delegate.environment.countLimit, elements.count >= limit {
      throw .tooMany(limit: limit)
    }
    let last = elements.last?.sortOrder ?? 0
    try perform { context throws(RecordError) in
      let news = News()
      news.sortOrder = Self.order(after: last)
      draft.fill(news)
      // Asked before the insertion, because that uses up an identifier.
      if let flaw = news.flaw {
        throw .invalid(.insert, entity: News.entity, objectId: "", reason: flaw.rawValue)
      }
      try context.insert(news)
      try context.save()
    }
  }

  static func order(after last: Int) -> Int { min(max(last, 0), orders.upperBound - 1) + 1 }

  func edit(_ news: News, _ draft: NewsDraft) throws(NewsFault) -> Bool {
    try perform { context throws(RecordError) in
      draft.fill(news)
      let hasChanges = context.hasChanges
      try context.save()
      return hasChanges
    }
  }

  func remove(_ news: News) throws(NewsFault) {
    try perform { context throws(RecordError) in
      try context.delete(news)
      try context.save()
    }
  }

  func removeAll() throws(NewsFault) {
    try perform { context throws(RecordError) in
      for news in try context.fetch(News.self, "allNews") { try context.delete(news) }
      try context.save()
    }
  }

  /// The news whose identifier this is, or is short for.
  func find(_ identifier: String) throws(NewsFault) -> News {
    let found = try perform { context throws(RecordError) in
      if let news = try News.get(identifier, in: context) { return [news] }
      return try identifier.isEmpty ? [] : context.records(News.self, objectIdPrefix: identifier)
    }
    guard let first = found.first else { throw .notFound(identifier) }
    guard found.count == 1 else { throw .ambiguous(identifier, found.map(\.objectId).sorted()) }
    return first
  }

  /// Has the exit status tell that there are news that can't be read.
  func noteDamagedRows() { delegate.noteDamagedRows() }

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

struct NewsDraft: Equatable, Sendable {
  var title: String?
  var body: String?
  var imageURL: String?
  var sortOrder: Int?

  var isEmpty: Bool { self == NewsDraft() }

  fileprivate func fill(_ news: News) {
    if let title { news.title = title }
    if let body { news.body = body }
    if let imageURL { news.imageURL = imageURL.isEmpty ? nil : imageURL }
    if let sortOrder { news.sortOrder = sortOrder }
  }
}

enum NewsFault: Error, Equatable {
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
