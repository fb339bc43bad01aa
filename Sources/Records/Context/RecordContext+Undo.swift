/// What was changed since the last save, group by group.
struct UndoHistory {
  /// What a record was before a group of changes.
  struct Entry {
    let record: AnyObject
    let state: RecordState
    let phase: RecordPhase
    let values: [StoredValue]
    let original: [StoredValue]?
  }

  var open: [Entry] = []
  var done: [[Entry]] = []
  var undone: [[Entry]] = []

  mutating func close() {
    guard !open.isEmpty else { return }
    for entry in open { entry.state.isInUndoGroup = false }
    done.append(open)
    open = []
  }

  mutating func forgetAll() {
    close()
    done = []
    undone = []
  }
}

extension RecordContext {
  /// Whether there are unsaved changes to undo.
  package var canUndo: Bool { !undo.open.isEmpty || !undo.done.isEmpty }

  /// Whether there are undone changes to redo.
  package var canRedo: Bool { !undo.undone.isEmpty }

  /// Ends a group: what follows is undone by itself.
  package func closeUndoGroup() {
    undo.close()
  }

  /// Takes back the last group of unsaved changes; false where there is none.
  @discardableResult
  package func undoChanges() -> Bool {
    undo.close()
    guard let group = undo.done.popLast() else { return false }
    undo.undone.append(exchange(group))
    return true
  }

  /// Makes the changes again that were taken back last; false where there are none.
  @discardableResult
  package func redoChanges() -> Bool {
    undo.close()
    guard let group = undo.undone.popLast() else { return false }
    undo.done.append(exchange(group))
    return true
  }

  /// Keeps what a record is before the open group changes it.
  func remember(_ state: RecordState) {
    guard !state.isInUndoGroup, let entry = entry(of: state) else { return }
    state.isInUndoGroup = true
    undo.open.append(entry)
    undo.undone = []
  }

  private func entry(of state: RecordState) -> UndoHistory.Entry? {
    guard let record = state.record else { return nil }
    // A record without a context keeps its values, because they show nowhere.
    let values = state.phase == .detached ? [] : values(of: state)
    return UndoHistory.Entry(
      record: record, state: state, phase: state.phase, values: values, original: state.original)
  }

  /// Makes the records what they were and returns what they have been until now.
  private func exchange(_ group: [UndoHistory.Entry]) -> [UndoHistory.Entry] {
    let opposite = group.compactMap { entry(of: $0.state) }
    for entry in group.reversed() {
      entry.state.register?.entity?.set(entry.values, in: entry.record)
      entry.state.phase = entry.phase
      entry.state.original = entry.original
      if entry.phase == .detached {
        entry.state.register?.forget(entry.state)
      } else {
        entry.state.register?.remember(entry.state)
        list(entry.state)
      }
      turnStale(entry.state)
    }
    return opposite
  }
}
