import ChimpSystem
import Game
public import Records

/// The participants whose data was erased from a store, each stored as a keyed hash of the code.
///
/// Each hash and its key are a row of the settings, which a merge copies to other stores. Another
/// row says that bytes in the files must still be overwritten; if the program is killed, the next
/// one continues.
///
///     var withdrawals = try Withdrawals(context)
///     try withdrawals.insert("P07", in: context)
///     try context.save()
///     withdrawals.contains("P07")  // true
public struct Withdrawals: Sendable {
  /// The name of the setting with a hash: the key and the hash as hexadecimal digits.
  private static var setting: String { "withdrawn" }
  private static var pendingSetting: String { "withdrawal" }

  public private(set) var texts: [String] = []
  private var keyedHashes: [(key: [UInt8], hash: [UInt8])] = []

  public init() {}

  /// Reads the hashes in a store.
  public init(_ context: RecordContext) throws(RecordError) {
    let settings = try context.readable(SettingRecord.self, "named", ["name": Self.setting])
    for setting in settings { add(setting.value) }
  }

  /// Reads the hashes among the settings of a store, whose other tables may be damaged.
  public init(_ settings: LastingSettings) {
    for setting in settings.values().known where setting.name == Self.setting {
      add(setting.value)
    }
  }

  public var isEmpty: Bool { texts.isEmpty }

  private mutating func add(_ text: String) {
    let parts = text.split(separator: " ").compactMap { Self.bytes(String($0)) }
    guard parts.count == 2, parts.allSatisfy({ $0.count == 32 }), !texts.contains(text) else {
      return
    }
    texts.append(text)
    keyedHashes.append((parts[0], parts[1]))
  }

  /// Returns whether the data of the participant with this code was erased.
  public func contains(_ code: String) -> Bool {
    var digest = SecureHash()
    let bytes = Array(code.utf8)
    return keyedHashes.contains { digest.hash(of: bytes, key: $0.key) == $0.hash }
  }

  /// Returns whether the data of a participant was erased whose code may have other capitals.
  public func containsSpelling(of code: String) -> Bool {
    [code, code.lowercased(), code.uppercased()].contains { contains($0) }
  }

  /// Adds the hash of a participant code to the store.
  ///
  /// The random key is used for this code only. Does nothing if the store has a hash of the code.
  public mutating func insert(
    _ code: String, in context: RecordContext
  ) throws(RecordError) {
    guard !contains(code) else { return }
    var digest = SecureHash()
    let environment = StoreEnvironment.system()
    let names = [environment.newIdentifier(), environment.newIdentifier()]
    let key = digest.hash(of: Array(names.joined().utf8))
    let hash = digest.hash(of: Array(code.utf8), key: key)
    try adopt("\(Self.digits(key)) \(Self.digits(hash))", in: context)
  }

  /// Adds a hash from another store.
  ///
  /// Does nothing if the text is invalid, or if the store has the hash.
  public mutating func adopt(_ text: String, in context: RecordContext) throws(RecordError) {
    let count = texts.count
    add(text)
    guard texts.count > count else { return }
    try context.insert(SettingRecord.self) {
      $0.name = Self.setting
      $0.value = text
    }
  }

  /// Stores that bytes in the files must still be overwritten.
  public static func markCleaningPending(in context: RecordContext) throws(RecordError) {
    try context.insert(SettingRecord.self) {
      $0.name = pendingSetting
      $0.value = "pending"
    }
  }

  /// Returns whether bytes in the store's files must still be overwritten.
  static func arePending(in store: Store) throws(RecordError) -> Bool {
    try store.hasRow(of: "Setting", where: "\"name\" = 'withdrawal'")
  }

  private static func digits(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func bytes(_ digits: String) -> [UInt8]? {
    let digits = Array(digits)
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(digits[index...index + 1]), radix: 16) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}

extension Withdrawals {
  /// The numbers of deleted rows.
  ///
  ///     let erased = try Withdrawals.erase("P07", in: context)
  ///     print(erased.trialCount, "trials,", erased.pressCount, "presses")
  public struct Erased: Equatable, Sendable {
    public var trialCount = 0
    public var pressCount = 0
    public var enrolmentCount = 0

    public init() {}
  }

