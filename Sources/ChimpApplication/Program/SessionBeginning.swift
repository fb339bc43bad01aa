import Records
import Shell

/// What a person's session begins with: the store is opened, and what was left there taken up.
///
/// Most of it is done once the first prompt stands and before the first key is looked at, so that
/// nobody waits for it.
package final class SessionBeginning {
  private let application: Application
  private let console: Console
  /// The settings that options have set; nil where nobody's settings last.
  private let givenSettings: [String]?
  private var isPrepared = false
  private var question: String?
  /// Why there is no store, if it can't be opened.
  private(set) var fault: StoreError?

  init(_ application: Application, _ console: Console, givenSettings: [String]?) {
    self.application = application
    self.console = console
    self.givenSettings = givenSettings
  }

  /// Opens the store and takes its settings; answers whether a line may be edited meanwhile.
  package func prepare() -> Bool {
    guard !isPrepared else { return fault == nil && question == nil }
    isPrepared = true
    fault = application.openNamedStore()
    guard fault == nil else { return false }
    guard let givenSettings else { return true }
    application.restoreSettings(of: console, except: givenSettings)
    question = application.resumptionQuestion()
    return question == nil
  }

  /// Asks what there is to ask; answers whether the session goes on.
  package func finish() -> Bool {
    guard fault == nil else { return false }
    if let question { application.askForResumption(question) }
    question = nil
    return true
  }
}
