import Records
import TestSupport
import Testing

/// Tests of the description of each error.
struct WordsTests {
  @Test func `Every error of a store has a description`() {
    let holder = LockHolder(process: 7, program: "chimp")
    let table: [(RecordError, String)] = [
      (.notADatabase(path: "a\nb"), "not a database: 'a\\nb'"),
      (.foreign(path: "a", application: 7), "a database of another program: 'a' (application 7)"),
      (.empty(path: "a"), "an empty file, not a database: 'a'"),
      (.missing(path: "a"), "no such file: 'a'"),
      (.exists(path: "a"), "the file already exists: 'a'"),
      (.cannotOpen(path: "a", reason: "it is a folder"), "can't open 'a': it is a folder"),
      (
        .newer(path: "a", version: 3, ours: 2),
        "written by a newer version: 'a' has version 3, ours is 2"
      ),
      (.otherHistory(path: "a", migration: "m"), "another history: 'a' has the migration 'm'"),
      (.missingColumn(entity: "E", column: "c"), "the table 'E' has no column 'c'"),
      (.damaged(path: "a", detail: "d"), "damaged: 'a': d"),
      (.locked(path: "a", holder: holder), "locked by chimp (process 7): 'a'"),
      (.locked(path: "a", holder: nil), "locked: 'a'"),
      (.waitStopped(path: "a"), "stopped waiting for 'a'"),
      (.readOnly(path: "a"), "can't save: 'a' is read-only"),
      (.full(path: "a"), "can't save: the disk of 'a' is full"),
      (.moved(path: "a"), "'a' was removed or replaced while it was open"),
      (
        .linked(path: "a"),
        "'a' has more than one name (a hard link), and each would have a log of its own"
      ),
      (
        .mounted(path: "a"),
        "'a' is a file that is mounted by itself: mount the folder of the store instead"
      ),
      (.tooManyFiles(path: "a"), "can't open 'a': too many open files"),
      (.nothingLeft(path: "a"), "nothing can be read from 'a': no copy is made"),
      (
        .inputOutput(path: "a", code: 10),
        "can't read or write 'a': the disk failed with number 10"
      ),
      (
        .noWriteAheadLog(path: "a", answer: "delete"),
        "can't keep a write-ahead log for 'a': the mode stays 'delete'"
      ),
      (.constraint(detail: "d"), "can't save: d"),
      (.interrupted, "interrupted"),
      (.unexpected(code: 1, detail: "d"), "the store failed with number 1: d"),
    ]
    for (error, words) in table { #expect("\(error)" == words) }
  }

  @Test func `Every result of a rescue has a description`() {
    let table: [(Store.Rescue, String)] = [
      (.whole(path: "a\n"), "what it held is in 'a\\n'"),
      (.rows(1, path: "a"), "1 row that could still be read is in 'a'"),
      (.rows(2, path: "a"), "2 rows that could still be read are in 'a'"),
      (
        .nothing(.full(path: "a")),
        "what it held could not be rescued: can't save: the disk of 'a' is full"
      ),
    ]
    for (rescue, words) in table { #expect("\(rescue)" == words) }
  }

  @Test func `Every error of records has a description`() {
    let table: [(RecordError, String)] = [
      (.unknownEntity("E"), "unknown kind of record: 'E'"),
      (.unknownTemplate(entity: "E", name: "t\u{1b}"), "unknown template: 't\\u{1B}' of E"),
      (.missingVariable(template: "t", variable: "v"), "missing variable: 't' needs 'v'"),
      (.surplusVariable(template: "t", variable: "v"), "surplus variable: 't' has no 'v'"),
      (
        .wrongVariable(template: "t", variable: "v", kind: "TEXT"),
        "wrong variable: 't' needs TEXT for 'v'"
      ),
      (.saveInsideSave, "can't save: a save is in progress"),
      (.endlessChanges(entity: "E"), "can't save: 'E' changes again and again before it is saved"),
      (
        .invalid(.update, entity: "E", objectId: "o", reason: "r"), "can't update E 'o': r"
      ),
      (.notInContext(entity: "E"), "not in this context: a record of 'E'"),
      (.alreadyInserted(entity: "E"), "in a context already: a record of 'E'"),
      (.denied(entity: "E", objectId: "o", by: "F"), "can't delete E 'o': F leads to it"),
      (
        .danglingRelation(entity: "E", objectId: "o", column: "c"),
        "can't save E 'o': its 'c' is not there"
      ),
      (.vanished(entity: "E", objectId: "o"), "can't save E 'o': somebody else deleted it"),
      (
        .unreadable(entity: "E", row: 3, column: "c"),
        "can't read row 3 of 'E': its 'c' is of another kind"
      ),
      (.notAsWritten(entity: "E", objectId: "o"), "not what was written: E 'o'"),
      (.limitedList(template: "t"), "can't keep a list of 't': it has a limit"),
    ]
    for (error, words) in table { #expect("\(error)" == words) }
  }
}