  /// A file that still contains bytes of erased participants.
  ///
  ///     for case .file(let path) in unclean { print(path, "is cleaned at the next start") }
  public enum UncleanPart: Equatable, Sendable {
    /// A file beside the store, at this path.
    case file(String)
    /// The user's history of command lines.
    case history
  }

  private static var ofPerson: StaticString {
    """
    "session" IN (SELECT "row" FROM "Session" WHERE "participant" IN
      (SELECT "row" FROM "Participant" WHERE "code" = ?1))
    """
  }

  private static var ofRounds: StaticString {
    """
    "round" IN (SELECT "row" FROM "Round" WHERE "session" IN (SELECT "row" FROM "Session"
      WHERE "participant" IN (SELECT "row" FROM "Participant" WHERE "code" = ?1)))
    """
  }

  /// The SQL condition of the news about a participant's best results, which have the identifier of
  /// the round.
  ///
  /// News of earlier programs have none. They were written with the last press of a passed round,
  /// so that the two dates are the same but for a clock that moved between them.
  private static var ofBests: StaticString {
    """
    "roundId" IN (SELECT "objectId" FROM "Round" WHERE "session" IN (SELECT "row" FROM "Session"
      WHERE "participant" IN (SELECT "row" FROM "Participant" WHERE "code" = ?1)))
    OR "roundId" IS NULL AND "body" = '' AND EXISTS (SELECT 1 FROM "Press"
      JOIN "Round" ON "Round"."row" = "Press"."round" WHERE "Round"."outcome" = 'passed'
      AND "Press"."time" = "Round"."time"
      AND abs("Press"."dateCreated" - "News"."dateCreated") <= 2
      AND "Round"."session" IN (SELECT "row" FROM "Session" WHERE "participant" IN
      (SELECT "row" FROM "Participant" WHERE "code" = ?1)))
    """
  }

  /// The SQL condition of the presses whose round is missing, as after a recovery.
  private static var areStray: StaticString { "\"round\" NOT IN (SELECT \"row\" FROM \"Round\")" }

  /// Returns whether a store has presses whose round is missing.
  public static func hasStrayPresses(_ store: Store) throws(RecordError) -> Bool {
    try store.hasRow(of: "Press", where: areStray)
  }

  /// Returns whether the store has a participant or an enrolment with this code.
  public static func knows(
    _ code: String, in context: RecordContext
  ) throws(RecordError) -> Bool {
    let people = try context.readable(Participant.self, "withCode", ["code": code])
    let enrolments = try context.readable(EnrolmentRecord.self, "allEnrolments")
    return !people.isEmpty || enrolments.contains { $0.code == code }
  }

  /// Deletes all rows of a participant, within the transaction of the caller.
  ///
  /// Presses whose round is missing may be theirs, and are deleted, too, with the news that were
  /// written with them.
  public static func erase(
    _ code: String, in context: RecordContext
  ) throws(RecordError) -> Erased {
    try detachResumptions(of: code, in: context)
    let store = context.store
    var erased = Erased()
    _ = try store.deleteRows(of: "News", where: ofBests, code)
    _ = try store.deleteRows(
      of: "News",
      where: """
        "roundId" <> '' AND "roundId" NOT IN (SELECT "objectId" FROM "Round")
        AND EXISTS (SELECT 1 FROM "Press" WHERE "Press"."round" NOT IN (SELECT "row" FROM "Round")
          AND abs("Press"."dateCreated" - "News"."dateCreated") <= 2)
        """)
    _ = try store.deleteRows(of: "Press", where: areStray)
    erased.pressCount = try store.deleteRows(of: "Press", where: ofRounds, code)
    erased.trialCount = try store.deleteRows(of: "Round", where: ofPerson, code)
    _ = try store.deleteRows(
      of: "Session",
      where: "\"participant\" IN (SELECT \"row\" FROM \"Participant\" WHERE \"code\" = ?1)", code)
    _ = try store.deleteRows(of: "Participant", where: "\"code\" = ?1", code)
    erased.enrolmentCount = try store.deleteRows(of: "Enrolment", where: "\"code\" = ?1", code)
    // The setting of the current study is the exception: its value is a study's name.
    _ = try store.deleteRows(
      of: "Setting", where: "\"value\" = ?1 AND \"name\" <> 'study'", code)
    return erased
  }

