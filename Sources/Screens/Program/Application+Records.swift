import Archive
import Events
import Examiner
import Game
import Records
package import Shell

/// The connection of the application to its store: opening, closing, rounds and settings.
extension Application {
  /// The names of the settings that are stored for the user's next session.
  static let lastingSettings = [
    "echo", "color", "participant", "board", "acknowledge", "language",
  ]

  /// `true` if the store had an error that the exit status must report.
  var hasStoreFailed: Bool { existingStore?.hasFailed == true }

  /// `true` if a command looked for records in a session that has none.
  ///
  /// A store in memory is only created by such commands.
  var hasFoundNothing: Bool {
    guard let existingStore, records.path == nil, !game.session.isStarted else { return false }
    return (try? existingStore.open().newestRow(of: "Round")) == 0
  }

  /// Opens the store of a named file and restores the stored settings.
  ///
  /// It is opened at the start so that a damaged file is reported before the first command. A
  /// session in memory opens nothing until a command needs it.
  ///
  /// - Returns: The error if the file can't be used; `nil` if it can, or if there is no file.
  func openNamedStore() -> RecordError? {
    guard let path = records.path else { return nil }
    let leftovers = records.isRestricted ? [] : Store.leftovers(ofNewStore: path)
    do { _ = try programStore.open() } catch { return error }
    for leftover in leftovers { programStore.report(.leftTemporaryFile(path: leftover)) }
    if !records.isRestricted { RescuedStores(programStore).reportNew() }
    if programStore.lastingSettings.value(Self.demonstrationName) == "off" {
      demonstration.stopSequence()
    }
    return nil
  }

  /// Returns the default seed of a script with a store, from which no two sessions get the same
  /// boards.
  ///
  /// It is made from the store's own seed, which is random, and the number of stored rounds. If the
  /// store can't be read, it is the seed that `make` returns.
  func storeSeed(_ make: () -> SessionSeed) -> SessionSeed {
    let settings = programStore.lastingSettings
    let text = settings.value(Self.seedName) ?? make().seed.text
    if settings.value(Self.seedName) == nil { try? settings.keep(text, as: Self.seedName) }
    let count = (try? programStore.open().newestRow(of: "Round")) ?? 0
    let seed = (try? SessionSeed("\(text)-\(count)")) ?? make()
    storedRounds?.recordSeed(seed.seed.text)
    return seed
  }

  /// The seed to write at the beginning of a recording; reading it may open the store.
  var recordingSeed: SessionSeed {
    game.resolveSeed()
    return game.firstSeed
  }

  /// The name of the stored setting that has the store's own seed.
  private static var seedName: String { "seed" }

  /// Stores whether an object of the event tree is enabled, for the next session.
  ///
  /// Only the state of the demonstration is stored. All other objects are enabled at the start of
  /// each session.
  func keep(_ isEnabled: Bool, ofObject name: String) throws {
    guard records.keepsForAll, name == Self.demonstrationName else { return }
    try programStore.lastingSettings.keep(isEnabled ? "on" : "off", as: name)
  }

  /// The name of the demonstration's object in the event tree, and of its stored setting.
  private static var demonstrationName: String { "demonstration" }

  /// Writes the problems that background checks of the store have found since the last line.
  ///
  /// Does nothing during a glance: a message could scroll the numerals away.
  func reportFindings() {
    guard let existingStore, !glance.isOpen else { return }
    existingStore.reportFindings()
    // No program is started while a test measures time.
    if game.series == nil { existingStore.refreshServer() }
  }

  /// Waits for background work, writes its result, and stores the end of the session.
  package func close() {
    existingStore?.reportFindings(waiting: true)
    // If the program ends within a block of a study, the block can be continued later.
    if leavesBlockOpen { return }
    // Whoever closes the window is asked at the next start, as after a crash.
    if environment.terminal?.endsBySignal == true, game.session.isOpen || game.series != nil {
      return
    }
    do { try storedRounds?.close() } catch {
      // In a script, the store reports the fault.
      if records.isPerson { programStore.report(.endNotKept(Refusal(error))) }
    }
    // There may have been no save lately, which would have checked the files.
    try? existingStore?.checkFiles()
  }

  private var leavesBlockOpen: Bool { game.series?.settings.studyPosition != nil }

  /// Returns the question whether to resume an interrupted round; `nil` if the newest round isn't
  /// one.
  func resumptionQuestion() -> String? {
    guard records.confirm != nil, records.path != nil,
      (try? programStore.open().newestRow(of: "Round", is: Self.interruptedCondition)) == true,
      let round = (try? storedRounds?.interruptedLastRound()) ?? nil
    else { return nil }
    // After a finished round the test goes on with the next one.
    let test = round.outcome == nil ? nil : (try? storedRounds?.interruptedTest(with: round)) ?? nil
    return game.view.resumptionQuestion(RoundReport(round), continuing: test)
  }

