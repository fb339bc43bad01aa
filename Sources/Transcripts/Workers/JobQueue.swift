/// What is to be done, what is done, and what has been handed on.
struct JobQueue {
  private struct Entry {
    var job: FileJob?
    var result: FileResult?
  }

  private static let handedOnLimit = 1 << 10

  /// The files from a number on, in their order.
  private var entries: [Entry] = []
  private var firstNumber = 0
  /// The numbers that wait for a worker, the first one last.
  private var returned: [Int] = []
  private var nextNumber = 0
  private var handedOn = 0
  private var fault: ToolFault?

  private var count: Int { firstNumber + entries.count }
  /// Whether everything so far has been handed on.
  var isDone: Bool { handedOn == count }
  var waitingCount: Int { count - nextNumber + returned.count }

  /// Sees to it that so many jobs are there that are not handed on; answers whether there is one.
  @discardableResult
  mutating func fill(_ wanted: Int, _ next: () -> FileEntry?) -> Bool {
    while count - handedOn < wanted, let entry = next() {
      switch entry {
      case .success(let job) where fault == nil: entries.append(Entry(job: job))
      case .success: entries.append(Entry(result: .failure(fault ?? .nothingSelected)))
      case .failure(let fault): entries.append(Entry(result: .failure(fault)))
      }
    }
    return !isDone
  }

  /// The next job for a worker.
  mutating func next() -> (number: Int, job: FileJob)? {
    if let number = returned.popLast() { return job(number).map { (number, $0) } }
    while nextNumber < count {
      defer { nextNumber += 1 }
      if let job = job(nextNumber) { return (nextNumber, job) }
    }
    return nil
  }

  /// A job that is not handed on.
  func job(_ number: Int) -> FileJob? {
    number < handedOn || number >= count ? nil : entries[number - firstNumber].job
  }

  mutating func putBack(_ numbers: [Int]) {
    returned += numbers
    returned.sort(by: >)
  }

  mutating func finish(_ number: Int, _ result: FileResult) {
    entries[number - firstNumber].result = result
  }

  /// Ends everything that is not done with a fault.
  mutating func giveUp(_ fault: ToolFault) {
    self.fault = fault
    for place in (handedOn - firstNumber)..<entries.count where entries[place].result == nil {
      entries[place].result = .failure(fault)
    }
    nextNumber = count
    returned = []
  }

  mutating func nextResult() -> FileResult? {
    guard !isDone else { return nil }
    let place = handedOn - firstNumber
    guard let result = entries[place].result.take() else { return nil }
    entries[place].job = nil
    handedOn += 1
    if place == Self.handedOnLimit {
      entries.removeFirst(place + 1)
      firstNumber = handedOn
    }
    return result
  }
}
