import ChimpSystem
import Glibc

/// A list of work items that several threads process together.
private struct SharedWork<Piece> {
  var next = 0
  var pieces: [Piece?]
  /// The error with the lowest index, so that the result is deterministic.
  var failure: (index: Int, error: any Error)?
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
  mutating func store(_ result: Result<Piece, any Error>, at index: Int) {
    switch result {
    case .success(let piece): pieces[index] = piece
    case .failure(let error): if failure?.index ?? .max > index { failure = (index, error) }
    }
  }
}

/// A batch of consecutive items, and the error that ended their production, if any.
private struct Portion<Item> {
  /// The total weight at which a batch is complete.
  private static var fullWeight: Int { 128 }

  private(set) var items: [Item] = []
  private(set) var error: (any Error)?
  /// `true` if no portion follows.
  private(set) var isLast = false

  /// Produces items until the batch is complete, up to the last item or an error.
  init(_ next: () throws -> Item?, weighing weight: (Item) -> Int) {
    var sum = 0
    do {
      while sum < Self.fullWeight, !isLast {
        if let item = try next() {
          items.append(item)
          sum += weight(item)
        } else {
          isLast = true
        }
      }
    } catch {
      self.error = error
      isLast = true
    }
  }
}

extension OperationRun {
  /// Processes work items on all processors and returns the results in order.
  ///
  /// `onStart` is called on this thread with the index of each piece that this thread begins.
  /// Throws the error with the lowest index, or `OperationCancellation`.
  public func spread<Piece: Sendable>(
    _ count: Int, _ work: @escaping @Sendable (Int) throws -> Piece,
    onStart: (Int) -> Void
  ) throws -> [Piece] {
    let shared = Guarded(SharedWork<Piece>(pieces: Array(repeating: nil, count: count)))
    let perform: @Sendable (Int) -> Void = { index in
      let result = Result { try work(index) }
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
    if let failure { throw failure.error }
    return pieces.compactMap(\.self)
  }

  /// Consumes items in order while another thread produces the next ones.
  ///
  /// Three batches of items are held in memory, limited by their weight. `next` and `consume` run
  /// at the same time, so they must not share mutable state. Throws the first error of either,
  /// after all items before it are consumed.
  public func overlap<Item>(
    _ next: @escaping () throws -> Item?,
    weighing weight: @escaping (Item) -> Int,
    _ consume: (Item) throws -> Void
  ) throws {
    let buffer = Guarded((portion: Portion<Item>?.none, isEnded: false))
    let produce = {
      var isWanted = true
      while isWanted {
        let portion = Portion(next, weighing: weight)
        isWanted = buffer.wait { buffer -> Bool? in
          if buffer.isEnded { return false }
          guard buffer.portion == nil else { return nil }
          buffer.portion = portion
          return !portion.isLast
        }
      }
    }
    let thread = threadCount > 1 ? Thread(produce) : nil
    defer {
      buffer.use { $0.isEnded = true }
      thread?.join()
    }
    var isLast = false
    while !isLast {
      let portion =
        if thread == nil {
          Portion(next, weighing: weight)
        } else {
          buffer.wait { buffer -> Portion<Item>? in
            defer { buffer.portion = nil }
            return buffer.portion
          }
        }
      for item in portion.items { try consume(item) }
      if let error = portion.error { throw error }
      isLast = portion.isLast
    }
  }
}
