import Archive
import Records
import Shell

/// The start of an interactive session: opens the store, restores settings, and offers an
/// interrupted round.
///
/// Most of it happens while the first prompt is visible already, so that the user doesn't wait for
/// the disk.
///
///     guard beginning.prepare() || beginning.finish() else { return }  // the user has declined
package final class SessionBeginning {
  /// The application whose store is opened.
  private let application: Application
  /// The console whose settings are restored.
  private let console: Console<Application>
  /// The names of the settings given by options, which are not restored; `nil` if no settings are
  /// stored.
  private let givenSettings: [String]?
  /// `true` if `prepare` has been called.
  private var isPrepared = false
  /// The question that `finish` asks; `nil` if there is none left.
  private var question: String?
  /// The error that prevents the store from being opened, which ends the session.
  private(set) var error: RecordError?

  /// Creates the beginning of a session.
  init(_ application: Application, _ console: Console<Application>, givenSettings: [String]?) {
    self.application = application
    self.console = console
    self.givenSettings = givenSettings
  }

  /// Opens the store and restores its settings; does so once only.
  ///
  /// - Returns: `true` if the user may edit a line now; `false` if there is an error or a question
  ///   first.
  package func prepare() -> Bool {
    guard !isPrepared else { return error == nil && question == nil }
    isPrepared = true
    error = application.openNamedStore()
    guard error == nil else { return false }
    guard let givenSettings else { return true }
    let style = application.boardStyle
    application.restoreSettings(of: console, except: givenSettings)
    if application.boardStyle != style { application.introduceLines() }
    if application.stage != nil { application.readScores() }
    question = application.resumptionQuestion()
    return question == nil
  }

  /// Opens the store and restores its settings; returns `false` if that fails.
  func open() -> Bool {
    _ = prepare()
    return error == nil
  }

  /// Opens the store for a closed session, without asking anything; returns `false` if that fails.
  func begin() -> Bool {
    defer { question = nil }
    return open()
  }

  /// Asks the user whether to resume an interrupted round, if there is one.
  ///
  /// - Returns: `true` if the session continues; `false` if the store can't be opened.
  package func finish() -> Bool {
    guard error == nil else { return false }
    if let question, application.records.confirm?(question) == true {
      application.refusing {
        try application.perform(on: "game") { try application.game.resume() }
      }
    }
    question = nil
    return true
  }
}
