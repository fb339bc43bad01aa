@testable import Archive
import Glibc
import Records
@testable import Screens
import TestSupport
import Testing

/// Tests of stores that are opened through a link.
struct LinkedStoreTests {
  private let folder = TemporaryFolder()
  private var link: String { folder.path + "/link" }

  /// Runs commands on the store at a path.
  private func chimp(_ path: String, _ commands: String...) -> FinishedRun {
    run(commands, on: path)
  }

  @Test(arguments: [true, false])
  func `A link is followed to a file that exists, and to one that does not exist yet`(
    _ isThere: Bool
  ) {
    if isThere { #expect(chimp(folder.path + "/store", "news add One").status == 0) }
    symlink("store", folder.path + "/second")
    symlink(folder.path + "/second", link)
    #expect(chimp(link, "news add Two").status == 0)
    #expect(folder.files == ["link", "second", "store"])
    let titles = chimp(folder.path + "/store", "news").output.split(separator: "\n").count
    #expect(titles == (isThere ? 2 : 1))
    #expect(chimp(link, "news") == chimp(folder.path + "/store", "news"))
  }

  @Test func `Files of a linked store are beside its file, and no backup may replace them`() throws
  {
    symlink("store", link)
    #expect(chimp(link, "news add One").status == 0)
    for name in ["link", "store", "store-wal"] {
      #expect(
        chimp(link, "backup \(folder.path)/\(name) --force").output
          == "error: the store itself is in \"\(folder.path)/\(name)\"\n")
    }
    var settings = StoreSettings(
      location: .file(link), application: StoreLayout.application,
      migrations: StoreLayout.migrations, environment: .system())
    settings.reserve = 4096
    let store = try Store.open(settings)
    #expect(folder.files == ["link", "store", "store-reserve", "store-shm", "store-wal"])
    unlink(folder.path + "/store")
    #expect(throws: RecordError.moved(path: link)) { try store.checkFiles() }
  }

  /// Runs a command in a mount namespace in which the file of the store is also mounted under a
  /// second name.
  private func runMounted(_ command: String) -> FinishedRun {
    FinishedRun([
      "/usr/bin/unshare", "-m", "/bin/sh", "-c",
      "cd \(folder.path) && : >other && mount --bind store other && \(command) 2>&1",
    ])
  }

  private static var canMount: Bool {
    let mount = "mount --bind /etc/hostname /etc/hostname"
    return FinishedRun(["/usr/bin/unshare", "-m", "/bin/sh", "-c", mount]).status == 0
  }

  @Test(.enabled(if: canMount))
  func `A file that is mounted by itself is refused before anything is written`() throws {
    #expect(chimp(folder.path + "/store", "news add One").status == 0)
    let before = folder.bytes("store")
    let result = runMounted("\(programPath) --store other -c 'news add Two'")
    #expect(result.status == 3)
    #expect(
      result.output == """
        chimp: 'other' is a file that is mounted by itself: \
        mount the folder of the store instead

        """)
    #expect(folder.files == ["other", "store"])
    #expect(folder.bytes("store") == before)
    // A mounted folder is allowed.
    mkdir(folder.path + "/folder", 0o755)
    defer { rmdir(folder.path + "/folder") }
    let whole = runMounted(
      "mount --bind . folder && \(programPath) --store folder/store -c 'news add Two'")
    #expect(whole.status == 0)
  }

  @Test func `Links that lead nowhere else are refused by their name`() {
    symlink("link", link)
    #expect(chimp(link, "news").status == 3)
    #expect(folder.files == ["link"])
  }
}
