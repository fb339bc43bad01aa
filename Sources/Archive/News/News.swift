package import Records

/// Something that is told to whoever comes to the program.
package final class News: Record {
  @Column package var title = ""
  @Column package var body = ""
  @Column package var imageURL: String?
  @Column package var sortOrder = 0
  @Transient private var madeHeadline: ShortenedText?
  package let state = RecordState()

  package init() {}

  // Written out, because asking the type for its name takes a fifth of the opening.
  package static var entity: String { "News" }

  package static func declareColumns(in columns: inout Columns<News>) {
    columns.declare("title", \._title)
    columns.declare("body", \._body)
    columns.declare("imageURL", \._imageURL)
    columns.declare("sortOrder", \._sortOrder)
  }

  package static func declareTemplates(in templates: inout Templates<News>) {
    templates.declare("allNews", sortedBy: [.ascending(\.sortOrder), .ascending(\.objectId)])
    templates.declare("lastNews", sortedBy: [.descending(\.sortOrder)])
    templates.declare("getNews", where: [.when(\.objectId, .equals, .variable("objectId"))])
  }

  package var flaw: NewsFlaw? {
    if title.isEmpty { return .noTitle }
    guard let imageURL, !Self.isURL(imageURL) else { return nil }
    return .noURL
  }

  package func reasonAgainst(_ action: RecordAction) -> String? {
    action == .delete ? nil : flaw?.rawValue
  }

  package func awakeFromFetch() { madeHeadline = ShortenedText(title) }

  /// Gives the lines of a text from elsewhere the ends that they have here.
  package func willSave() { if body.utf8.contains(0x0d) { body = Self.withPlainLineEnds(body) } }

  package func didSave() { madeHeadline = ShortenedText(title) }

  /// As much of the title as is shown among others.
  package var headline: ShortenedText { madeHeadline ?? ShortenedText(title) }

  /// A text whose lines end as they do here.
  package static func withPlainLineEnds(_ text: String) -> String {
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

  package static let orders = 0...999_999

  /// Returns the order of news that follow those with the last order.
  package static func order(after last: Int) -> Int { min(max(last, 0), orders.upperBound - 1) + 1 }

  package static func all(in context: RecordContext) throws(RecordError) -> FetchedList<News> {
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

  package static func get(_ objectId: String, in context: RecordContext) throws(RecordError)
    -> News?
  {
    try context.fetch(News.self, "getNews", ["objectId": objectId]).first
  }
}

/// Why news can't be; the raw value is the reason that the record gives.
package enum NewsFlaw: String, Equatable, Sendable { case noTitle = "title", noURL = "image" }
