import CSystem
import Glibc
import TranscriptSyntax

extension ToolTask {
  /// Performs `record`: runs the lines of the standard input and writes a transcript of them.
  func record() throws(TranscriptToolFault) {
    guard options.paths.count == 1, options.arePathsGiven else { throw .oneFileOnly }
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
    let prediction = try begun(path, try sessions.prediction(seed: options.seed))
    let file = try NewFile(path, recording.beginning(seed: options.seed))
    var hasEnded = false
    var isChecked = false
    while !hasEnded, let line = environment.answer() {
      var text: [UInt8] = []
      do throws(TranscriptToolFault) {
        let line = try recording.line(Array(line.utf8))
        let reply = session.perform(line[...])
        environment.output(reply.output)
        hasEnded = reply.hasEnded
        text = try recording.block(line, reply, prediction)
        let open = try recording.openBlock(line)
        isChecked = isChecked || text != open
      } catch {
        environment.report(error)
        raiseStatus(1)
      }
      try file.write(text)
    }
    guard try file.close() else { throw .nothingRecorded(path) }
    if !isChecked {
      environment.report(.nothingPredicted(path))
      raiseStatus(1)
    }
  }

  /// Performs `replay`: runs a session up to a line, then the lines of the standard input.
  func replay() throws(TranscriptToolFault) {
    let job = try onlyJob()
    let plan = try TranscriptPlan(job)
    guard let index = plan.transcript.cases.lastIndex(where: plan.selects) else {
      throw .nothingSelected
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

  /// Makes an interruption of the tool also end the session's program and remove its folder.
  private func begin(_ interruption: Interruption, _ session: any TranscriptSession) {
    interruption.begin { [folder] signal in
      (session as? ProgramSession)?.interrupt(signal)
      folder?.remove()
    }
  }

  /// Runs a line; returns whether the session continues.
  private func answer(_ line: [UInt8], _ session: any TranscriptSession) -> Bool {
    let reply = session.perform(line[...])
    environment.output(reply.output)
    return !reply.hasEnded
  }

  /// Begins a session; an error message begins with the path of the file.
  private func begun<Begun>(
    _ path: String, _ begin: @autoclosure () throws(TranscriptToolFault) -> Begun
  ) throws(TranscriptToolFault) -> Begun {
    do throws(TranscriptToolFault) { return try begin() } catch {
      throw .cannotBegin(path, line: nil, "\(error)")
    }
  }
}

extension TranscriptPlan {
  /// Returns the command lines before a block, including those of included files.
  fileprivate func inputs(ofCase index: Int, before end: Int?) -> [[UInt8]] {
    parts[index].flatMap { part in
      part.single.blocks.filter { part.isIncluded || $0 < end ?? .max }
        .map { part.transcript.blocks[$0] }.filter { $0.directives[.skip] == nil }
        .map { part.transcript.input(of: $0) }
    }
  }
}

/// A new file, which is created with the first bytes.
private final class NewFile {
  private let path: String
  private let beginning: [UInt8]
  private var descriptor: Int32 = -1

  /// Checks that the file can be created; throws if it exists.
  init(_ path: String, _ beginning: [UInt8]) throws(TranscriptToolFault) {
    self.path = path
    self.beginning = beginning
    // Create the file now, to find out whether that is possible, and remove it again.
    _ = Glibc.close(try Self.create(path))
    unlink(path)
  }

  deinit { if descriptor >= 0 { _ = Glibc.close(descriptor) } }

  /// Appends bytes; the file is created with the first ones.
  func write(_ bytes: [UInt8]) throws(TranscriptToolFault) {
    guard !bytes.isEmpty else { return }
    let isFirst = descriptor < 0
    if isFirst { descriptor = try Self.create(path) }
    let all = isFirst ? beginning + bytes : bytes
    let failure = chimp_write_all(descriptor, all, all.count)
    if failure != 0 { throw .cannotUse(path, .system(failure)) }
  }

  /// Flushes the file to the disk; returns `false` if nothing was written.
  func close() throws(TranscriptToolFault) -> Bool {
    guard descriptor >= 0 else { return false }
    let isSafe = fsync(descriptor) == 0 || errno == EINVAL
    let number = errno
    _ = Glibc.close(descriptor)
    descriptor = -1
    guard isSafe else { throw .cannotUse(path, .system(number)) }
    return true
  }

  private static func create(_ path: String) throws(TranscriptToolFault) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .cannotUse(path, .system(errno)) }
    return descriptor
  }
}