  /// The SQL condition of an interrupted round, which has no outcome or whose test is not finished.
  private static var interruptedCondition: StaticString {
    "\"outcome\" IS NULL OR \"testState\" IS 'open'"
  }

  /// Makes the game store its rounds, from now on.
  func keepRounds() {
    let stored = makeStoredRounds()
    model.journal = stored
    game.ages.move(to: ParticipantAge(programStore))
    game.bests.find = { [unowned stored] in try stored.scores(ofTest: $0) }
  }

  /// Ends the session of a participant whose round could not be stored because of a withdrawal, and
  /// gives up an unused claim of a block.
  func noteStudyChanges() {
    dropUnusedClaim()
    guard let storedRounds, let code = storedRounds.withdrawn else { return }
    storedRounds.forgetSession()
    game.dropTest()
    studyScreen.end(because: Refusal.hasWithdrawn(code).words(in: speaker.language))
  }

  /// Gives up the claim of a study's block that this program neither plays nor shows pages of any
  /// more, so that others may begin it.
  func dropUnusedClaim() {
    guard let claim = studyScreen.claim else { return }
    let isPlaying = game.series?.settings.studyPosition?.block == claim.block
    let isReading =
      game.series == nil && claim.roundCount == game.session.statistics.startedCount
    let isInUse = model.credits.participant == claim.code && (isPlaying || isReading)
    if !isInUse { studyScreen.claim = nil }
  }

  /// Returns whether the data of a participant was erased from the store, or is to be erased.
  ///
  /// A store in memory is not opened for this.
  func hasWithdrawn(_ code: String) -> Bool {
    guard records.path != nil || existingStore != nil else { return false }
    return Withdrawals(programStore.lastingSettings).containsSpelling(of: code)
  }

  /// Stores the latest measurement of the terminal's timing in the record of the session.
  func keep(timing: String) {
    measuredTiming = timing
    do { try storedRounds?.keep(timing: timing) } catch {
      model.refuse(error)
    }
  }

  /// Creates the journal, which stores the rounds of this session.
  ///
  /// Properties of the session that may change are passed as closures.
  private func makeStoredRounds() -> StoredRounds {
    var facts = SessionFacts(
      participant: { [unowned model] in model.credits.participant },
      seed: { [unowned game] in game.sessionSeed.seed.text },
      inputMode: Session.InputMode(isPerson: records.isPerson),
      clockKind: metronome.clock.kind.rawValue,
      clockResolution: metronome.clock.resolution, programVersion: ProgramVersion.current)
    facts.declared = { [unowned self] in declared }
    facts.machine = records.machine
    facts.terminal = records.terminal
    facts.timing = measuredTiming
    facts.newsTitle = { [speaker] in
      speaker.language.pick("A new best: ", "新記録: ") + $0.words(in: speaker.language)
    }
    return StoredRounds(programStore, facts)
  }

  /// Makes a participant of a study the current one, whom tables then show by code.
  func enrol(_ code: String) {
    enrolledCode = code == CreditModel.firstParticipant ? nil : code
    guard model.credits.participant != code else { return }
    noteFacts()
    model.credits.participant = code
  }

  /// Forgets the lines of the session that name a participant or answer a question.
  func forgetLines(of code: String) {
    console?.history.forget { Withdrawals.line($0, isOf: code) }
    environment.terminal?.forgetLines { Withdrawals.line($0, isOf: code) }
  }

  /// Called with the code of a participant whose data was erased, who is then not the current one.
  func forget(_ code: String) {
    forgetLines(of: code)
    storedRounds?.forgetSession()
    game.forgetRounds(of: code)
    if model.credits.participant == code {
      model.credits.participant = CreditModel.firstParticipant
    }
  }

  /// Copies the rounds of a session without a file to a store in memory, and stores later rounds
  /// there.
  ///
  /// Called when a command first needs a store.
  ///
  /// - Returns: The number of rounds that the session had discarded before.
  /// - Throws: An error if a round can't be saved; then the next call tries again.
  func adoptRounds() throws -> Int {
    guard storedRounds == nil else { return lostRoundCount }
    let remembered = game.session.rememberedRounds
    let stored = makeStoredRounds()
    // Only a session with virtual time is reproducible.
    if metronome.clock.kind == .virtual { stored.makeName = nameMaker(remembered) }
    try stored.adopt(remembered) { [earlierFacts] in earlierFacts[$0] }
    lostRoundCount = (remembered.first?.number ?? 1) - 1
    model.journal = stored
    game.ages.move(to: ParticipantAge(programStore))
    return lostRoundCount
  }

