import Glibc
import SystemCalls

/// Work that is divided into pieces, each of which is done on whatever processor is free.
private struct SharedWork<Piece, Failure: Error> {
  var next = 0
  var pieces: [Piece?]
  /// The first piece that failed; those before it are done, so that it is the same every time.
  var failure: (place: Int, Failure)?
  var isCancelled = false

  /// The next piece to do; nil where none is left, or none is wanted.
  mutating func take() -> Int? {
    guard next < pieces.count, failure == nil, !isCancelled else { return nil }
    defer { next += 1 }
    return next
  }

  mutating func put(_ result: Result<Piece, Failure>, at place: Int) {
    switch result {
    case .success(let piece): pieces[place] = piece
    case .failure(let fault): if failure?.place ?? .max > place { failure = (place, fault) }
    }
  }
}

/// Items that stand behind each other, and why none can be made behind them.
private struct Portion<Item, Failure: Error> {
  let next: () throws(OperationStop<Failure>) -> Item?
  let weight: (Item) -> Int
  var items: [Item] = []
  var stop: OperationStop<Failure>?
  // What has come to its end may begin anew when it is asked again.
  private var isOver = false

  init(
    _ next: @escaping () throws(OperationStop<Failure>) -> Item?, _ weight: @escaping (Item) -> Int
  ) { (self.next, self.weight) = (next, weight) }

  mutating func make() {
    var sum = 0
    do throws(OperationStop<Failure>) {
      while sum < 256, !isOver {
        guard let item = try next() else { return isOver = true }
        items.append(item)
        sum += weight(item)
      }
    } catch { (stop, isOver) = (error, true) }
  }
}

extension OperationRun {
  /// Does so many pieces of work on all processors; the results stand in the order of the pieces.
  ///
  /// On this thread `tell` is told how many are begun.
  package func spread<Piece: Sendable>(
    _ count: Int, _ work: @escaping @Sendable (Int) throws(Failure) -> Piece,
    telling tell: (Int) -> Void
  ) throws(OperationStop<Failure>) -> [Piece] {
    let shared = Guarded(SharedWork<Piece, Failure>(pieces: Array(repeating: nil, count: count)))
    let make: @Sendable (Int) -> Void = { place in
      let result = Result { () throws(Failure) in try work(place) }
      shared.use { $0.put(result, at: place) }
    }
    let help: @Sendable () -> Void = { while let place = shared.use({ $0.take() }) { make(place) } }
    let otherCount = min(count, threadCount) - 1
    var threads: [Thread] = []
    for _ in 0..<max(0, otherCount) {
      if let thread = Thread(help) { threads.append(thread) }
    }
    while let place = shared.use({ [isCancelled] in
      $0.isCancelled = isCancelled
      return $0.take()
    }) {
      tell(place)
      make(place)
    }
    for thread in threads { thread.join() }
    try checkCancelled()
    let (pieces, failure) = shared.use { ($0.pieces, $0.failure) }
    if let failure { throw .failed(failure.1) }
    return pieces.compactMap(\.self)
  }

  /// Takes items one after the other; meanwhile the next ones are made on another thread.
  ///
  /// A few are held, the fewer the more they weigh. What `next` and `take` share must not change.
  package func overlap<Item>(
    _ next: @escaping () throws(OperationStop<Failure>) -> Item?,
    weighing weight: @escaping (Item) -> Int, _ take: (Item) throws(OperationStop<Failure>) -> Void
  ) throws(OperationStop<Failure>) {
    let portion = Guarded(Portion(next, weight))
    let make: @Sendable () -> Void = { portion.use { $0.make() } }
    make()
    while true {
      let made = portion.use { portion in
        defer { portion.items = [] }
        return portion
      }
      guard !made.items.isEmpty else {
        if let stop = made.stop { throw stop }
        return
      }
      let thread = threadCount > 1 ? Thread(make) : nil
      defer { thread?.join() }
      for item in made.items { try take(item) }
      if thread == nil { make() }
    }
  }
}
