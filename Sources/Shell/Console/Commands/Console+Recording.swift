/// Sessions are written down so that a script that is played without any option says the same.
extension Console {
  func record(_ file: FilePlace) throws(ConsoleFault) {
    guard !options.isRestricted else { throw .restricted("record") }
    if let recorder { throw .recordingAlready(recorder.file.name) }
    guard !isInUse(file.path) else { throw .inUse(file.name) }
    guard let lines = history.session else { throw .tooMuchToRecord }
    let first = firstSettings.map { "set \($0.name) \(Invocation.quoted($0.value))" }
    do {
      recorder = try Recorder(
        file, earlier: first.map { Array($0.utf8) } + lines, format: recordingFormat)
    } catch { throw .cannotWrite(file.name, error) }
    looks = (output.hasColor, options.echoes)
    if !changedSettings.contains("color") { output.hasColor = false }
    if !changedSettings.contains("echo") { options.echoes = false }
    writeLine("recording to \"\(file.name)\"")
  }

  func stopRecording() throws(ConsoleFault) {
    guard let recorder else { throw .notRecording }
    endRecording()
    writeLine(recorder.description)
  }

  /// What a recording lacks that is still made; nil where it lacks nothing.
  package var recordingFlaw: String? {
    guard let recorder, recorder.state != .whole else { return nil }
    return recorder.description
  }

  func endRecording() {
    recorder = nil
    if !changedSettings.contains("color") { output.hasColor = looks.hasColor }
    if !changedSettings.contains("echo") { options.echoes = looks.echoes }
  }

  /// A recording that is checked makes no recording itself.
  func leaveOutOfRecordings() {
    isAboutRecordings = true
    history.removeLatest()
  }
}
