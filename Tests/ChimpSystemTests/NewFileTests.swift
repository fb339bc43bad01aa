import ChimpSystem
import Glibc
import TestSupport
import Testing

/// Tests of files that get their names when they are complete, and of their paths.
struct NewFileTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/file" }

  @Test(arguments: [true, false], [true, false])
  func `Whichever system call fails, there is the old file or the new one and nothing else`(
    _ isNameless: Bool, _ replaces: Bool
  ) throws {
    let old: [UInt8] = Array("old".utf8)
    let new: [UInt8] = Array("the new bytes".utf8)
    var failedCalls: [Int] = []
    var failingCall = 1
    while failingCall < 100 {
      unlink(path)
      if replaces { folder.write(old, "file") }
      let injector = FaultInjector(failingCall: failingCall, number: ENOSPC)
      do throws(SystemError) {
        let file = try NewFile(for: path, injector.operations(isNameless: isNameless))
        if replaces { try file.copyAccess(of: path) }
        try file.write(new)
        try file.synchronize()
        try file.publish(replacing: replaces)
        file.synchronizeFolder()
        #expect(folder.files == ["file"])
        #expect(folder.bytes("file") == new)
      } catch {
        #expect(error == SystemError(number: ENOSPC))
        #expect(folder.files == (replaces ? ["file"] : []))
        if replaces { #expect(folder.bytes("file") == old) }
        failedCalls.append(failingCall)
      }
      guard injector.hasFailed else { break }
      failingCall += 1
    }
    // Create, write twice, synchronize, give the name; and before that, set the mode, and link the
    // nameless file twice.
    let count = 5 + (replaces ? 1 : 0) + (replaces && isNameless ? 2 : 0)
    #expect(failedCalls == Array(1...count))
    #expect(failingCall == count + 2)
  }

  @Test func `A file that is not published is removed, with those beside it`() throws {
    var file: NewFile? = try NewFile(for: path, endings: ["-a", "-b"], number: 10)
    #expect(file?.path == path + ".unfinished-000000000000000a")
    folder.write([1], "file.unfinished-000000000000000a-b")
    folder.write([1], "file.unfinished-000000000000000a-c")
    file = nil
    #expect(folder.files == ["file.unfinished-000000000000000a-c"])
  }

  @Test(arguments: [true, false])
  func `A name as long as the system allows is no obstacle`(isNameless: Bool) throws {
    let name = String(repeating: "猿", count: 85)
    folder.write([1], name)
    var operations = FileOperations()
    operations.allowsNameless = isNameless
    let file = try NewFile(for: folder.path + "/" + name, operations)
    try file.write([2])
    try file.publish(replacing: true)
    #expect(folder.files == [name])
    #expect(folder.bytes(name) == [2])
    let database = try NewFile(for: folder.path + "/" + name, endings: ["-journal"])
    let path = try #require(database.path)
    #expect(path == folder.path + "/" + String(repeating: "猿", count: 70) + path.suffix(28))
    let left = Leftover.freePath(.unfinished, of: folder.path + "/" + name)
    folder.write([3], String(fileName(of: left)))
    #expect(Leftover.all(beside: folder.path + "/" + name).map(\.path) == [left])
  }

  @Test func `A number that is in use is not used again`() throws {
    let first = try NewFile(for: path, endings: ["-a"], number: 1)
    let second = try NewFile(for: path, endings: ["-a"], number: 1)
    #expect(first.path == path + ".unfinished-0000000000000001")
    #expect(second.path != first.path)
  }

  @Test func `Leftovers are those files that no process has locked`() throws {
    let locked = try NewFile(for: path, endings: ["-a"])
    for name in ["a.unfinished-", "b.c.replaced-", "d.part-", "e.unfinished-"] {
      folder.write([], name + "0a1b2c3d4e5f6071")
    }
    folder.write([], "e.unfinished-0a1b2c3d4e5f6071-a")
    folder.write([], "d.part-a1b2c3d4e5f6071")
    folder.write([], "e.finished-0a1b2c3d4e5f6071")
    #expect(
      Leftover.all(in: folder.path).map(\.path)
        == [
          "a.unfinished-0a1b2c3d4e5f6071", "b.c.replaced-0a1b2c3d4e5f6071",
          "d.part-a1b2c3d4e5f6071", "e.unfinished-0a1b2c3d4e5f6071",
        ].map { folder.path + "/" + $0 })
    let beside = Leftover.all(beside: folder.path + "/e", endings: ["-a"])
    #expect(
      beside.map(\.path)
        == ["", "-a"].map { "\(folder.path)/e.unfinished-0a1b2c3d4e5f6071\($0)" })
    #expect(beside.allSatisfy { $0.kind == .unfinished })
    locked.remove()
  }

  @Test func `A deferred file is created with its first bytes and replaces nothing`() throws {
    let file = try DeferredFile(path)
    #expect(folder.files == [] && !file.isCreated)
    try file.append([1, 2])
    try file.append([3])
    try file.synchronize()
    #expect(folder.bytes("file") == [1, 2, 3] && file.isCreated)
    symlink("nowhere", folder.path + "/link")
    for name in ["file", "link"] {
      #expect(throws: SystemError.fileExists) { try DeferredFile(folder.path + "/" + name) }
    }
    let late = try DeferredFile(folder.path + "/late")
    folder.write([4], "late")
    #expect(throws: SystemError.fileExists) { try late.append([5]) }
    #expect(folder.bytes("late") == [4])
  }

  @Test(arguments: [
    ("a", ".", "a", "b"), ("/a", "/", "a", "/b"), ("c/a", "c", "a", "c/b"), ("c/", "c", "", "c/b"),
  ])
  func `A path has a folder, a name and siblings`(
    path: String, folder: String, name: String, sibling: String
  ) {
    #expect(folderPath(of: path) == folder)
    #expect(fileName(of: path) == name)
    #expect(siblingPath("b", of: path) == sibling)
    #expect(siblingPath("/b", of: path) == "/b")
  }

  @Test func `A chain of links leads to a path, even without a file`() {
    symlink("second", folder.path + "/first")
    symlink("/nowhere/file", folder.path + "/second")
    symlink("cycle", folder.path + "/cycle")
    #expect(linkedPath(folder.path + "/first") == "/nowhere/file")
    #expect(linkedPath(folder.path + "/cycle") == folder.path + "/cycle")
    #expect(linkTarget(folder.path + "/first") == "second")
    #expect(linkTarget(folder.path) == nil)
  }

  @Test func `A file that a living process writes is no leftover`() throws {
    let target = folder.path + "/copy"
    let file = try NewFile(for: target, endings: ["-journal", "-wal"])
    #expect(folder.files.count == 1)
    #expect(Leftover.all(beside: target) == [])
    file.remove()
    #expect(folder.files == [])
  }

  @Test func `A name that another file has taken is not removed`() throws {
    let file = try NewFile(for: folder.path + "/copy")
    try file.publish(replacing: false)
    unlink(folder.path + "/copy")
    folder.write([1], "copy")
    file.remove()
    #expect(folder.bytes("copy") == [1])
  }
}
