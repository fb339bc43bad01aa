package import Archive
import Records
package import Shell

/// A news item in an exported file.
///
/// The values are those of `News`, and the order of the columns is that of `news export FILE`.
struct NewsRow: ExchangeRow {
  static var table: String { "news" }

  var format = TableVersion.format
  var version = TableVersion.current
  /// The globally unique identifier of the news item.
  var newsId = ""
  var created = 0
  var order = 0
  var title = ""
  var body = ""
  var image: String?
  /// The value of the column `round_id`.
  var round: String?

  /// The value of `round_id` for news about no round.
  private static var noRound: String { "other" }

  static let allColumns: [TableColumn<NewsRow>] = [
    .init("format", \.format, "version of these columns", in: .version),
    .init("news_id", \.newsId, "permanent identifier of the news", in: .name),
    .init("created", \.created, "time of creation, in ms since 1970 (UTC)", in: .date),
    .init("order", \.order, "sort key of the news", in: .atLeast(0)),
    .init("title", \.title, "title, one line"),
    .init("body", \.body, "text of the news"),
    .init("image", \.image, "URL of an image"),
    .init(
      "round_id", \.round,
      "identifier of the round whose best result the news reports; other for other news, none if "
        + "an earlier program did not record it",
      since: TableVersion.withMarks),
  ]

  init() {}

  /// Copies a stored news item.
  init(_ news: News) {
    newsId = news.objectId
    created = news.dateCreated
    order = news.sortOrder
    title = news.title
    body = news.body
    image = news.imageURL
    round = news.roundId.map { $0.isEmpty ? Self.noRound : $0 }
  }

  /// A new record with the values of the row.
  var news: News {
    let news = News()
    news.title = title
    news.body = body
    news.imageURL = image
    news.sortOrder = order
    // With it, or else by its date, the news of a participant who withdraws are found.
    news.roundId = round.map { $0 == Self.noRound ? "" : $0 }
    return news
  }
}

/// The operation of `news export`: writes all news items to a file, in order.
///
///     let export = ExportNews(source: source, file: file, format: .csv, replaces: false)
///
/// Other programs may write such files, too, because `ImportNews` validates every line.
package struct ExportNews: StoreOperation {
  /// The result of the operation: the numbers of written and skipped news items.
  ///
  ///     if report.skippedDamagedRows { print(report.damagedCount, "news can't be read") }
  package struct Report: DamageReport {
    package let count: Int
    /// The number of damaged rows, which were skipped.
    package let damagedCount: Int
    package var skippedDamagedRows: Bool { damagedCount > 0 }
  }

  package let source: StoreSource
  package let file: NamedFile
  package let format: ExchangeFormat
  package let replaces: Bool

  package init(source: StoreSource, file: NamedFile, format: ExchangeFormat, replaces: Bool) {
    self.source = source
    self.file = file
    self.format = format
    self.replaces = replaces
  }

  package var targets: [NamedFile] { [file] }

  /// Writes the file; damaged rows are skipped and counted.
  package func perform(_ run: OperationRun) throws -> Report {
    try run.checkTarget(file, of: source, replaces: replaces)
    let list = try run.reading(source) { context in
      let list = try News.all(in: context)
      return (rows: list.elements.map { NewsRow($0) }, damagedCount: list.errors.count)
    }
    let columns = NewsRow.columns
    var bytes: [UInt8] = []
    if format == .csv { CSVText.append(headerOf: columns.map(\.name), to: &bytes) }
    for row in list.rows {
      switch format {
      case .csv: CSVText.append(row, columns, to: &bytes)
      case .jsonl: JSONLine.append(row, columns, to: &bytes)
      }
    }
    try run.write(bytes, to: file, replacing: replaces)
    return Report(count: list.rows.count, damagedCount: list.damagedCount)
  }
}

/// The operation of `news import`: adds exported news items to the store, either all of a file or
/// none.
///
///     let operation = ImportNews(source: source, file: file, format: .jsonl)
///
/// News items that the store already has are counted and not changed. Other values for the same
/// identifier are an error.
package struct ImportNews: StoreOperation {
  /// The result of the operation: the numbers of added and of known news items.
  ///
  ///     print(report.count, "new,", report.knownCount, "known")
  package struct Report {
    package var count = 0
    /// The number of news items that the store already had, with the same values.
    package var knownCount = 0
  }

  package let source: StoreSource
  package let file: NamedFile
  package let format: ExchangeFormat

  package init(source: StoreSource, file: NamedFile, format: ExchangeFormat) {
    self.source = source
    self.file = file
    self.format = format
  }

  /// Imports the file in one transaction.
  ///
  /// - Throws: An error with the first invalid line; the store is then unchanged.
  package func perform(_ run: OperationRun) throws -> Report {
    let rows = try rows(in: try run.bytes(of: file, for: source))
    // In one transaction, so that no other import adds the same news meanwhile.
    return try run.committing(source) { context in
      var report = Report()
      for (row, location) in rows {
        let isNew = try insert(row, location, context)
        if isNew { report.count += 1 } else { report.knownCount += 1 }
      }
      try context.save()
      return report
    }
  }

  /// Adds the news item of a row; returns `false` if the store already has it.
  private func insert(
    _ row: NewsRow, _ location: LineLocation, _ context: RecordContext
  ) throws -> Bool {
    var row = row
    row.body = News.withPlainLineEnds(row.body)
    if let known = try News.get(row.newsId, in: context) {
      guard let column = NewsRow(known).difference(from: row) else { return false }
      throw location.stop(.differs(.news, row.newsId, column: column.name))
    }
    let news = row.news
    if let flaw = news.flaw { throw location.stop(RowReason(flaw)) }
    _ = try context.insert(news, objectId: row.newsId, dateCreated: row.created)
    return true
  }

  /// Reads all rows of the file; throws if two have the same identifier.
  private func rows(in bytes: FileBytes) throws -> [(NewsRow, LineLocation)] {
    let lines: RowFile<NewsRow> =
      switch format {
      case .csv: try RowFile(CSVReader<NewsRow>(bytes)) { $0 }
      case .jsonl: try RowFile(JSONLinesReader<NewsRow>(bytes)) { $0 }
      }
    var rows: [(NewsRow, LineLocation)] = []
    var names: Set<String> = []
    while let row = try lines.next() {
      let location = lines.location
      guard names.insert(row.newsId).inserted else {
        throw location.stop(.twice(.news, row.newsId))
      }
      rows.append((row, location))
    }
    return rows
  }
}
