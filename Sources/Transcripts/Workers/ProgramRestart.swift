import CSystem

/// Starts the program over in its place, with what it has to know of a run that was lost.
struct ProgramRestart {
  /// The option that says where the program finds it.
  static let option = "--unfinished"

  private let words: [String]
  private let place: Int

  /// The words that the program was started with; the option goes behind the first few of them.
  init(words: [String], place: Int) {
    self.words = words
    self.place = place
  }

  /// All that starting over takes, because it may allocate nothing.
  func prepared(page: Int32, diagnostics: Int32) -> OpaquePointer? {
    var words = words
    words.insert("\(Self.option)=\(page),\(diagnostics)", at: place)
    return chimp_prepare_restart(words.joined(separator: "\0"), words.count)
  }
}

/// What is known of a run that was lost in the middle of its file.
struct UnfinishedRun {
  private let page: Int32
  private let diagnostics: Int32

  /// Reads what the option says.
  init?(_ text: String) {
    let numbers = text.split(separator: ",").compactMap { Int32($0) }
    guard numbers.count == 2 else { return nil }
    (page, diagnostics) = (numbers[0], numbers[1])
  }

  /// What became of the file.
  func fileRun(_ job: FileJob) throws(ToolFault) -> FileRun {
    let words = WorkerEnd.lastWords(diagnostics)
    guard let page = WorkerPage(descriptor: page), let outcome = page.outcome,
      let place = page.place
    else { throw .worker(WorkerEnd.words(job.path, words)) }
    var stream = FrameStream()
    stream.append(SharedMemory.bytes(page.descriptor, from: WorkerPage.size))
    var told: [PooledWorker.Note] = []
    while var frame = stream.next() { told.append(frame.reader.note().note) }
    return try WorkerEnd(place: place, outcome: outcome, words: words, notes: told).fileRun(job)
  }
}
