/// The changes of a property as an asynchronous sequence, for one loop.
///
/// The observation begins when the sequence is created, and keeps the changes until the loop
/// receives them. It ends with the sequence and its loop; the loop ends when the object is freed or
/// the task is cancelled. The sequence belongs to the thread, or the actor, of the object.
///
///     for await change in model.changes(of: \.name, [.initial, .new]) {
///       print(change.new ?? "")
///     }
public final class ObservedChanges<Change>: AsyncSequence {
  /// The changes that the loop has not received.
  private var received: [Change] = []
  private let signals: AsyncStream<Void>
  /// The object that finishes the sequence when the table is freed, which alone keeps it.
  private weak var end: EndSignal?
  private weak var table: ObservationTable?
  private var token: ObservationToken?

  init<Root: Observable>(of root: Root, _ observe: (@escaping (Change) -> Void) -> ObservationToken)
  {
    let (signals, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.signals = signals
    let end = EndSignal(signal)
    self.end = end
    table = root.observation
    root.observation.retain(end)
    token = observe { [weak self] change in
      self?.received.append(change)
      signal.yield()
    }
  }

  deinit { end.map { table?.release($0) } }

  /// Creates the iterator for the loop.
  public func makeAsyncIterator() -> Iterator {
    Iterator(changes: self, signals: signals.makeAsyncIterator())
  }

  /// The iterator of a loop.
  ///
  ///     var iterator = model.changes(of: \.name, [.initial, .new]).makeAsyncIterator()
  ///     let change = await iterator.next()
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let changes: ObservedChanges
    fileprivate var signals: AsyncStream<Void>.Iterator
    private var pending: ArraySlice<Change> = []

    fileprivate init(changes: ObservedChanges, signals: AsyncStream<Void>.Iterator) {
      self.changes = changes
      self.signals = signals
    }

    /// Waits for the next change; returns `nil` when the object is freed or the task cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Change? {
      while pending.isEmpty {
        if changes.received.isEmpty {
          let isOver = await signals.next(isolation: actor) == nil
          if isOver, changes.received.isEmpty { return nil }
        }
        pending = changes.received[...]
        changes.received = []
      }
      return pending.popFirst()
    }
  }
}

/// Finishes a sequence of changes when the observed object is freed, whose table keeps it.
private final class EndSignal {
  private let signal: AsyncStream<Void>.Continuation

  init(_ signal: AsyncStream<Void>.Continuation) { self.signal = signal }

  deinit { signal.finish() }
}

extension Observable {
  /// Returns the changes of the value at the end of a path.
  public func changes<Value>(
    of path: PathLiteral<Value>, _ options: ObservationOptions = [.new],
    file: StaticString = #fileID, line: UInt = #line
  ) -> ObservedChanges<ValueChange<Value>> {
    ObservedChanges(of: self) { observe(path, options, file: file, line: line, handler: $0) }
  }

  /// Returns the changes of the list at the end of a path, edit by edit.
  public func changes<List: ListValue>(
    of path: PathLiteral<List>, _ options: ObservationOptions = [.new],
    file: StaticString = #fileID, line: UInt = #line
  ) -> ObservedChanges<ListChange<List>> {
    ObservedChanges(of: self) { observe(path, options, file: file, line: line, handler: $0) }
  }
}
