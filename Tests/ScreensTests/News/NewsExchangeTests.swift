import Archive

@testable import Archive
import Records
@testable import Screens
@testable import Shell
import TestSupport
import Testing

/// Tests of news that are exported and imported, and of the values that a piece of news accepts.
struct NewsExchangeTests {
  private static let header = "format,news_id,created,order,title,body,image\r\n"

  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/store" }

  /// Returns the output of a session on the store, with the folder removed from the paths in it.
  private func session(_ lines: String..., store: String? = nil) -> String {
    run(["--store", store ?? path], input: lines.map { $0 + "\n" }.joined()).output
      .split(separator: folder.path + "/").joined()
  }

  /// Imports a text as news and returns the error; expects that no news are added.
  private func refusal(_ text: String, _ name: String = "news.csv") -> String {
    let file = folder.file(name, text)
    let reply = session("news import \(file)")
    #expect(Database.value("SELECT count(*) FROM News", path) == "0")
    return reply
  }

  @Test func `Exported news are the same in another store, in either format`() {
    _ = session(
      "news add One \"a\\nb\" image=https://example.org/a.png", "news add \"=Two, \\\"x\\\"\"",
      "news move \"\" 1", "news export \(folder.path)/news.csv",
      "news export \(folder.path)/news.jsonl")
    let rows =
      "SELECT group_concat(objectId || dateCreated || title || body || "
      + "coalesce(imageURL, '-') || sortOrder, '|') FROM News ORDER BY sortOrder"
    for ending in ["csv", "jsonl"] {
      let other = folder.path + "/other-\(ending)"
      #expect(
        session("news import \(folder.path)/news.\(ending)", store: other)
          == "imported 2 news items from \"news.\(ending)\"\n")
      #expect(Database.value(rows, other) == Database.value(rows, path))
    }
  }

  @Test func `An invalid row of news is refused with its line, and nothing is imported`() {
    let good = "2,a,1,1,One,\"\",\r\n"
    for (lines, words) in [
      ("2,b,1,1,\"\",\"\",\r\n", "3: a title needs at least 1 character"),
      ("2,b,1,1,x,\"\",a.png\r\n", "3: an image needs a URL, such as https://example.org/a.png"),
      ("2,a,1,1,x,\"\",\r\n", "3: news \"a\" appears twice"),
      ("2,b,1,-1,x,\"\",\r\n", "3: \"order\" has an impossible value"),
      ("4,b,1,1,x,\"\",\r\n", "3: format 4 is unknown, this is format 3"),
      ("2,b,1,1,x\r\n", "3: 5 columns instead of 7"),
    ] {
      #expect(refusal(Self.header + good + lines) == "error: news.csv:\(words)\n", "\(lines)")
    }
    #expect(refusal("a,b\r\n") == "error: news.csv:1: column 1 is not \"format\"\n")
    #expect(
      refusal("{\"table\":\"trial\"}\n", "news.jsonl")
        == "error: news.jsonl:1: \"table\" is not \"news\"\n")
  }

  @Test func `An imported text gets the line ends of this program`() {
    let file = folder.file("news.csv", Self.header + "2,a,1,1,One,\"a\\r\\nb\\rc\\n\",\r\n")
    #expect(session("news import \(file)") == "imported 1 news item from \"news.csv\"\n")
    #expect(
      session("news import \(file)")
        == "imported 0 news items from \"news.csv\"; 1 was already there\n")
    #expect(Database.value("SELECT replace(body, char(10), '/') FROM News", path) == "a/b/c/")
  }

  @Test func `A headline is made when news are fetched and when they are saved`() throws {
    let news = News()
    news.title = "first"
    #expect(news.headline.words(in: .english) == "first")
    let context = try RecordContext(
      Store.open(
        StoreSettings(
          location: .memory, application: StoreLayout.application,
          migrations: StoreLayout.migrations, environment: .system())), StoreLayout.schema)
    try context.insert(news)
    try context.save()
    news.title = String(repeating: "x", count: 1_001)
    #expect(
      news.headline.words(in: .english)
        == String(repeating: "x", count: 1_000) + "... (1001 bytes)")
  }

  @Test func `The address of an image is a URL with a scheme and a host`() {
    for text in ["https://example.org/a.png", "http://h", "a+b-c.1://x?y#z%20", "FILE://host/p"] {
      #expect(draftRefusal(text) == nil, "\(text)")
    }
    for text in [
      "", "a.png", "example.org", "https:", "https://", "https:///a", "://a", "1s://a", "h t://a",
      "https://a b", "https://a\"", "https://\u{e9}.org", "https:/a", "\u{e9}://a", "https//a:b",
    ] {
      #expect(
        draftRefusal(text) == "an image needs a URL, such as https://example.org/a.png", "\(text)")
    }
  }

  /// Returns the error of a piece of news with the address of an image; `nil` if it is valid.
  private func draftRefusal(_ imageURL: String) -> String? {
    let news = News()
    news.title = "x"
    news.imageURL = imageURL
    return news.flaw?.text.english
  }
}
