import Glibc
import Records
package import Shell

/// News as they are exchanged.
struct NewsRow: ExchangeRow {
  static var table: String { "news" }

  var format = TableVersion.format
  var version = TableVersion.current
  var newsId = ""
  var created = 0
  var order = 0
  var title = ""
  var body = ""
  var image: String?

  static var allColumns: [TableColumn<NewsRow>] {
    [
      .init("format", \.format, "the version of these columns", in: .version),
      .init("news_id", \.newsId, "names the news everywhere and for ever", in: .name),
      .init("created", \.created, "ms since 1970 (UTC)", in: .date),
      .init("order", \.order, "the news are sorted by it", in: .atLeast(0)),
      .init("title", \.title, "one line"),
      .init("body", \.body, "what there is to say"),
      .init("image", \.image, "the URL of an image"),
    ]
  }

  /// Makes a row of nothing.
  init() {}

  init(_ news: News) {
    (newsId, created, order) = (news.objectId, news.dateCreated, news.sortOrder)
    (title, body, image) = (news.title, news.body, news.imageURL)
  }

  /// News that say what the row does.
  var news: News {
    let news = News()
    (news.title, news.body, news.imageURL, news.sortOrder) = (title, body, image, order)
    return news
  }
}

/// Writes all news to a file.
package struct ExportNews: StoreOperation {
  package let source: StoreSource
  private let file: FilePlace
  private let format: ExchangeFormat
  private let replaces: Bool

  /// Makes an export; a file that is there is replaced only where that is said.
  package init(_ source: StoreSource, to file: FilePlace, _ format: ExchangeFormat, replaces: Bool)
  {
    (self.source, self.file, self.format, self.replaces) = (source, file, format, replaces)
  }

  /// What came of an export.
  package struct Report: Equatable, Sendable {
    package let count: Int
    /// How many rows were left out, because they are damaged.
    package let damagedCount: Int
  }

  package func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    try run.checkTarget(file, of: source, replaces: replaces)
    let (rows, damagedCount) = try run.withStore(of: source) { store throws(StoreWorkStop) in
      try run.tryingRecords { () throws(RecordError) in
        let context: RecordContext
        do throws(StoreError) { context = try RecordContext(store, StoreLayout.schema) } catch {
          throw .store(error)
        }
        let list = try News.all(in: context)
        return (list.elements.map { NewsRow($0) }, list.faults.count)
      }
    }
    do throws(SystemFault) { try write(rows) } catch {
      throw .failed(error == .fileExists ? .exists(file.name) : .cannotWrite(file.name, error))
    }
    return Report(count: rows.count, damagedCount: damagedCount)
  }

  private func write(_ rows: [NewsRow]) throws(SystemFault) {
    let draft = try FileDraft(file)
    let columns = NewsRow.columns
    if format == .csv { try draft.write { CSVText.append(headerOf: columns.map(\.name), to: &$0) } }
    for row in rows {
      try draft.write { bytes in
        switch format {
        case .csv: CSVText.append(row, columns, to: &bytes)
        case .jsonl: JSONLine.append(row, columns, to: &bytes)
        }
      }
    }
    try draft.finish()
    try draft.publish(replacing: replaces) { replaces ? rename($0, $1) : link($0, $1) }
    draft.settle()
  }
}

/// Takes news that were exported into the store: all of a file, or nothing.
package struct ImportNews: StoreOperation {
  /// What came of an import.
  package struct Report: Equatable, Sendable {
    package var count = 0
    /// How many news were in the store already, as they are in the file.
    package var knownCount = 0
  }

  package let source: StoreSource
  private let file: FilePlace
  private let format: ExchangeFormat

  /// Makes an import into a store.
  package init(_ source: StoreSource, from file: FilePlace, _ format: ExchangeFormat) {
    (self.source, self.file, self.format) = (source, file, format)
  }

  package func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    let bytes = try run.bytes(of: file, for: source)
    let rows = try rows(in: bytes)
    return try run.withStore(of: source) { store throws(StoreWorkStop) in
      let context = try run.trying { () throws(StoreError) in
        try RecordContext(store, StoreLayout.schema)
      }
      var report = Report()
      for (row, place) in rows {
        let isNew = try take(row, place, context, run)
        if isNew { report.count += 1 } else { report.knownCount += 1 }
      }
      try run.checkCancelled()
      try run.tryingRecords { () throws(RecordError) in try context.save() }
      return report
    }
  }

  /// Inserts the news of a row; false where they are there already.
  private func take(
    _ row: NewsRow, _ place: LinePlace, _ context: RecordContext,
    _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) -> Bool {
    let known = try run.tryingRecords { () throws(RecordError) in
      try News.get(row.newsId, in: context)
    }
    if let known {
      guard let column = NewsRow(known).difference(from: row) else { return false }
      throw place.stop(.differs(.news, row.newsId, column: column.name))
    }
    let news = row.news
    if let flaw = news.flaw { throw place.stop(.refusedRecord(flaw)) }
    _ = try run.tryingRecords { () throws(RecordError) in
      try context.insert(news, objectId: row.newsId, dateCreated: row.created)
    }
    return true
  }

  private func rows(in bytes: FileBytes) throws(StoreWorkStop) -> [(NewsRow, LinePlace)] {
    var rows: [(NewsRow, LinePlace)] = []
    var names: Set<String> = []
    var number = 0
    func place() -> LinePlace { LinePlace(path: file.name, number: number) }
    do throws(LineReason) {
      var lines = JSONRowReader<NewsRow>(bytes)
      var cells = CSVReader<NewsRow>(bytes)
      defer { number = max(lines.lineNumber, cells.lineNumber) }
      if format == .csv { try cells.begin() }
      while let row = try format == .csv ? cells.nextRow() : lines.nextRow() {
        number = max(lines.lineNumber, cells.lineNumber)
        guard names.insert(row.newsId).inserted else { throw .content(.twice(.news, row.newsId)) }
        rows.append((row, place()))
      }
    } catch { throw place().stop(error) }
    if let fault = bytes.fault { throw .failed(.cannotRead(file.name, fault)) }
    return rows
  }
}
