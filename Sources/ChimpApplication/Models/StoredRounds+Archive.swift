import Records

extension StoredRounds: RoundArchive {
  package func forEach(inAll isWhole: Bool, _ body: (ArchivedRound) -> Void) throws(RoundFault) {
    try perform { context throws(RecordError) in
      if isWhole {
        try context.forEach(RoundRecord.self, "allRounds") { record in
          body(record.archived)
          return true
        }
      } else {
        for record in try context.fetch(RoundRecord.self, "newestRounds").reversed() {
          body(record.archived)
        }
      }
    }
  }

  package func round(_ number: Int) throws(RoundFault) -> ArchivedRound {
    let found = try perform { context throws(RecordError) in
      try context.fetch(RoundRecord.self, "numbered", ["number": number]).first
    }
    guard let found else { throw .unknownRound(number) }
    return found.archived
  }
}

extension StoredRounds {
  /// The newest round that a program left behind which was killed; nil where there is none.
  package func leftBehind() throws(RoundFault) -> KeptRound? {
    let open = try perform { context throws(RecordError) in
      try context.fetch(RoundRecord.self, "openRounds")
    }
    guard let last = open.first(where: { isLeftBehind($0) }) else { return nil }
    guard let round = last.kept else { throw .damagedRound(last.row) }
    return round
  }

  /// The round that was left behind, where no other was begun since.
  package func leftBehindLast() throws(RoundFault) -> KeptRound? {
    let last = try perform { context throws(RecordError) in
      try context.fetch(RoundRecord.self, "newestRounds").first
    }
    guard let last, isLeftBehind(last) else { return nil }
    return last.kept
  }
}

extension RoundRecord {
  fileprivate var archived: ArchivedRound {
    ArchivedRound(number: row, date: onsetDate, round: kept)
  }
}