  /// Returns a function that creates record identifiers, which are derived from the played rounds.
  ///
  /// The same script always has the same identifiers, and different scripts have different ones, so
  /// that one store can import the exports of both.
  private func nameMaker(_ rounds: [KeptRound]) -> () -> String {
    let played = rounds.map { round in
      let moves = MoveText.text(of: round)
      return "\(round.onset) \(round.board.descriptiveIdentifier) \(round.rule) \(moves)"
    }
    let words =
      [model.credits.participant, rounds.first.map { "\($0.number)" } ?? ""] + played
    var generator = Generator(text: words.joined(separator: "/"))
    let environment = StoreEnvironment(now: { 0 }, random: { generator.next() }, sleep: { _ in })
    return environment.newIdentifier
  }

  /// Notes the participant and the seed of the earlier rounds before either changes.
  ///
  /// A store has both with each of its rounds.
  func noteFacts() {
    game.notePlayer()
    guard storedRounds == nil else { return }
    let facts = (participant: model.credits.participant, seed: game.sessionSeed.seed.text)
    let numbers = game.session.rememberedRounds.map(\.number)
    let known = earlierFacts
    earlierFacts = Dictionary(uniqueKeysWithValues: numbers.map { ($0, known[$0] ?? facts) })
  }

  /// Restores the stored settings, except those given by options, and stores later changes.
  ///
  /// An invalid stored value is reported but stays in the store. A new store gets a random
  /// participant code, so that no two people have the same one by accident.
  func restoreSettings(of console: Console<Application>, except given: [String]) {
    guard records.keepsForAll else { return }
    let settings = programStore.lastingSettings
    var (values, areAll) = settings.values()
    if areAll, !given.contains("participant"),
      !values.contains(where: { $0.name == "participant" }),
      let code = settings.makeParticipant()
    {
      values.append(("participant", code))
    }
    for setting in console.settings
    where Self.lastingSettings.contains(setting.name) && !given.contains(setting.name) {
      guard let value = values.first(where: { $0.name == setting.name })?.value else { continue }
      do { try setting.change?(value) } catch {
        programStore.report(.settingNotRestored(setting.name, Refusal(error)))
        continue
      }
      if setting.name == "participant" { console.firstSettings.append((setting.name, value)) }
    }
    keepsSettings = true
  }

  /// Stores a setting that the user has changed for the next session.
  ///
  /// Does nothing for other settings, and in a session whose settings were not restored.
  package func didChangeSetting(_ name: String, to value: String) {
    guard keepsSettings, Self.lastingSettings.contains(name) else { return }
    do { try programStore.lastingSettings.keep(value, as: name) } catch {
      programStore.report(.settingNotKept(name, Refusal(error)))
    }
  }

  /// Returns whether a file belongs to the store of the session.
  package func isInUse(_ path: String) -> Bool {
    records.path.map { Store.isFile(path, ofStore: $0) } ?? false
  }

  /// Creates the owner of the store.
  func makeProgramStore() -> ProgramStore {
    let store = ProgramStore(
      records, clock: metronome.clock,
      report: { [records, speaker] in records.report($0.words(in: speaker.language)) },
      seed: { [unowned self] in game.sessionSeed.seed })
    existingStore = store
    return store
  }

  /// The three best results in the store; without a store, those of the session.
  ///
  /// A restricted session shows its own results only.
  var bestResults: [BestResult] {
    guard records.path != nil, !records.isRestricted else {
      return BestResult.best(
        3,
        of: game.session.rememberedRounds.compactMap {
          guard $0.test?.isPractice != true else { return nil }
          let measures = RoundReport($0).measures
          let accuracy = measures.holdAccuracy(
            requested: $0.rule.hold, tolerance: $0.test?.settings.presentation.tolerance)
          guard accuracy?.isMet != false else { return nil }
          return BestResult(measures, on: $0.board, $0.rule.wrong)
        })
    }
    return BestResult.best(3, of: declared.player, in: programStore)
  }
}

/// The operations of the program, as the console runs them.
extension Application {
  package var operationQueue: OperationQueue? { programStore.operationQueue }

  package var status: [String] {
    let view = StoreView(speaker)
    return existingStore != nil || records.path != nil
      ? view.lines(of: programStore.status) : view.lines(of: StoreStatus())
  }
}
