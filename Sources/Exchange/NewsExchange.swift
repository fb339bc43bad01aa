package import Archive
package import Console
package import Operations
import Records

/// A row of exported news.
///
/// The values are those of `News`, and the order of the columns is that of `news export FILE`.
struct NewsRow: ExchangeRow {
  static var table: String { "news" }

  var format = TableVersion.format
  var version = TableVersion.current
  /// The name of the news in every store and every file.
  var newsId = ""
  var created = 0
  var order = 0
  var title = ""
  var body = ""
  var image: String?

  static var allColumns: [TableColumn<NewsRow>] {
    [
      .init("format", \.format, "version of these columns", in: .version),
      .init("news_id", \.newsId, "permanent identifier of the news", in: .name),
      .init("created", \.created, "time of creation, in ms since 1970 (UTC)", in: .date),
      .init("order", \.order, "sort key of the news", in: .atLeast(0)),
      .init("title", \.title, "title, one line"),
      .init("body", \.body, "text of the news"),
      .init("image", \.image, "URL of an image"),
    ]
  }

  init() {}

  /// Copies the values of a record.
  init(_ news: News) {
    newsId = news.objectId
    created = news.dateCreated
    order = news.sortOrder
    title = news.title
    body = news.body
    image = news.imageURL
  }

  /// A new record with these values.
  var news: News {
    let news = News()
    news.title = title
    news.body = body
    news.imageURL = image
    news.sortOrder = order
    return news
  }
}

/// Writes all news to a file, in their order.
///
///     let export = ExportNews(source: source, file: file, format: .csv, replaces: false)
///
/// Other programs can write such a file, too: `ImportNews` checks every line.
package struct ExportNews: FileMakingOperation {
  /// The numbers of the news that the file has, and of those that it lacks.
  ///
  ///     if report.skippedDamagedRows { print(report.damagedCount, "news can't be read") }
  package struct Report: ExclusionReport {
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
  package func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    try run.checkTarget(file, of: source, replaces: replaces)
    let list = try run.reading(source) { context throws(StoreWorkStop) in
      let list = try run.tryingRecords(News.all(in: context))
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
    try FileDraft.write(bytes, to: file, replacing: replaces, unless: run.checkCancelled)
    return Report(count: list.rows.count, damagedCount: list.damagedCount)
  }
}

/// Imports exported news into the store: all of a file, or nothing.
///
///     let operation = ImportNews(source: source, file: file, format: .jsonl)
///
/// News that the store has with the same values are counted and unchanged; other values under the
/// same name are refused.
package struct ImportNews: StoreOperation {
  /// The numbers of the news that were inserted, and of those that were known.
  ///
  ///     print(report.count, "new,", report.knownCount, "known")
  package struct Report {
    package var count = 0
    /// The number of news that were in the store already with the same values.
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
  /// - Throws: `StoreWorkStop` with the first line that is refused; the store is then unchanged.
  package func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    let rows = try rows(in: try run.bytes(of: file, for: source))
    return try run.withStore(of: source) { store throws(StoreWorkStop) in
      let context = try run.trying(RecordContext(store, StoreLayout.schema))
      var report = Report()
      for (row, location) in rows {
        let isNew = try insert(row, location, context, run)
        if isNew { report.count += 1 } else { report.knownCount += 1 }
      }
      try run.checkCancelled()
      try run.tryingRecords(context.save())
      return report
    }
  }

  /// Inserts the news of a row.
  ///
  /// Returns `false` if they are there already.
  private func insert(
    _ row: NewsRow, _ location: LineLocation, _ context: RecordContext,
    _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) -> Bool {
    var row = row
    row.body = News.withPlainLineEnds(row.body)
    if let known = try run.tryingRecords(News.get(row.newsId, in: context)) {
      guard let column = NewsRow(known).difference(from: row) else { return false }
      throw location.stop(.differs(.news, row.newsId, column: column.name))
    }
    let news = row.news
    if let flaw = news.flaw { throw location.stop(.refusedRecord(flaw)) }
    _ = try run.tryingRecords(context.insert(news, objectId: row.newsId, dateCreated: row.created))
    return true
  }

  /// Reads all rows of the file; throws if two have the same name.
  private func rows(in bytes: FileBytes) throws(StoreWorkStop) -> [(NewsRow, LineLocation)] {
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
