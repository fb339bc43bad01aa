/// What is to be done, what is done, and what has been handed on.
struct JobQueue {
  /// The jobs that are not handed on, by their numbers.
  private var jobs: [Int: FileJob] = [:]
  private var results: [Int: FileResult] = [:]
  /// The numbers that wait for a worker, the first one last.
  private var returned: [Int] = []
  private var nextNumber = 0
  private var count = 0
  private var handedOn = 0
  private var fault: ToolFault?

  /// Whether everything so far has been handed on.
  var isDone: Bool { handedOn == count }
  var waitingCount: Int { count - nextNumber + returned.count }

  /// Sees to it that so many jobs are there that are not handed on; answers whether there is one.
  @discardableResult
  mutating func fill(_ wanted: Int, _ next: () -> FileSelection.Entry?) -> Bool {
    while count - handedOn < wanted, let entry = next() {
      switch entry {
      case .job(let job) where fault == nil: jobs[count] = job
      case .job: results[count] = .failure(fault ?? .nothingSelected)
      case .fault(let fault): results[count] = .failure(fault)
      }
      count += 1
    }
    return !isDone
  }

  /// The next job for a worker.
  mutating func next() -> (number: Int, job: FileJob)? {
    if let number = returned.popLast() { return jobs[number].map { (number, $0) } }
    while nextNumber < count {
      defer { nextNumber += 1 }
      if let job = jobs[nextNumber] { return (nextNumber, job) }
    }
    return nil
  }

  /// A job that is not handed on.
  func job(_ number: Int) -> FileJob? { jobs[number] }

  mutating func putBack(_ numbers: [Int]) {
    returned += numbers
    returned.sort(by: >)
  }

  mutating func finish(_ number: Int, _ result: FileResult) {
    results[number] = result
  }

  /// Ends everything that is not done with a fault.
  mutating func giveUp(_ fault: ToolFault) {
    self.fault = fault
    for number in jobs.keys where results[number] == nil { results[number] = .failure(fault) }
    nextNumber = count
    returned = []
  }

  mutating func nextResult() -> FileResult? {
    guard let result = results.removeValue(forKey: handedOn) else { return nil }
    jobs[handedOn] = nil
    handedOn += 1
    return result
  }
}
