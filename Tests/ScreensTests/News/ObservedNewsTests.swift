import TestSupport
import Testing

/// Tests of the notifications that an observer gets when another program edits the news.
struct ObservedNewsTests {
  private let folder = TemporaryFolder()
  private let observer: ScriptedSession
  private let editor: ScriptedSession
  /// The identifier of the only piece of news in the store.
  private let identifier: String

  init() throws {
    let path = folder.path + "/store"
    observer = ScriptedSession(path, process: "here")
    editor = ScriptedSession(path, process: "there")
    let added = editor.play("news add One first image=https://example.org/a.png")
    let word = try #require(added.first?.split(separator: " ").dropFirst().first)
    identifier = String(word.dropLast())
  }

  /// Returns the line that an observer writes for a changed title, with what it has asked for.
  private func edit(new: String? = nil, old: String? = nil, rest: String = "") -> String {
    "news batch removals=[] insertions=[] moves=[] updates=[0]"
      + (new.map { " new=[\($0)]" } ?? "") + (old.map { " old=[\($0)]" } ?? "") + rest
  }

  @Test func `An edit of another program is reported with the next line, whatever it is`() {
    #expect(
      observer.play("observe news old new context=n") == ["observing news old new context=\"n\""])
    _ = editor.play("news edit \(identifier) title=Better")
    let context = " context=\"n\""
    #expect(
      observer.play("news") == [edit(new: "\"Better\"", old: "\"One\"", rest: context)])
    #expect(observer.play("news") == [])
    _ = editor.play("news edit \(identifier) body=second order=4")
    #expect(
      observer.play("sum 1 2") == [
        edit(
          new: "\"Better\" body=\"second\" order=4", old: "\"Better\" body=\"first\" order=1",
          rest: context), "total: 3",
      ])
    _ = editor.play("news clear --yes")
    #expect(
      observer.play("wait 16") == [
        "news batch removals=[0] insertions=[] moves=[] updates=[] new=[] old=[\"Better\"]"
          + context, "waited 16 ms",
      ])
  }

  @Test func `An edit is reported with the old and new values that were requested`() {
    _ = observer.play("observe news new old", "observe news new prior", "observe news old")
    let change = "image=\"\""
    #expect(
      observer.play("news edit \(identifier) image=") == [
        "news batch new=- prior=1",
        edit(new: "\"One\" \(change)", old: "\"One\" image=\"https://example.org/a.png\""),
        edit(new: "\"One\" \(change)", rest: " prior=0"),
        edit(old: "\"One\" image=\"https://example.org/a.png\""), "changed \(identifier): One",
      ])
  }
}

extension String {
  fileprivate func replacing(_ text: String, with other: String) -> String {
    split(separator: text, omittingEmptySubsequences: false).joined(separator: other)
  }
}
