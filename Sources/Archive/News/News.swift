public import Records

/// A stored news item: a message for all users of the program.
///
/// The context gives it its identifier and its dates, as any record, before it calls
/// `awakeFromInsert`, which news do not need: see `RecordContext.insert`.
///
///     let news = try context.insert(News.self) { $0.title = "A new best" }
///     try context.save()
///     let list = try News.all(in: context)
///     let token = list.observe(\.elements) { change in print(change) }
public final class News: Record {
  @Column public var title = ""
  @Column public var body = ""
  @Column public var imageURL: String?
  @Column public var sortOrder = 0
  /// The identifier of the round whose best result it reports; empty for other news, `nil` in rows
  /// of earlier programs.
  @Column public var roundId: String? = ""
  @Transient private var madeHeadline: ShortenedText?
  public let state = RecordState()

  public init() {}

  // A literal, so that another name of the class would not be another table.
  public static var entity: String { "News" }

  public static func declareColumns(in columns: inout Columns<News>) {
    columns.declare("title", \._title)
    columns.declare("body", \._body)
    columns.declare("imageURL", \._imageURL)
    columns.declare("sortOrder", \._sortOrder)
    columns.declare("roundId", \._roundId, since: 2)
  }

  /// Declares the queries, which sort by the sort order and then by the identifier.
  public static func declareTemplates(in templates: inout Templates) {
    templates.declare("allNews", sortedBy: [.ascending("sortOrder"), .ascending("objectId")])
    templates.declare("lastNews", sortedBy: [.descending("sortOrder")])
    templates.declare("getNews", where: [.when("objectId", .equals, .variable("objectId"))])
  }

  /// The reason why the values of the news item are invalid; `nil` if they are valid.
  public var flaw: NewsFlaw? {
    if title.isEmpty { return .noTitle }
    guard let imageURL, !Self.isURL(imageURL) else { return nil }
    return .noURL
  }

  /// Returns the reason not to save an invalid news item; deleting is always allowed.
  public func reasonAgainst(_ action: RecordAction) -> String? {
    action == .delete ? nil : flaw?.rawValue
  }

  /// Computes the headline once, because it is shown for every change.
  public func awakeFromFetch() { madeHeadline = ShortenedText(title) }

  /// Converts the line ends of the body to line feeds.
  public func willSave() { if body.utf8.contains(0x0d) { body = Self.withPlainLineEnds(body) } }

  public func didSave() { madeHeadline = ShortenedText(title) }

  /// The title, shortened for notices about changes.
  public var headline: ShortenedText { madeHeadline ?? ShortenedText(title) }

  /// Returns a text whose line ends are line feeds.
  public static func withPlainLineEnds(_ text: String) -> String {
    var bytes = [UInt8]()
    var wasReturn = false
    for byte in text.utf8 {
      if byte != 0x0a || !wasReturn { bytes.append(byte == 0x0d ? 0x0a : byte) }
      wasReturn = byte == 0x0d
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether a text is an absolute URL, `SCHEME://HOST…`.
  static func isURL(_ text: String) -> Bool {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let first = parts[0].utf8.first, first | 0x20 >= 0x61,
      first | 0x20 <= 0x7a, parts[0].utf8.allSatisfy(isOfScheme), parts[1].hasPrefix("//")
    else { return false }
    let hostAndPath = parts[1].dropFirst(2)
    // A URL writes these as escapes: %20.
    let forbidden = "\"<>\\^`{|}".utf8
    return !hostAndPath.isEmpty && !hostAndPath.hasPrefix("/")
      && hostAndPath.utf8.allSatisfy { (0x21...0x7e).contains($0) && !forbidden.contains($0) }
  }

  /// Returns whether a byte is allowed in the scheme of a URL.
  private static func isOfScheme(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
  }

  /// The allowed sort orders.
  public static let orders = 0...999_999

  /// Returns the sort order of a new item, which follows an existing one.
  public static func order(after last: Int) -> Int { min(max(last, 0), orders.upperBound - 1) + 1 }

  /// Returns all news items in order, as a list that can be observed.
  public static func all(in context: RecordContext) throws(RecordError) -> FetchedList<News> {
    try context.list(News.self, "allNews")
  }

  /// Returns the highest sort order of all readable news items; 0 without any.
  static func lastOrder(in context: RecordContext) throws(RecordError) -> Int {
    var order = 0
    try context.forEachRow(News.self, "lastNews") { news, fault in
      if fault == nil { order = news.sortOrder }
      return fault != nil
    }
    return order
  }

  /// Deletes all news items; the next save deletes their rows.
  public static func deleteAll(in context: RecordContext) throws(RecordError) {
    for news in try context.fetch(News.self, "allNews") { try context.delete(news) }
  }

  /// Returns the news item with an identifier; `nil` if there is none.
  public static func get(_ objectId: String, in context: RecordContext) throws(RecordError)
    -> News?
  {
    try context.fetch(News.self, "getNews", ["objectId": objectId]).first
  }
}

/// The reason why a news item is invalid; the raw value is the message of the record's error.
///
///     News().flaw == .noTitle  // true: new news have no title
public enum NewsFlaw: String, Equatable, Sendable { case noTitle = "title", noURL = "image" }
