import Glibc

/// Sessions with somebody at the other end.
extension ToolTask {
  /// Answers lines until there are no more, and writes them down.
  func record() throws(ToolFault) {
    guard options.paths.count == 1, options.arePathsGiven else { throw .oneFileOnly }
    try checkMayWrite()
    let path = options.paths[0]
    let recording = TranscriptRecording()
    let session = try session(seed: options.seed, path)
    let file = try NewFile(path)
    try file.write(recording.beginning(seed: options.seed))
    var hasEnded = false
    while !hasEnded, let line = environment.answer() {
      var text: [UInt8] = []
      do throws(TranscriptRecording.Fault) {
        let line = try recording.line(Array(line.utf8))
        let reply = session.perform(line[...])
        environment.output(reply.output)
        hasEnded = reply.hasEnded
        text = try recording.block(line, reply)
      } catch {
        environment.tell(.words("\(error)"))
        raiseStatus(1)
      }
      try file.write(text)
    }
    try file.close()
  }

  /// Plays a session up to a line, and hands it over.
  func replay() throws(ToolFault) {
    let job = try onlyJob()
    let plan = try TranscriptPlan(job)
    let transcript = plan.transcript
    let last =
      job.selection.blocks(of: transcript, path: job.path)?.lowerBound ?? transcript.blocks.count
      - 1
    let index = transcript.caseIndex(ofBlock: last)
    let single = transcript.cases[index]
    let seed = single.settings.seedLine.map { transcript.argument(ofLine: $0) }
    let session = try session(seed: seed, job.path)
    var inputs: [[UInt8]] = []
    for other in plan.included(beforeCase: index) {
      inputs += other.transcript.blocks.map { other.transcript.input(of: $0) }
    }
    let blocks = single.blocks.lowerBound...last
    inputs += blocks.map { transcript.input(of: transcript.blocks[$0]) }
    for line in inputs {
      environment.output(Array("> ".utf8) + line + [0x0a])
      guard answer(line, session) else { return }
    }
    while let line = environment.answer() {
      guard answer(Array(line.utf8), session) else { return }
    }
  }

  /// Answers whether the session goes on.
  private func answer(_ line: [UInt8], _ session: any TranscriptSession) -> Bool {
    let reply = session.perform(line[...])
    environment.output(reply.output)
    return !reply.hasEnded
  }

  private func session(seed: String?, _ path: String) throws(ToolFault) -> any TranscriptSession {
    do throws(TranscriptSessionFault) { return try sessions.session(seed: seed) } catch {
      throw .words("\(path): \(error.words)")
    }
  }
}

/// A file that was not there before.
private final class NewFile {
  private let path: String
  private var descriptor: Int32

  init(_ path: String) throws(ToolFault) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .cannotUse(path: path, FileFault(number: errno)) }
  }

  deinit {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
  }

  func write(_ bytes: [UInt8]) throws(ToolFault) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { throw .cannotUse(path: path, FileFault(number: errno)) }
      rest = rest.dropFirst(written)
    }
  }

  func close() throws(ToolFault) {
    let isSafe = fsync(descriptor) == 0 || errno == EINVAL
    let number = errno
    _ = Glibc.close(descriptor)
    descriptor = -1
    guard isSafe else { throw .cannotUse(path: path, FileFault(number: number)) }
  }
}
