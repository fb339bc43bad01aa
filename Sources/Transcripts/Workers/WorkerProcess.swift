import Glibc

/// The supervisor's side of one worker.
final class WorkerProcess {
  let socket: Int32
  let page: WorkerPage
  private(set) var isAlive = true
  private let process: pid_t
  private let diagnostics: Int32

  /// Starts a worker.
  init(_ program: TranscriptWorkerProgram, options: [String]) throws(FileFault) {
    var pair: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0
    else {
      throw FileFault(number: errno)
    }
    // NB: high numbers, so that none is overwritten by what the worker shall find.
    socket = Self.high(pair[0])
    let other = Self.high(pair[1])
    defer { close(other) }
    diagnostics = Self.high(Self.sharedMemory())
    guard let page = WorkerPage(descriptor: Self.high(Self.sharedMemory())) else {
      throw FileFault(number: errno)
    }
    self.page = page
    page.reset()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, diagnostics, 2)
    posix_spawn_file_actions_adddup2(&actions, other, WorkerLoop.socket)
    posix_spawn_file_actions_adddup2(&actions, page.descriptor, WorkerLoop.pageDescriptor)
    let arguments = CStrings(program.arguments + ["worker"] + options)
    let variables = CStrings(program.variables)
    var process: pid_t = 0
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // NB: a group of its own, so that programs which the worker drives end with it.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let failure = posix_spawn(
      &process, program.path, &actions, &attributes, arguments.pointers, variables.pointers)
    guard failure == 0 else { throw FileFault(number: failure) }
    self.process = process
  }

  deinit {
    end()
    close(socket)
    close(diagnostics)
  }

  /// Sends bytes; what can't be sent is found out by reading.
  func send(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { raw in
      var rest = raw[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: rest)
        let sent = Glibc.send(socket, piece.baseAddress, piece.count, Int32(MSG_NOSIGNAL))
        if sent < 0 && errno == EINTR { continue }
        guard sent > 0 else { return }
        rest = rest.dropFirst(sent)
      }
    }
  }

  /// Ends the worker, whatever it does.
  func end() {
    guard isAlive else { return }
    kill(-process, SIGKILL)
    wait()
  }

  /// Waits for a worker that has closed its socket.
  func wait() {
    guard isAlive else { return }
    isAlive = false
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
  }

  /// The first line that the worker wrote about its end.
  var lastWords: String {
    var buffer = Array(repeating: UInt8(0), count: 1 << 12)
    let count = buffer.withUnsafeMutableBytes { pread(diagnostics, $0.baseAddress, $0.count, 0) }
    let lines = buffer[..<max(0, count)].split(separator: 0x0a)
    let line = lines.first { String(decoding: $0, as: UTF8.self).contains("Fatal error") }
    return String(decoding: line ?? lines.first ?? [], as: UTF8.self)
  }

  /// Memory behind a descriptor and without a name.
  private static func sharedMemory() -> Int32 {
    for attempt in 0..<100 {
      let name = "/transcript.\(getpid()).\(attempt)"
      let descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
      guard descriptor < 0 else {
        shm_unlink(name)
        return descriptor
      }
    }
    return -1
  }

  private static func high(_ descriptor: Int32) -> Int32 {
    let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 10)
    close(descriptor)
    return moved
  }
}

/// Texts as the operating system takes them.
final class CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ texts: [String]) {
    count = texts.count
    pointers = .allocate(capacity: count + 1)
    for (index, text) in texts.enumerated() { (pointers + index).initialize(to: strdup(text)) }
    (pointers + count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}
