import Glibc
import Records
@testable import Screens
import TestSupport
import Testing

/// Tests of the temporary files that killed programs leave behind, and of user files with similar
/// names.
struct LeftoverTests {
  private static let digits = "0123456789abcdef"
  /// The random digits in the name of a temporary file, as an earlier version of the program wrote
  /// them.
  private static let earlier = "3f0a91b2c4d5e6f7"
  private static let japaneseSentence = "は、前の版で途中で終わった実行の残りのようです。"
  private let folder = TemporaryFolder()

  /// Runs a command on the store and returns the result, with the folder removed from the paths in
  /// it.
  private func chimp(_ command: String, language: String = "en") -> FinishedRun {
    var result = run([
      "--language", language, "--store", folder.path + "/store", "-c", command,
    ]) { $0.configureStore = { $0.reserve = 0 } }
    result.output = result.output.split(separator: folder.path + "/").joined()
    return result
  }

  /// Creates files of one byte with these names.
  private func createFiles(_ names: String...) {
    for name in names { folder.write([1], name) }
  }

  @Test(arguments: [
    ("backup", "--force"), ("report", "--force"), ("export format=jsonl", "--force"),
    ("export format=csv", "--force"), ("news export format=csv", "--force"), ("recover", ""),
    ("export format=bids", ""),
  ])
  func `No file of the user's is removed, whatever its name is`(
    _ command: String, _ force: String
  ) {
    _ = chimp("start 3 3 3")
    if !force.isEmpty { createFiles("copy") }
    let own = [
      "copy.new-1", "copy.new-1-wal", "copy.new-ffffffffffffffff", "copy.old-2024", "copy.old-2",
      "copy.part-1a", "copy.unfinished-1", "copy.unfinished-\(Self.digits)",
      "copy.unfinished-\(Self.digits)-wal", "copy.replaced-\(Self.digits)", "copy-long.old-2",
      "copy.dictionary.txt.old-2", "store-reserve.old-1",
    ]
    for name in own { createFiles(name) }
    #expect(chimp("\(command) \(folder.path)/copy \(force)").status == 0)
    let files = folder.files
    for name in own {
      #expect(files.contains(name), "\(name)")
      #expect(folder.bytes(name) == [1], "\(name)")
    }
    #expect(files.filter { $0.contains("unfinished-") }.count == 3)
    #expect(files.filter { $0.contains("replaced-") }.count == 1)
  }

