public import Records
public import Shell

/// A message about the store that is not a reply to a command, such as a full disk.
///
///     let show = { (notice: StoreNotice) in
///       if case .diskIsFull(let path) = notice { print("the disk of", path, "is full") }
///     }
///     show(.diskIsFull(path: "rounds.db"))  // the disk of rounds.db is full
public enum StoreNotice: Equatable, Sendable {
  case failed(RecordError)
  /// Damaged rows were skipped.
  case omitted(RecordError)
  /// The store is locked by another process, and the program waits.
  case waiting(StoreWait)
  /// The disk was full and has space again.
  case hasRoomAgain(path: String)
  case canOnlyBeRead(path: String)
  case diskIsFull(path: String)
  case onlyReadFromNowOn
  case lost(RecordError)
  /// The store was removed while it was open, so its presses were saved to another file.
  case rescued(Store.Rescue)
  /// A log beside the store was of another file, and was renamed.
  case setLogAside(path: String, aside: String)
  /// A program that was killed while it created the store has left a temporary file.
  case leftTemporaryFile(path: String)
  /// A file beside the store has presses that an earlier program saved.
  case hasRescued(path: String, pressCount: Int)
  /// A file beside the store has other records that an earlier program saved, and no presses.
  case hasRescuedOthers(path: String, count: Int)
  /// A file still contains bytes of a participant whose data was erased.
  case withdrawalPending(path: String)
  case endNotKept(Refusal)
  case settingNotRestored(String, Refusal)
  case settingNotKept(String, Refusal)
}
