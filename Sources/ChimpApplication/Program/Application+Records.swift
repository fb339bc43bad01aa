import Examiner
package import Records
package import Shell

/// The application as far as its records go.
extension Application {
  /// The settings that a person finds again in the next session.
  package static let lastingSettings = ["echo", "color", "participant"]

  /// Whether the store has failed in any way that the exit status has to tell.
  package var hasStoreFailed: Bool { hasDelegate && delegate.hasFailed }

  /// Opens the store that is a file, so that its faults show at once, and takes over what lasts.
  package func openNamedStore() -> StoreError? {
    guard records.path != nil else { return nil }
    do throws(StoreError) { _ = try delegate.open() } catch { return error }
    if LastingSettings(delegate).value(Self.demonstrationName) == "off" {
      demonstration.sequence?.stopSequence()
    }
    return nil
  }

  /// Keeps whether an object of the tree gets events, where that is to last.
  func keep(_ isEnabled: Bool, ofObject name: String) throws(RecordError) {
    guard records.path != nil, name == Self.demonstrationName else { return }
    try LastingSettings(delegate).keep(isEnabled ? "on" : "off", as: name)
  }

  private static var demonstrationName: String { "demonstration" }

  /// Tells what has been found about the store meanwhile.
  package func tellFindings() {
    if hasDelegate { delegate.tellFindings() }
  }

  /// Tells the result of the last round, where no more time will pass that would.
  package func tellResult() {
    game.tellResultAtEnd()
  }

  /// Waits for what goes on about the store, and tells what came of it.
  package func close() {
    if hasDelegate { delegate.tellFindings(waiting: true) }
    do throws(RoundFault) { try storedRounds?.close() } catch {
      // NB: what fails in a script is told in any case.
      if records.isPerson { records.tell("the end of the session is not kept: \(error)") }
    }
    if hasDelegate { delegate.close() }
  }

  /// The question whether a round that was left behind is to go on, where it was the last one.
  func resumptionQuestion() -> String? {
    guard records.confirm != nil, records.path != nil,
      (try? delegate.open().newestRowLacks("outcome", in: "Round")) == true,
      let round = (try? storedRounds?.leftBehindLast()) ?? nil
    else { return nil }
    let count = RoundReport(round).pressedCount
    let words = "round \(round.number) was left behind, \(count) of \(round.board.count) pressed"
    return "\(words): go on with it?"
  }

  /// Takes up the round that was left behind, after a yes.
  func askForResumption(_ question: String) {
    if records.confirm?(question) == true { receive(.action(RoundAction.resume)) }
  }

  /// Keeps all rounds in the store from now on.
  func keepRounds() {
    let stored = makeStoredRounds()
    storedRounds = stored
    game.model.journal = stored
    game.findLeftBehind = { [unowned stored] () throws(RoundFault) in try stored.leftBehind() }
    game.findResults = { [unowned stored] round throws(RoundFault) in
      try stored.results(before: round)
    }
    demonstration.pages = StoredPages(delegate)
  }

  private func makeStoredRounds() -> StoredRounds {
    let facts = SessionFacts(
      participant: { [unowned game] in game.credits.participant },
      seed: { [unowned game] in game.sessionSeed.seed.text },
      inputMode: records.isPerson ? .terminal : .pipe, clockKind: metronome.clock.kind.rawValue,
      clockResolution: metronome.clock.resolution, programVersion: Self.programVersion)
    return StoredRounds(delegate, facts)
  }

  /// Brings the rounds of a session without a file into the store in memory, the first time, and
  /// keeps all later ones there; answers how many had been forgotten by then.
  func gatherRounds() throws(RecordError) -> Int {
    guard storedRounds == nil else { return lostRoundCount }
    let remembered = game.model.rememberedRounds
    let stored = makeStoredRounds()
    // NB: nothing is the same every time where the machine's clock counts.
    if metronome.clock.kind == .virtual { stored.makeName = nameMaker(remembered) }
    try stored.adopt(remembered) { [earlierFacts] in earlierFacts.ofRound($0) }
    lostRoundCount = (remembered.first?.number ?? 1) - 1
    storedRounds = stored
    game.model.journal = stored
    return lostRoundCount
  }

  /// Names that follow from what was played: those of a script are the same every time, and those
  /// of another script are others, so that what both have exported can be imported into one store.
  private func nameMaker(_ rounds: [KeptRound]) -> () -> String {
    let played = rounds.map { round in
      let moves = MoveText.text(of: round)
      return "\(round.onset) \(round.board.descriptiveIdentifier) \(round.rule) \(moves)"
    }
    let words = [game.credits.participant, rounds.first.map { "\($0.number)" } ?? ""] + played
    var generator = Generator(text: words.joined(separator: "/"))
    let environment = StoreEnvironment(
      now: { 0 }, random: { generator.next() }, sleep: { _ in })
    return environment.newIdentifier
  }

  /// Takes note of who plays, and of the seed, before one of them changes.
  func noteFacts() {
    guard storedRounds == nil else { return }
    earlierFacts.note(
      upTo: game.model.round.number, participant: game.credits.participant,
      seed: game.sessionSeed.seed.text)
  }

  /// Gives the settings of earlier sessions back, but for those that an option has set, and keeps
  /// those that are changed from now on.
  package func restoreSettings(of console: Console, except given: [String]) {
    guard records.path != nil else { return }
    let settings = LastingSettings(delegate)
    var (values, areAll) = settings.values()
    if areAll, !values.contains(where: { $0.name == "participant" }),
      let code = settings.makeParticipant()
    {
      values.append(("participant", code))
    }
    for setting in console.settings
    where Self.lastingSettings.contains(setting.name) && !given.contains(setting.name) {
      guard let value = values.first(where: { $0.name == setting.name })?.value else { continue }
      do { try setting.change?(value) } catch {
        records.tell("\(setting.name) is not as it was kept: \(error)")
        continue
      }
      if setting.name == "participant" { console.firstSettings.append((setting.name, value)) }
    }
    console.didChangeSetting = { [unowned self] name, value in
      guard Self.lastingSettings.contains(name) else { return }
      do { try settings.keep(value, as: name) } catch {
        records.tell("\(name) lasts for this session only: \(error)")
      }
    }
  }

  func makeDelegate() -> ApplicationDelegate {
    hasDelegate = true
    return ApplicationDelegate(
      records, clock: metronome.clock, seed: { [unowned self] in game.sessionSeed.seed })
  }

  /// The screens of the records.
  var recordScreens: [EventObject] {
    [
      screen("news") { application, asked in
        guard let action = asked as? NewsAction else { return false }
        application.news.perform(action)
        return true
      },
      screen("rounds") { application, asked in
        guard let action = asked as? ArchiveAction else { return false }
        application.archive.perform(action)
        return true
      },
    ]
  }
}

extension Application: OperationProvider {
  package var operationQueue: OperationQueue { delegate.operationQueue }

  package var status: [String] {
    hasDelegate || records.path != nil ? delegate.status : ApplicationDelegate.statusBeforeUse
  }

  package func operation(for action: any Action) -> QueuedOperation? {
    (action as? StoreAction).flatMap { store.operation(for: $0) }
  }
}
