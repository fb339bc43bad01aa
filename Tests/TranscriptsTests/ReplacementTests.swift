import ChimpSystem
import Glibc
import TestSupport
import Testing
@testable import Transcripts

@Suite struct ReplacementTests {
  let folder = TemporaryFolder()

  @Test(arguments: ["", "\u{feff}"]) func `No report goes where a transcript is`(mark: String) {
    let old = mark + text("> add 1", "| 1")
    let path = folder.write("t", old)
    symlink("t", "\(folder.path)/link")
    for name in ["t", "link"] {
      #expect(
        runTool(["check", "--format", "tap=\(folder.path)/\(name)", path], in: folder)
          == FinishedRun(
            status: 2, "",
            "tool: \(name): a report can't go where a transcript is\n"))
    }
    #expect(folder.read("t") == old)
    #expect(names(in: folder.path) == ["link", "t"])
  }

  @Test(arguments: [ENOSPC, EACCES, EIO, EROFS], [true, false])
  func `Whichever step of a replacement fails, the old bytes stay and nothing is left beside them`(
    number: Int32, isNameless: Bool
  ) {
    let old = text("> lines a b", "| x", "> add 1", "| 2")
    let new = text("> lines a b", "| a", "| b", "> add 1", "| 1")
    var failingCall = 1
    while failingCall < 100 {
      let path = folder.write("t", old)
      let injector = FaultInjector(failingCall: failingCall, number: number)
      let operations = injector.operations(isNameless: isNameless)
      let result = runTool(["bless", path], in: folder, operations: operations)
      guard injector.hasFailed else { break }
      let isFolderSync = injector.count == failingCall && folder.read("t") == new
      if !isFolderSync {
        let words = SystemError(number: number)
        #expect(result.diagnostics == "tool: t: not blessed, can't be replaced: \(words)\n")
        #expect(result.status == 2)
        #expect(folder.read("t") == old)
      }
      #expect(names(in: folder.path) == ["t"])
      failingCall += 1
    }
    // The calls: create a file, set its mode, write every 7 bytes, flush twice, rename. A file
    // without a name gets one first, but not that of another file.
    let count = 5 + (new.utf8.count + 6) / 7 + (isNameless ? 2 : 0)
    #expect(failingCall == count + 1)
  }

  @Test func `The mode of a file and the link that leads to it stay`() {
    folder.write("sub/t", text("> add 1", "| 2"))
    chmod("\(folder.path)/sub/t", 0o640)
    symlink("sub/t", "\(folder.path)/link")
    #expect(runTool(["bless", "\(folder.path)/link"], in: folder).status == 0)
    var status = stat()
    lstat("\(folder.path)/link", &status)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
    stat("\(folder.path)/sub/t", &status)
    #expect(status.st_mode & 0o7777 == 0o640)
    #expect(folder.read("sub/t") == text("> add 1", "| 1"))
  }

  @Test func `A file that passes is not written at all`() {
    let path = folder.write("t", text("> add 1", "| 1"))
    var before = stat()
    stat(path, &before)
    #expect(
      runTool(["bless", path], in: folder)
        == FinishedRun(status: 0, "1 command in 1 file: 1 pass\n"))
    var after = stat()
    stat(path, &after)
    #expect(before.st_ino == after.st_ino)
    #expect(before.st_mtim.tv_nsec == after.st_mtim.tv_nsec)
  }

  @Test func `A file that changes while it is blessed is left as it is`() {
    let path = folder.write("t", text("> add 1", "| 2"))
    var operations = FileOperations()
    operations.isFailing = { [folder] in
      folder.write("t", text("> add 1", "| 3"))
      return false
    }
    let result = runTool(["bless", path], in: folder, operations: operations)
    #expect(
      result
        == FinishedRun(
          status: 2, "0 commands in 0 files: 0 pass, 1 file can't be used\n",
          "tool: t: not blessed, the file has changed meanwhile\n"))
    #expect(folder.read("t") == text("> add 1", "| 3"))
    #expect(names(in: folder.path) == ["t"])
  }

  @Test func `Of a file that is named twice what was named first is blessed`() {
    let path = folder.write("t", text("> add 1", "| 2", "> lines a", "| b"))
    let result = runTool(["bless", "\(path):2", "\(path):4"], in: folder)
    #expect(result.status == 2)
    #expect(
      result.diagnostics == """
        tool: t: blessed once in this run already, what else was named of it is left as it was

        """)
    #expect(folder.read("t") == text("> add 1", "| 1", "> lines a", "| b"))
    #expect(runTool(["bless", "\(path):4"], in: folder).status == 0)
    #expect(folder.read("t") == text("> add 1", "| 1", "> lines a", "| a"))
  }

  @Test(arguments: [true, false])
  func `A bless that is killed at any step leaves the old bytes or the new`(isNameless: Bool) {
    let old = text("> lines a b", "| x", "> add 1", "| 2")
    let new = text("> lines a b", "| a", "| b", "> add 1", "| 1")
    var seen: Set<String> = []
    for step in 1...12 {
      let path = folder.write("t", old)
      let variables = ["KILLED_AT=\(step)"] + (isNameless ? [] : ["NAMED=1"])
      let status = runDouble(["bless", path], variables: variables)
      seen.insert(folder.read("t"))
      if status == 0 { break }
      #expect(status == SIGKILL)
    }
    #expect(seen == [old, new])
    let leftovers = names(in: folder.path).filter { $0 != "t" }
    #expect(leftovers.count == (isNameless ? 1 : 4))
    // The files are reported and kept.
    let path = folder.write("t", old)
    let result = runTool(["bless", path], in: folder)
    #expect(result.status == 0)
    #expect(
      result.diagnostics
        == leftovers.map {
          "tool: \($0) was left by a run that was killed: nothing needs it, remove it\n"
        }.joined())
    #expect(names(in: folder.path) == ["t"] + leftovers)
  }

  @Test func `Files that killed runs have left are named and stay, also of earlier versions`() {
    let path = folder.write("t", text("> add 1", "| 2"))
    let leftovers = [".transcript-blessed.abcdef", "t.unfinished-0123456789abcdef"]
    let others = [
      ".transcript-blessed.abc", "t.unfinished-1", "t.replaced-0123456789abcdef",
      "u.unfinished-0123456789abcdef",
    ]
    for name in leftovers + others { folder.write(name, "mine") }
    let result = runTool(["bless", path, path], in: folder)
    let words = "was left by a run that was killed: nothing needs it, remove it"
    #expect(result.diagnostics.hasPrefix(leftovers.map { "tool: \($0) \(words)\n" }.joined()))
    #expect(result.diagnostics.split(separator: "\n").count == 3)
    for name in leftovers + others { #expect(folder.read(name) == "mine") }
  }

  @Test(.enabled(if: getuid() == 0))
  func `A file that root blesses has its owner and its mode, but no set-id bits`() {
    for (mode, expected) in [(0o6755, 0o755), (0o4640, 0o640), (0o2664, 0o664), (0o600, 0o600)] {
      let path = folder.write("t", text("> add 1", "| 2"))
      chown(path, 65_534, 65_533)
      chmod(path, mode_t(mode))
      #expect(runTool(["bless", path], in: folder).status == 0)
      var status = stat()
      stat(path, &status)
      #expect(status.st_uid == 65_534)
      #expect(status.st_gid == 65_533)
      #expect(status.st_mode & 0o7777 == mode_t(expected))
      #expect(folder.read("t") == text("> add 1", "| 1"))
    }
  }

  @Test func `Two blesses of one folder at once leave every file whole`() {
    for number in 0..<50 { folder.write("\(number).txt", text("> add \(number)", "| no")) }
    let first = startDouble(["bless", folder.path], variables: [])
    let second = startDouble(["bless", folder.path], variables: [])
    _ = (waitForExit(first), waitForExit(second))
    for number in 0..<50 {
      #expect(folder.read("\(number).txt") == text("> add \(number)", "| \(number)"))
    }
    #expect(names(in: folder.path).count == 50)
  }

  @Test(arguments: ["bless", "record"])
  func `In a folder that can't be written nothing changes, which is reported`(verb: String) {
    let old = text("> add 1", "| 2")
    let input = folder.write("input", "add 1\n")
    let locked = folder.write("locked/t.txt", old).dropLast("/t.txt".utf8.count)
    chmod(folder.path, 0o755)
    chmod("\(locked)", 0o555)
    defer { chmod("\(locked)", 0o755) }
    let path = "\(locked)/\(verb == "bless" ? "t" : "new").txt"
    let status = runDouble(
      [verb, path], variables: ["AS_NOBODY=1"], input: input,
      diagnostics: "\(folder.path)/diagnostics")
    #expect(status == 2 << 8)
    let words = verb == "bless" ? "not blessed, can't be replaced: " : ""
    #expect(
      folder.read("diagnostics") == "transcript-double: \(path): \(words)permission denied\n")
    #expect(folder.read("locked/t.txt") == old)
    #expect(names(in: "\(locked)") == ["t.txt"])
  }
}

/// Returns the sorted names in the folder at a path; empty if there is none.
func names(in folder: String) -> [String] {
  guard let directory = opendir(folder) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names.sorted()
}