  @Test(arguments: [
    ("backup", "backed up 126976 bytes to \"copy\""), ("recover", "recovered 0 rows to \"copy\""),
  ])
  func `A file that a killed run has left is named, with what to do with it`(
    _ command: String, _ answer: String
  ) {
    createFiles("copy.unfinished-\(Self.digits)", "copy.unfinished-\(Self.digits)-journal")
    createFiles(
      "copy.replaced-\(Self.digits)", "other.unfinished-\(Self.digits)", "copy.unfinished-1")
    createFiles("copy.unfinished-\(Self.digits)0", "copy.unfinished-0123456789ABCDEF")
    createFiles("copy.unfinished-\(Self.digits).txt", "copy.unfinished")
    #expect(
      chimp("\(command) \(folder.path)/copy").output == """
        \(answer)
        "copy.replaced-\(Self.digits)" was left by a run that was killed: \
        it is what "copy" was before, keep it or remove it
        "copy.unfinished-\(Self.digits)" was left by a run that was killed: \
        nothing needs it, remove it
        "copy.unfinished-\(Self.digits)-journal" was left by a run that was killed: \
        nothing needs it, remove it

        """)
  }

  @Test func `A file like one of an earlier version's is named, unless it may have a date`() {
    createFiles(
      "data.jsonl", "data.jsonl.new-\(Self.earlier)", "data.jsonl.new-\(Self.earlier)-wal")
    createFiles("data.jsonl.old-\(Self.earlier.dropLast())", "data.jsonl.part-\(Self.earlier)")
    createFiles("data.jsonl.old-2024", "data.jsonl.old-20241124", "data.jsonl.old-20241124091500")
    createFiles("data.jsonl.old-2024112409150012", "data.jsonl.old-deadbeef", "data.jsonl.new-1a")
    createFiles("data.jsonl.old-0\(Self.earlier.dropLast())", "data.jsonl.old-\(Self.earlier)0")
    createFiles("data.jsonl.old-\(Self.earlier).txt", "data.jsonl.old-\(Self.earlier.uppercased())")
    createFiles("data.jsonl.old", "data.jsonl.new-ffffffffffffffff", "other.new-\(Self.earlier)")
    let output = chimp("export \(folder.path)/data.jsonl --force").output
    let sentence = "looks like what a killed run of an earlier version left"
    #expect(
      output == """
        exported 0 trials and 0 presses to "data.jsonl", "data.jsonl.dictionary.txt"
        "data.jsonl.new-\(Self.earlier)" \(sentence): remove it, unless it is yours
        "data.jsonl.new-\(Self.earlier)-wal" \(sentence): remove it, unless it is yours
        "data.jsonl.old-\(Self.earlier.dropLast())" \(sentence): \
        it may be what "data.jsonl" was before, keep it or remove it
        "data.jsonl.part-\(Self.earlier)" \(sentence): remove it, unless it is yours

        """)
    #expect(folder.files.count == 20)
    let japanese = chimp("export \(folder.path)/data.jsonl --force", language: "ja").output
    let lines = japanese.split(separator: "\n").dropFirst().map(String.init)
    #expect(
      lines == [
        "data.jsonl.new-\(Self.earlier) \(Self.japaneseSentence)自分のファイルでなければ削除してください",
        "data.jsonl.new-\(Self.earlier)-wal \(Self.japaneseSentence)自分のファイルでなければ削除してください",
        "data.jsonl.old-\(Self.earlier.dropLast()) \(Self.japaneseSentence)"
          + "前の data.jsonl かもしれません。残すか削除してください",
        "data.jsonl.part-\(Self.earlier) \(Self.japaneseSentence)自分のファイルでなければ削除してください",
      ])
  }

  @Test func `A refused export names it too, and in both languages`() {
    createFiles("data.jsonl", "data.jsonl.dictionary.txt.replaced-\(Self.digits)")
    let answer = chimp("export \(folder.path)/data.jsonl")
    #expect(
      answer.output == """
        error: "data.jsonl" exists already (--force replaces it)
        "data.jsonl.dictionary.txt.replaced-\(Self.digits)" was left by a run that was killed: \
        it is what "data.jsonl.dictionary.txt" was before, keep it or remove it

        """)
    mkdir(folder.path + "/set.unfinished-\(Self.digits)", 0o755)
    let dataset = chimp("export \(folder.path)/set format=bids", language: "ja").output
    rmdir(folder.path + "/set.unfinished-\(Self.digits)")
    #expect(
      dataset.split(separator: "\n").last
        == "set.unfinished-\(Self.digits) は途中で終わった実行の残りです。いらないので削除してください")
  }

  @Test func `Files of a killed creation of a store are named once, by the next opening`() {
    let names = [
      "store.unfinished-\(Self.digits)", "store.unfinished-\(Self.digits)-journal",
      "store.unfinished-1", "store.new-\(Self.earlier)", "store.replaced-\(Self.digits)",
      "other.unfinished-\(Self.digits)",
    ]
    for name in names { createFiles(name) }
    func diagnostics(_ options: [String] = [], store: String = "store") -> String {
      let path = folder.path + "/" + store
      return run(options + ["--store", path, "-c", "status"]) {
        $0.configureStore = { $0.reserve = 0 }
      }.diagnostics
    }
    let sentence = "was left by a run that was killed: nothing needs it, remove it"
    #expect(
      diagnostics() == """
        chimp: '\(folder.path)/store.unfinished-\(Self.digits)' \(sentence)
        chimp: '\(folder.path)/store.unfinished-\(Self.digits)-journal' \(sentence)

        """)
    #expect(diagnostics() == "")
    #expect(diagnostics(["--restricted"], store: "other") == "")
    for name in names { #expect(folder.bytes(name) == [1], "\(name)") }
  }

  @Test func `A target that is a link is looked at where it leads, too`() {
    createFiles("file.jsonl", "file.jsonl.unfinished-\(Self.digits)")
    symlink("file.jsonl", folder.path + "/link.jsonl")
    let lines = chimp("export \(folder.path)/link.jsonl --force").output.split(separator: "\n")
    let sentence = """
      "file.jsonl.unfinished-\(Self.digits)" was left by a run that was killed: \
      nothing needs it, remove it
      """
    #expect(lines.last.map(String.init) == sentence)
  }

  @Test func `The rest of an export whose last file is missing is named`() {
    createFiles("data-presses.csv", "data.csv.dictionary.txt")
    let answer = chimp("export \(folder.path)/data.csv")
    #expect(answer.status == 1)
    #expect(
      answer.output == """
        error: "data.csv" is missing beside "data-presses.csv", "data.csv.dictionary.txt": \
        an export was killed, or its file was moved (--force writes all anew)

        """)
    #expect(folder.bytes("data-presses.csv") == [1])
    #expect(chimp("export \(folder.path)/data.csv --force").status == 0)
    #expect(folder.files.count == 6)
  }
}
