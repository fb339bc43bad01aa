import CSystem
import Glibc
import TranscriptSyntax

extension ToolTask {
  /// Answers the lines of the input and writes a transcript of them.
  func record() throws(TranscriptToolFault) {
    guard options.paths.count == 1, options.arePathsGiven else { throw Self.oneFileOnly }
    try checkMayWrite()
    let path = options.paths[0]
    let recording = TranscriptRecording()
    let interruption = Interruption()
    defer {
      interruption.end()
      folder?.remove()
    }
    let session = try begun(path, try sessions.session(seed: options.seed, folder: folder))
    begin(interruption, session)
    let foresight = try begun(path, try sessions.foresight(seed: options.seed))
    var file = try RecordedFile(path)
    var hasEnded = false
    var isChecked = false
    while !hasEnded, let line = environment.answer() {
      var text: [UInt8] = []
      do throws(TranscriptToolFault) {
        let line = try recording.line(Array(line.utf8))
        let reply = session.perform(line[...])
        environment.output(reply.output)
        hasEnded = reply.hasEnded
        text = try recording.block(line, reply, foresight)
        let open = try recording.openBlock(line)
        isChecked = isChecked || text != open
      } catch {
        environment.report(error)
        raiseStatus(1)
      }
      guard !text.isEmpty else { continue }
      let beginning = file.isCreated ? [] : recording.beginning(seed: options.seed)
      try file.write(beginning + text)
    }
    guard file.isCreated else { throw TranscriptToolFault(path, "nothing was recorded") }
    try file.close()
    if !isChecked {
      environment.report(
        TranscriptToolFault(path, "nothing that was recorded can be checked"))
      raiseStatus(1)
    }
  }

  /// Performs a session up to a line, and then the lines of the input.
  func replay() throws(TranscriptToolFault) {
    let job = try onlyJob()
    let plan = try TranscriptPlan(job)
    guard let index = plan.transcript.cases.lastIndex(where: plan.selects) else {
      throw Self.nothingSelected
    }
    let interruption = Interruption()
    defer {
      interruption.end()
      folder?.remove()
    }
    let seed = plan.argument(.seed, ofCase: index)
    let language = plan.argument(.language, ofCase: index)
    let session = try begun(
      job.path, try sessions.session(seed: seed, language: language, folder: folder))
    begin(interruption, session)
    for line in plan.inputs(ofCase: index, before: plan.selectedBlock.map { $0 + 1 }) {
      environment.output(Array("> ".utf8) + line + [0x0a])
      guard answer(line, session) else { return }
    }
    while let line = environment.answer() {
      guard answer(Array(line.utf8), session) else { return }
    }
  }

  /// Makes an interruption of the tool also interrupt the session's program and remove its folder.
  private func begin(_ interruption: Interruption, _ session: any TranscriptSession) {
    interruption.begin { [folder] signal in
      (session as? ProgramSession)?.interrupt(signal)
      folder?.remove()
    }
  }

  /// Performs a line, and returns whether the session continues.
  private func answer(_ line: [UInt8], _ session: any TranscriptSession) -> Bool {
    let reply = session.perform(line[...])
    environment.output(reply.output)
    return !reply.hasEnded
  }

  /// Begins a session, with the path of its file in the words of an error.
  private func begun<Begun>(
    _ path: String, _ begin: @autoclosure () throws(TranscriptToolFault) -> Begun
  ) throws(TranscriptToolFault) -> Begun {
    do throws(TranscriptToolFault) { return try begin() } catch {
      throw TranscriptToolFault(path, "\(error)")
    }
  }
}

extension TranscriptPlan {
  /// Returns the lines of the files that a case includes, then its own lines before a block.
  fileprivate func inputs(ofCase index: Int, before end: Int?) -> [[UInt8]] {
    parts[index].flatMap { part in
      part.single.blocks.filter { part.isIncluded || $0 < end ?? .max }
        .map { part.transcript.blocks[$0] }.filter { $0.directives[.skip] == nil }
        .map { part.transcript.input(of: $0) }
    }
  }
}

/// The file of a recording, which is created when something is written for the first time.
private struct RecordedFile {
  let path: String
  private var descriptor: Int32 = -1

  /// Throws if the file exists or can't be created.
  init(_ path: String) throws(TranscriptToolFault) {
    self.path = path
    // Create the file now, to find out whether that is possible, and remove it again.
    try create()
    _ = Glibc.close(descriptor)
    unlink(path)
    descriptor = -1
  }

  var isCreated: Bool { descriptor >= 0 }

  private mutating func create() throws(TranscriptToolFault) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard isCreated else { throw .system(path) }
  }

  /// Appends bytes.
  mutating func write(_ bytes: [UInt8]) throws(TranscriptToolFault) {
    if !isCreated { try create() }
    errno = chimp_write_all(descriptor, bytes, bytes.count)
    guard errno == 0 else { throw .system(path) }
  }

  /// Makes the bytes durable, and closes the file.
  func close() throws(TranscriptToolFault) {
    defer { _ = Glibc.close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw .system(path) }
  }
}