  /// Removes the references from other participants' rounds to sessions of the participant in which
  /// they were resumed.
  private static func detachResumptions(
    of code: String, in context: RecordContext
  ) throws(RecordError) {
    for participant in try context.readable(Participant.self, "withCode", ["code": code]) {
      let own = ["participant": RecordReference(participant)]
      for session in try context.readable(Session.self, "sessionsOf", own) {
        let resumed = ["session": RecordReference(session)]
        for round in try context.readable(RoundRecord.self, "roundsResumedIn", resumed)
        where round.session?.participant !== participant {
          round.resumption = round.session
        }
      }
    }
    try context.save()
  }

  /// Overwrites the deleted data in the store's file, the files beside it, and the user's history.
  ///
  /// Returns the files that could not be overwritten. Throws if the store's own file could not.
  public static func clean(
    _ store: Store, path: String?, like settings: StoreSettings,
    _ eraseHistory: ((String) -> Bool) -> Bool
  ) throws(RecordError) -> [UncleanPart] {
    var unclean: [UncleanPart] = []
    let context = try RecordContext(store, StoreLayout.schema)
    let withdrawals = try Withdrawals(context)
    for rescued in path.map({ Store.rescuedPaths(of: $0) }) ?? [] {
      do throws(RecordError) { try withdrawals.clean(rescued, like: settings) } catch {
        unclean.append(.file(rescued))
      }
    }
    if !eraseHistory(withdrawals.mentionsWithdrawnParticipant) { unclean.append(.history) }
    try store.overwriteDeleted()
    try store.rebuild()
    guard unclean.isEmpty else { return unclean }
    try store.write { () throws(RecordError) in
      _ = try store.deleteRows(of: "Setting", where: "\"name\" = ?1", pendingSetting)
    }
    return []
  }

  /// Overwrites the deleted data in another file.
  private func clean(_ path: String, like settings: StoreSettings) throws(RecordError) {
    var settings = settings
    settings.location = .file(path, mustExist: true)
    settings.reserve = 0
    let store = try Store.open(settings)
    guard store.condition == .writable else { throw .readOnly(path: path) }
    try store.overwriteDeleted()
    let context = try RecordContext(store, StoreLayout.schema)
    var codes = Set(try context.readable(Participant.self, "allParticipants").map(\.code))
    codes.formUnion(try context.readable(EnrolmentRecord.self, "allEnrolments").map(\.code))
    for code in codes.sorted() where contains(code) {
      try store.write { () throws(RecordError) in _ = try Self.erase(code, in: context) }
    }
    try store.rebuild()
  }

  /// Returns whether a line of the history contains the code of an erased participant, or answers a
  /// question.
  private func mentionsWithdrawnParticipant(_ line: String) -> Bool {
    Self.hasAnswer(line) || Self.possibleCodes(in: line).contains { containsSpelling(of: $0) }
  }

  /// Returns whether a line of the history has a participant's code, perhaps with other capitals, or
  /// answers a question.
  public static func line(_ line: String, isOf code: String) -> Bool {
    hasAnswer(line) || possibleCodes(in: line).contains { $0.lowercased() == code.lowercased() }
  }

  /// Returns whether one of the commands in a line answers a question.
  public static func hasAnswer(_ line: String) -> Bool {
    line.split(separator: ";").contains { command in
      command.split { $0 == " " || $0 == "\t" }.first?.lowercased() == "answer"
    }
  }

  /// Returns the words of a line that could be codes, and the parts between their hyphens: the name
  /// of a file may begin with a code.
  private static func possibleCodes(in line: String) -> Set<String> {
    let words = line.split { character in
      !(character.isASCII && (character.isLetter || character.isNumber || character == "-"))
    }
    var codes: Set<String> = []
    for word in words {
      let parts = word.split(separator: "-", omittingEmptySubsequences: false)
      for first in parts.indices {
        var code = String(parts[first])
        codes.insert(code)
        for part in parts[(first + 1)...].prefix(ParticipantCode.longest) {
          code += "-" + part
          codes.insert(code)
        }
      }
    }
    return codes
  }
}
