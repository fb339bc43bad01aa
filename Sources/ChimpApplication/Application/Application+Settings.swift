import Examiner
import Records
package import Shell

extension Application {
  /// The console's settings that a person finds again in the next session.
  package static let lastingSettings = ["echo", "color"]

  /// The settings that are the application's own.
  package var settings: [Setting] {
    [
      Setting(
        "seed", "what the boards are drawn from",
        value: { [rounds] in rounds.sessionSeed.seed.text },
        change: { [rounds] text throws(ArgumentFault) in
          do { rounds.sessionSeed = try SessionSeed(text) } catch {
            throw .invalid("\(error)", column: nil)
          }
        }),
      Setting(
        "participant", "who takes the test: a code, or new",
        value: { [unowned self] in
          hasRecords ? (try? ParticipantModel(delegate).code()) ?? nil ?? "none" : "none"
        },
        change: { [unowned self] code throws(ArgumentFault) in
          do { try ParticipantModel(delegate).choose(code) } catch {
            throw .invalid("\(error)", column: nil)
          }
        }),
    ]
  }

  /// Gives the console the settings of earlier sessions, but for those that an option has set, and
  /// keeps those that are changed.
  package func restoreSettings(of console: Console, except given: [String]) {
    guard hasRecords else { return }
    let settings = LastingSettings(delegate)
    for setting in console.settings
    where Self.lastingSettings.contains(setting.name) && !given.contains(setting.name) {
      if let value = (try? settings.value(setting.name)) ?? nil { try? setting.change?(value) }
    }
    console.didChangeSetting = { [unowned self] name, value in
      guard Self.lastingSettings.contains(name) else { return }
      do { try settings.keep(value, as: name) } catch {
        environment.tell("\(name) lasts for this session only: \(error)")
      }
    }
  }
}
