import Glibc
import SystemCalls

/// A list of work items that several threads process together.
private struct SharedWork<Piece, Failure: Error> {
  var next = 0
  var pieces: [Piece?]
  /// The error with the lowest index, so that the result is deterministic.
  var failure: (index: Int, Failure)?
  var isCancelled = false

  /// Returns the index of the next item; `nil` after the last one, an error or a cancellation.
  mutating func reserveNext() -> Int? {
    guard next < pieces.count, failure == nil, !isCancelled else { return nil }
    defer { next += 1 }
    return next
  }

  /// Stores the result of an item.
  ///
  /// Of several errors, the one with the lowest index is kept.
  mutating func store(_ result: Result<Piece, Failure>, at index: Int) {
    switch result {
    case .success(let piece): pieces[index] = piece
    case .failure(let error): if failure?.index ?? .max > index { failure = (index, error) }
    }
  }
}

/// A batch of consecutive items, and the error that ended their production, if any.
private struct Portion<Item, Failure: Error> {
  let next: () throws(OperationError<Failure>) -> Item?
  let weight: (Item) -> Int
  var items: [Item] = []
  var error: OperationError<Failure>?
  /// `true` after the last item.
  private var isFinished = false

  /// The total weight at which a batch is complete.
  private static var fullWeight: Int { 256 }

  init(
    _ next: @escaping () throws(OperationError<Failure>) -> Item?,
    _ weight: @escaping (Item) -> Int
  ) {
    self.next = next
    self.weight = weight
  }

  /// Produces items until the batch is complete; does nothing after the last item or an error.
  mutating func fill() {
    var sum = 0
    do throws(OperationError<Failure>) {
      while sum < Self.fullWeight, !isFinished {
        guard let item = try next() else { return isFinished = true }
        items.append(item)
        sum += weight(item)
      }
    } catch {
      self.error = error
      isFinished = true
    }
  }
}

extension OperationRun {
  /// Processes work items on all processors and returns the results in order.
  ///
  /// `onStart` is called on this thread with the index of each piece that this thread begins.
  /// Throws the failure with the lowest index, or `cancelled`.
  package func spread<Piece: Sendable>(
    _ count: Int, _ work: @escaping @Sendable (Int) throws(Failure) -> Piece,
    onStart: (Int) -> Void
  ) throws(OperationError<Failure>) -> [Piece] {
    let shared = Guarded(SharedWork<Piece, Failure>(pieces: Array(repeating: nil, count: count)))
    let perform: @Sendable (Int) -> Void = { index in
      let result = Result { () throws(Failure) in try work(index) }
      shared.use { $0.store(result, at: index) }
    }
    let help: @Sendable () -> Void = {
      while let index = shared.use({ $0.reserveNext() }) { perform(index) }
    }
    let otherCount = min(count, threadCount) - 1
    var threads: [Thread] = []
    for _ in 0..<max(0, otherCount) {
      if let thread = Thread(help) { threads.append(thread) }
    }
    while let index = shared.use({ [isCancelled] in
      $0.isCancelled = isCancelled
      return $0.reserveNext()
    }) {
      onStart(index)
      perform(index)
    }
    for thread in threads { thread.join() }
    try checkCancelled()
    let (pieces, failure) = shared.use { ($0.pieces, $0.failure) }
    if let failure { throw .failed(failure.1) }
    return pieces.compactMap(\.self)
  }

  /// Consumes items in order while another thread produces the next ones.
  ///
  /// A batch of items is held in memory, limited by their weight. `next` and `consume` run at the
  /// same time, so they must not share mutable state. Throws the first error of either, after all
  /// items before it are consumed.
  package func overlap<Item>(
    _ next: @escaping () throws(OperationError<Failure>) -> Item?,
    weighing weight: @escaping (Item) -> Int,
    _ consume: (Item) throws(OperationError<Failure>) -> Void
  ) throws(OperationError<Failure>) {
    let portion = Guarded(Portion(next, weight))
    let fill: @Sendable () -> Void = { portion.use { $0.fill() } }
    fill()
    while true {
      let filled = portion.use { portion in
        defer { portion.items = [] }
        return portion
      }
      guard !filled.items.isEmpty else {
        if let error = filled.error { throw error }
        return
      }
      let thread = threadCount > 1 ? Thread(fill) : nil
      defer { thread?.join() }
      for item in filled.items { try consume(item) }
      if thread == nil { fill() }
    }
  }
}
