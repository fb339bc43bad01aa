import ChimpSystem

extension ToolTask {
  /// Performs `record`: runs the lines of the standard input and writes a transcript of them.
  func record() throws(TranscriptToolFault) {
    guard options.paths.count == 1 else { throw Self.oneFileOnly }
    try checkMayWrite()
    let path = options.paths[0]
    guard options.fence(of: path) == nil else {
      throw TranscriptToolFault(path, "a recording is no Markdown file, name it *.txt")
    }
    let makers = separateMakers
    try withSession(path, SessionStart(seed: options.seed), of: makers) {
      session throws(TranscriptToolFault) in
      let prediction = try TranscriptToolFault.naming(
        path,
        try makers.prediction(
          seed: options.seed,
          folder: options.isTrusted ? nil : TranscriptFolder(in: temporaryFolder)))
      try record(session, path, prediction)
    }
  }

  /// The maker of sessions that run at the same time.
  ///
  /// The end of a program of theirs must not end that of another session.
  private var separateMakers: any TranscriptSessionMaker {
    guard var program = sessions as? ProgramDescription else { return sessions }
    program.descendants = nil
    return program
  }

  /// Answers the lines of the input with a session, and writes them to a new file.
  private func record(
    _ session: any TranscriptSession, _ path: String, _ prediction: TranscriptPrediction?
  ) throws(TranscriptToolFault) {
    let recording = TranscriptRecording()
    let file = try TranscriptToolFault.naming(path, try DeferredFile(path))
    var hasEnded = false
    var hasBroken = false
    var isChecked = false
    while !hasEnded, let line = environment.answer() {
      var text: [UInt8] = []
      do throws(TranscriptToolFault) {
        let line = try recording.line(Array(line.utf8))
        let reply = session.perform(line[...])
        environment.output(reply.output)
        hasEnded = reply.hasEnded
        hasBroken = hasEnded && reply.isOfProgram
        text = try recording.block(line, reply, prediction)
        let open = try recording.openBlock(line)
        isChecked = isChecked || text != open
      } catch {
        environment.report(error)
        raiseStatus(1)
      }
      guard !text.isEmpty else { continue }
      let beginning = file.isCreated ? [] : recording.beginning(seed: options.seed)
      try TranscriptToolFault.naming(path, try file.append(beginning + text))
    }
    if hasBroken, let line = environment.answer() {
      let words = "the session had ended, so \"\(line)\" and what follows was not recorded"
      fail(TranscriptToolFault(path, words))
    }
    guard file.isCreated else { throw TranscriptToolFault(path, "nothing was recorded") }
    try TranscriptToolFault.naming(path, try file.synchronize())
    if !isChecked {
      environment.report(
        TranscriptToolFault(path, "nothing that was recorded can be checked"))
      raiseStatus(1)
    }
  }

  /// Performs `replay`: runs a session up to a line, then the lines of the standard input.
  func replay() throws(TranscriptToolFault) {
    let job = try onlyJob()
    let run = try TranscriptRun(job, options)
    guard let index = run.transcript.cases.lastIndex(where: run.selects) else {
      throw Self.nothingSelected
    }
    let start = try run.start(ofSession: index)
    let blocks = run.runningBlocks(ofSession: index).filter { !$0.isSkipped }
    try withSession(job.path, start, of: sessions) { session in
      for block in blocks {
        environment.output(Array("> ".utf8) + block.input + [0x0a])
        let lines = block.input.split(separator: 0x0a, omittingEmptySubsequences: false)
        guard answer(lines, session) else { return }
      }
      while let line = environment.answer() {
        guard answer([Array(line.utf8)[...]], session) else { return }
      }
    }
  }

  /// Calls `work` with a session, and removes its folder at the end.
  ///
  /// An interruption of the tool also interrupts the program of the session.
  private func withSession(
    _ path: String, _ start: SessionStart, of maker: any TranscriptSessionMaker,
    _ work: (any TranscriptSession) throws(TranscriptToolFault) -> Void
  ) throws(TranscriptToolFault) {
    let interruption = Interruption()
    defer {
      interruption.end()
      folder?.remove()
      descendants?.end()
    }
    let session = try TranscriptToolFault.naming(
      path, try maker.session(start, folder: folder, program))
    interruption.begin { [folder] signal in
      (session as? PromptSession)?.interrupt(signal)
      folder?.remove()
    }
    try work(session)
  }

  /// Runs the lines of a command; returns whether the session continues.
  private func answer(_ lines: [ArraySlice<UInt8>], _ session: any TranscriptSession) -> Bool {
    let reply = session.perform(lines: lines)
    environment.output(reply.output + reply.errors)
    return !reply.hasEnded
  }
}
